"""Hearts once more, slow and obvious: the yardstick for the compiled engine.

Cards are texts such as "QS", hands are lists of them (with two decks a card may be in there twice), a trick is a list
of (seat, card). Nothing is shared with the engine but `Rules`, of which only the options are read. Whoever knows
Hearts should see at a glance that it is right.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from hearts_bench import Rules

RANKS = "23456789TJQKA"
SUITS = "CDSH"
QUEEN = "QS"
WHOLE_DECK = [rank + suit for suit in SUITS for rank in RANKS]
USUALLY_REMOVED = {3: "2D", 4: "", 5: "2C 2D", 6: "2D 3D 3C 4C", 7: "2D 3D 3C"}


def rank(card: str) -> int:
    """Return how high a card is in its suit."""
    return RANKS.index(card[0])


def suit(card: str) -> str:
    """Return the letter of a card's suit."""
    return card[1]


def is_penalty(rules: Rules, card: str) -> bool:
    """Tell whether a card is a heart, a queen of spades that costs something, or one of the extra penalties."""
    return suit(card) == "H" or (card == QUEEN and rules.queen_value > 0) or card in rules.extra_penalties


def is_bonus(rules: Rules, card: str) -> bool:
    """Tell whether a card is the bonus card of rules that have a bonus."""
    return rules.bonus != 0 and card == rules.bonus_card


def points(rules: Rules, card: str) -> int:
    """Return what a card costs."""
    if is_bonus(rules, card):
        return rules.bonus
    if card == QUEEN:
        return rules.queen_value
    if card in rules.extra_penalties:
        return rules.extra_penalties[card]
    if suit(card) != "H":
        return 0
    return 1 if rules.heart_values == "one" else rank(card) + 2


def total_points(rules: Rules, cards: Iterable[str]) -> int:
    """Return what cards cost together."""
    return sum(points(rules, card) for card in cards)


def of_suit(cards: Iterable[str], letter: str) -> set[str]:
    """Return the cards of one suit."""
    return {card for card in cards if suit(card) == letter}


def deck(rules: Rules) -> list[str]:
    """Return the cards in play, those of two decks one deck after the other."""
    removed: Collection[str] = rules.removed_cards or ()
    if rules.removed_cards is None and rules.decks == 1 and rules.kitty_to == "nobody":
        removed = USUALLY_REMOVED[rules.players].split()
    return [card for card in WHOLE_DECK if card not in removed] * rules.decks


def is_at_end(rules: Rules, total: int) -> bool:
    """Tell whether a total ends a game."""
    return total > rules.target if rules.end_when == "exceeded" else total >= rules.target


