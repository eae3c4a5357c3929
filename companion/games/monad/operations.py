"""Trades, purchases and leaps: what each takes, what it gives, and everything that is wrong with one.

The same functions judge what a player lays down, list what a hand allows, and decide whether he may pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.games.monad.cards import BONUS_PAIRS, MonadCard, MonadColour, Rank, rank_name
from companion.games.monad.market import Market
from companion.games.monad.options import BonusBelow, JokerRank, MonadOptions, PaidTarget
from companion.texts import Message, say


class OperationKind(StrEnum):
    """What a player does with cards of his hand."""

    TRADE = "trade"
    BUY = "buy"
    LEAP = "leap"


LEAP_TO = {4: Rank.TRI, 5: Rank.QUAD, 6: Rank.QUINT}
"""What so many Units of different colours are worth (MO-13)."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Cards handed over, and the rank of what is taken for them."""

    kind: OperationKind
    cards: tuple[MonadCard, ...]
    """In the order in which they go under their columns (MO-A8)."""
    target: Rank

    def __str__(self) -> str:
        """Return it in notation: trade r2 n2 > tri."""
        paid = " ".join(map(str, self.cards))
        return f"{self.kind} {paid} > {self.target.name.lower()}"


# Trades: "two cards of equal rank, one of a warm colour, the other of a cold one, for the top card of the next column".


def joker_of(cards: tuple[MonadCard, ...], identity: MonadColour | None) -> MonadCard | None:
    """Return the card of a pair that stands for the rank of the other: "of the colour of the Identity, Bi to Quint"."""
    if len(cards) != 2 or cards[0].rank is cards[1].rank:
        return None
    return next((each for each in cards if each.colour is identity and each.rank is not Rank.UNIT), None)


def traded_rank(cards: tuple[MonadCard, ...], identity: MonadColour | None) -> Rank | None:
    """Return the rank that a pair counts as; None when it is no pair."""
    if len(cards) != 2:
        return None
    joker = joker_of(cards, identity)
    if joker is not None:
        return next(each.rank for each in cards if each is not joker)
    return cards[0].rank if cards[0].rank is cards[1].rank else None


def trade_of(cards: tuple[MonadCard, ...], identity: MonadColour | None) -> Operation | None:
    """Return the trade that two cards stand for; None when they are no pair."""
    rank = traded_rank(cards, identity)
    return Operation(OperationKind.TRADE, cards, rank.above) if rank is not None else None


def trade_faults(
    cards: tuple[MonadCard, ...], market: Market, identity: MonadColour | None, options: MonadOptions
) -> Iterator[Message]:
    """Yield everything that is wrong with trading `cards` (MO-9, MO-16, MO-11)."""
    if len(cards) != 2:
        yield say("a trade takes exactly two cards")
        return
    if len({each.colour.warm for each in cards}) == 1:
        both = say("both cards are warm") if cards[0].colour.warm else say("both cards are cold")
        yield say("{both}: one must be warm (red, orange, yellow), the other cold (navy, sky, green)", both=both)
    joker, rank = joker_of(cards, identity), traded_rank(cards, identity)
    if rank is None:
        yield say("the two cards have different ranks, and neither can be a joker")
        return
    if joker is not None and options.joker_rank is JokerRank.UPWARD and joker.rank > rank:
        yield say("a joker stands for a higher rank only")
    if not _on_the_table(rank.above, cards, market, options):
        yield say("no {rank} lies on the table", rank=rank_name(rank.above))


def _on_the_table(target: Rank, paid: tuple[MonadCard, ...], market: Market, options: MonadOptions) -> bool:
    if options.paid_target is PaidTarget.YES and any(each.rank is target for each in paid):
        return True
    return market.has(target)


# Purchases: "two cards or more whose value is the same or higher; none of equal or higher rank" (MO-12, MO-16).


def buy_faults(cards: tuple[MonadCard, ...], target: Rank, market: Market) -> Iterator[Message]:
    """Yield everything that is wrong with buying a card of rank `target` for `cards`."""
    if target is Rank.UNIT:
        yield say("Units cannot be bought")
        return
    if len(cards) < 2:
        yield say("a purchase takes two cards or more")
    if any(each.rank >= target for each in cards):
        yield say("every card must be of lower rank than the {rank}", rank=rank_name(target))
    total = sum(each.worth for each in cards)
    if total < target.worth:
        yield say(
            "{total} is not enough: a {rank} costs {cost}", total=total, rank=rank_name(target), cost=target.worth
        )
    if not market.has(target):
        yield say("no {rank} lies on the table", rank=rank_name(target))


# Leaps: "four, five or six Units of different colours" (MO-13).


def leap_faults(cards: tuple[MonadCard, ...], market: Market) -> Iterator[Message]:
    """Yield everything that is wrong with leaping with `cards`; what the turn must still hold is judged by the turn."""
    if any(each.rank is not Rank.UNIT for each in cards):
        yield say("a leap takes Units only")
    if len({each.colour for each in cards}) != len(cards):
        yield say("the Units of a leap must all have different colours")
    target = LEAP_TO.get(len(cards))
    if target is None:
        yield say("a leap takes four, five or six Units")
    elif not market.has(target):
        yield say("no {rank} lies on the table", rank=rank_name(target))


def faults(
    operation: Operation, market: Market, identity: MonadColour | None, options: MonadOptions
) -> tuple[Message, ...]:
    """Return everything that is wrong with `operation`, whoever holds the cards; empty when it is legal."""
    match operation.kind:
        case OperationKind.TRADE:
            return tuple(trade_faults(operation.cards, market, identity, options))
        case OperationKind.BUY:
            return tuple(buy_faults(operation.cards, operation.target, market))
    return tuple(leap_faults(operation.cards, market))


# The bonus: "the top card of every column of lower rank, and the top Unit of the draw pile" (MO-10).


def bonus_ranks(
    operation: Operation, market: Market, identity: MonadColour | None, options: MonadOptions
) -> tuple[Rank, ...]:
    """Return the ranks of what a trade gives beside its card, the highest first; empty when it gives no bonus."""
    rank = traded_rank(operation.cards, identity)
    if operation.kind is not OperationKind.TRADE or rank in (None, Rank.UNIT):
        return ()
    if joker_of(operation.cards, identity) is not None:
        return ()
    if frozenset(each.colour for each in operation.cards) not in BONUS_PAIRS:
        return ()
    below = rank if options.bonus_below is BonusBelow.TRADED else operation.target
    return tuple(each for each in sorted(Rank, reverse=True) if each < (below or 0) and market.top(each) is not None)


def carried_out(operation: Operation, market: Market) -> tuple[Market, MonadCard | None]:
    """Return the table after a legal `operation`, and the card that was taken; None for a Monad.

    The target is the top card as it lay before anything was paid (MO-A9), unless the column was empty then.
    """
    taken = market.top(operation.target) if operation.target is not Rank.MONAD else None
    if market.has(operation.target):
        return market.without_top(operation.target).with_paid(operation.cards), taken
    paid = market.with_paid(operation.cards)
    return paid.without_top(operation.target), paid.top(operation.target)
