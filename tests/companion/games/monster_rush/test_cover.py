"""Which card covers which symbol: the golden examples, and agreement with brute force."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.monster_rush.cards import Weapon
from companion.games.monster_rush.cover import cover
from companion.games.monster_rush.options import Repeats
from tests.companion.games.monster_rush.rush import STAFF, combo, failed, normal

SYMBOLS = ("sword", "bow", "axe")
CARDS = st.one_of(
    st.sampled_from(SYMBOLS).map(normal),
    st.sampled_from(SYMBOLS).map(failed),
    st.tuples(st.sampled_from(SYMBOLS), st.sampled_from(SYMBOLS)).map(lambda pair: combo(*pair)),
    st.just(STAFF),
)


@pytest.mark.parametrize(
    ("need", "shown", "complete"),
    [
        pytest.param("sword sword bow", (normal("sword"), normal("bow"), STAFF), True, id="MR-G06"),
        pytest.param("sword bow", (combo("sword", "bow"),), True, id="MR-G07"),
        pytest.param("sword", (failed("sword"),), False, id="MR-G08"),
        pytest.param("sword bow", (STAFF,), False, id="MR-G09"),
        pytest.param("sword sword", (normal("sword"),), False, id="twice needs two"),
        pytest.param("sword sword", (combo("sword", "sword"),), True, id="a combo of equals gives two (MR-A13)"),
        pytest.param("sword bow axe", (combo("sword", "bow"), STAFF), True, id="a staff beside a combo (MR-A12)"),
    ],
)
def test_a_monster_is_covered_symbol_by_symbol(need: str, shown: tuple[Weapon, ...], complete: bool) -> None:
    assert complete == cover(need.split(), shown).complete


def test_the_cover_names_the_card_of_every_symbol_and_what_is_missing() -> None:
    found = cover(("sword", "bow", "axe"), (normal("bow"), combo("sword", "potion")))

    assert ((1, 0, None), ("axe",)) == (found.by, found.missing)


def test_a_joker_stays_free_as_long_as_the_symbol_itself_is_shown() -> None:
    assert (1,) == cover(("sword",), (STAFF, normal("sword"))).by


@pytest.mark.parametrize(("repeats", "complete"), [(Repeats.COUNTED, False), (Repeats.PRESENCE, True)])
def test_a_symbol_that_stands_there_twice(repeats: Repeats, complete: bool) -> None:
    assert complete == cover(("sword", "sword"), (normal("sword"),), repeats).complete


@given(st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=4), st.lists(CARDS, max_size=4))
def test_the_matching_agrees_with_trying_everything(need: list[str], shown: list[Weapon]) -> None:
    found = cover(need, shown)

    assert _most_by_trying(need, shown) == len(need) - len(found.missing)


@given(st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=6), st.lists(CARDS, max_size=6))
def test_no_card_covers_more_than_it_shows(need: list[str], shown: list[Weapon]) -> None:
    found = cover(need, shown)

    for at, card in enumerate(shown):
        covered = [symbol for symbol, by in zip(found.need, found.by, strict=True) if by == at]
        given_by = ["any"] if card == STAFF else list(card.counts_for)
        assert len(covered) <= len(given_by)
        assert all("any" in given_by or covered.count(symbol) <= given_by.count(symbol) for symbol in covered)


def _most_by_trying(need: list[str], shown: list[Weapon]) -> int:
    """How many symbols can be covered: every order of handing the symbols to the places."""
    places = [symbol for card in shown for symbol in ([None] if card == STAFF else card.counts_for)]
    padded = [*places, *["nothing"] * len(need)]
    fits = lambda place, symbol: place is None or place == symbol  # noqa: E731
    orders = set(permutations(padded, len(need)))
    return max(sum(fits(place, symbol) for place, symbol in zip(order, need, strict=True)) for order in orders)
