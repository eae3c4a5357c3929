"""Moments of a match of Cubo, as its referee would show them, with rendered photographs: for the tests of the page."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import sha256

import cv2
import numpy as np

from companion.effects import Lamp, ReadRequest
from companion.events import By
from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.service import MatchPast, MatchShown, Notice, NoticeLevel, Snapshot
from companion.table import Player, Seat, Table
from companion.texts import say
from companion.view import (
    Action,
    CallShown,
    Grid,
    Line,
    PictureShown,
    Result,
    ScoreSheet,
    Tap,
    View,
)
from tests.web.fake_service import FakeService
from vision.camera.simulated import ON_AN_ARM, PLEASANT
from vision.render.render import VirtualDie, render

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
TABLE = Table((Player(ONE, "Ada"), Player(TWO, "Basile"), Player(THREE, "Chloé")))
SQUARE = "R1 R5 B1 / B4 W4 B4 / R1 R3 B1"
COLOURS = {"R": Colour.RED, "B": Colour.BLUE, "W": Colour.WHITE}
SIZE = (1280, 720)
SECOND = 1_000_000_000


@cache
def photograph(square: str = SQUARE, turned_deg: float = 7.0) -> tuple[bytes, Observation]:
    """Return a picture of `square` (JPEG), and what a perfect reader sees in it."""
    dice, cells = [], []
    angle = np.radians(turned_deg)
    for row, line in enumerate(square.split(" / ")):
        for column, die in enumerate(line.split()):
            x, y = (column - 1) * 16.5, (1 - row) * 16.5
            at = x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)
            dice.append(VirtualDie(float(at[0]), float(at[1]), turned_deg, int(die[1]), COLOURS[die[0]]))
            cells.append((row, column))
    drawn = render(dice, ON_AN_ARM, PLEASANT, SIZE, np.random.default_rng(3))
    seen = tuple(
        SeenDie(die.value, die.colour, truth.corners, 0.99, sure=True, cell=cell)
        for die, truth, cell in zip(dice, drawn.truth, cells, strict=True)
    )
    return cv2.imencode(".jpg", drawn.image)[1].tobytes(), Observation(Kind.CUBO, seen)


def lines() -> tuple[Line, ...]:
    """Return the six rows of `SQUARE` with their points."""
    across = [tuple((row, column) for column in range(3)) for row in range(3)]
    down = [tuple((row, column) for row in range(3)) for column in range(3)]
    worth = [
        (across[0], 0, "other", say("row 1: nothing")),
        (across[1], 8, "blue", say("row 2: triple of 4, all blue, doubled")),
        (across[2], 0, "other", say("row 3: nothing")),
        (down[0], 0, "other", say("column 1: nothing")),
        (down[1], 10, "red", say("column 2: straight up to 5, all red, doubled")),
        (down[2], 0, "other", say("column 3: nothing")),
    ]
    return tuple(Line(cells, label, points, tone) for cells, points, tone, label in worth)


def counted(observation: Observation | None = None) -> PictureShown:
    """Return the square of Ada with its points."""
    jpeg, seen = photograph()
    return PictureShown(
        zone="square-1",
        title=say("The square of {name}", name="Ada"),
        picture=sha256(jpeg).hexdigest(),
        observation=observation or seen,
        seat=ONE,
        lines=lines(),
        total=18,
        notes=(say("With a better exchange, 22 points were possible."),),
        tap=Tap.CORRECT,
    )


def doubtful() -> PictureShown:
    """Return a reading in which the last die is not sure."""
    _, seen = photograph()
    blurred = replace(seen.dice[8], sure=False, confidence=0.55, alternatives=(3, 2))
    unread = replace(seen.dice[2], sure=False, value=None, confidence=0.1)
    dice = (*seen.dice[:2], unread, *seen.dice[3:8], blurred)
    sentences = (say("die {die} is blurred", die=9), say("die 3 has a hand over it"))
    problems = tuple(Problem.of(ProblemKind.REMARK, sentence) for sentence in sentences)
    fault = say("nobody has said yet what {die} shows", die=3)
    observation = Observation(Kind.CUBO, dice, problems)
    return replace(counted(observation), lines=(), total=None, faults=(fault,), problems=problems)


def sheet() -> ScoreSheet:
    """Return a score sheet after two rounds and a half."""
    points = {
        ONE: (18, 24, 18, None, None, None),
        TWO: (14, 6, None, None, None, None),
        THREE: (0, 32, None, None, None, None),
    }
    rounds = tuple(say("round {number}", number=number) for number in range(1, 7))
    return ScoreSheet(rounds, points, {seat: sum(filter(None, points[seat])) for seat in points})


def match(view: View, **changes: object) -> MatchShown:
    """Return a match that shows `view`."""
    shown = MatchShown(
        number=12,
        game="cubo",
        table=TABLE,
        options={},
        view=view,
        lamps={ONE: Lamp.FIRST, TWO: Lamp.CALLED, THREE: Lamp.HURRY},
        read_requests=(ReadRequest("square-1", Kind.CUBO, say("The square of {name}", name="Ada"), ONE, 9),),
        deadline=None,
        can_undo=True,
        can_redo=False,
    )
    return replace(shown, **changes)  # type: ignore[arg-type]


CALLS = (
    CallShown(ONE, 0, By.BUTTON),
    CallShown(TWO, 12_300_000, By.BUTTON, tied=True),
    CallShown(THREE, 4_321_000_000, By.PAGE, late=True),
)
FACTS = ((say("Round"), say("{number} of {all}", number=3, all=6)), (say("Start player"), "Ada"))


def rolling() -> MatchShown:
    """Return the moment after the start call."""
    view = View(say("Roll and build!"), say("Whoever is content covers the square and calls Cubo."), facts=FACTS)
    return match(view, lamps=dict.fromkeys(TABLE.seats, Lamp.ARMED), read_requests=())


def closing(now: int = 0) -> MatchShown:
    """Return the six seconds for the last player."""
    view = View(
        say("Six seconds for {name}!", name="Chloé"),
        say("Cover your square and call Cubo before the time is over."),
        turn=THREE,
        actions=(
            Action("DieTaken", say("take the red 5"), ONE, {"seat": 1, "die": 0}),
            Action("DieTaken", say("take the blue 2"), ONE, {"seat": 1, "die": 1}),
            Action("DieDeclined", say("no die"), ONE, {"seat": 1}),
        ),
        calls=CALLS[:2],
        sheet=sheet(),
        facts=FACTS,
    )
    return match(view, deadline=now + 6 * SECOND, read_requests=())


def counting(picture: PictureShown | None = None) -> MatchShown:
    """Return the moment at which the square of Ada is shown with its points."""
    view = View(
        say("{name}: {points} points", name="Ada", points=18),
        say("Look at it together: does it lie like that?"),
        turn=ONE,
        actions=(Action("Confirmed", say("It is right"), primary=True),),
        calls=CALLS,
        pictures=(picture or counted(),),
        grids=(
            Grid(say("The best square for these nine dice"), tuple(tuple(row.split()) for row in SQUARE.split(" / ")),
                 total=22),
        ),
        sheet=sheet(),
        facts=FACTS,
    )  # fmt: skip
    return match(view, lamps={ONE: Lamp.TURN, TWO: Lamp.OFF, THREE: Lamp.OFF})


def over() -> MatchShown:
    """Return the end of the match."""
    view = View(
        say("The match is over"),
        say("Thank you for playing."),
        sheet=sheet(),
        result=Result((ONE,), say("{name} wins with {points} points.", name="Ada", points=60)),
    )
    return match(view, read_requests=(), lamps={})


NOTICES = (
    Notice(
        "camera", NoticeLevel.WARNING, say("There is no camera."), say("Plug one in, or send photographs from a phone.")
    ),
    Notice("buttons", NoticeLevel.INFO, say("There are no buttons."), say("Press those on this page.")),
)


def snapshot(shown: MatchShown | None) -> Snapshot:
    """Return a simulated table on which `shown` is played."""
    return Snapshot(version=1, match=shown, notices=NOTICES, simulated=True, live=True)


def service(shown: MatchShown | None = None) -> FakeService:
    """Return a service that shows `shown`, with its pictures."""
    jpeg, _ = photograph()
    past = (
        MatchPast(11, "cubo", TABLE.players, {ONE: 101, TWO: 88, THREE: 101}, finished=True),
        MatchPast(10, "cubo", TABLE.players[:2], {ONE: 12}, finished=False),
    )
    return FakeService(snapshot(shown), pictures={sha256(jpeg).hexdigest(): jpeg}, live=jpeg, past=past)
