"""A race of wired buttons against pages or encoders says that their times are not worth the same."""

from __future__ import annotations

import pytest

from companion.events import By
from companion.table import Seat
from companion.view import CallShown
from web.render import notes_on

PAGE = "Calls from a page are timed when they reach the companion, not when the finger touched the screen."
MIXED = "These calls came in different ways: their times are not equally exact, and what is too close is a tie."


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        ([], []),
        ([By.BUTTON, By.BUTTON], []),
        ([By.ENCODER, By.ENCODER], []),
        ([By.BUTTON, By.ENCODER], [MIXED]),
        ([By.PAGE, By.PAGE], [PAGE]),
        ([By.BUTTON, By.PAGE], [PAGE, MIXED]),
    ],
)
def test_what_the_times_of_a_race_are_worth_is_said(ways: list[By], said: list[str]) -> None:
    calls = tuple(CallShown(Seat(number), number, by) for number, by in enumerate(ways, 1))

    assert said == [str(note) for note in notes_on(calls)]
