"""Whatever happens in whatever order: nothing raises, nothing is changed in place, and no card is lost or doubled."""

from copy import deepcopy
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.effects import Refused
from companion.events import (
    Begins,
    By,
    Confirmed,
    Corrected,
    PartAdded,
    PartRemoved,
    Pressed,
    ReadingConfirmed,
    ReadingRestarted,
    Redone,
    Resumed,
    Saw,
    Tick,
    TypedByHand,
    Undone,
)
from companion.games.monster_cube.cards import CODES
from companion.games.monster_cube.events import MONSTER_CUBE_EVENTS, TilesDealt
from companion.games.monster_cube.moves import legal_moves, moved
from companion.games.monster_cube.options import MonsterCubeOptions, RuleSet
from companion.games.monster_cube.solver import solve
from companion.games.monster_cube.state import MonsterCubePhase
from companion.games.registry import GAMES
from companion.journal import build, decode, encode
from companion.observations import Colour, Kind, Observation, SeenFace, SeenTile, Side, TileFace
from companion.options import house_rules
from companion.session import Match
from companion.table import Seat
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES
from tests.companion.games.monster_cube.table import new_match, ns, seen, shows, started

VOCABULARY = GAMES["monster-cube"].vocabulary

times = st.integers(0, 60).map(lambda half: ns(half / 2))
seats = st.integers(0, 5).map(Seat)
zones = st.sampled_from(["tiles", "tiles-1", "tiles-2", "finish", "elsewhere"])
small = st.integers(-2, 4)
codes = st.integers(-1, 58)
faces = st.builds(SeenFace, st.none() | st.integers(0, 10), st.just(0.5), st.booleans())
any_tiles = st.builds(SeenTile, st.none() | st.tuples(small, small), faces, faces, faces, st.just(((0.0, 0.0),) * 6))
sides = st.none() | st.sampled_from(Side)
moved_tiles = st.sampled_from(
    [moved(ALL_EXAMPLES, move) for move in legal_moves(ALL_EXAMPLES, MonsterCubeOptions().linked)[::7]]
)
pictures = st.one_of(
    st.builds(
        Observation, st.sampled_from(Kind), st.just(()), st.just(()), st.lists(any_tiles, max_size=10).map(tuple), sides
    ),
    st.builds(seen, st.just(ALL_EXAMPLES) | moved_tiles, st.sampled_from(Side)),
)

FIELDS = {
    "at": times,
    "seat": seats,
    "seconds": st.integers(0, 130),
    "zone": zones,
    "q": small,
    "r": small,
    "face": st.sampled_from(TileFace),
    "value": st.integers(-1, 10),
    "wanted": st.booleans(),
    "code": codes,
    "replaced": st.none() | codes,
}
own_events = st.one_of(
    *(st.builds(kind, **{each.name: FIELDS[each.name] for each in fields(kind)}) for kind in MONSTER_CUBE_EVENTS)
)
any_event = st.one_of(
    st.builds(Tick, times),
    st.builds(Pressed, times, seats, st.sampled_from(By), st.lists(seats, max_size=2).map(tuple)),
    st.builds(Saw, times, zones, pictures, st.just("f00d")),
    st.builds(Corrected, times, zones, small, small, st.sampled_from(Colour), st.none(), st.sampled_from(TileFace)),
    st.builds(Corrected, times, zones, small, small, st.sampled_from(Colour), st.none()),
    st.builds(PartRemoved, times, zones, small),
    st.builds(PartAdded, times, zones, place=st.none() | st.tuples(small, small)),
    st.builds(PartAdded, times, zones, st.integers(-300, 300), st.integers(-300, 300)),
    *(st.builds(kind, times, zones) for kind in (ReadingConfirmed, ReadingRestarted, TypedByHand)),
    st.builds(Begins, times, seats),
    st.builds(Confirmed, times),
    st.builds(Resumed, times),
    own_events,
)
rules = st.fixed_dictionaries(
    {rule.name: st.sampled_from([value for value, _ in rule.choices]) for rule in house_rules(MonsterCubeOptions)}
)
matches = st.builds(
    lambda players, seed, chosen: new_match(players, seed=seed, **chosen), st.integers(2, 4), st.integers(0, 9), rules
)


def in_play(state):
    """Every card that is somewhere."""
    hands = [code for hand in state.hands.values() for code in (*hand.pile, *hand.cards, *hand.front)]
    market = (*state.market.pile, *state.market.zone, *state.market.discard)
    won = [code for cards in state.won.values() for code in cards]
    placing = () if state.placing is None else (state.placing,)
    return [*hands, *market, *won, *placing, *state.gone, *state.box]


def assert_lawful(match):
    """What holds at every moment of every match."""
    state, view = match.state, match.view()
    assert sorted(in_play(state)) == list(CODES)
    assert set(state.table.seats) == set(match.lamps)
    assert (state.phase is MonsterCubePhase.OVER) == (view.result is not None)
    assert match.deadline == view.deadline
    assert all(len(hand.front) <= 3 for hand in state.hands.values())
    assert all(len(layout) == 9 for layout in state.layouts.values())
    assert (state.showing is not None) == (state.phase in (MonsterCubePhase.CLAIM, MonsterCubePhase.TURN))
    taps = [piece.action for board in view.boards for piece in board.pieces if piece.action is not None]
    for action in (*view.actions, *taps):
        event = build(action.event, {"at": 1, **action.values}, VOCABULARY)
        assert event == decode(encode(event), VOCABULARY)


