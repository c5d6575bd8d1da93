"""Hearts once more, slow and obvious: the yardstick for the compiled engine.

Cards are texts such as "QS", hands are sets of them, a trick is a list of (seat, card). Nothing is shared with the
engine but `Rules`, of which only the options are read. Whoever knows Hearts should see at a glance that it is right.
"""

from collections.abc import Collection, Iterable

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


def points(card: str) -> int:
    """Return what a card costs: 1 for a heart, 13 for the queen of spades."""
    if card == QUEEN:
        return 13
    return 1 if suit(card) == "H" else 0


def penalty_cards(cards: Iterable[str]) -> set[str]:
    """Return the hearts and the queen of spades among the cards."""
    return {card for card in cards if suit(card) == "H" or card == QUEEN}


def of_suit(cards: Iterable[str], letter: str) -> set[str]:
    """Return the cards of one suit."""
    return {card for card in cards if suit(card) == letter}


def deck(rules: Rules) -> list[str]:
    """Return the cards in play."""
    removed = USUALLY_REMOVED[rules.players].split() if rules.removed_cards is None else rules.removed_cards
    return [card for card in WHOLE_DECK if card not in removed]


class ReferenceDeal:
    """One deal: passing, thirteen tricks (or what the hands hold), scores."""

    def __init__(self, rules: Rules, hands: Collection[Iterable[str]], pass_offset: int) -> None:
        """Take up the hands, in order of seats; cards go `pass_offset` seats to the left first unless it is 0."""
        self.rules = rules
        self.pass_offset = pass_offset
        self.hands = [set(hand) for hand in hands]
        self.passed: list[set[str]] = []
        self.trick: list[tuple[int, str]] = []
        self.plays: list[str] = []
        self.leaders: list[int] = []
        self.tricks_played = 0
        self.hearts_broken = False
        self.played: list[set[str]] = [set() for _ in self.hands]
        self.taken: list[set[str]] = [set() for _ in self.hands]
        self.voids: list[set[str]] = [set() for _ in self.hands]
        self.tricks = [0 for _ in self.hands]
        self.is_passing = pass_offset != 0
        self.to_act = 0
        if not self.is_passing:
            self._find_opening_leader()

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not self.is_passing and not any(self.hands)

    @property
    def points(self) -> list[int]:
        """The card points that each seat has taken so far."""
        return [sum(points(card) for card in cards) for cards in self.taken]

    @property
    def moon_seat(self) -> int | None:
        """The seat that has taken every penalty card in play, if one has."""
        for seat, cards in enumerate(self.taken):
            if penalty_cards(deck(self.rules)) <= cards:
                return seat
        return None

    @property
    def scores(self) -> list[int]:
        """The scores of a deal that is over."""
        everything = sum(points(card) for card in deck(self.rules))
        if self.moon_seat is None or self.rules.moon == "none":
            return self.points
        moon, others = (0, everything) if self.rules.moon == "add" else (-everything, 0)
        return [moon if seat == self.moon_seat else others for seat in range(self.rules.players)]

    def legal(self) -> set[str]:
        """Return the cards that the seat to act may choose from."""
        hand = self.hands[self.to_act]
        if self.is_passing:
            return hand
        if self.trick:
            return self._legal_follows(hand)
        if self.tricks_played == 0:
            return self._legal_opening_leads(hand)
        return self._legal_leads(hand)

    def _legal_opening_leads(self, hand: set[str]) -> set[str]:
        clubs = of_suit(hand, "C")
        return clubs if self.rules.opening_lead == "any_club" else {min(clubs, key=rank)}

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
        if self.tricks_played > 0 or self.rules.first_trick_points == "allow":
            return hand
        if hand - penalty_cards(hand):
            return hand - penalty_cards(hand)
        if self.rules.first_trick_points_only_hand == "queen_forced" and QUEEN in hand:
            return {QUEEN}
        if self.rules.first_trick_points_only_hand == "hearts_only" and of_suit(hand, "H"):
            return of_suit(hand, "H")
        return hand

    def pass_cards(self, cards: Collection[str]) -> None:
        """Pass cards for the seat to act; once all have chosen, the cards change hands."""
        if len(set(cards)) != self.rules.pass_count or not set(cards) <= self.hands[self.to_act]:
            msg = f"seat {self.to_act} cannot pass {cards}"
            raise ValueError(msg)
        self.passed.append(set(cards))
        self.to_act += 1
        if self.to_act == self.rules.players:
            self._exchange()

    def _exchange(self) -> None:
        for giver, cards in enumerate(self.passed):
            self.hands[giver] -= cards
        for giver, cards in enumerate(self.passed):
            self.hands[(giver + self.pass_offset) % self.rules.players] |= cards
        self.is_passing = False
        self._find_opening_leader()

    def _find_opening_leader(self) -> None:
        lowest_club = min(of_suit(deck(self.rules), "C"), key=rank)
        for seat, hand in enumerate(self.hands):
            if lowest_club in hand:
                self.to_act = seat
        self.leaders.append(self.to_act)

    def play(self, card: str) -> None:
        """Play a card for the seat to act."""
        if card not in self.legal():
            msg = f"seat {self.to_act} cannot play {card}"
            raise ValueError(msg)
        seat = self.to_act
        self.hands[seat].remove(card)
        self.played[seat].add(card)
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

    def winning(self) -> tuple[int, str]:
        """Return the seat and card that win the trick as it lies: the highest card of the suit led."""
        led = suit(self.trick[0][1])
        return max((play for play in self.trick if suit(play[1]) == led), key=lambda play: rank(play[1]))

    def _finish_trick(self) -> None:
        winner, _ = self.winning()
        self.taken[winner] |= {card for _, card in self.trick}
        self.tricks[winner] += 1
        self.trick = []
        self.tricks_played += 1
        self.leaders.append(winner)
        self.to_act = winner
