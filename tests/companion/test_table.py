"""Names that no page stumbles over, and the order round the table."""

import pytest

from companion.errors import BadInput
from companion.table import Player, Seat, Table, clean_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("<svg/onload=alert()>", "<svg/onload=alert()>"),
        ("e\u0301", "\u00e9"),
        ("Ada\u202egnp.exe", "Ada gnp.exe"),
        ("a\x00b", "a b"),
        (FAMILY, FAMILY),
        ("x" * 200, "x" * 40),
        ("x" * 36 + FAMILY, "x" * 36),
    ],
)
def test_a_name_is_cleaned_and_cut_between_visible_characters(typed, name):
    assert name == clean_name(typed)


@pytest.mark.parametrize("typed", ["", "   ", "\u202e", "\u200d", "\n\t"])
def test_a_name_that_cannot_be_seen_is_refused(typed):
    with pytest.raises(BadInput, match="^a player needs a name that can be seen$"):
        clean_name(typed)


def test_the_order_of_play_is_clockwise():
    table = Table(tuple(Player(Seat(seat), f"P{seat}") for seat in (1, 3, 4)))

    assert table.clockwise_from(Seat(3)) == (3, 4, 1)
    assert [table.after(Seat(seat)) for seat in (1, 3, 4)] == [3, 4, 1]
    assert table.name(Seat(3)) == "P3"


@pytest.mark.parametrize("seats", [(2, 1), (1, 1), (0, 1), (1, 9)])
def test_seats_are_different_numbers_in_order(seats):
    with pytest.raises(BadInput, match="seats must be different numbers from 1 to 8, in order"):
        Table(tuple(Player(Seat(seat), "P") for seat in seats))
