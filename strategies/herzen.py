"""The tactics of a German rules page, for whole games."""

from hearts_bench import Strategy, View, leaf, register
from hearts_bench.cards import (
    HEARTS,
    QUEEN_OF_SPADES,
    SPADES,
    Card,
    CardSet,
    above,
    count,
    has,
    highest,
    highest_rank,
    in_suit,
    lowest,
    only,
    rank_of,
    suit_of,
)
from hearts_bench.view import unseen
from hearts_bench_strategies.article import avoid_points
from hearts_bench_strategies.bonus import catchers
from hearts_bench_strategies.match_score import give_queen, moon_by_totals, spare_the_last
from hearts_bench_strategies.moon_defence import ALARM, stop_moon
from hearts_bench_strategies.shooting import masters
from hearts_bench_strategies.tactics import SAFE_SPADES, costly, costly_to_come

LOW, HIGH_HEART, LONG = 2, 9, 4  # the rank of a four, the rank of a jack; a suit of four cards is long
LAST_TRICKS = 3


@leaf
def keeps_spade(view: View, card: Card) -> bool:
    """Tell whether a spade stays: any below the queen, any of four or more, king and ace if they go to the right.

    A queen passed to the right is mostly played before your turn, so that king and ace need not catch her as long as
    there is a low spade to play instead. Where king and ace cost points themselves, they go as she does.
    """
    spades = in_suit(view.hand, SPADES)
    low = spades & (only(QUEEN_OF_SPADES) - 1)
    if card < QUEEN_OF_SPADES or count(spades) >= SAFE_SPADES:
        return True
    return not has(costly(view), card) and view.pass_offset == view.players - 1 and low != 0


@leaf
def keeps_heart(view: View, chosen: CardSet, card: Card) -> bool:
    """Tell whether a heart stays, given what is chosen already: somebody might shoot the moon with what you pass.

    A lone ace stays, and one of the three highest; of a long holding with low hearts all but the second highest.
    """
    hearts = in_suit(view.hand, HEARTS)
    higher = count(above(hearts, card))
    if count(hearts) == 1 and rank_of(card) == 12:  # noqa: PLR2004 - the ace
        return True
    is_long = count(hearts) >= LONG and rank_of(highest(hearts)) > HIGH_HEART
    if is_long and hearts & (only(39 + LOW + 1) - 1) != 0:
        return higher != 1
    return count(in_suit(chosen, HEARTS)) >= 2  # noqa: PLR2004


@leaf
def keeps(view: View, chosen: CardSet, card: Card) -> bool:
    """Tell whether a card stays, as long as there are others to pass."""
    suit = suit_of(card)
    if suit == SPADES:
        return keeps_spade(view, card)
    if suit == HEARTS and keeps_heart(view, chosen, card):
        return True
    return rank_of(card) < LOW or has(view.rules.bonus_cards | catchers(view), card)


@leaf
def burden(view: View, card: Card) -> int:
    """Tell how gladly a card is passed, in the order of the page's advice.

    First the spades from the queen up, then high hearts, then the high and middle cards of short suits without low
    ones; last the high cards of long suits with low ones.
    """
    suit, rank = suit_of(card), rank_of(card)
    if suit == SPADES:
        return 200 + view.rules.values[card] if has(costly(view), card) else 100 + rank
    if suit == HEARTS:
        return 50 + rank if rank >= HIGH_HEART else rank
    own = in_suit(view.hand, suit)
    if rank_of(lowest(own)) > LOW:
        return 40 - 5 * count(own) + rank
    return rank // 2 if count(own) >= LONG else 10 + rank


@leaf
def pass_burdens(view: View) -> CardSet:
    """Pass the worst burdens of the cards that need not stay; of those that should, the highest ranks."""
    chosen = 0
    for _ in range(view.pass_count):
        rest = view.hand & ~chosen
        others = rest & ~view.rules.bonus_cards
        worst, most = highest_rank(others if others != 0 else rest), -1
        while rest != 0:
            card = highest(rest)
            rest &= ~only(card)
            if not keeps(view, chosen, card) and burden(view, card) > most:
                worst, most = card, burden(view, card)
        chosen |= only(worst)
    return chosen


@leaf
def win_last_tricks(view: View) -> Card:
    """In the last tricks lead what nobody can beat, while another seat may have to give up the bonus card."""
    left = view.rules.hand_size - view.tricks_played
    if view.led_suit >= 0 or left > LAST_TRICKS or catchers(view) == 0 or costly_to_come(view) != 0:
        return -1
    for suit in range(4):
        sure = masters(view, suit) & view.legal
        if sure != 0 and in_suit(unseen(view), suit) != 0:
            return highest(sure)
    return -1


@register("herzen", compiled=True)
class Herzen(Strategy):
    """Plays by the advice of a German rules page: drive the queen of spades out, and give her to the match leader.

    It passes as the page says: the queen, king and ace of spades from fewer than four spades, but to the right only
    the queen while it keeps a low spade; no spade below her, no two or three, never its three highest hearts nor a
    lone ace; otherwise high and middle cards of short suits. It drives the queen out with low spades. Void or under a
    higher spade, it gives her away, but not to the player with the highest total while she can wait for another,
    unless it is ahead itself and that player goes over the limit. It keeps anybody from taking all points. With J♦ in
    force it keeps what can catch it. A moon of its own counts for the others if that leaves it in front.
    """

    def choose_pass(self, view: View) -> int:
        """Pass the worst burdens."""
        return pass_burdens(view)

    def play(self, view: View) -> int:
        """Stop a moon, win the last tricks or place the queen; else play as `article` does."""
        card = stop_moon(view, ALARM)
        if card < 0:
            card = win_last_tricks(view)
        if card < 0:
            card = give_queen(view)
        if card < 0:
            card = spare_the_last(view)
        return card if card >= 0 else avoid_points(view)

    def choose_moon(self, view: View) -> int:
        """Add to the others what leaves you in front; otherwise subtract, and play on."""
        return moon_by_totals(view)
