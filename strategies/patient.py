"""A strategy in plain Python, the example of the documentation."""

from hearts_bench import Strategy, View, register
from hearts_bench.cards import cards_in, rank_of, text


@register("patient")
class Patient(Strategy):
    """Plays its lowest legal card, but once it cannot follow it gives away the card named by `hates` first.

    Written to be read: ordinary Python, one parameter, no cleverness.
    """

    hates: str = "QS"

    def choose_pass(self, view: View) -> list[int]:
        """Pass the cards of the highest ranks."""
        by_rank = sorted(cards_in(view.hand), key=rank_of)
        return by_rank[-view.pass_count :]

    def play(self, view: View) -> int:
        """Return one of the legal cards."""
        cards = cards_in(view.legal)
        for card in cards:
            if text(card) == self.hates and not self.follows(view):
                return card
        return min(cards, key=rank_of)

    def follows(self, view: View) -> bool:
        """Tell whether the legal cards follow the suit led."""
        return all(card // 13 == view.led_suit for card in cards_in(view.legal))
