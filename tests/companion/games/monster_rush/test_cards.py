"""The deck that comes with the game, and what is said of one that cannot be used."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.decks.files import shipped
from companion.errors import BadInput
from companion.games.monster_rush.cards import RushMonster, Weapon, cards, monster_piles, monsters_for, weapon_piles
from companion.games.monster_rush.options import FailedCards, RushOptions, Surplus
from companion.table import Seat

TEXT = shipped("monster-rush")
DECK = cards(TEXT)


def test_the_deck_has_the_counts_of_the_rulebook() -> None:
    """MR-G01."""
    kinds = Counter(weapon.kind.value for weapon in DECK.all(Weapon))

    assert (36, 108, {"normal": 84, "failed": 12, "combo": 9, "staff": 3}) == (
        len(DECK.all(RushMonster)),
        len(DECK.all(Weapon)),
        dict(kinds),
    )


def test_what_only_the_box_can_tell_is_marked_as_ours() -> None:
    assert {
        "symbol": ("name", "tone"),
        "monster": ("number", "points", "symbols", "players"),
        "weapon": ("symbols",),
    } == DECK.ours


def test_every_symbol_is_needed_and_shown_about_equally_often() -> None:
    needed = Counter(symbol for monster in DECK.all(RushMonster) for symbol in monster.symbols)
    shown = Counter(symbol for weapon in DECK.all(Weapon) for symbol in weapon.counts_for)

    assert (1, {17}) == (max(needed.values()) - min(needed.values()), set(shown.values()))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            ('kind = "staff", symbols = [], count = 3', 'kind = "staff", symbols = [], count = 2'),
            "2 staff cards, not 3",
        ),
        (('name = "bow"', 'name = "bough"'), "no [[symbol]] is called 'bow'"),
        (("number = 1, points = ", "number = 1, points = 1"), "a monster has 1 to 9 points and needs 1 to 8 symbols"),
        (
            ('kind = "combo", symbols = ["sword", ', 'kind = "combo", symbols = ["sword", "axe", '),
            "shows 2 symbols, not 3",
        ),
    ],
)
def test_a_deck_that_cannot_be_used_says_why(change: tuple[str, str], fault: str) -> None:
    wrong = TEXT.replace(*change, 1)
    assert wrong != TEXT

    with pytest.raises(BadInput) as refused:
        cards(wrong)

    assert fault in str(refused.value)


@pytest.mark.parametrize(("players", "monsters"), [(2, 24), (3, 30), (4, 30), (5, 36), (8, 36)])
def test_marked_monsters_stay_in_the_box_for_fewer_players(players: int, monsters: int) -> None:
    assert monsters == len(monsters_for(players, DECK))


@pytest.mark.parametrize(("surplus", "sizes"), [(Surplus.UNEVEN, [4, 4, 3]), (Surplus.SET_ASIDE, [3, 3, 3])])
def test_three_piles_of_monsters_that_do_not_divide(surplus: Surplus, sizes: list[int]) -> None:
    piles = monster_piles(DECK.all(RushMonster)[:11], 5, surplus)

    assert sizes == [len(pile) for pile in piles]


@pytest.mark.parametrize(("failed", "count"), [(FailedCards.IN, 108), (FailedCards.OUT, 96)])
def test_everybody_gets_a_pile_and_no_card_is_lost(failed: FailedCards, count: int) -> None:
    piles = weapon_piles([Seat(1), Seat(2), Seat(5)], DECK, 5, RushOptions(failed_cards=failed))

    assert (count, True) == (
        sum(map(len, piles.values())),
        max(map(len, piles.values())) - min(map(len, piles.values())) <= 1,
    )


def test_another_seed_gives_other_piles_and_the_same_seed_the_same() -> None:
    monsters = DECK.all(RushMonster)

    assert monster_piles(monsters, 5, Surplus.UNEVEN) == monster_piles(monsters, 5, Surplus.UNEVEN)
    assert monster_piles(monsters, 5, Surplus.UNEVEN) != monster_piles(monsters, 6, Surplus.UNEVEN)
