"""Small pieces of Hearts play that the rule-following strategies are put together from.

Each returns a card of `view.legal`, or -1 where it has no advice; the pieces that pass return a card set. What a card
costs is read from the rules in force. `costly` cards are the penalty cards outside hearts: the queen of spades, and
with Black Maria also the king and ace.
"""

from hearts_bench import View, leaf
from hearts_bench.cards import (
    ACE_OF_SPADES,
    CLUBS,
    HEART_CARDS,
    HEARTS,
    KING_OF_SPADES,
    QUEEN_OF_SPADES,
    SPADE_CARDS,
    SPADES,
    Card,
    CardSet,
    above,
    below,
    count,
    has,
    highest,
    highest_rank,
    in_suit,
    lowest,
    lowest_rank,
    only,
    rank_of,
    suit_of,
)
from hearts_bench.rules import FORBID_POINTS, RulesRow
from hearts_bench.view import is_last, unseen
from hearts_bench_strategies.bonus import at_stake, catchers, spare, take_bonus

HIGH_SPADES = only(ACE_OF_SPADES) | only(KING_OF_SPADES) | only(QUEEN_OF_SPADES)
SAFE_SPADES = 4  # with four or five spades the queen is protected, says the article


@leaf
def costliest(rules: RulesRow, cards: CardSet) -> Card:
    """Return the card that counts most points; of equals the highest. The set must not be empty."""
    best, rest = lowest(cards), cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if rules.values[card] >= rules.values[best]:
            best = card
    return best


@leaf
def costly(view: View) -> CardSet:
    """Return the penalty cards outside hearts."""
    return view.rules.penalty_cards & ~HEART_CARDS


@leaf
def costly_to_come(view: View) -> CardSet:
    """Return the costly cards that have yet to be played, your own included."""
    return costly(view) & ~(view.seen if view.rules.decks == 1 else view.seen_twice)


@leaf
def fill_pass(view: View, chosen: CardSet, kept: CardSet) -> CardSet:
    """Complete a pass with the cards of the highest rank, but for a bonus card and those to be kept.

    These go only when there are no others. Of too many cards chosen already, the highest stay.
    """
    while count(chosen) > view.pass_count:
        chosen &= ~only(highest(chosen))
    while count(chosen) < view.pass_count:
        rest = view.hand & ~chosen
        others = rest & ~view.rules.bonus_cards & ~kept
        chosen |= only(highest_rank(others if others != 0 else rest))
    return chosen


@leaf
def pass_highest(view: View) -> CardSet:
    """Pass the cards of the highest rank, but for a bonus card."""
    return fill_pass(view, 0, 0)


@leaf
def danger(view: View, card: Card) -> int:
    """Tell how much one would like to be rid of a card before play: the order in which `pass_dangerous` gives them up.

    The queen, king and ace of spades without enough spades to protect them come first, those that cost most before the
    others; then high hearts, then the cards whose loss leaves a suit short, then whatever is high. Low spades and low
    hearts stay.
    """
    suit, rank = suit_of(card), rank_of(card)
    held = count(in_suit(view.hand, suit))
    if suit == SPADES:
        if card < QUEEN_OF_SPADES or held >= SAFE_SPADES:
            return -1
        return 200 + view.rules.values[card] if has(costly(view), card) else 100 + rank
    if suit == HEARTS:
        return 50 + rank if rank >= 9 else rank  # noqa: PLR2004 - from the jack up
    if has(costly(view), card):
        return 60 + view.rules.values[card]
    if held <= 3:  # noqa: PLR2004 - three passed cards can empty such a suit
        return 40 - 5 * held + rank
    return rank


@leaf
def tops(cards: CardSet) -> CardSet:
    """Return the highest card of each suit."""
    highest_cards = 0
    for suit in range(4):
        of_suit = in_suit(cards, suit)
        if of_suit != 0:
            highest_cards |= only(highest(of_suit))
    return highest_cards


@leaf
def pass_dangerous(view: View) -> CardSet:
    """Pass the most dangerous cards; of equally dangerous ones, those with the higher id.

    Of the cards of a suit that are not costly, the highest is the most dangerous. A bonus card stays, and so does what
    could catch it, as long as there is anything else.
    """
    kept = view.hand & (view.rules.bonus_cards | catchers(view))
    chosen = 0
    for _ in range(view.pass_count):
        rest = view.hand & ~kept & ~chosen
        if rest == 0:
            rest = kept & ~chosen
        worst, most = 0, -2
        candidates = (rest & costly(view)) | tops(rest & ~costly(view))
        while candidates != 0:
            card = highest(candidates)
            candidates &= ~only(card)
            risk = danger(view, card)
            if risk > most:
                worst, most = card, risk
        chosen |= only(worst)
    return chosen


