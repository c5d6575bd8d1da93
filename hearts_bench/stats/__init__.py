"""Estimates from arrays: pure functions, no input or output.

Boards are axis 0 everywhere: they are independent, whatever was played on one board is not.
"""
