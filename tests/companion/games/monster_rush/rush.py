"""Short ways to write what happens at a table of Monster Rush, and people who play it. Times in seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.events import Begins, By, Event, Pressed, SlotPressed, Started, Tick
from companion.games.monster_rush.cards import RushMonster, Weapon, WeaponKind
from companion.games.monster_rush.contest import CLOSES_AFTER
from companion.games.monster_rush.cover import cover
from companion.games.monster_rush.events import Gathered, HandJudged, TopCardFlipped, Withdrawn
from companion.games.monster_rush.referee import RushMatch, begin
from companion.games.monster_rush.state import OpenCard, RushPhase
from companion.table import Player, Seat

SECOND = 1_000_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
STAFF = Weapon(WeaponKind.STAFF)


def ns(seconds: float) -> int:
    return round(seconds * SECOND)


def started(players: int = 2, seed: int = 7, **options: str) -> Started:
    people = tuple(Player(Seat(seat), NAMES[seat - 1]) for seat in range(1, players + 1))
    return Started(0, "monster-rush", people, options, seed)


def new_match(players: int = 2, seed: int = 7, **options: str) -> RushMatch:
    return begin(started(players, seed, **options))


def normal(symbol: str) -> Weapon:
    return Weapon(WeaponKind.NORMAL, (symbol,))


def combo(one: str, other: str) -> Weapon:
    return Weapon(WeaponKind.COMBO, (one, other))


def failed(symbol: str) -> Weapon:
    return Weapon(WeaponKind.FAILED, (symbol,))


def monster(number: int, points: int, *symbols: str) -> RushMonster:
    return RushMonster(number, points, symbols or ("sword",))


def with_cards(
    match: RushMatch, *open_cards: Weapon, piles: tuple[tuple[RushMonster, ...], ...] | None = None
) -> RushMatch:
    """Return `match` with these cards open before the first player, and these monsters."""
    laid = tuple(OpenCard(match.table.seats[0], weapon) for weapon in open_cards)
    return replace(match, open_cards=laid, piles=piles or match.piles, flips=max(1, match.flips))


def touch(at: float, seat: Seat, slot: int | None = None, tied: tuple[Seat, ...] = ()) -> Pressed:
    return Pressed(ns(at), seat, By.BUTTON, tied, slot)


def play(match: RushMatch, *events: Event) -> tuple[RushMatch, list[object]]:
    effects: list[object] = []
    for event in events:
        match, more = match.feed(event)
        effects += more
    return match, effects


def everything(match: RushMatch) -> tuple[list[RushMonster], list[Weapon]]:
    """Every monster and every weapon of a match, wherever it lies."""
    monsters = [each for pile in match.piles for each in pile] + [trophy.monster for _, trophy in match.trophies]
    weapons = [each for pile in match.hands.values() for each in pile] + [each.weapon for each in match.open_cards]
    return sorted(monsters, key=lambda each: each.number), sorted(weapons, key=repr)


def people(
    match: RushMatch, seed: int, mistakes: float = 0.15, ties: float = 0.15
) -> Iterator[tuple[Event, RushMatch]]:
    """Yield what people do who play to the end, and the match after it: they err, and grab at the same moment."""
    chance, at = Random(seed), 0
    while match.phase is not RushPhase.GAME_OVER:
        for event in _next(match, at, chance, mistakes, ties):
            at = event.at
            match, _ = match.feed(event)
            yield event, match


def _next(match: RushMatch, at: int, chance: Random, mistakes: float, ties: float) -> list[Event]:
    at += ns(chance.uniform(0.4, 1.2))
    right = [slot for slot in match.open_slots if _covered(match, slot)]
    if right or (match.open_cards and chance.random() < mistakes / len(match.table.seats)):
        return _grab(match, at, chance, right, ties)
    if match.all_used_up:
        return [Gathered(at)]
    if not match.flips and chance.random() < 0.5:
        return [Begins(at, match.table.seats[-1])]
    return [TopCardFlipped(at, match.turn)]


def _covered(match: RushMatch, slot: int) -> bool:
    found = match.open_monster(slot)
    return found is not None and cover(found.symbols, match.open_weapons, match.options.repeats).complete


def _grab(match: RushMatch, at: int, chance: Random, right: list[int], ties: float) -> list[Event]:
    """Somebody grabs; sometimes somebody else at the same moment, and often somebody later."""
    one, other, *_ = chance.sample(list(match.table.seats), min(3, len(match.table.seats)))
    slot = chance.choice(right or list(match.open_slots))
    second = chance.choice(list(match.open_slots))
    tied = chance.random() < ties
    later = at + (ns(0.0004) if tied else ns(chance.uniform(0.02, 0.4)))
    presses: list[Event] = [Pressed(at, one, By.BUTTON, (other,) if tied else (), None)]
    presses.append(Pressed(later, other, By.BUTTON, (one,) if tied else (), None))
    said: list[Event] = [SlotPressed(later + ns(0.3), slot, By.BUTTON)]
    if tied:
        said.append(SlotPressed(later + ns(0.6), second, By.BUTTON))
    if chance.random() < 0.05:
        return [*presses, *said, Withdrawn(later + ns(0.8), one), Withdrawn(later + ns(0.9), other)]
    end = at + CLOSES_AFTER
    judged: list[Event] = [HandJudged(end + ns(0.5), one)] if tied and slot == second else []
    return [*presses, *said, Tick(end), *judged]
