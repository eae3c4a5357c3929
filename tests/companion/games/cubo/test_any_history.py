"""Whatever happens in whatever order: nothing raises, nothing is changed in place, and the table's laws hold."""

from copy import deepcopy
from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.effects import Refused
from companion.events import (
    CORE_EVENTS,
    Begins,
    By,
    Confirmed,
    Corrected,
    PartAdded,
    PartRemoved,
    Paused,
    Pressed,
    ReadingConfirmed,
    ReadingRestarted,
    Redone,
    Resumed,
    Saw,
    SlotPressed,
    Started,
    Tick,
    TypedByHand,
    Undone,
)
from companion.games.cubo.events import CUBO_EVENTS, DieDeclined, DieTaken, Exchanged, Forfeited, Rolled
from companion.games.cubo.options import CuboOptions
from companion.games.cubo.state import CENTRE_DICE, CuboPhase
from companion.games.registry import GAMES
from companion.journal import build, decode, encode
from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.options import house_rules
from companion.table import Seat
from companion.texts import Message
from tests.builders import EIGHTEEN, THIRTY_TWO, centre_seen, new_match, ns, square_seen, started

FACE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
VOCABULARY = GAMES["cubo"].vocabulary

times = st.integers(-2, 40).map(lambda half: ns(half / 2))
seats = st.integers(0, 4).map(Seat)
zones = st.sampled_from(["centre", "square-1", "square-2", "square-3", "elsewhere"])
numbers = st.integers(-2, 10)
values = st.integers(-1, 8)
cells = st.none() | st.tuples(st.integers(-1, 3), st.integers(-1, 3))
colours = st.sampled_from(Colour)
any_dice = st.builds(SeenDie, st.none() | values, colours, st.just(FACE), st.just(0.5), st.booleans(), cells)
problems = st.lists(st.just(Problem.of(ProblemKind.COVERED, Message("a hand is in the picture"))), max_size=1).map(
    tuple
)
any_picture = st.builds(Observation, st.sampled_from(Kind), st.lists(any_dice, max_size=10).map(tuple), problems)
good_picture = st.sampled_from(
    [
        centre_seen(),
        centre_seen("R1 R1 B3 B4", unsure=[1]),
        square_seen(EIGHTEEN),
        square_seen(THIRTY_TWO, unsure=[(0, 0)]),
        square_seen("R6 R5 B1 / B4 W4 B4 / R1 R3 B1"),
        square_seen("W6 R5 B1 / B4 R4 B4 / R1 R3 B1", problems=["a shadow lies on the square"]),
    ]
)
any_event = st.one_of(
    st.builds(Tick, times),
    st.just(started()),
    st.builds(Pressed, times, seats, st.sampled_from(By), st.lists(seats, max_size=2).map(tuple), st.none() | numbers),
    st.builds(SlotPressed, times, numbers, st.sampled_from(By)),
    st.builds(Saw, times, zones, good_picture | any_picture, st.just("")),
    st.builds(Corrected, times, zones, numbers, values, colours, cells),
    st.builds(Confirmed, times),
    st.builds(Undone, times),
    st.builds(Redone, times),
    st.builds(Paused, times),
    st.builds(Resumed, times),
    st.builds(Begins, times, seats),
    st.builds(Rolled, times, seats),
    st.builds(DieTaken, times, seats, numbers),
    st.builds(DieDeclined, times, seats),
    st.builds(Exchanged, times, seats, cells),
    st.builds(Forfeited, times, seats),
    st.builds(TypedByHand, times, zones),
    st.builds(ReadingConfirmed, times, zones),
    st.builds(ReadingRestarted, times, zones),
    st.builds(PartRemoved, times, zones, numbers),
    st.builds(PartAdded, times, zones, st.none() | st.just(30), st.none() | st.just(40), cells),
)
rules = st.fixed_dictionaries(
    {rule.name: st.sampled_from([value for value, _ in rule.choices]) for rule in house_rules(CuboOptions)}
)
matches = st.builds(lambda players, chosen: new_match(players, **chosen), st.integers(2, 4), rules)


def test_the_strategy_knows_every_event_of_the_game():
    named = {
        Tick,
        Started,
        Pressed,
        SlotPressed,
        Saw,
        Corrected,
        Confirmed,
        Undone,
        Redone,
        Paused,
        Resumed,
        Begins,
        PartRemoved,
        PartAdded,
        ReadingConfirmed,
        ReadingRestarted,
        TypedByHand,
        *CUBO_EVENTS,
    }

    assert set(CORE_EVENTS) | set(CUBO_EVENTS) == named
    assert 22 == len(named)


