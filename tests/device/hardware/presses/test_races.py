"""Ten thousand races: whatever contacts do and however late their edges come, who touched first is first.

The way is the real one, from levels and edges to verdicts: buttons on fake time, panel, arbiter. What must come out is
known from how a race was drawn, and from nothing that the code under test says. A race that fails is printed with the
numbers that draw it again: `drawn(random.Random("BATCH-NUMBER"))`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import By, Pressed
from device.hardware.clock import MS, FakeClock
from device.hardware.config import RaceConfig
from device.hardware.presses.arbiter import Arbiter
from device.hardware.presses.fakes import Change, FakeButtons

RACE = RaceConfig()
BATCHES, RACES = 50, 200
BEGIN = 100 * MS
"""Races begin when the table has been quiet for a while."""


@dataclass(frozen=True)
class Press:
    """One press: when its contact flips (the first flip is its first edge), and how late each flip is heard of."""

    seat: int
    flips: tuple[int, ...]
    delays: tuple[int, ...]

    @property
    def at(self) -> int:
        return self.flips[0]

    def changes(self) -> list[Change]:
        """The flips as they are delivered: a driver may be late, but keeps the edges of one line in their order."""
        heard = accumulate((at + delay for at, delay in zip(self.flips, self.delays, strict=True)), max)
        return [
            Change(at, self.seat, closed=number % 2 == 0, delay=then - at)
            for number, (at, then) in enumerate(zip(self.flips, heard, strict=True))
        ]


@dataclass(frozen=True)
class Race:
    """Presses in no particular order, and how late the program gets round to a look at the lines."""

    presses: tuple[Press, ...]
    nap: int = 0

    def expected(self) -> list[tuple[int, int]]:
        """Who pressed when, the earliest first."""
        return sorted((press.at, press.seat) for press in self.presses)

    def ties(self) -> set[tuple[int, int]]:
        """Every two seats of which nobody can say who was first."""
        return {
            (one.seat, other.seat)
            for one in self.presses
            for other in self.presses
            if one.seat != other.seat and abs(one.at - other.at) <= RACE.tolerance
        }


def settled(race: Race) -> tuple[list[Pressed], Arbiter]:
    """Return what becomes of `race`, and the arbiter that settled it."""
    clock, inbox, events = FakeClock(), [], []
    quiet = 9  # a button that nobody presses
    buttons = FakeButtons(clock, inbox.append, [*{press.seat for press in race.presses}, quiet], nap=race.nap)
    arbiter = Arbiter(RACE, buttons.horizon)
    buttons.play([change for press in race.presses for change in press.changes()], BEGIN - 10 * MS)
    end = max(press.flips[-1] for press in race.presses) + 40 * MS
    while (now := clock.now()) < end:
        buttons.play([], now + 5 * MS if arbiter.due is None else max(now, arbiter.due))
        while inbox:
            arbiter.add(inbox.pop())
        events += arbiter.release(clock.now())
    return events, arbiter


def judge(race: Race) -> None:
    """Raise unless the verdict on `race` is the only right one."""
    events, arbiter = settled(race)

    assert race.expected() == sorted((event.at, event.seat) for event in events)  # nobody lost, nobody doubled
    assert all(one.at <= other.at for one, other in pairwise(events))
    assert race.ties() == {(event.seat, other) for event in events for other in event.tied}
    assert {By.BUTTON} == {event.by for event in events}
    assert 0 == arbiter.overtaken


def drawn(chance: random.Random) -> Race:
    """Return a race of two to eight people; most are close, because the others are easy."""
    spread = chance.choice([0, 1, 3, 10, 30]) * MS
    seats = chance.sample(range(1, 9), chance.randint(2, chance.choice([2, 3, 4, 8])))
    slow = chance.choice([0, 1, 2.4, 10]) * MS
    presses = [drawn_press(chance, seat, BEGIN + chance.randint(0, spread), round(slow)) for seat in seats]
    if chance.random() < 0.3:
        presses[1] = moved(
            presses[1], presses[0].at + chance.choice([-1, 1]) * (RACE.tolerance + chance.randint(-1, 1))
        )
    return Race(tuple(presses), nap=chance.choice([0, 0, 0, MS, 3 * MS]))


def drawn_press(chance: random.Random, seat: int, at: int, slow: int) -> Press:
    """Return a press that bounces at both ends: open for less than 2 ms, and closed for most of its first 3 ms."""
    flips = [at]
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        closed = chance.randint(20_000, 1_500_000)
        flips += [flips[-1] + closed, flips[-1] + closed + chance.randint(10_000, min(closed, 1_900_000))]
    flips.append(max(at + 5 * MS, flips[-1] + 3 * MS) + chance.randint(0, chance.choice([1, 1, 40]) * MS))
    for _ in range(chance.choice([0, 0, 2, 4])):
        flips.append(flips[-1] + chance.randint(10_000, 3 * MS))
    return Press(seat, tuple(flips), tuple(chance.randint(0, slow) for _ in flips))


def moved(press: Press, at: int) -> Press:
    return replace(press, flips=tuple(flip - press.at + at for flip in press.flips))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_ten_thousand_races_are_settled_in_the_order_of_the_first_edges(batch):
    assert 10_000 <= BATCHES * RACES
    for number in range(RACES):
        race = drawn(random.Random(f"{batch}-{number}"))
        try:
            judge(race)
        except AssertionError as error:
            raise AssertionError(f'drawn(random.Random("{batch}-{number}")) = {race}: {error}') from error


@st.composite
def presses(draw):
    """One press of a small race, such as hypothesis can make smaller still."""
    bounces = draw(st.lists(st.tuples(st.integers(1, 15), st.integers(1, 15)).filter(lambda each: each[1] <= each[0])))
    flips = [BEGIN + draw(st.integers(0, 300)) * MS // 10]
    for closed, opened in bounces[:3]:
        flips += [flips[-1] + closed * MS // 10, flips[-1] + (closed + opened) * MS // 10]
    flips.append(flips[-1] + draw(st.integers(5, 100)) * MS)
    delays = draw(st.tuples(*(st.integers(0, RACE.settle // MS).map(MS.__mul__) for _ in flips)))
    return Press(draw(st.integers(1, 8)), tuple(flips), delays)


@settings(max_examples=200, deadline=None)
@given(st.lists(presses(), min_size=2, max_size=8, unique_by=lambda press: press.seat), st.integers(0, 3))
def test_any_small_race_is_settled_in_the_order_of_the_first_edges(touches, nap_ms):
    judge(Race(tuple(touches), nap_ms * MS))
