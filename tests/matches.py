"""Matches of Cubo for the tests of everything that is not Cubo: how one begins, and any event that may come."""

from hypothesis import strategies as st

from companion.events import PAGE_EVENTS, By, Confirmed, Corrected, Event, Pressed, Saw, Started, Tick, TypedByHand
from companion.games.cubo.events import CUBO_EVENTS
from companion.observations import Colour, Kind, Observation, SeenDie
from companion.table import Player, Seat

PLAYERS = (Player(Seat(1), "Ada"), Player(Seat(2), "Bob"))
CENTRE = ((Colour.RED, 6), (Colour.RED, 2), (Colour.BLUE, 1), (Colour.BLUE, 5))
FACE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def cubo_started(at: int = 0) -> Started:
    return Started(at, "cubo", PLAYERS, {}, seed=7)


def entered_centre(at: int) -> list[Event]:
    """The four centre dice, tapped in by hand and agreed to, one nanosecond after the other from `at`."""
    taps = [
        Corrected(at + number, "centre", number - 1, value, colour)
        for number, (colour, value) in enumerate(CENTRE, start=1)
    ]
    return [TypedByHand(at, "centre"), *taps, Confirmed(at + len(taps) + 1)]


def seen_die(value: int | None, colour: Colour, cell: tuple[int, int] | None = None, *, sure: bool = True) -> SeenDie:
    return SeenDie(value, colour, FACE, 0.99 if sure else 0.4, sure, cell)


seats = st.integers(1, 3).map(Seat)
zones = st.sampled_from(["centre", "square-1", "square-2", "elsewhere"])
dice = st.builds(
    seen_die,
    st.none() | st.integers(1, 6),
    st.sampled_from([Colour.RED, Colour.BLUE, Colour.WHITE]),
    st.none() | st.tuples(st.integers(0, 2), st.integers(0, 2)),
    sure=st.booleans(),
)
squares = st.permutations([(row, column) for row in range(3) for column in range(3)]).flatmap(
    lambda cells: st.tuples(*(st.builds(seen_die, st.integers(1, 6), colour_of(cell), st.just(cell)) for cell in cells))
)


def colour_of(cell: tuple[int, int]) -> st.SearchStrategy[Colour]:
    """Red or blue round the white die in the middle, as a Cubo lies."""
    return st.just(Colour.WHITE) if cell == (1, 1) else st.sampled_from([Colour.RED, Colour.BLUE])


observations = st.builds(Observation, st.just(Kind.DICE), st.lists(dice, max_size=5).map(tuple)) | st.builds(
    Observation, st.just(Kind.CUBO), squares | st.lists(dice, max_size=10).map(tuple)
)


def any_cubo_event() -> st.SearchStrategy[Event]:
    """Any well-formed event, sensible or not."""
    at = st.just(0)
    return st.one_of(
        st.builds(Tick, at),
        st.builds(Pressed, at, seats, st.sampled_from(By), st.lists(seats, max_size=1).map(tuple)),
        st.builds(Saw, at, zones, observations, st.just("f00d")),
        st.builds(Corrected, at, zones, st.integers(-1, 10), st.integers(0, 7), st.sampled_from(Colour), st.none()),
        st.builds(Confirmed, at),
        st.sampled_from(entered_centre(0)),
        *(_filled(kind) for kind in (*PAGE_EVENTS, *CUBO_EVENTS) if kind is not Corrected),
    )


def _filled(kind: type[Event]) -> st.SearchStrategy[Event]:
    fields = {
        "at": st.just(0),
        "seat": seats,
        "die": st.integers(-1, 4),
        "cell": st.none() | st.tuples(st.integers(0, 2), st.integers(0, 2)),
        "zone": zones,
        "part": st.integers(-1, 10),
        "x": st.none() | st.integers(0, 400),
        "y": st.none() | st.integers(0, 400),
        "place": st.none(),
    }
    return st.builds(kind, **{name: fields[name] for name in kind.__dataclass_fields__})
