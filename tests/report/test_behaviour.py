"""How strategies behave, against a slow count over the cards of the same deals, one by one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from hearts_bench.behaviour import Behaviour, behaviours, chosen, field_matches, observed
from hearts_bench.block import BoardPlayer
from hearts_bench.cards import QUEEN_OF_SPADES, card_set, cards_in
from hearts_bench.chunk import Sum
from hearts_bench.match import Match
from hearts_bench.played import Deal, lay_out
from hearts_bench.records import strategy_record
from hearts_bench.replaying import replay
from hearts_bench.report.chart import svg
from hearts_bench.report.profiles import profile_chart, profile_tables
from hearts_bench.runner import Result, play
from hearts_bench.stats.rates import rate_of

SPECS = ("random", "article", "duck-low")


class Step(NamedTuple):
    """One card of a deal: who played it, what else could have been, and the trick before it, as (seat, card)."""

    seat: int
    card: int
    legal: list[int]
    hand: list[int]
    trick: list[tuple[int, int]]
    broken: bool


def steps(deal: Deal) -> Iterator[list[Step]]:
    """Yield a deal trick by trick."""
    table = lay_out(deal)
    trick: list[Step] = []
    for played in deal.plays:
        seat, view = table.to_act, table.view
        assert seat is not None
        before = [(step.seat, step.card) for step in trick]
        legal, hand = cards_in(card_set(table.legal)), cards_in(view.hand)
        trick.append(Step(seat, played, legal, hand, before, view.hearts_broken != 0))
        table.play(played)
        if len(trick) == deal.rules.players:
            yield trick
            trick = []


def winning(trick: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Return who wins a trick as it lies, and by which card; equal cards cancel each other."""
    copies = Counter(each for _, each in trick)
    in_suit = [(seat, each) for seat, each in trick if each // 13 == trick[0][1] // 13 and copies[each] == 1]
    return max(in_suit, key=lambda each: each[1], default=None)


class Slow:
    """Counts by seat and measure what was done in a deal, and what could have been; `points` are by trick and seat."""

    def __init__(self, deal: Deal) -> None:
        rules = self.rules = deal.rules
        self.done, self.could = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
        self.points: list[list[int]] = []
        self.values = rules.row["values"][0].tolist()
        self.bad = set(cards_in(int(rules.row["penalty_cards"][0])))
        self.in_play = sum(self.values[each] for each in self.bad) * rules.decks
        self.penalties, self.tricks_with_points = [0] * rules.players, [0] * rules.players
        self.tried, self.queen_seen = set[int](), set[int]()
        self.waiting: list[int] = []  # cards that go to whoever wins the next trick
        self.kitty = deal.kitty if rules.kitty_to != "nobody" else []
        for number, trick in enumerate(steps(deal)):
            threats = {seat for seat in range(rules.players) if self.is_alone(seat)}
            for step in trick:
                self.look_at(step, threats)
                if number == rules.hand_size // 3:
                    self.count(step.seat, "voids", {each // 13 for each in step.hand} != {0, 1, 2, 3})
            self.take(trick, is_last=number == rules.hand_size - 1)
        self.count_moons()

    def count(self, seat: int, name: str, done: bool) -> None:
        self.could[seat, name] += 1
        self.done[seat, name] += done

    def is_alone(self, seat: int) -> bool:
        return self.penalties[seat] == sum(self.penalties) and 2 * self.penalties[seat] >= self.in_play

    def look_at(self, step: Step, threats: set[int]) -> None:
        best = winning(step.trick) if step.trick else None
        if step.trick:
            self.look_at_height(step, best, threats)
            self.look_at_queen(step, best)
        breaking = set(cards_in(int(self.rules.row["breaking_cards"][0]))) & set(step.legal)
        if breaking and breaking != set(step.legal) and not step.broken and self.rules.must_break_hearts:
            self.count(step.seat, "hearts", step.card in breaking)

    def look_at_height(self, step: Step, best: tuple[int, int] | None, threats: set[int]) -> None:
        follows = step.legal[0] // 13 == step.trick[0][1] // 13
        above = [each for each in step.legal if follows and (best is None or each > best[1])]
        if above and len(above) < len(step.legal):
            self.count(step.seat, "ducks", step.card not in above)
            has_points = any(each in self.bad for _, each in step.trick)
            if best and best[0] in threats and has_points and self.rules.moon != "none":
                self.count(step.seat, "stops", step.card in above)

    def look_at_queen(self, step: Step, best: tuple[int, int] | None) -> None:
        is_safe = step.trick[0][1] // 13 != 2 or (best is not None and best[1] > QUEEN_OF_SPADES)
        may_choose = QUEEN_OF_SPADES in step.legal and len(step.legal) > 1
        if may_choose and is_safe and step.seat not in self.queen_seen:
            self.queen_seen.add(step.seat)
            self.count(step.seat, "queen", step.card == QUEEN_OF_SPADES)

    def take(self, trick: list[Step], *, is_last: bool) -> None:
        self.waiting += [step.card for step in trick]
        best = winning([(step.seat, step.card) for step in trick])
        if best is None and is_last:
            best = trick[0].seat, trick[0].card  # the leader takes a last trick that is cancelled
        self.points.append([0] * self.rules.players)
        for seat in range(self.rules.players):
            self.count(seat, "tricks", best is not None and seat == best[0])
        if best is not None:
            cards, self.waiting, self.kitty = self.waiting + self.kitty, [], []
            self.points[-1][best[0]] = sum(self.values[each] for each in cards)
            gained = sum(self.values[each] for each in cards if each in self.bad)
            self.penalties[best[0]] += gained
            self.tricks_with_points[best[0]] += gained > 0
        self.tried |= {at for at, tricks in enumerate(self.tricks_with_points) if tricks >= 3 and self.is_alone(at)}

    def count_moons(self) -> None:
        for seat in range(self.rules.players if self.rules.moon != "none" else 0):
            made = self.penalties[seat] == self.in_play
            self.count(seat, "runs", seat in self.tried or made)
            if seat in self.tried or made:
                self.count(seat, "moons", made)


def line_up(players: int) -> tuple[str, ...]:
    return ("random", *(SPECS[at % 2 + 1] for at in range(players - 2)), "random")


@pytest.mark.parametrize(
    ("preset", "changes", "players", "boards"),
    [
        ("article", (), 4, 40),
        pytest.param("omnibus", (), 4, 8, marks=pytest.mark.compiled),
        pytest.param("black-maria", (), 4, 8, marks=pytest.mark.compiled),
        pytest.param("hearts-3", (), 3, 8, marks=pytest.mark.compiled),
        pytest.param("hearts-7", (), 7, 4, marks=pytest.mark.compiled),
        ("cancellation", (("players", "11"),), 11, 4),
        pytest.param("cancellation", (("players", "6"), ("moon", "add")), 6, 6, marks=pytest.mark.compiled),
    ],
)
def test_every_measure_is_what_a_slow_count_says(
    preset: str, changes: tuple[tuple[str, str], ...], players: int, boards: int
) -> None:
    """Of 3 to 11 seats, with kitty, two packs, bonus and other penalty cards; intervals count boards."""
    match = Match(line_up(players), boards, 4, preset, "fixed", changes=changes)
    fast = {each.spec: each for each in observed([(match, boards)], dict.fromkeys(match.line_up, ""))}
    slow = [Slow(replay(match, board)) for board in range(boards)]
    for spec, found in fast.items():
        seats = [seat for seat, name in enumerate(match.line_up) if name == spec]
        points = sum(np.array(each.points)[:, seats].sum(axis=1) for each in slow)
        for name, rate in found.rates.items():
            done, could = (
                np.array([[getattr(each, what)[seat, name] for seat in seats] for each in slow]).sum(axis=1)
                for what in ("done", "could")
            )
            assert rate == rate_of(
                int((could > 0).sum()),
                (int(done.sum()), int((done**2).sum())),
                (int(could.sum()), int((could**2).sum())),
                int((done * could).sum()),
            )
        assert [each.mean for each in found.points] == pytest.approx(points / (boards * len(seats)))
        assert (found.boards, found.deals) == (boards, boards * len(seats))


def test_rare_measures_are_counted_too() -> None:
    """The deals above have moons that were tried, made and stopped; else they would show nothing about them."""
    match = Match(line_up(4), 40, 4, seatings="fixed")
    found = observed([(match, 40)], {"random": "random", "article": "article"})
    assert found[0].rates["runs"].count > 0
    assert found[0].rates["moons"].count > 0
    assert sum(each.rates["stops"].chances for each in found) > 0


def test_points_by_trick_are_the_points_of_the_deal() -> None:
    """Together, the strategies take all points there are; each takes as many as the engine says."""
    match = Match(("random", "article", "duck-low", "herzen"), 6, 1, seatings="rotate")
    found = observed([(match, 6)], {spec: spec for spec in match.line_up})
    assert sum(each.points_per_deal for each in found) == pytest.approx(26)
    block = BoardPlayer(match, 6).play(0, 6)
    strategies = block.tables["strategies"][:, :4]
    for position, each in enumerate(found):
        assert each.points_per_deal == pytest.approx(block.views["points"][:, :4][strategies == position].mean())
        voids = [rate.share or 0 for rate in each.voids]
        assert voids == sorted(voids)
        assert voids[-1] == 1


def test_copies_are_one_strategy() -> None:
    """All seats of a table of equals together win every trick."""
    match = Match(("article",) * 4, 5, 1, seatings="fixed")
    found = observed([(match, 5)], {"article": "article"})[0]
    assert (found.rates["tricks"].count, found.rates["tricks"].chances) == (5 * 13, 5 * 13 * 4)
    assert found.deals == 20


def test_of_games_the_first_deals_are_seen() -> None:
    """As if they were played alone, but for the pass, with which every game begins anew."""
    games = Match(("random",) * 4, 3, 1, seatings="fixed", whole_games=True)
    deals = replace(games, whole_games=False, changes=(("pass_cycle", "left"),))
    assert observed([(games, 3)], {"random": "random"}) == observed([(deals, 3)], {"random": "random"})


@pytest.mark.compiled
def test_a_run_is_seen_again_the_same() -> None:
    """The boards of a run are chosen by what is on record, and the same record gives the same behaviour."""
    match = Match(("random", "article", "duck-low", "herzen"), 16, 1, seatings="rotate")
    result, records = play(match, jobs=1), {each.spec: strategy_record(each) for each in match.entrants}
    one, two = (behaviours([result], records) for _ in range(2))
    assert one == two
    assert [each.label for each in one.behaviours] == list(match.line_up)
    assert one.behaviours == observed([(match, one.behaviours[0].boards)], {spec: spec for spec in match.line_up})
    assert one.notes == (f"Seen on the first {one.behaviours[0].boards} boards, played again.",)
    assert chosen([result], records, deals=12).matches == ((match, 3),)


def test_all_matches_are_seen_on_as_many_boards() -> None:
    """Other shares would give other means, for some tables are harder than others; a slow match is left out."""
    line_ups = (("random", "article", "duck-low", "herzen"), ("article", "duck-low", "herzen", "herzen"))
    results = [Result(Match(line_up, 2000, 1, seatings="rotate"), 2000) for line_up in line_ups]
    records = {each.spec: strategy_record(each) for result in results for each in result.match.entrants}
    boards = [number for _, number in chosen(results, records).matches]
    assert boards[0] == boards[1] > 100
    results[1].tally[:, [Sum.DECISIONS, Sum.NANOSECONDS]] = 1, 20_000
    fewer = [number for _, number in chosen(results, records).matches]
    assert fewer[0] == fewer[1] < boards[0]
    results[1].tally[:, Sum.NANOSECONDS] = 1_000_000_000
    choice = chosen(results, records)
    assert [match.line_up for match, _ in choice.matches] == [line_ups[0]]
    assert choice.notes[0].endswith("boards of 1 of the 2 matches, played again.")


def test_what_cannot_be_played_again_is_said() -> None:
    """Strategies whose source has changed, and those that are too slow."""
    match = Match(("random", "article", "duck-low", "herzen"), 16, 1, seatings="rotate")
    result, records = play(match, jobs=1), {each.spec: strategy_record(each) for each in match.entrants}
    changed = behaviours([result], records | {"article": {"source_digest": "of another time"}})
    assert changed.behaviours == ()
    assert changed.notes[0] == "article could not be looked at: its source, or hearts-bench, has changed since."
    slow = Result(match, result.boards)
    slow.tally[:, [Sum.DECISIONS, Sum.NANOSECONDS]] = 1, 1_000_000_000
    assert (
        behaviours([slow], records)
        .notes[0]
        .startswith("Behaviour is not shown: too few boards can be played again in a few seconds")
    )
    assert chosen([slow], records, deals=12).matches == ((match, 3),)


def test_a_common_field_is_the_same_deals_for_all() -> None:
    """Each strategy has every seat once, with copies of one in the others, and that one has all seats at once."""
    one, alone = field_matches(["duck-low", "article"], "article", 30, 1)
    assert (one.line_up, one.seatings, one.boards) == (("duck-low", *["article"] * 3), "rotate", 8)
    assert (alone.line_up, alone.seatings, alone.boards) == (("article",) * 4, "fixed", 8)


def test_tables_fit_and_charts_say_what_they_show() -> None:
    """Strategies that do not fit beside each other get tables of their own; measures without chances have no panel."""
    match = Match(("random", "duck-low", "random", "duck-low"), 4, 1, "black-maria", "fixed")
    found: list[Behaviour] = list(observed([(match, 4)], {"random": "random", "duck-low": "duck-low"}))
    assert [len(table.columns) for table in profile_tables(found, 80)] == [3, 3]
    assert [len(table.columns) for table in profile_tables(found, 34)] == [2, 2, 3]
    chart = profile_chart(found)
    assert "wins tricks: random" in chart.alt
    assert "moons" not in chart.alt
    assert svg(chart) == svg(profile_chart(found))
