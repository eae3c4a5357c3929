"""The legal operations of 2 000 random hands, against a program that tries everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

from companion.games.monad.cards import MonadCard, MonadColour, Rank
from companion.games.monad.legal import is_thrifty, operations, purchases
from companion.games.monad.market import Market
from companion.games.monad.operations import OperationKind
from companion.games.monad.options import MonadOptions

HANDS = 2000
RULES = MonadOptions()
WORTH = {1: 1, 2: 3, 3: 7, 4: 16, 5: 36, 6: 80}
WARM = "roy"


def test_the_list_agrees_with_trying_every_set_of_cards() -> None:
    chance = Random(1970)
    for number in range(HANDS):
        hand, market, identity = _dealt(chance)
        found = {
            (each.kind.value, tuple(sorted(each.cards)), int(each.target))
            for each in operations(hand, market, identity, RULES)
        }

        assert _by_trying(hand, market, identity) == found, (number, hand, market, identity)


def test_no_way_is_listed_twice() -> None:
    chance = Random(58)
    for _ in range(300):
        hand, market, identity = _dealt(chance)
        found = [
            (each.kind, tuple(sorted(each.cards)), each.target) for each in operations(hand, market, identity, RULES)
        ]

        assert len(set(found)) == len(found)


def test_of_a_thrifty_purchase_no_card_can_be_kept() -> None:
    chance = Random(80)
    for _ in range(300):
        hand, market, _ = _dealt(chance)
        for each in purchases(hand, market):
            worth = [WORTH[card.rank] for card in each.cards]
            spare = len(worth) > 2 and any(sum(worth) - one >= WORTH[each.target] for one in worth)
            assert (not spare) == is_thrifty(each)


def _dealt(chance: Random) -> tuple[tuple[MonadCard, ...], Market, MonadColour | None]:
    cards = [
        MonadCard(Rank(rank), letter)
        for rank in range(1, 6)
        for letter in "roynsg"
        for _ in range(4 if rank == 1 else 1)
    ]
    chance.shuffle(cards)
    hand = tuple(cards[: chance.randint(1, 9)])
    columns = {
        Rank(rank): tuple(card for card in cards[9 : 9 + chance.randint(0, 20)] if card.rank == rank)
        for rank in range(2, 6)
    }
    return hand, Market(columns, chance.randint(0, 2)), chance.choice([None, *MonadColour])


def _by_trying(
    hand: tuple[MonadCard, ...], market: Market, identity: MonadColour | None
) -> set[tuple[str, tuple[MonadCard, ...], int]]:
    there = {rank for rank in range(2, 6) if market.columns[Rank(rank)]} | ({6} if market.monads else set())
    found = set()
    for count in range(2, len(hand) + 1):
        for cards in {tuple(sorted(cards)) for cards in combinations(hand, count)}:
            ranks = [int(card.rank) for card in cards]
            if count == 2 and (pair := _pair(cards, identity)) and pair + 1 in there:
                found.add((OperationKind.TRADE.value, cards, pair + 1))
            for target in there:
                if max(ranks) < target and sum(WORTH[rank] for rank in ranks) >= WORTH[target]:
                    found.add((OperationKind.BUY.value, cards, target))
            if set(ranks) == {1} and len({card.letter for card in cards}) == count in (4, 5, 6) and count - 1 in there:
                found.add((OperationKind.LEAP.value, cards, count - 1))
    return found


def _pair(cards: tuple[MonadCard, ...], identity: MonadColour | None) -> int | None:
    """The rank as which a pair is traded, worked out from the sentences of the rules alone."""
    one, other = cards
    if (one.letter in WARM) == (other.letter in WARM):
        return None
    if one.rank == other.rank:
        return int(one.rank)
    for joker, true in ((one, other), (other, one)):
        if identity is not None and joker.letter == identity.value[0] and joker.rank > 1:
            return int(true.rank)
    return None
