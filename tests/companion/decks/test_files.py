"""Decks: what a file must say, and every reason why one is refused."""

from dataclasses import dataclass
from enum import StrEnum

import pytest

from companion.decks.files import Deck, chosen, has_deck, own, read_deck, shipped, text_of
from companion.errors import BadInput
from companion.events import CORE_EVENTS, Started
from companion.journal import decode, encode
from companion.table import Player, Seat


class Suit(StrEnum):
    BOW = "bow"
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class Card:
    code: int
    suit: Suit
    needs: tuple[Suit, ...] = ()

    def __post_init__(self):
        if self.code < 1:
            raise BadInput(f"a code is at least 1, not {self.code}")


TABLES = {"card": Card}
GOOD = """
game = "fair"
name = "proxy"
[fields.card]
code = { ours = false, why = "no rule" }
suit = { ours = true }
[[card]]
code = 1
suit = "bow"
count = 2
[[card]]
code = 2
suit = "staff"
needs = ["bow", "bow"]
"""


def refusal(text, check=lambda _: ()):
    with pytest.raises(BadInput) as refused:
        read_deck(text, "fair", TABLES, check)
    return str(refused.value)


def test_a_deck_holds_its_records_as_often_as_they_say_and_knows_what_is_ours():
    one, two = Card(1, Suit.BOW), Card(2, Suit.STAFF, (Suit.BOW, Suit.BOW))

    assert Deck("fair", "proxy", {"card": (one, one, two)}, {"card": ("suit",)}) == read_deck(GOOD, "fair", TABLES)
    assert (one, one, two) == read_deck(GOOD, "fair", TABLES).all(Card)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('game = "fair"', 'game = "monad"', "game must be 'fair', not 'monad'"),
        ('name = "proxy"', "", "it needs a name"),
        ("[[card]]", "[[crad]]", "there is no table 'crad' - did you mean 'card'?; it has no [[card]]"),
        ("code = 1", "cod = 1", "card 1 has no field 'cod' - did you mean 'code'?; card 1 needs code"),
        ('suit = "bow"', 'suit = "bwo"', "card 1: suit cannot be 'bwo' - did you mean 'bow'?"),
        ('["bow", "bow"]', '["bow", "bwo"]', "card 2: needs[1] cannot be 'bwo' - did you mean 'bow'?"),
        ("code = 1", 'code = "1"', "card 1: code cannot be '1': it must be int"),
        ("code = 1", "code = 0", "card 1: a code is at least 1, not 0"),
        ("count = 2", "count = 0", "card 1: count cannot be 0"),
        ("count = 2", "count = true", "card 1: count cannot be True"),
        ("suit = { ours", "siut = { ours", "[fields.card] knows no 'siut' - did you mean 'suit'?"),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(old, new, fault):
    assert f"the deck {'' if 'name' in old else 'proxy'!r} cannot be used: {fault}" == refusal(GOOD.replace(old, new))


def test_every_fault_is_told():
    text = GOOD.replace("code = 1", "code = 0").replace('"staff"', '"stick"')

    assert (
        "the deck 'proxy' cannot be used: card 1: a code is at least 1, not 0; "
        "card 2: suit cannot be 'stick' - choose from bow, staff"
    ) == refusal(text)


def test_many_faults_are_counted():
    assert refusal(GOOD, lambda _: [f"fault {number}" for number in range(1, 9)]).endswith("fault 6; and 2 more")


def test_the_cards_taken_together_are_checked_by_the_game():
    assert "the deck 'proxy' cannot be used: 3 cards" == refusal(GOOD, lambda deck: [f"{len(deck.all(Card))} cards"])


def test_what_is_no_toml_is_refused_in_one_line():
    assert refusal("game = fair").startswith("the deck is no TOML: Invalid value")
    assert "\n" not in refusal("game = fair")


@pytest.mark.parametrize("text", ["card = 3", "card = [1]", "fields = 3", "fields = { card = 3 }", "[card]\ncode = 1"])
def test_odd_shapes_are_refused_and_not_stumbled_over(text):
    assert refusal(text).startswith("the deck '' cannot be used: game must be 'fair', not None; it needs a name")


def test_an_owners_file_is_read_whatever_its_line_ends(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b'name = "mine"\r\n')

    assert 'name = "mine"\n' == own(tmp_path / "mine.toml")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe", "is no UTF-8 text"),
        (b"#" * 200_001, "is too large: 200001 bytes, at most 200000"),
    ],
)
def test_an_owners_file_that_cannot_be_used_is_refused(tmp_path, content, why):
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(BadInput) as refused:
        own(path)

    assert f"the deck {path} {why}" == str(refused.value)


def test_a_match_keeps_the_deck_that_it_was_played_with():
    started = Started(0, "fair", (Player(Seat(1), "Ada"),), {}, seed=7, deck=GOOD)

    assert GOOD == text_of(started)
    assert started == decode(encode(started), {each.__name__: each for each in CORE_EVENTS})


def test_a_match_without_a_deck_of_its_own_is_played_with_the_one_of_the_game():
    assert shipped("monster-cube") == text_of(Started(0, "monster-cube", (), {}, seed=7))


def test_an_owners_deck_takes_the_place_of_the_one_that_comes_with_the_game(tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD)

    assert GOOD == chosen("monster-cube", {"monster-cube": tmp_path / "mine.toml"})
    assert shipped("monster-cube") == chosen("monster-cube", {})


def test_a_game_of_dice_has_no_deck():
    assert ([True, False], "") == ([has_deck(game) for game in ("monster-cube", "cubo")], chosen("cubo", {}))
