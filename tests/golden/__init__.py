"""Recorded signatures of the engine and the strategies."""
