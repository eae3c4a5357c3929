"""Short ways to write what happens at a table of 13 Monsters, and people who play it. Times in seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.effects import Announced, Refused
from companion.events import Event, Started, TurnEnded
from companion.games.thirteen_monsters.cards import CardHalf, Holding, Monster, Pair, Power, ThirteenCard
from companion.games.thirteen_monsters.dice import advice
from companion.games.thirteen_monsters.events import (
    Absorbed,
    Agreed,
    Attacked,
    Called,
    CardFlipped,
    ChampionNamed,
    Chosen,
    Declined,
    DieTold,
    Forgotten,
    Froze,
    Offered,
    PrizeTaken,
    PutAside,
    SearchEnded,
    Stopped,
    ThrownAgain,
)
from companion.games.thirteen_monsters.fight import Fight
from companion.games.thirteen_monsters.judging import no_attack, no_power
from companion.games.thirteen_monsters.referee import ThirteenMatch, begin
from companion.games.thirteen_monsters.state import ThirteenPhase, ThirteenState
from companion.observations import Cell
from companion.table import Player, Seat

SECOND = 1_000_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def ns(seconds: float) -> int:
    return round(seconds * SECOND)


def started(players: int = 2, seed: int = 7, **options: str) -> Started:
    people = tuple(Player(Seat(seat), NAMES[seat - 1]) for seat in range(1, players + 1))
    return Started(0, "thirteen-monsters", people, options, seed)


def new_match(players: int = 2, seed: int = 7, **options: str) -> ThirteenMatch:
    return begin(started(players, seed, **options))


def pair(text: str) -> Pair:
    return Pair.parse(text)


def pairs(text: str) -> tuple[Pair, ...]:
    return tuple(pair(word) for word in text.split())


def monster(text: str, *, spent: bool = False) -> Monster:
    head, eyes, lower = pairs(text)
    return Monster((head, eyes, lower), spent)


def holding(free: str = "", *monsters: str) -> Holding:
    return Holding(pairs(free), tuple(monster(each) for each in monsters))


def with_holdings(match: ThirteenMatch, *holdings: Holding) -> ThirteenMatch:
    """Return `match` with these things before the players; their cards are taken out of the grid."""
    held = dict(zip(match.table.seats, holdings, strict=False))
    listed = [each for one in held.values() for each in one.pairs]
    taken = set(listed)
    assert len(listed) == len(taken)
    grid = {cell: card for cell, card in match.grid.items() if card.pair not in taken}
    return replace(match, holdings={**match.holdings, **held}, grid=grid, moves=1)


def without_grid(match: ThirteenMatch) -> ThirteenMatch:
    """Return `match` in its final round."""
    return replace(match, grid={}, final=match.table.clockwise_from(match.turn_of))


def cells_of(match: ThirteenState, wanted: str | Pair) -> tuple[Cell, Cell]:
    """Where both halves of a pair lie."""
    whole = pair(wanted) if isinstance(wanted, str) else wanted
    left, right = ThirteenCard(whole, CardHalf.LEFT), ThirteenCard(whole, CardHalf.RIGHT)
    where = {card: cell for cell, card in match.grid.items()}
    return where[left], where[right]


def finds(match: ThirteenMatch, wanted: str) -> ThirteenMatch:
    """Let the player in turn find a pair."""
    for cell in cells_of(match, wanted):
        match = ok(match, CardFlipped(ns(1), match.turn_of, cell))
    return match


def misses(match: ThirteenMatch) -> ThirteenMatch:
    """Let the player in turn turn up two cards that are no pair, and end his turn."""
    seat = match.turn_of
    first, second = mismatch(match)
    match = ok(match, CardFlipped(ns(1), seat, first), CardFlipped(ns(2), seat, second))
    return ok(match, TurnEnded(ns(3), seat))


def mismatch(match: ThirteenState) -> tuple[Cell, Cell]:
    first, *others = match.searchable
    return first, next(cell for cell in others if match.grid[cell].pair != match.grid[first].pair)


def play(match: ThirteenMatch, *events: Event) -> tuple[ThirteenMatch, list[object]]:
    effects: list[object] = []
    for event in events:
        match, more = match.feed(event)
        effects += more
    return match, effects


def ok(match: ThirteenMatch, *events: Event) -> ThirteenMatch:
    """Return the match after events of which none is refused."""
    for event in events:
        match, effects = match.feed(event)
        assert [] == [str(effect.why) for effect in effects if isinstance(effect, Refused)]
    return match


def refusals(match: ThirteenMatch, event: Event) -> list[str]:
    """Why an event is refused; it must change nothing then."""
    after, effects = match.feed(event)
    why = [str(effect.why) for effect in effects if isinstance(effect, Refused)]
    assert not why or after == match
    return why


def said(effects: list[object]) -> list[str]:
    return [str(effect.what) for effect in effects if isinstance(effect, Announced)]


def throw(match: ThirteenMatch, dice: str) -> ThirteenMatch:
    """Tell what whoever throws has thrown."""
    assert match.fight is not None
    seat = match.fight.fighter.seat
    return ok(match, *(DieTold(ns(5), seat, int(value)) for value in dice.split()))


def throws(match: ThirteenMatch, dice: str) -> ThirteenMatch:
    """Tell what whoever throws has thrown, and let him stop."""
    assert match.fight is not None
    seat = match.fight.fighter.seat
    return ok(throw(match, dice), Stopped(ns(6), seat))


def everything(match: ThirteenState) -> tuple[list[ThirteenCard], int]:
    """Every card of a match, wherever it lies, and the dice."""
    held = [each for one in match.holdings.values() for each in one.pairs]
    cards = [*match.grid.values(), *(ThirteenCard(each, side) for each in held for side in CardHalf)]
    return sorted(cards), match.dice_left + len(match.frozen)


# People who play to the end.


def people(match: ThirteenMatch, seed: int, memory: float = 0.9) -> Iterator[tuple[Event, ThirteenMatch]]:
    """Yield what people do who play to the end, and the match after it. They know `memory` of the cards."""
    chance, at = Random(seed), 0
    while match.phase is not ThirteenPhase.OVER:
        for event in _next(match, chance, memory):
            at += ns(chance.uniform(1, 4))
            event = replace(event, at=at)
            match, _ = match.feed(event)
            yield event, match


def _next(match: ThirteenMatch, chance: Random, memory: float) -> list[Event]:
    if match.builder is not None:
        seat = match.builder
        free = match.holdings[seat].free
        return [Chosen(0, seat, str(chance.choice(free)))]
    match match.phase:
        case ThirteenPhase.FIGHT:
            assert match.fight is not None
            return _throwing(match.fight, chance)
        case ThirteenPhase.PRIZE:
            assert match.fight is not None
            assert match.fight.fighters[0].monster is not None
            prize = chance.choice(match.fight.fighters[0].monster.pairs)
            return [PrizeTaken(0, match.fight.fighters[1].seat, str(prize))]
        case ThirteenPhase.CHAMPIONS:
            named = dict(match.champions)
            seat = next(each for each in match.duellists if each not in named)
            return [ChampionNamed(0, seat, str(chance.choice(match.holdings[seat].active).pairs[0]))]
        case ThirteenPhase.BEFORE:
            return _before(match, chance, memory)
    return _answer_or_end(match, chance)


def _answer_or_end(match: ThirteenMatch, chance: Random) -> list[Event]:
    if match.offer is not None:
        agrees = chance.random() < 0.7
        return [Agreed(0, match.offer.to) if agrees else Declined(0, match.offer.to)]
    if match.phase is ThirteenPhase.SEARCH:
        return _third(match, chance)
    if chance.random() < 0.2 and not any(no_power(match, Power.PERMAFROST)):
        return _freeze(match, chance)
    return [TurnEnded(0, match.turn_of)]


def _before(match: ThirteenMatch, chance: Random, memory: float) -> list[Event]:
    seat = match.turn_of
    luck = chance.random()
    targets = [each for other in match.table.seats if other != seat for each in match.holdings[other].attackable]
    if luck < 0.25 and match.mine.active and targets:
        mine, target = chance.choice(match.mine.active).pairs[0], chance.choice(targets)
        if not any(no_attack(match, mine, target)):
            return [Attacked(0, seat, str(mine), str(target))]
    if luck < 0.4 and (used := _power(match, chance)):
        return used
    if luck < 0.5 and match.final is None and match.mine.free and (trade := _trade(match, chance)):
        return trade
    if match.final is not None or not match.can_search:
        return [TurnEnded(0, seat)]
    return _search(match, chance, memory)


def _power(match: ThirteenMatch, chance: Random) -> list[Event]:
    seat = match.turn_of
    may = [power for power in Power if not any(no_power(match, power))]
    if not may:
        return []
    power = chance.choice(may)
    calls: list[Event] = [Called(0, seat, power)]
    if power is Power.PERMAFROST:
        return _freeze(match, chance)
    if power is Power.SUPER_NOVA:
        prey = [m for other in match.table.seats if other != seat for m in match.holdings[other].active]
        return [*calls, Absorbed(0, seat, str(chance.choice(prey).pairs[0]))]
    if power is Power.PROPHET and chance.random() < 0.2:
        return [*calls, Forgotten(0)]
    return calls


def _freeze(match: ThirteenMatch, chance: Random) -> list[Event]:
    free = [cell for cell in match.grid if match.freezer(cell) is None]
    seat = match.turn_of
    return [Called(0, seat, Power.PERMAFROST), Froze(0, seat, chance.choice(free))]


def _trade(match: ThirteenMatch, chance: Random) -> list[Event]:
    others = [seat for seat in match.table.seats if seat != match.turn_of and match.holdings[seat].free]
    if not others:
        return []
    other = chance.choice(others)
    give, get = chance.choice(match.mine.free), chance.choice(match.holdings[other].free)
    return [Offered(0, match.turn_of, other, str(give), str(get))]


def _search(match: ThirteenMatch, chance: Random, memory: float) -> list[Event]:
    seat, may = match.turn_of, list(match.searchable)
    first = chance.choice(may)
    mate = [cell for cell in may if cell != first and match.grid[cell].pair == match.grid[first].pair]
    second = mate[0] if mate and chance.random() < memory else chance.choice([cell for cell in may if cell != first])
    return [CardFlipped(0, seat, first), CardFlipped(0, seat, second)]


def _third(match: ThirteenMatch, chance: Random) -> list[Event]:
    if len(match.turn.open) < 3 and match.searchable and chance.random() < 0.6:
        return [CardFlipped(0, match.turn_of, chance.choice(match.searchable))]
    return [SearchEnded(0, match.turn_of)]


def _throwing(fight: Fight, chance: Random) -> list[Event]:
    seat, hand = fight.fighter.seat, fight.hand
    if not hand.complete:
        return [DieTold(0, seat, chance.randint(1, 6)) for _ in range(hand.thrown)]
    best = list(advice(hand.dice, fight.throws_left, fight.options).aside)
    if fight.throws_left <= 0 or len(best) == len(hand.dice):
        return [Stopped(0, seat)]
    toggles: list[Event] = []
    for number, value in enumerate(hand.dice):
        keeps = value in best
        if keeps:
            best.remove(value)
        if keeps != (number in hand.keep):
            toggles.append(PutAside(0, seat, number))
    return [*toggles, ThrownAgain(0, seat)]