@settings(max_examples=100, deadline=None)
@given(matches, st.lists(any_event, max_size=40))
def test_any_history_is_taken_and_shown_without_an_exception(match, events):
    for event in events:
        kept = deepcopy(match)
        after, effects = match.feed(event)

        assert kept == match
        if len(effects) == 1 and isinstance(effects[0], Refused):
            assert (after, event) == (match, effects[0].event)
        assert_lawful(after)
        match = after


@st.composite
def guided_histories(draw):
    """A match that mostly goes on by what the page offers and the camera sees, with anything at all in between."""
    match, at = draw(matches), 0
    for _ in range(draw(st.integers(20, 70))):
        at += draw(st.integers(0, ns(2)))
        event = draw(any_event) if draw(st.integers(0, 9)) == 0 else likely(draw, match, at)
        match, _ = match.feed(event)
    return match


def likely(draw, match, at):
    """The picture that the referee asks for, or a button of the page, those that give up last of all."""
    read_requests, actions = match.read_requests, match.view().actions
    unseen = match.phase is CuboPhase.START or (match.turn is not None and match.turn.current is None)
    if read_requests and (unseen or draw(st.integers(0, 4)) == 0):
        return Saw(at, read_requests[0].zone, draw(fitting(read_requests[0].kind)), "")
    going_on = [each for each in actions if each.event not in ("Forfeited", "ReadingRestarted", "TypedByHand")]
    if not actions:
        return Tick(at)
    action = draw(st.sampled_from(going_on or list(actions)))
    return build(action.event, {"at": at, **action.values}, VOCABULARY)


def fitting(kind):
    """Pictures of the right kind, most of them good."""
    return good_picture.filter(lambda picture: picture.kind is kind)


@settings(max_examples=25, deadline=None)
@given(guided_histories())
def test_a_match_that_goes_on_by_what_the_page_offers_keeps_its_laws(match):
    assert_lawful(match)


@settings(max_examples=40, deadline=None)
@given(matches, st.lists(any_event, max_size=25))
def test_any_history_is_the_same_when_it_is_read_from_its_journal(match, events):
    again = match
    for event in events:
        match, effects = match.feed(event)
        again, echoed = again.feed(decode(encode(event), VOCABULARY))
        assert (match, effects) == (again, echoed)


def assert_lawful(match):
    """What holds at every moment of every match."""
    view = match.view()
    assert set(match.table.seats) == set(match.lamps)
    assert (match.phase is CuboPhase.GAME_OVER) == (not view.actions) == (view.result is not None)
    assert match.deadline == view.deadline
    assert sum(match.reds.values()) + match.centre_reds == 4 * len(match.table.seats) + 2
    assert all(0 <= each.points <= 72 for past in match.past for each in past.counted)
    assert all(total == match.total(seat) for seat, total in view.sheet.totals.items())
    assert_round_lawful(match)
    for action in view.actions:
        assert_well_formed(action)


def assert_round_lawful(match):
    if match.round is None:
        return
    taken = [choice.die for choice in match.round.choices if choice.die is not None]
    assert len(taken) == len(set(taken)) <= max(CENTRE_DICE, match.round.dice)
    assert len(match.round.called) == len(set(match.round.called))
    assert {choice.seat for choice in match.round.choices} <= set(match.round.called)
    closes = match.round.closes
    assert closes is None or all(call.at < closes for call in match.round.calls)


def assert_well_formed(action):
    """An action of the page is an event that the journal takes."""
    event = build(action.event, {"at": 1, **action.values}, VOCABULARY)
    assert event == decode(encode(event), VOCABULARY)
    assert {each.name for each in fields(event)} >= set(action.values)


@settings(max_examples=30, deadline=None)
@given(matches, st.lists(any_event, max_size=25))
def test_there_is_always_a_button_that_goes_on(match, events):
    """From any moment a table without any camera comes to the end of the match by buttons on the page alone."""
    for event in events:
        match, _ = match.feed(event)
    at = ns(100)
    for _ in range(6 * 40):
        if match.phase is CuboPhase.GAME_OVER:
            break
        at += ns(7)
        match, _ = match.feed(next_button(match, at))

    assert CuboPhase.GAME_OVER is match.phase


def next_button(match, at):
    """Press on: what goes on without a picture comes first."""
    actions = {action.event: action for action in match.view().actions}
    wanted = ("Forfeited", "DieDeclined", "Confirmed", "Pressed", "TypedByHand")
    action = next(actions[name] for name in wanted if name in actions)
    return build(action.event, {"at": at, **action.values}, VOCABULARY)
