"""Short ways to write what happens at a table of Monster Cube: matches, presses, taps, pictures. Times in seconds."""

from collections.abc import Iterable, Iterator

from companion.effects import Announced, Effect, Refused
from companion.events import By, Confirmed, Event, Pressed, Saw, Started, Tick
from companion.games.monster_cube.cards import NAME
from companion.games.monster_cube.claims import Claim
from companion.games.monster_cube.events import (
    CardChosen,
    FaceTapped,
    GaveUp,
    MoveWanted,
    PlaceTapped,
    TilesDealt,
)
from companion.games.monster_cube.referee import MonsterCubeMatch, begin
from companion.games.monster_cube.solver import Solution, solve
from companion.games.monster_cube.tiles import Layout
from companion.observations import Kind, Observation, SeenFace, SeenTile, Side
from companion.table import Player, Seat

SECOND = 1_000_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
ADA, BEN, CLEO, DAN = (Seat(number) for number in range(1, 5))


def ns(seconds: float) -> int:
    return round(seconds * SECOND)


def started(players: int = 2, *, seed: int = 7, deck: str = "", **rules: str) -> Started:
    seated = tuple(Player(Seat(number), NAMES[number - 1]) for number in range(1, players + 1))
    return Started(0, NAME, seated, rules, seed=seed, deck=deck)


def new_match(players: int = 2, *, seed: int = 7, deck: str = "", **rules: str) -> MonsterCubeMatch:
    return begin(started(players, seed=seed, deck=deck, **rules))


def play(match: MonsterCubeMatch, *events: Event) -> tuple[MonsterCubeMatch, tuple[Effect, ...]]:
    """Fold `events`; return the match after them and the effects of the last one."""
    effects: tuple[Effect, ...] = ()
    for event in events:
        match, effects = match.feed(event)
    return match, effects


def after(match: MonsterCubeMatch, *events: Event) -> MonsterCubeMatch:
    return play(match, *events)[0]


def begun(players: int = 2, at: float = 1, *, seed: int = 7, **rules: str) -> MonsterCubeMatch:
    """A match whose tiles the companion has laid and whose first monsters lie open at `at` seconds."""
    return after(new_match(players, seed=seed, **rules), TilesDealt(ns(at)), Confirmed(ns(at)))


def press(at: float, seat: Seat, tied: tuple[Seat, ...] = ()) -> Pressed:
    return Pressed(ns(at), seat, By.BUTTON, tied)


def confirms(at: float) -> Confirmed:
    return Confirmed(ns(at))


def tick(at: float) -> Tick:
    return Tick(ns(at))


def gives_up(at: float, seat: Seat) -> GaveUp:
    return GaveUp(ns(at), seat)


def shows(at: float, zone: str, card: int, claim: Claim, *, turn: bool = False) -> Iterator[Event]:
    """The taps of somebody who shows `claim` for `card`, and the agreement that it is complete."""
    if claim.move is not None:
        if not turn:
            yield MoveWanted(ns(at), wanted=True)
        (q, r), colour = claim.move.start, claim.faces[0].face
        yield FaceTapped(ns(at), zone, q, r, colour)
        yield PlaceTapped(ns(at), *claim.move.end)
    yield CardChosen(ns(at), card)
    for face in claim.faces:
        yield FaceTapped(ns(at), zone, *face.place, face.face)
    yield Confirmed(ns(at))


def way(match: MonsterCubeMatch, code: int, *, moves: int = 1) -> Solution:
    """The nicest way to make `code` on the tiles of whoever shows, or on those in the middle."""
    state = match.state
    layout = state.layouts[state.zone(state.turn)]
    return solve(layout, (code,), moves, state.claim_rules)[code][0]


def said(effects: Iterable[Effect]) -> list[str]:
    """The words of `effects`, refusals marked as such; others by their names."""
    words = {Announced: lambda each: str(each.what), Refused: lambda each: f"refused: {each.why}"}
    return [words[type(each)](each) if type(each) in words else type(each).__name__ for each in effects]


def seen(layout: Layout, side: Side = Side.NUMBERS, *, unsure: Iterable[tuple[int, int]] = ()) -> Observation:
    """Tiles as a reader saw them, unsure about the yellow faces at `unsure`."""
    tiles = tuple(
        SeenTile(
            place,
            SeenFace(tile.yellow, 0.99, sure=place not in unsure),
            SeenFace(tile.red, 0.99, sure=True),
            SeenFace(tile.blue, 0.99, sure=True),
            ((0.0, 0.0),) * 6,
        )
        for place, tile in layout.lying
    )
    return Observation(Kind.TILES, (), (), tiles, side)


def saw(
    at: float, layout: Layout, zone: str = "tiles", side: Side = Side.NUMBERS, unsure: Iterable[tuple[int, int]] = ()
) -> Saw:
    return Saw(ns(at), zone, seen(layout, side, unsure=unsure), "f00d")
