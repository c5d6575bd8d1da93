"""Random draws that depend on nothing but their name: (seed, board, purpose, seat, strategy), then a counter.

The generator is SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) used as
a counter-based one: draw number i of a stream is the mixed value of `stream + i * GAMMA`. There is no state to share,
to seed or to lose, so any board can be replayed alone and nothing depends on workers, chunks or order.

Numbers are int64 throughout and wrap. In compiled code they do so by themselves; `mix` and `_wrap` make plain Python
integers do the same.
"""

import hashlib
from typing import Any

from numba.extending import overload

from hearts_bench._jit import leaf

# Names what boards and draws a seed stands for. Change it with anything here or in `deal` that changes them: results
# on record are then known to be of other boards.
DEAL_SCHEME = "splitmix64-1"

DEAL, STRATEGY, DIRECTION, ORDER = 1, 2, 3, 4

_GAMMA = -7046029254386353131  # 0x9E3779B97F4A7C15, the odd constant nearest to 2**64 / golden ratio
_DECISION_GAMMA = -3335678366873096957  # 0xD1B54A32D192ED03: decisions and draws walk in different strides
_FIRST_FACTOR = -4658895280553007687  # 0xBF58476D1CE4E5B9
_SECOND_FACTOR = -7723592293110705685  # 0x94D049BB133111EB
_64_BITS = (1 << 64) - 1


def _wrap(number: int) -> int:
    number &= _64_BITS
    return number - (number >> 63 << 64)


@overload(_wrap, strict=False)
def _compiled_wrap(number: Any) -> Any:  # noqa: ARG001 - machine integers wrap by themselves
    return lambda number: number


def _mixed_bits(number: int) -> int:
    """Return what `mix` returns, as an unsigned number; plain Python only."""
    number &= _64_BITS
    number = (number ^ (number >> 30)) * _FIRST_FACTOR & _64_BITS
    number = (number ^ (number >> 27)) * _SECOND_FACTOR & _64_BITS
    return number ^ (number >> 31)


def mix(number: int) -> int:
    """Return a well mixed int64 for an int64 (or for what would wrap to it): SplitMix64's output function."""
    return _wrap(_mixed_bits(number))


@overload(mix, strict=False, jit_options={"forceinline": True})
def _compiled_mix(number: Any) -> Any:  # noqa: ARG001
    def compiled(number: Any) -> Any:
        # The masks make the shifts logical ones.
        number = (number ^ ((number >> 30) & 0x3FFFFFFFF)) * _FIRST_FACTOR
        number = (number ^ ((number >> 27) & 0x1FFFFFFFFF)) * _SECOND_FACTOR
        return number ^ ((number >> 31) & 0x1FFFFFFFF)

    return compiled


@leaf
def absorb(key: int, number: int) -> int:
    """Return a key that stands for everything `key` stands for and `number`."""
    return mix((int(key) + _GAMMA) ^ mix(int(number) + _DECISION_GAMMA))


@leaf
def board_key(seed: int, board: int) -> int:
    """Return the key that all draws of a board derive from."""
    return absorb(absorb(0, seed), board)


@leaf
def deal_stream(key: int) -> int:
    """Return the stream that deals the cards of the board with this key."""
    return absorb(key, DEAL)


@leaf
def drawn_direction(key: int, directions: int) -> int:
    """Return which of the pass directions the board with this key has, where directions are drawn."""
    return draw_below(absorb(key, DIRECTION), 0, directions)


@leaf
def drawn_order(key: int, orders: int) -> int:
    """Return which of the circular orders the board with this key has, where orders are drawn."""
    return draw_below(absorb(key, ORDER), 0, orders)


@leaf
def strategy_stream(key: int, seat: int, name: int) -> int:
    """Return the stream of the strategy with name digest `name` at a seat of the board with this key."""
    return absorb(absorb(key, STRATEGY + (seat << 8)), name)


@leaf
def decision_stream(stream: int, decision: int) -> int:
    """Return the stream for one decision: 0 for the pass, trick number + 1 for a play."""
    return _wrap(int(stream) + int(decision) * _DECISION_GAMMA)


@leaf
def draw(stream: int, index: int) -> int:
    """Return draw number `index` of a stream: 64 random bits as an int64."""
    return mix(int(stream) + int(index) * _GAMMA)


def draw_below(stream: int, index: int, limit: int) -> int:
    """Return draw number `index` of a stream as a number in 0..limit-1, for limits up to 2**31.

    Multiply and shift of the upper 32 bits; no value is more likely than another by over limit / 2**32.
    """
    return (_mixed_bits(int(stream) + index * _GAMMA) >> 32) * limit >> 32


@overload(draw_below, strict=False, jit_options={"forceinline": True})
def _compiled_draw_below(stream: Any, index: Any, limit: Any) -> Any:  # noqa: ARG001
    return lambda stream, index, limit: (((draw(stream, index) >> 32) & 0xFFFFFFFF) * limit) >> 32


def name_digest(name: str) -> int:
    """Return the int64 that stands for a strategy's name in its streams; the same in every process and version."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little", signed=True)
