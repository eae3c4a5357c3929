"""Event to line and line to event: exact for every event of every game, strict about everything else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadEvent
from companion.events import (
    CORE_EVENTS,
    By,
    Confirmed,
    Corrected,
    Pressed,
    ReadingConfirmed,
    ReadingRestarted,
    Saw,
    Started,
    TypedByHand,
)
from companion.games.registry import GAMES
from companion.journal import build, decode, encode
from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.table import Player, Seat
from companion.texts import Message, say

CORE = {kind.__name__: kind for kind in CORE_EVENTS}

words = st.text(max_size=12)
numbers = st.integers(min_value=0, max_value=10**15)
points = st.tuples(st.floats(0, 4000), st.floats(0, 4000))
dice = st.builds(
    SeenDie,
    value=st.none() | st.integers(1, 6),
    colour=st.sampled_from(Colour),
    corners=st.tuples(points, points, points, points),
    confidence=st.floats(0, 1),
    sure=st.booleans(),
    cell=st.none() | st.tuples(st.integers(0, 2), st.integers(0, 2)),
    alternatives=st.lists(st.integers(1, 6), max_size=3).map(tuple),
)
st.register_type_strategy(SeenDie, dice)
st.register_type_strategy(
    Message,
    st.builds(Message, words, st.dictionaries(words, words | st.integers() | st.builds(Message, words, st.just({})))),
)
st.register_type_strategy(float, st.floats(0, 4000))
st.register_type_strategy(int, numbers)
st.register_type_strategy(str, words)

EVERY_EVENT = sorted(
    {kind for game in GAMES.values() for kind in game.vocabulary.values()}, key=lambda kind: kind.__name__
)


@pytest.mark.parametrize("kind", EVERY_EVENT, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_event_comes_back_from_its_line(kind, data):
    event = data.draw(st.from_type(kind))

    assert event == decode(encode(event), {kind.__name__: kind})


def test_a_line_is_short_and_readable():
    line = '{"event":"Pressed","at":5,"seat":2,"by":"page","tied":[],"slot":null}'

    assert line == encode(Pressed(5, Seat(2), By.PAGE))


def test_a_press_in_a_journal_from_before_there_were_slots_is_still_read():
    line = '{"event":"Pressed","at":5,"seat":2,"by":"page","tied":[]}'

    assert Pressed(5, Seat(2), By.PAGE) == decode(line, CORE)


def test_a_problem_stays_translatable_in_the_journal():
    problem = Problem.of(ProblemKind.CUT, say("die {die} is partly out of the picture", die=3))
    saw = Saw(1, "centre", Observation(Kind.DICE, (), (problem,)), "f00d")

    back = decode(encode(saw), CORE)

    assert isinstance(back, Saw)
    assert (problem,) == back.observation.problems


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("die {die} is blurred", {"die": 3}), (ProblemKind.REMARK, 2, None)),
        (("near {x}, {y} I see something", {"x": 12, "y": 34}), (ProblemKind.REMARK, None, (12.0, 34.0))),
        (("tiles {one} and {other} overlap", {"one": 1, "other": 2}), (ProblemKind.OVERLAP, None, None)),
    ],
)
def test_a_problem_in_a_journal_from_before_problems_were_records_is_still_read(words, problem):
    template, values = words
    seen = {"kind": "dice", "dice": [], "problems": [{"template": template, "values": values}]}
    line = json.dumps({"event": "Saw", "at": 1, "zone": "a", "picture": "", "observation": seen})

    (read,) = decode(line, CORE).observation.problems

    assert say(template, **values) == read.sentence
    assert problem == (read.kind, read.part, read.place)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('{"event":"Vouched","at":1,"zone":"a"}', ReadingConfirmed(1, "a")),
        ('{"event":"StartedOver","at":1,"zone":"a"}', ReadingRestarted(1, "a")),
        ('{"event":"LookedAfresh","at":1,"zone":"a"}', ReadingRestarted(1, "a")),
        ('{"event":"EnteredByHand","at":1,"zone":"a"}', TypedByHand(1, "a")),
        (
            '{"event":"Corrected","at":1,"zone":"a","die":2,"value":3,"colour":"red"}',
            Corrected(1, "a", 2, 3, Colour.RED),
        ),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_an_event_under_its_former_name_is_still_read(game, old, new):
    assert new == decode(old, GAMES[game].vocabulary)


def test_defaults_may_be_left_out_of_a_request():
    assert Pressed(1, Seat(1), By.PAGE) == build("Pressed", {"at": 1, "seat": 1, "by": "page"}, CORE)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "this line is not JSON: '{'"),
        ("[1]", "this line names no event: '[1]'"),
        ("{}", "this line names no event: '{}'"),
        ('{"event": "Presed", "at": 1}', "there is no event 'Presed' - did you mean 'Pressed'?"),
        ('{"event": "Confirmed"}', "Confirmed needs at"),
        ('{"event": "Confirmed", "at": "now"}', "Confirmed.at cannot be 'now': it must be int"),
        ('{"event": "Confirmed", "at": true}', "Confirmed.at cannot be True: it must be int"),
        ('{"event": "Confirmed", "at": 1, "seet": 2}', "Confirmed has no field 'seet' - choose from at"),
        ('{"event": "Pressed", "at": 1, "seat": 1, "by": "pge"}', "Pressed.by cannot be 'pge' - did you mean 'page'?"),
        (
            '{"event": "Corrected", "at": 1, "zone": "a", "part": 0, "value": 3, "colour": "red", "cell": [1]}',
            "Corrected.cell cannot be [1]",
        ),
        (
            '{"event": "Started", "at": 1, "game": "cubo", "players": 3, "options": {}, "seed": 1}',
            "Started.players must be a list, not 3",
        ),
    ],
)
def test_a_bad_line_is_refused_in_words(line, text):
    with pytest.raises(BadEvent) as error:
        decode(line, CORE)

    assert text == str(error.value)


@given(st.text())
def test_no_text_whatsoever_breaks_the_reader(text):
    try:
        decode(text, CORE)
    except BadEvent as error:
        assert str(error)


def test_names_and_options_survive():
    started = Started(
        0, "cubo", (Player(Seat(1), "Ada {x} \u2603"), Player(Seat(2), "B")), {"straight": "any_order"}, 7
    )

    assert started == decode(encode(started), CORE)
    assert Confirmed(3) != Corrected(3, "a", 1, 2, Colour.RED)
