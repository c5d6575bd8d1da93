"""A strategy that misbehaves where a test wants it to."""

from pathlib import Path

HEAD = """
import os, sys, time
from hearts_bench import Strategy, register
from hearts_bench.cards import SPADES, count, has, highest, in_suit, lowest, only
from hearts_bench.rules import MOON_AUTO
"""
# Plays legally, but for what is put in at the start of one of its methods.
CLASS = """
{decorator}
class Faulty(Strategy):
    def choose_pass(self, view):
        {passing}
        chosen, rest = 0, view.hand
        for _ in range(view.pass_count):
            chosen |= only(lowest(rest))
            rest &= rest - 1
        return chosen

    def play(self, view):
        {playing}
        return lowest(view.legal)
"""
COMPILED = '@register("faulty", compiled=True)'


def write(folder: Path, *, passing: str = "pass", playing: str = "pass", decorator: str = "") -> str:
    """Write a strategy that misbehaves and return its spec."""
    path = folder / "faulty.py"
    path.write_text(HEAD + CLASS.format(decorator=decorator, passing=passing, playing=playing), encoding="utf-8")
    return f"{path}:Faulty"
