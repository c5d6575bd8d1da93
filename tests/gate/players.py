"""Strategies that break: the gate must not take them for weak ones."""

from hearts_bench import Strategy, View, register
from hearts_bench.cards import cards_in, highest_rank, lowest, only
from hearts_bench.rng import draw_below


@register("slips", compiled=True)
class Slips(Strategy):
    """Plays its lowest card, but once in so many decisions it answers with no card at all."""

    once_in: int = 1000

    def choose_pass(self, view: View) -> int:
        chosen = 0
        for _ in range(view.pass_count):
            chosen |= only(highest_rank(view.hand & ~chosen))
        return chosen

    def play(self, view: View) -> int:
        return -1 if draw_below(view.stream, 0, self.once_in) == 0 else lowest(view.legal)


@register("raises")
class Raises(Strategy):
    """Raises in its first play, with a message that XML cannot hold and that GitHub would take for a command."""

    def choose_pass(self, view: View) -> list[int]:
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view: View) -> int:
        msg = f"100 % wrong\x00\n::error title=no::<no> {view.seat}"
        raise RuntimeError(msg)
