"""The built-in random player, run as plain Python: what the engine costs such a strategy."""

from hearts_bench_strategies.random_play import Random


class PythonRandom(Random):
    """Plays as `random` does, by the same code, interpreted."""

    compiled = False