@leaf
def lead_low(view: View) -> Card:
    """Lead the card of the lowest rank, but neither a high spade nor the bonus card while there is another."""
    cards = spare(view)
    quiet = cards & ~HIGH_SPADES
    return lowest_rank(quiet if quiet != 0 else cards)


@leaf
def flush_spades(view: View) -> Card:
    """Lead a low spade to force the queen out, while she is about and you hold neither her nor the king nor the ace."""
    spades = view.legal & SPADE_CARDS
    if (
        view.led_suit >= 0
        or spades == 0
        or view.hand & HIGH_SPADES != 0
        or unseen(view) & costly(view) & SPADE_CARDS == 0
    ):
        return -1
    return lowest(spades)


@leaf
def can_follow(view: View) -> bool:
    """Tell whether a suit was led, and you hold cards of it."""
    return view.led_suit >= 0 and in_suit(view.legal, view.led_suit) != 0


@leaf
def must_discard(view: View) -> bool:
    """Tell whether a suit was led that you hold no card of."""
    return view.led_suit >= 0 and in_suit(view.legal, view.led_suit) == 0


@leaf
def staying_under(view: View, cards: CardSet) -> CardSet:
    """Return those of some cards of the suit led that do not win; with two decks the winning card's equal is one."""
    if view.winning_card < 0:
        return 0
    equal = cards & only(view.winning_card) if view.rules.decks != 1 else 0
    return below(cards, view.winning_card) | equal


@leaf
def duck(view: View) -> Card:
    """Follow with the highest card that stays under the winning one; if there is none, with the lowest.

    The last seat, which must take a trick without points, gets rid of its highest card instead. A costly card is never
    what takes a trick while there is another. A trick worth having, thanks to a bonus card, is taken.
    """
    prize = take_bonus(view)
    if prize >= 0:
        return prize
    cards = spare(view)
    under = staying_under(view, cards)
    if under != 0:
        dear = under & costly(view)
        return costliest(view.rules, dear) if dear & (dear - 1) != 0 else highest(under)
    others = cards & ~costly(view)
    if others == 0:
        return highest(cards)  # with Black Maria the ace costs less than the king, and the king less than the queen
    return highest(others) if is_last(view) and at_stake(view) <= 0 else lowest(others)


@leaf
def drop_on_first_trick(view: View) -> Card:
    """On the first trick, if no points may fall there, follow with the highest club; void, drop a high spade."""
    if view.tricks_played != 0 or view.led_suit != CLUBS or view.rules.first_trick_points != FORBID_POINTS:
        return -1
    if can_follow(view):
        return highest(view.legal)
    high_spades = view.legal & HIGH_SPADES & ~view.rules.penalty_cards
    return highest(high_spades) if high_spades != 0 else -1


@leaf
def discard_highest(view: View) -> Card:
    """Discard the card of the highest rank, but for a bonus card."""
    return highest_rank(spare(view))


@leaf
def discard_dangerous(view: View) -> Card:
    """Discard the queen of spades, else an ace or king that could still catch her, else the highest heart.

    Of several costly cards the costliest goes first. A bonus card stays, and so does what could catch it.
    """
    if not must_discard(view):
        return -1
    cards = spare(view)
    if cards & costly(view) != 0:
        return costliest(view.rules, cards & view.rules.penalty_cards)
    high_spades = cards & HIGH_SPADES
    if high_spades != 0 and costly_to_come(view) & SPADE_CARDS != 0:
        return highest(high_spades)
    hearts = cards & HEART_CARDS
    if hearts != 0:
        return highest(hearts)
    others = cards & ~catchers(view)
    return highest_rank(others if others != 0 else cards)


@leaf
def keep_penalties(view: View) -> Card:
    """Discard the highest card that costs nothing; -1 if there is none."""
    others = spare(view) & ~view.rules.penalty_cards & ~view.rules.bonus_cards
    return highest_rank(others) if others != 0 else -1


@leaf
def follow_lowest(view: View) -> Card:
    """Follow with the lowest card where a point card lies in the trick."""
    if not can_follow(view) or view.trick_cards & view.rules.penalty_cards == 0:
        return -1
    cards = spare(view)
    quiet = cards & ~costly(view)
    return lowest(quiet if quiet != 0 else cards)


@leaf
def throw_queen(view: View) -> Card:
    """Once nobody can beat your queen of spades, throw her when void, and lead from your shortest suit to become so."""
    dear = view.hand & costly(view) & SPADE_CARDS
    if dear == 0 or above(in_suit(unseen(view), SPADES), highest(dear)) != 0:
        return -1
    if must_discard(view):
        return costliest(view.rules, view.legal & dear) if view.legal & dear != 0 else -1
    if view.led_suit >= 0:
        return -1
    best, size = -1, view.rules.hand_size + 1
    for suit in range(4):
        cards = in_suit(spare(view), suit)
        if suit != SPADES and 0 < count(cards) < size:
            best, size = lowest(cards), count(cards)
    return best
