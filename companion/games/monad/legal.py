"""Everything that a hand allows, and whether its player may pass.

"Passing is allowed only when it is impossible to trade, to draw, to turn the discard over, or to buy a card or a Monad
with two cards of the rank just below it and enough further ones to reach the total" (MO-15). Leaps and other
purchases never forbid it (MO-A17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.games.monad.cards import COLUMNS, MonadCard, MonadColour, Rank, card_name, rank_name
from companion.games.monad.hands import MonadHand
from companion.games.monad.market import Market
from companion.games.monad.operations import (
    LEAP_TO,
    Operation,
    OperationKind,
    faults,
    joker_of,
    leap_faults,
    trade_of,
)
from companion.games.monad.options import JokerForbidsPass, MonadOptions
from companion.texts import Message, say

TARGETS = (*COLUMNS, Rank.MONAD)


def trades(
    hand: Sequence[MonadCard], market: Market, identity: MonadColour | None, options: MonadOptions
) -> Iterator[Operation]:
    """Yield every legal trade, each pair of cards once."""
    for pair in sorted({tuple(sorted(pair)) for pair in combinations(hand, 2)}):
        operation = trade_of(pair, identity)
        if operation is not None and not faults(operation, market, identity, options):
            yield operation


def purchases(hand: Sequence[MonadCard], market: Market) -> Iterator[Operation]:
    """Yield every legal purchase, overpaid ones too (MO-A25), each set of cards once."""
    for target in TARGETS:
        if market.has(target):
            lower = Counter(each for each in hand if each.rank < target)
            for paid in _paying(sorted(lower.items(), reverse=True), target.worth):
                yield Operation(OperationKind.BUY, paid, target)


def _paying(cards: Sequence[tuple[MonadCard, int]], price: int) -> Iterator[tuple[MonadCard, ...]]:
    """Yield every choice of two cards or more out of `cards` (card, how many) that is worth `price`."""
    rest = [sum(card.worth * count for card, count in cards[at:]) for at in range(len(cards) + 1)]

    def choose(at: int, paid: tuple[MonadCard, ...], left: int) -> Iterator[tuple[MonadCard, ...]]:
        if left > rest[at]:
            return
        if at == len(cards):
            if len(paid) >= 2:
                yield paid
            return
        card, count = cards[at]
        for number in range(count + 1):
            yield from choose(at + 1, (*paid, *[card] * number), left - number * card.worth)

    yield from choose(0, (), price)


def is_thrifty(operation: Operation) -> bool:
    """Whether no card of a purchase could be kept."""
    total = sum(each.worth for each in operation.cards)
    spare = min(each.worth for each in operation.cards)
    return total - spare < operation.target.worth or len(operation.cards) == 2


def leaps(hand: Sequence[MonadCard], market: Market) -> Iterator[Operation]:
    """Yield every legal leap, as far as cards and table go."""
    units = sorted({each for each in hand if each.rank is Rank.UNIT})
    for count, target in LEAP_TO.items():
        for chosen in combinations(units, count):
            if not tuple(leap_faults(chosen, market)):
                yield Operation(OperationKind.LEAP, chosen, target)


def operations(
    hand: Sequence[MonadCard], market: Market, identity: MonadColour | None, options: MonadOptions
) -> Iterator[Operation]:
    """Yield every trade, purchase and leap that `hand` allows."""
    yield from trades(hand, market, identity, options)
    yield from purchases(hand, market)
    yield from leaps(hand, market)


def may_trade_or_buy(
    hand: MonadHand, missing: Counter[MonadCard], market: Market, identity: MonadColour | None, options: MonadOptions
) -> bool:
    """Whether a trade or purchase is possible: without one, a leap is not either (MO-A10).

    Hidden Units may have any colour that is `missing` elsewhere; in a purchase all Units are worth the same.
    """
    hidden = list(missing.elements())[: hand.hidden]
    if next(purchases((*hand.known, *hidden), market), None) is not None:
        return True
    perhaps = [card for card, count in missing.items() for _ in range(min(count, hand.hidden))]
    pairs = trades((*hand.known, *perhaps), market, identity, options)
    return any(len(hand.lacks(pair.cards)) <= hand.hidden for pair in pairs)


def forced_purchases(hand: Sequence[MonadCard], market: Market) -> Iterator[Rank]:
    """Yield every rank that must be bought rather than passed: two cards of the rank just below reach its price."""
    for target in TARGETS:
        lower = [each for each in hand if each.rank < target]
        below = sum(each.rank == target - 1 for each in hand)
        if market.has(target) and below >= 2 and sum(each.worth for each in lower) >= target.worth:
            yield target


def why_not_pass(
    hand: Sequence[MonadCard], market: Market, identity: MonadColour | None, options: MonadOptions
) -> tuple[Message, ...]:
    """Return everything that forbids passing; empty when it is allowed."""
    why: list[Message] = []
    possible = [
        trade
        for trade in trades(hand, market, identity, options)
        if options.joker_forbids_pass is JokerForbidsPass.YES or joker_of(trade.cards, identity) is None
    ]
    if possible:
        one, other = (card_name(each) for each in possible[0].cards)
        why.append(say("{one} and {other} can be traded", one=one, other=other))
    why += [
        say("a {rank} can be bought with two cards of the rank below", rank=rank_name(rank))
        for rank in forced_purchases(hand, market)
    ]
    if market.draw:
        why.append(say("a Unit can be drawn"))
    elif market.discard:
        why.append(say("the discard can be turned over"))
    return tuple(why)
