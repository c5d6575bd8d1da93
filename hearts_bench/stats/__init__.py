"""Estimates from arrays: pure functions, no input or output."""