class ReferenceDeal:
    """One deal: passing, tricks until the hands are empty, perhaps a choice for the shooter of a moon, scores."""

    def __init__(
        self,
        rules: Rules,
        hands: Collection[Iterable[str]],
        pass_offset: int,
        *,
        kitty: Iterable[str] = (),
        dealer: int = 0,
        totals: Sequence[int] = (),
    ) -> None:
        """Take up the hands, in order of seats; cards go `pass_offset` seats to the left first unless it is 0.

        The kitty is what was left over; the totals are those of the game so far, all 0 by default.
        """
        self.rules = rules
        self.pass_offset = pass_offset
        self.hands = [list(hand) for hand in hands]
        self.kitty = list(kitty)
        self.dealer = dealer
        self.totals = list(totals) or [0 for _ in self.hands]
        self.passed: list[list[str]] = []
        self.trick: list[tuple[int, str]] = []
        self.carried: list[str] = []
        self.plays: list[str] = []
        self.leaders: list[int] = []
        self.tricks_played = 0
        self.hearts_broken = False
        self.kitty_taker: int | None = None
        self.revoker: int | None = None
        self.played: list[list[str]] = [[] for _ in self.hands]
        self.taken: list[list[str]] = [[] for _ in self.hands]
        self.voids: list[set[str]] = [set() for _ in self.hands]
        self.tricks = [0 for _ in self.hands]
        self.is_passing = pass_offset != 0
        self.chosen_moon = rules.moon
        self.to_act = 0
        if not self.is_passing:
            self._find_opening_leader()

    @property
    def is_played(self) -> bool:
        """Whether every card has been played."""
        return not self.is_passing and not any(self.hands)

    @property
    def is_choosing(self) -> bool:
        """Whether it is up to the shooter of a moon to say what it does."""
        return self.is_played and self.chosen_moon == "choice" and self.moon_seat is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.is_played and not self.is_choosing

    # What cards may be played.

    def legal(self) -> set[str]:
        """Return the cards that the seat to act may choose from."""
        hand = set(self.hands[self.to_act])
        if self.is_passing:
            return hand
        if self.trick:
            return self._legal_follows(hand)
        if self.tricks_played == 0:
            return self._legal_opening_leads(hand)
        return self._legal_leads(hand)

    def _penalties(self, cards: Iterable[str]) -> set[str]:
        return {card for card in cards if is_penalty(self.rules, card)}

    def _legal_opening_leads(self, hand: set[str]) -> set[str]:
        clubs = of_suit(hand, "C")
        if self.rules.opening_lead == "lowest_club":
            return {min(clubs, key=rank)}
        if self.rules.opening_lead == "any_club":
            return clubs
        leads = self._legal_leads(hand)
        if self.rules.first_trick_points == "forbid" and leads - self._penalties(leads):
            return leads - self._penalties(leads)
        return leads

    def _legal_leads(self, hand: set[str]) -> set[str]:
        others = hand - of_suit(hand, "H")
        if self.hearts_broken or not self.rules.must_break_hearts:
            return hand
        if not others:
            return hand
        if others == {QUEEN} and self.rules.queen_counts_as_heart_when_leading:
            return hand
        return others

    def _legal_follows(self, hand: set[str]) -> set[str]:
        same_suit = of_suit(hand, suit(self.trick[0][1]))
        if same_suit:
            return same_suit
        if self.tricks_played == 0 and self.rules.first_trick_points == "forbid":
            return self._legal_first_discards(hand)
        return self._without_early_queen(hand)

    def _legal_first_discards(self, hand: set[str]) -> set[str]:
        harmless = hand - self._penalties(hand)
        if harmless:
            return self._without_early_queen(harmless)
        if self.rules.first_trick_points_only_hand == "queen_forced" and QUEEN in hand:
            return {QUEEN}
        if self.rules.first_trick_points_only_hand == "hearts_only" and of_suit(hand, "H"):
            return of_suit(hand, "H")
        return self._without_early_queen(hand)

    def _without_early_queen(self, cards: set[str]) -> set[str]:
        if self.rules.queen_discard_needs_broken and not self.hearts_broken and cards != {QUEEN}:
            return cards - {QUEEN}
        return cards

    # Passing.

    def pass_cards(self, cards: Collection[str]) -> None:
        """Pass cards for the seat to act; once all have chosen, the cards change hands."""
        if len(set(cards)) != self.rules.pass_count or not set(cards) <= set(self.hands[self.to_act]):
            msg = f"seat {self.to_act} cannot pass {cards}"
            raise ValueError(msg)
        self.passed.append(list(cards))
        self.to_act += 1
        if self.to_act == self.rules.players:
            self._exchange()

    def _exchange(self) -> None:
        for giver, cards in enumerate(self.passed):
            for card in cards:
                self.hands[giver].remove(card)
        for giver, cards in enumerate(self.passed):
            self.hands[(giver + self.pass_offset) % self.rules.players] += cards
        self.is_passing = False
        self._find_opening_leader()

    def _find_opening_leader(self) -> None:
        if self.rules.opening_lead == "left_of_dealer":
            self.to_act = (self.dealer + 1) % self.rules.players
        else:
            lowest_club = min(of_suit([card for hand in self.hands for card in hand], "C"), key=rank)
            holders = [seat for seat, hand in enumerate(self.hands) if lowest_club in hand]
            self.to_act = holders[0]
        self.leaders.append(self.to_act)

    # Playing.

    def play(self, card: str) -> None:
        """Play a card for the seat to act."""
        if card not in self.legal():
            msg = f"seat {self.to_act} cannot play {card}"
            raise ValueError(msg)
        seat = self.to_act
        self.hands[seat].remove(card)
        self.played[seat].append(card)
        self.plays.append(card)
        self.trick.append((seat, card))
        led = suit(self.trick[0][1])
        if suit(card) != led:
            self.voids[seat].add(led)
        if suit(card) == "H" or (card == QUEEN and self.rules.queen_breaks_hearts):
            self.hearts_broken = True
        self.to_act = (seat + 1) % self.rules.players
        if len(self.trick) == self.rules.players:
            self._finish_trick()

    def revoke(self) -> str:
        """Note that the seat to act named an illegal card; play, and return, the lowest legal one for it."""
        if self.revoker is None:
            self.revoker = self.to_act
        card = min(self.legal(), key=WHOLE_DECK.index)
        self.play(card)
        return card

    def winning(self) -> tuple[int, str] | None:
        """Return the seat and card that win the trick as it lies: the highest of the suit led that is there once."""
        if not self.trick:
            return None
        led = suit(self.trick[0][1])
        copies = Counter(card for _, card in self.trick)
        able = [(seat, card) for seat, card in self.trick if suit(card) == led and copies[card] == 1]
        return max(able, key=lambda play: rank(play[1])) if able else None

    def _finish_trick(self) -> None:
        leader = self.trick[0][0]
        winning = self.winning()
        winner = winning[0] if winning else None
        self.tricks_played += 1
        if winner is None and not any(self.hands):
            winner = self._taker_of_cancelled_last_trick()
        self.carried += [card for _, card in self.trick]
        self.trick = []
        if winner is not None:
            self.taken[winner] += self.carried
            self.tricks[winner] += 1
            self._offer_kitty(winner, self.carried)
            self.carried = []
        self.to_act = leader if winner is None else winner
        self.leaders.append(self.to_act)
        if self.is_played:
            self._after_last_trick()

    def _taker_of_cancelled_last_trick(self) -> int:
        if self.rules.cancelled_last_trick == "leader":
            return self.trick[0][0]
        led = suit(self.trick[0][1])
        top = max((card for _, card in self.trick if suit(card) == led), key=rank)
        return [seat for seat, card in self.trick if card == top][1]

    def _offer_kitty(self, winner: int, cards: list[str]) -> None:
        if self.kitty_taker is not None:
            return
        wanted = {
            "nobody": False,
            "first_trick": True,
            "first_penalty": bool(self._penalties(cards)),
            "first_heart": bool(of_suit(cards, "H")),
        }
        if wanted[self.rules.kitty_to]:
            self.kitty_taker = winner

    def _after_last_trick(self) -> None:
        if self.kitty_taker is not None:
            self.taken[self.kitty_taker] += self.kitty
        if self.is_choosing and self.moon_seat is not None:
            self.to_act = self.moon_seat

    # Scoring.

    @property
    def points(self) -> list[int]:
        """The card points that each seat has taken so far."""
        return [total_points(self.rules, cards) for cards in self.taken]

    @property
    def cards_in_play(self) -> list[str]:
        """The deck without cards that were set aside."""
        cards = deck(self.rules)
        if self.kitty_taker is None:
            for card in self.kitty:
                cards.remove(card)
        return cards

    @property
    def moon_seat(self) -> int | None:
        """The seat that has taken every penalty card in play, if there are moons, one has and nobody revoked."""
        if self.rules.moon == "none" or self.revoker is not None:
            return None
        needed = Counter(
            card
            for card in self.cards_in_play
            if is_penalty(self.rules, card) or (self.rules.moon_needs_bonus and is_bonus(self.rules, card))
        )
        for seat, cards in enumerate(self.taken):
            if needed and needed <= Counter(cards):
                return seat
        return None

    def choose(self, moon: str) -> None:
        """Say what a moon does: add, subtract or auto."""
        self.chosen_moon = moon  # type: ignore[assignment]

    @property
    def scores(self) -> list[int]:
        """The scores of a deal that is over."""
        shooter = self.moon_seat
        if shooter is None:
            return self._scores_without_moon()
        moon = self.chosen_moon
        if moon == "auto":
            moon = "subtract" if self._adding_loses(shooter) else "add"
        return self._moon_scores(shooter, moon)

    def _scores_without_moon(self) -> list[int]:
        scores = self.points
        if self.revoker is not None:
            for seat, cards in enumerate(self.taken):
                hearts = total_points(self.rules, [card for card in cards if suit(card) == "H"])
                scores[seat] -= hearts
                scores[self.revoker] += hearts
        return [
            score + (self.rules.no_trick_bonus if tricks == 0 else 0)
            for score, tricks in zip(scores, self.tricks, strict=True)
        ]

    def _moon_scores(self, shooter: int, moon: str) -> list[int]:
        worth = total_points(self.rules, [card for card in self.cards_in_play if is_penalty(self.rules, card)])
        if self.rules.sun == "double" and not any(cards for seat, cards in enumerate(self.taken) if seat != shooter):
            worth *= 2
        scores = [
            total_points(self.rules, [card for card in cards if is_bonus(self.rules, card)]) for cards in self.taken
        ]
        for seat in range(self.rules.players):
            if moon == "add" and seat != shooter:
                scores[seat] += worth
            if moon == "subtract" and seat == shooter:
                scores[seat] -= worth
        return scores

    def _adding_loses(self, shooter: int) -> bool:
        after = [total + score for total, score in zip(self.totals, self._moon_scores(shooter, "add"), strict=True)]
        return is_at_end(self.rules, max(after)) and after[shooter] > min(after)


class ReferenceGame:
    """Deal after deal until a total reaches, or exceeds, the target."""

    def __init__(self, rules: Rules, board: int, most_deals: int) -> None:
        self.rules, self.board, self.most_deals = rules, board, most_deals
        self.totals = [0] * rules.players
        self.deals_over = 0
        self.is_over = False

    @property
    def pass_offset(self) -> int:
        """Where cards are passed in the deal to come: the cycle starts anew with every game."""
        cycle = self.rules.pass_offsets
        return cycle[self.deals_over % len(cycle)]

    @property
    def dealer(self) -> int:
        """Who deals it: one seat further every deal, and every board."""
        return (self.board + self.deals_over) % self.rules.players

    def finish_deal(self, scores: list[int]) -> None:
        """Add up the scores of a deal; only now can the game be over."""
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.deals_over += 1
        ended = is_at_end(self.rules, max(self.totals))
        shared = self.totals.count(min(self.totals)) > 1
        self.is_over = (ended and not (shared and self.rules.ties == "extra_deal")) or (
            self.deals_over == self.most_deals
        )