def test_the_strategy_knows_every_event_of_the_game():
    assert {each.name for kind in MONSTER_CUBE_EVENTS for each in fields(kind)} == set(FIELDS)
    assert 15 == len(MONSTER_CUBE_EVENTS)


@settings(max_examples=40, deadline=None)
@given(matches, st.lists(any_event, max_size=30))
def test_any_history_is_taken_and_shown_without_an_exception(match, events):
    for event in events:
        kept = deepcopy(match)
        after, effects = match.feed(event)

        assert kept == match
        if len(effects) == 1 and isinstance(effects[0], Refused):
            assert (after, event) == (match, effects[0].event)
        assert_lawful(after)
        match = after


def offered(match):
    """Everything that people may do now: buttons, and taps on boards."""
    view = match.view()
    return [
        *view.actions,
        *(piece.action for board in view.boards for piece in board.pieces if piece.action is not None),
    ]


def next_events(draw, match, at):
    """Something that people do next: mostly a whole claim that is right, or anything that the page offers."""
    state = match.state
    if state.showing is not None and draw(st.integers(0, 3)) > 0:
        showing = state.showing
        for card, code in state.codes(showing.seat).items():
            ways = solve(showing.layout, (code,), 1, state.claim_rules)[code]
            if ways and showing.move is None and not showing.faces:
                zone = state.zone(showing.seat)
                return list(shows(at / 1e9, zone, card, ways[0].claim, turn=state.phase is MonsterCubePhase.TURN))
    choices = [action for action in offered(match) if action.event not in ("Ended", "ReadingRestarted")]
    if not choices:
        return [Tick(at)]
    action = draw(st.sampled_from(choices))
    return [build(action.event, {"at": at, **action.values}, VOCABULARY)]


@settings(max_examples=12, deadline=None)
@given(matches, st.data())
def test_a_match_that_goes_on_by_what_the_page_offers_keeps_its_laws(match, data):
    at = ns(1)
    match, _ = match.feed(TilesDealt(at))
    for _ in range(data.draw(st.integers(10, 30))):
        at += data.draw(st.integers(0, ns(3)))
        for event in (
            [data.draw(any_event)] if data.draw(st.integers(0, 11)) == 0 else next_events(data.draw, match, at)
        ):
            match, _ = match.feed(event)
            assert_lawful(match)


@settings(max_examples=25, deadline=None)
@given(matches, st.lists(any_event, max_size=20))
def test_any_history_is_the_same_when_it_is_read_from_its_journal(match, events):
    again = match
    for event in events:
        match, effects = match.feed(event)
        again, echoed = again.feed(decode(encode(event), VOCABULARY))
        assert (match, effects) == (again, echoed)


@settings(max_examples=25, deadline=None)
@given(rules, st.lists(any_event, min_size=1, max_size=20))
def test_what_is_taken_back_never_happened_and_can_be_done_again(chosen, events):
    match = Match.begin(started(3, **chosen))
    for event in events:
        after, _ = match.feed(event)
        if after.referee != match.referee and not isinstance(event, Tick):
            back, _ = after.feed(Undone(event.at))
            redone, _ = back.feed(Redone(event.at))
            assert match.referee == back.referee
            assert after.referee == redone.referee
        match = after


@settings(max_examples=5, deadline=None)
@given(matches, st.lists(any_event, max_size=15))
def test_there_is_always_a_button_that_goes_on(match, events):
    """From any moment a table without any camera comes to the end by the buttons and boards of the page alone."""
    for event in events:
        match, _ = match.feed(event)
    at = ns(100)
    for _ in range(500):
        if match.state.phase is MonsterCubePhase.OVER:
            break
        at += ns(7)
        match, _ = match.feed(next_button(match, at))

    assert MonsterCubePhase.OVER is match.state.phase


WANTED = [
    "Confirmed",
    "TilesDealt",
    "CardTold",
    "GivenBack",
    "Placed",
    "Skipped",
    "PlaceTapped",
    "GaveUp",
    "Pressed",
    "FaceTapped",
]
ENDLESS = (RuleSet.ADVANCED, RuleSet.DICE)
"""Rules that end by beaten monsters only."""


def next_button(match, at):
    """Press on without ever beating a monster; where that never ends the people stop after a while."""
    actions = {action.event: action for action in reversed(offered(match))}
    stop = match.state.rules in ENDLESS and match.state.rounds > 3
    action = next(actions[name] for name in (["Ended"] if stop else []) + [*WANTED] if name in actions)
    return build(action.event, {"at": at, **action.values}, VOCABULARY)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_the_cards_of_a_new_match_are_all_there(players):
    assert sorted(in_play(new_match(players).state)) == list(CODES)
