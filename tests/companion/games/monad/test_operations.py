"""Trades, purchases and leaps: the golden examples of the rules, and every fault in words."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.monad.cards import MonadCard, MonadColour, Rank, read_cards
from companion.games.monad.legal import leaps, purchases, trades, why_not_pass
from companion.games.monad.market import Market
from companion.games.monad.operations import (
    Operation,
    OperationKind,
    bonus_ranks,
    buy_faults,
    carried_out,
    faults,
    joker_of,
    trade_faults,
    trade_of,
)
from companion.games.monad.options import (
    BonusBelow,
    JokerForbidsPass,
    JokerRank,
    MonadOptions,
    PaidTarget,
)
from tests.companion.games.monad.tables import market

RULES = MonadOptions()
FULL = market("r2 o2 r3 o3 r4 o4 r5 o5 M M", draw="r1")


def traded(cards: str, identity: MonadColour | None = None, table: Market = FULL, **options: Any) -> list[str]:
    return [str(each) for each in trade_faults(read_cards(cards), table, identity, MonadOptions(**options))]


def bonus(cards: str, identity: MonadColour | None = None, **options: Any) -> list[str]:
    operation = trade_of(read_cards(cards), identity)
    assert operation is not None
    after, _ = carried_out(operation, FULL)
    return [rank.name.lower() for rank in bonus_ranks(operation, after, identity, MonadOptions(**options))]


@pytest.mark.parametrize(
    ("cards", "identity", "target", "given"),
    [
        pytest.param("y1 n1", None, Rank.BI, [], id="MO-G05: Units never give a bonus"),
        pytest.param("r1 g1", None, Rank.BI, [], id="MO-G06"),
        pytest.param("y2 n2", None, Rank.TRI, [], id="MO-G07: not a bonus pair"),
        pytest.param("g2 y2", None, Rank.TRI, ["unit"], id="MO-G08"),
        pytest.param("n5 r5", None, Rank.MONAD, ["quad", "tri", "bi", "unit"], id="MO-G09"),
        pytest.param("g5 y2", MonadColour.YELLOW, Rank.MONAD, [], id="MO-G10: a joker gives no bonus"),
        pytest.param("n5 y2", MonadColour.YELLOW, Rank.MONAD, [], id="MO-G11"),
    ],
)
def test_legal_trades_of_the_rules(cards: str, identity: MonadColour | None, target: Rank, given: list[str]) -> None:
    operation = trade_of(read_cards(cards), identity)

    assert operation is not None
    assert (target, (), given) == (operation.target, faults(operation, FULL, identity, RULES), bonus(cards, identity))


@pytest.mark.parametrize(
    ("cards", "identity", "why"),
    [
        pytest.param(
            "n5 g5",
            None,
            ["both cards are cold: one must be warm (red, orange, yellow), the other cold (navy, sky, green)"],
            id="MO-G12",
        ),
        pytest.param(
            "y1 n2",
            MonadColour.YELLOW,
            ["the two cards have different ranks, and neither can be a joker"],
            id="MO-G13: a Unit is never a joker",
        ),
        pytest.param(
            "y2 y3",
            MonadColour.YELLOW,
            ["both cards are warm: one must be warm (red, orange, yellow), the other cold (navy, sky, green)"],
            id="MO-G14",
        ),
        pytest.param("y2", None, ["a trade takes exactly two cards"], id="one card"),
        pytest.param(
            "n2 n3",
            MonadColour.YELLOW,
            [
                "both cards are cold: one must be warm (red, orange, yellow), the other cold (navy, sky, green)",
                "the two cards have different ranks, and neither can be a joker",
            ],
            id="every fault is told",
        ),
    ],
)
def test_trades_that_the_rules_refuse(cards: str, identity: MonadColour | None, why: list[str]) -> None:
    assert why == traded(cards, identity)


def test_without_a_card_of_the_next_rank_one_waits() -> None:
    assert ["no Tri lies on the table"] == traded("y2 n2", table=market("r2"))


@pytest.mark.parametrize(
    ("rule", "why"), [(JokerRank.ANY_OTHER, []), (JokerRank.UPWARD, ["a joker stands for a higher rank only"])]
)
def test_a_joker_of_higher_rank(rule: JokerRank, why: list[str]) -> None:
    """MO-A6."""
    assert why == traded("y5 n2", MonadColour.YELLOW, joker_rank=rule)


def test_a_card_of_ones_own_colour_at_its_true_rank_is_no_joker() -> None:
    """MO-A7."""
    assert (None, ["unit"]) == (joker_of(read_cards("g2 y2"), MonadColour.YELLOW), bonus("g2 y2", MonadColour.YELLOW))


@pytest.mark.parametrize(("rule", "given"), [(BonusBelow.TRADED, ["unit"]), (BonusBelow.RECEIVED, ["bi", "unit"])])
def test_lower_than_what(rule: BonusBelow, given: list[str]) -> None:
    """MO-A4."""
    assert given == bonus("g2 y2", bonus_below=rule)


@pytest.mark.parametrize(("rule", "why"), [(PaidTarget.NO, ["no Quad lies on the table"]), (PaidTarget.YES, [])])
def test_the_card_that_is_taken_lies_there_before(rule: PaidTarget, why: list[str]) -> None:
    """MO-A9: only with a joker can the card that is paid be the one that is wanted."""
    assert why == traded("y4 n3", MonadColour.YELLOW, table=market("r3"), paid_target=rule)


@pytest.mark.parametrize(
    ("cards", "target", "why"),
    [
        pytest.param("r2 o2 r1", Rank.TRI, [], id="MO-G15"),
        pytest.param("r2 o2", Rank.TRI, ["6 is not enough: a Tri costs 7"], id="MO-G16"),
        pytest.param("r5 o5 r3 r1", Rank.MONAD, [], id="MO-G17"),
        pytest.param("r5 o5 r3", Rank.MONAD, ["79 is not enough: a Monad costs 80"], id="MO-G18"),
        pytest.param("r3 r1", Rank.TRI, ["every card must be of lower rank than the Tri"], id="MO-G19"),
        pytest.param("r4 o4 r2 r1", Rank.QUINT, [], id="MO-G20"),
        pytest.param(
            "r2",
            Rank.BI,
            ["a purchase takes two cards or more", "every card must be of lower rank than the Bi"],
            id="one",
        ),
        pytest.param("r2 o2 y2", Rank.TRI, [], id="overpaying is allowed (MO-A25)"),
        pytest.param("r1 o1", Rank.UNIT, ["Units cannot be bought"], id="unit"),
    ],
)
def test_purchases(cards: str, target: Rank, why: list[str]) -> None:
    assert why == [str(each) for each in buy_faults(read_cards(cards), target, FULL)]


@pytest.mark.parametrize(
    ("cards", "target", "why"),
    [
        pytest.param("r1 o1 y1 n1", Rank.TRI, [], id="MO-G21"),
        pytest.param("r1 o1 y1 n1 s1", Rank.QUAD, [], id="MO-G22"),
        pytest.param("r1 o1 y1 n1 s1 g1", Rank.QUINT, [], id="MO-G23"),
        pytest.param("r1 o1 y1", Rank.TRI, ["a leap takes four, five or six Units"], id="three"),
        pytest.param("r1 r1 y1 n1", Rank.TRI, ["the Units of a leap must all have different colours"], id="equal"),
        pytest.param("r2 o1 y1 n1", Rank.TRI, ["a leap takes Units only"], id="a Bi"),
    ],
)
def test_leaps(cards: str, target: Rank, why: list[str]) -> None:
    operation = Operation(OperationKind.LEAP, read_cards(cards), target)

    assert why == [str(each) for each in faults(operation, FULL, None, RULES)]


def test_paid_cards_go_under_their_columns_in_the_order_of_the_player_and_units_on_the_discard() -> None:
    """MO-A8; MO-9, MO-16."""
    operation = Operation(OperationKind.BUY, read_cards("s2 o2 r1"), Rank.TRI)
    after, taken = carried_out(operation, market("r2 r3 o3", discard="g1"))

    assert (MonadCard(Rank.TRI, "r"), "r2 s2 o2", "g1 r1") == (
        taken,
        " ".join(map(str, after.columns[Rank.BI])),
        " ".join(map(str, after.discard)),
    )


# Passing.


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        pytest.param("r2 r1 r1 o1 y1", [], id="MO-G24: a purchase with one Bi is possible but not forced"),
        pytest.param("r2 o2 r1 r1 o1 y1", ["a Tri can be bought with two cards of the rank below"], id="MO-G25"),
        pytest.param("r2 n2", ["Bi navy and Bi red can be traded"], id="a trade"),
    ],
)
def test_when_one_may_pass(hand: str, why: list[str]) -> None:
    assert why == [str(each) for each in why_not_pass(read_cards(hand), market("r3"), None, RULES)]


@pytest.mark.parametrize(
    ("piles", "why"),
    [({"draw": "r1"}, ["a Unit can be drawn"]), ({"discard": "r1"}, ["the discard can be turned over"])],
)
def test_who_can_draw_or_turn_over_does_not_pass(piles: dict[str, str], why: list[str]) -> None:
    assert why == [str(each) for each in why_not_pass((), market("r3", **piles), None, RULES)]


@pytest.mark.parametrize(
    ("rule", "why"),
    [(JokerForbidsPass.YES, ["Bi yellow and Tri navy can be traded"]), (JokerForbidsPass.NO, [])],
)
def test_a_trade_with_a_joker_forbids_passing_unless_the_house_says_otherwise(
    rule: JokerForbidsPass, why: list[str]
) -> None:
    """MO-A16."""
    options = MonadOptions(joker_forbids_pass=rule)
    found = why_not_pass(read_cards("y2 n3"), market("r4"), MonadColour.YELLOW, options)

    assert why == [str(each) for each in found]


def test_leaps_and_other_purchases_never_forbid_passing() -> None:
    """MO-A17."""
    hand = read_cards("r1 o1 y1 r2")

    assert (1, ()) == (len(list(purchases(hand, market("r3")))) + 1, why_not_pass(hand, market("r3"), None, RULES))
    leaper = read_cards("r1 o1 y1 n1")
    assert (1, 0) == (len(list(leaps(leaper, market("r3")))), len(list(trades(leaper, market("r3"), None, RULES))))
    assert () == why_not_pass(leaper, market("r3"), None, RULES)
