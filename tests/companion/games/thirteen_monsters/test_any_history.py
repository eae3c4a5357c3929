"""Whatever happens in whatever order: nothing raises, no card or die is lost or doubled, and undo leaves no trace."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import (
    Begins,
    By,
    Confirmed,
    Corrected,
    Event,
    PartAdded,
    PartRemoved,
    Pressed,
    ReadingConfirmed,
    ReadingRestarted,
    Saw,
    Tick,
    TypedByHand,
    Undone,
)
from companion.games.registry import GAMES
from companion.games.thirteen_monsters import events as told
from companion.games.thirteen_monsters.cards import ALL_PAIRS, CELLS, Power
from companion.games.thirteen_monsters.referee import ThirteenMatch
from companion.games.thirteen_monsters.state import ThirteenPhase
from companion.journal import build, decode, encode
from companion.observations import Colour, Kind, Observation, SeenDie
from companion.session import Match
from companion.table import Seat
from companion.view import Action
from tests.companion.games.thirteen_monsters.thirteen import (
    everything,
    holding,
    new_match,
    people,
    started,
    with_holdings,
)

AT = 5
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
seats = st.integers(0, 4).map(Seat)
mostly_one = st.sampled_from([Seat(1), Seat(1), Seat(1), Seat(2), Seat(3), Seat(9)])
cells = st.sampled_from([*CELLS[:12], (4, 4), (-1, 30)])
named = st.sampled_from([*(str(pair) for pair in ALL_PAIRS), "", "14.1", "01.1L"])
several = st.lists(named, max_size=3).map(" ".join)
zones = st.sampled_from(["centre", "centre", "square-1"])
dice = st.builds(
    SeenDie, st.none() | st.integers(0, 7), st.just(Colour.WHITE), st.just(SQUARE), st.just(0.9), sure=st.booleans()
)
seen = st.builds(Observation, st.sampled_from(Kind), st.lists(dice, max_size=6).map(tuple))
events = st.one_of(
    st.builds(Tick, st.just(AT)),
    st.builds(Confirmed, st.just(AT)),
    st.builds(Pressed, st.just(AT), seats, st.sampled_from(By)),
    st.builds(Saw, st.just(AT), zones, seen, st.just("ab")),
    st.builds(Corrected, st.just(AT), zones, st.integers(-1, 6), st.integers(0, 7), st.just(Colour.WHITE)),
    st.builds(Begins, st.just(AT), seats),
    st.builds(PartRemoved, st.just(AT), zones, st.integers(-1, 6)),
    st.builds(PartAdded, st.just(AT), zones, st.none() | st.just(30), st.none() | st.just(40)),
    st.builds(TypedByHand, st.just(AT), zones),
    st.builds(told.CardFlipped, st.just(AT), mostly_one, cells),
    st.builds(told.SearchEnded, st.just(AT), seats),
    st.builds(told.TurnEnded, st.just(AT), mostly_one),
    st.builds(told.PairPicked, st.just(AT), mostly_one, named),
    st.builds(told.Chosen, st.just(AT), mostly_one, named),
    st.builds(told.Offered, st.just(AT), mostly_one, seats, several, several),
    st.builds(told.Agreed, st.just(AT), seats),
    st.builds(told.Declined, st.just(AT), seats),
    st.builds(told.Called, st.just(AT), mostly_one, st.sampled_from(Power)),
    st.builds(told.CalledOff, st.just(AT), seats),
    st.builds(told.Froze, st.just(AT), mostly_one, cells),
    st.builds(told.Absorbed, st.just(AT), mostly_one, named),
    st.builds(told.Forgotten, st.just(AT)),
    st.builds(told.Attacked, st.just(AT), mostly_one, named, named),
    st.builds(told.DieTold, st.just(AT), seats, st.integers(0, 7)),
    st.builds(ReadingConfirmed, st.just(AT), zones),
    st.builds(ReadingRestarted, st.just(AT), zones),
    st.builds(told.PutAside, st.just(AT), seats, st.integers(-1, 5)),
    st.builds(told.ThrownAgain, st.just(AT), seats),
    st.builds(told.Stopped, st.just(AT), seats, zones),
    st.builds(told.PrizeTaken, st.just(AT), seats, named),
    st.builds(told.ChampionNamed, st.just(AT), seats, named),
)
options = st.fixed_dictionaries(
    {
        rule: st.sampled_from(values)
        for rule, values in {
            "all_frozen": ["skip", "thaw_oldest"],
            "trade_what": ["free_pairs", "any_pair"],
            "forced_build": ["at_once", "own_turn"],
            "prophet_lasts": ["one_search", "until_next"],
            "collector_search": ["one_search", "until_found"],
            "odds": ["hidden", "shown"],
        }.items()
    }
)


def in_the_middle(**options: str) -> ThirteenMatch:
    """A match in which much is possible: monsters of all kinds, free pairs, and few cards in the grid."""
    first = holding("01.1 01.2 02.1", "13.1 13.2 13.3", "03.1 03.2 04.3")
    second = holding("05.1 06.1", "07.1 08.2 09.3", "10.1 10.2 10.3")
    return with_holdings(new_match(3, **options), first, second, holding("11.1 12.2"))


@given(options, st.booleans(), st.lists(events, max_size=30))
@settings(max_examples=150, deadline=None)
def test_any_history_is_judged_and_no_card_or_die_is_lost_or_doubled(
    chosen: dict[str, str], middle: bool, history: list[Event]
) -> None:
    match = in_the_middle(**chosen) if middle else new_match(3, **chosen)
    before = everything(match)
    for event in history:
        match, _ = match.feed(event)
        match.view()
        assert set(match.table.seats) == set(match.lamps)
        assert before == everything(match)


@pytest.mark.parametrize("seed", range(4))
def test_likely_histories_are_judged_though_anything_comes_between(seed: int) -> None:
    """People play, and after each move every kind of event is tried: none raises, loses or doubles anything."""
    match = new_match(3, seed, length="short")
    before = everything(match)
    strange = [
        told.CardFlipped(AT, Seat(1), (0, 0)),
        told.TurnEnded(AT, Seat(2)),
        told.Chosen(AT, Seat(1), "01.1"),
        told.Called(AT, Seat(1), Power.SACRIFICE),
        told.Forgotten(AT),
        told.Attacked(AT, Seat(1), "01.1", "02.1"),
        told.Stopped(AT, Seat(1)),
        told.PrizeTaken(AT, Seat(1), "01.1"),
        told.ChampionNamed(AT, Seat(1), "01.1"),
        Confirmed(AT),
    ]
    for number, (_, after) in enumerate(people(match, seed)):
        for event in strange if number % 8 == 0 else ():
            tried, _ = after.feed(event)
            tried.view()
            assert before == everything(tried)


@given(st.lists(events, max_size=12), events)
@settings(max_examples=100, deadline=None)
def test_undo_is_as_if_it_never_happened(history: list[Event], last: Event) -> None:
    match = Match.begin(started(3, length="short"))
    for event in history:
        match, _ = match.feed(event)
    after, _ = match.feed(last)
    if after.referee != match.referee:
        after, _ = after.feed(Undone(last.at + 1))
        assert match.referee == after.referee


@pytest.mark.parametrize("seed", range(4))
def test_every_move_of_a_match_can_be_undone(seed: int) -> None:
    match = Match.begin(started(2, seed, length="short"))
    for event, _ in people(new_match(2, seed, length="short"), seed):
        after, _ = match.feed(event)
        if after.referee != match.referee:
            back, _ = after.feed(Undone(event.at + 1))
            assert (match.referee, match.past) == (back.referee, back.past)
        match = after


@given(events)
def test_every_event_goes_through_the_journal(event: Event) -> None:
    assert event == decode(encode(event), GAMES["thirteen-monsters"].vocabulary)


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("seed", range(6))
def test_people_play_to_the_end_and_the_points_are_those_of_a_slow_count(players: int, seed: int) -> None:
    begun = new_match(players, seed)
    before = everything(begun)
    *_, (_, match) = people(begun, seed)

    assert (ThirteenPhase.OVER, before) == (match.phase, everything(match))
    totals = {seat: _slow_count(match, seat) for seat in match.table.seats}
    assert totals == match.view().sheet.totals
    if match.ending.name == "HEALTH":
        assert [seat for seat in totals if totals[seat] == max(totals.values())] == list(match.winners)


def _slow_count(match: ThirteenMatch, seat: Seat) -> int:
    """Count as people do: look at each monster on the table, and compare the names on its three parts."""
    total = 0
    for each in match.holdings[seat].monsters:
        numbers = [pair.monster for pair in each.pairs]
        assert [1, 2, 3] == [pair.level for pair in each.pairs]
        most = max(Counter(numbers).values())
        total += {1: 10, 2: 20, 3: 60 if numbers[0] == 13 else 40}[most]
    return total


@pytest.mark.parametrize("lasts", ["one_search", "until_next"])
@pytest.mark.parametrize("seed", range(6))
def test_whoever_takes_all_that_the_page_offers_stays_within_the_at_most_of_every_power(seed: int, lasts: str) -> None:
    """Three cards of a search, five frozen ones, one more in a turn, one attack, one Super Nova of a 13th monster."""
    match, chance, novas = in_the_middle(prophet_lasts=lasts), Random(seed), Counter[Seat]()
    tried: Counter[str] = Counter()
    for _ in range(150):
        offered = [action for action in actions_of(match) if action.event in LIKED] or actions_of(match)
        if not offered:
            break
        action = chance.choice(offered)
        event = build(action.event, {"at": AT, **plain_values(action)}, GAMES["thirteen-monsters"].vocabulary)
        match, _ = match.feed(event)
        tried[action.event] += 1
        novas[match.turn_of] += action.event == "Absorbed"
        assert len(match.turn.open) <= (3 if match.phase is ThirteenPhase.AFTER else match.most_open)
        assert len(match.frozen) <= 5
        assert match.turn.frozen <= 1
        assert max(novas.values(), default=0) <= 1
        if len(match.turn.open) >= match.most_open:
            assert "CardFlipped" not in {each.event for each in actions_of(match)}

    assert tried["CardFlipped"] >= 3


LIKED = frozenset({"CardFlipped", "Froze", "Called", "Absorbed"})


def actions_of(match: ThirteenMatch) -> list[Action]:
    view = match.view()
    return [*view.actions, *(piece.action for board in view.boards for piece in board.pieces if piece.action)]


def plain_values(action: Action) -> dict[str, object]:
    """The values as the page sends them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in action.values.items()}
