"""Short ways to write what happens at a table of Monad, and people who play it. Times in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.events import Begins, Event, Started, TurnEnded
from companion.games.monad.cards import MonadCard, MonadColour, Rank, read_cards, write_cards
from companion.games.monad.events import (
    BonusDeclined,
    BonusTaken,
    Bought,
    CardPicked,
    DiscardFlipped,
    Drawn,
    HandShown,
    Leapt,
    Passed,
    Traded,
)
from companion.games.monad.hands import MonadHand
from companion.games.monad.judging import Judge
from companion.games.monad.legal import is_thrifty, operations
from companion.games.monad.market import Market
from companion.games.monad.operations import Operation, OperationKind
from companion.games.monad.referee import MonadMatch, begin
from companion.table import Player, Seat

SECOND = 1_000_000_000
ONE, TWO, THREE, FOUR = (Seat(number) for number in range(1, 5))
NAMES = ("Ada", "Ben", "Cleo", "Dan")


def ns(seconds: float) -> int:
    return round(seconds * SECOND)


def started(players: int = 2, seed: int = 7, **options: str) -> Started:
    people = tuple(Player(Seat(seat), NAMES[seat - 1]) for seat in range(1, players + 1))
    return Started(0, "monad", people, options, seed)


def new_match(players: int = 2, seed: int = 7, **options: str) -> MonadMatch:
    return begin(started(players, seed, **options))


def market(lying: str, discard: str = "", draw: str = "") -> Market:
    """The table in notation: each column from its top down, an M for each Monad."""
    words = lying.split()
    cards = read_cards(" ".join(word for word in words if word != "M"))
    columns = {rank: tuple(card for card in cards if card.rank is rank) for rank in Rank if 1 < rank < 6}
    return Market(columns, words.count("M"), read_cards(discard), read_cards(draw))


def at_table(
    hand: str,
    lying: str,
    discard: str = "",
    draw: str = "",
    identity: MonadColour = MonadColour.ORANGE,
    players: int = 2,
    **options: str,
) -> MonadMatch:
    """A match in which it is the turn of Ada, who holds `hand`."""
    match = new_match(players, dealt="by_companion", **options)
    hands = {**match.hands, ONE: MonadHand(read_cards(hand))}
    table = market(lying, discard, draw)
    return replace(
        match, hands=hands, market=table, turn_of=ONE, identities={**match.identities, ONE: identity}, moves=1
    )


def play(match: MonadMatch, *events: Event) -> tuple[MonadMatch, list[object]]:
    effects: list[object] = []
    for event in events:
        match, more = match.feed(event)
        effects += more
    return match, effects


def refused(match: MonadMatch, event: Event) -> list[str]:
    after, effects = match.feed(event)
    assert after == match
    return [str(effect.why) for effect in effects]


def everything(match: MonadMatch) -> tuple[Counter[MonadCard], int]:
    """Every card of a match, wherever it lies, hidden ones as the Units that are unaccounted for; and all Monads."""
    held = Counter(card for hand in match.hands.values() for card in hand.known)
    hidden = sum(hand.hidden for hand in match.hands.values())
    assert hidden == sum(match.unaccounted.values())
    monads = match.market.monads + sum(match.monads.values())
    return held + match.unaccounted + Counter(match.market.cards), monads


def people(match: MonadMatch, seed: int, most: int = 3000) -> Iterator[tuple[Event, MonadMatch]]:
    """Yield what people do who play to the end, and the match after it; everybody knows his own hand."""
    chance, at = Random(seed), 0
    full = _dealt_by_hand(match, chance)
    if chance.random() < 0.5:
        event: Event = Begins(ns(1), match.table.seats[-1])
        match, _ = match.feed(event)
        yield event, match
    while not match.over and at < ns(most):
        at += ns(1)
        seat = match.turn_of
        event = _next(match, full[seat] - Counter(match.hands[seat].known), at, chance)
        laid = read_cards(getattr(event, "cards", ""))
        before = match.hands[seat].without(laid)
        match, effects = match.feed(event)
        assert not any(hasattr(effect, "why") for effect in effects), (event, effects)
        full[seat] = full[seat] - Counter(laid)
        if not isinstance(event, HandShown):
            full[seat] += Counter(match.hands[seat].known) - Counter(before.known)
        yield event, match


def _dealt_by_hand(match: MonadMatch, chance: Random) -> dict[Seat, Counter[MonadCard]]:
    """What everybody really holds; the companion knows it only where it dealt itself."""
    units = list(match.unaccounted.elements())
    chance.shuffle(units)
    return {
        seat: Counter((*match.hands[seat].known, *units[at * 6 : at * 6 + match.hands[seat].hidden]))
        for at, seat in enumerate(match.table.seats)
    }


def _next(match: MonadMatch, own: Counter[MonadCard], at: int, chance: Random) -> Event:
    seat, judge = match.turn_of, Judge(match)
    if match.turn.offered:
        ranks = " ".join(str(int(rank)) for rank in match.turn.offered)
        return BonusTaken(at, seat, ranks) if chance.random() < 0.8 else BonusDeclined(at, seat)
    hand = (*judge.hand.known, *own.elements())
    knowing = Judge(replace(match, hands={**match.hands, seat: MonadHand(tuple(sorted(hand)))}))
    possible = [each for each in _thrifty(match, hand) if not knowing.faults(each)]
    if possible and (chance.random() < 0.9 or match.turn.unproven):
        return _event(at, seat, _liked(possible, match, chance))
    if not judge.end_faults():
        return TurnEnded(at, seat)
    for event in (Drawn(at, seat), DiscardFlipped(at, seat)):
        if not judge.instead_faults(event):
            return event
    if judge.hand.hidden:
        return HandShown(at, seat, write_cards(own.elements()))
    if not judge.instead_faults(Passed(at, seat)):
        return Passed(at, seat)
    return _event(at, seat, chance.choice(possible))


def _thrifty(match: MonadMatch, hand: tuple[MonadCard, ...]) -> list[Operation]:
    found = operations(hand[:16], match.market, match.identities.get(match.turn_of), match.options)
    return [each for each in found if each.kind is not OperationKind.BUY or is_thrifty(each)]


def _liked(possible: list[Operation], match: MonadMatch, chance: Random) -> Operation:
    """People like high cards; a leap only now and then."""
    if match.turn.unproven:
        possible = [each for each in possible if each.kind is not OperationKind.LEAP] or possible
    return max(possible, key=lambda each: (each.target + chance.uniform(0, 1.5), -len(each.cards)))


def _event(at: int, seat: Seat, operation: Operation) -> Event:
    cards = write_cards(operation.cards)
    match operation.kind:
        case OperationKind.TRADE:
            return Traded(at, seat, cards)
        case OperationKind.BUY:
            return Bought(at, seat, cards, int(operation.target))
    return Leapt(at, seat, cards)


__all__ = ["CardPicked", "at_table", "everything", "market", "new_match", "ns", "people", "play", "refused", "started"]
