"""The physical cards of a deck: names, counts, sizes and backs, and every reason why a file is refused."""

import re
import tomllib
from collections import Counter

import pytest

from companion.decks.cards import DeckCard, PieceShape
from companion.decks.files import physical_deck, read_deck, shipped
from companion.errors import BadInput
from companion.games.monad import market as monad
from companion.games.monster_cube import cards as monster_cube
from companion.games.monster_rush import cards as monster_rush
from companion.games.thirteen_monsters import cards as thirteen_monsters

GAMES = {
    "monad": monad.deck,
    "monster-cube": monster_cube.read_monsters,
    "monster-rush": monster_rush.cards,
    "thirteen-monsters": thirteen_monsters.cards,
}
FAIR = """
game = "fair"
name = "proxy"
title = "The Fair"
[pieces.card]
id = "{suit}-{code:2}"
back = "back-{worth:sign}"
width_mm = 63
height_mm = 88.5
[[card]]
code = 7
suit = "bow"
worth = -2
count = 4
[[card]]
id = "joker"
code = 12
suit = "staff"
worth = 1
needs = ["bow", "bow"]
"""


def refusal(text):
    with pytest.raises(BadInput) as refused:
        physical_deck(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def before_pieces(text):
    """The text of a deck as owners copied it before decks told their cards."""
    kept = re.sub(r"\[pieces\.\w+\]\n(?:[^\[\n].*\n)*\n?", "", text)
    kept = re.sub(r"^title = .*\n", "", kept, flags=re.M)
    for table in ("card", "identity", "bonus", "monad", "logo"):
        if f"fields.{table}" not in kept or "monad" in text[:400] or "13 monsters" in text.lower()[:400]:
            kept = re.sub(rf"^{table} = \[(?:\n    .*)*\n?\].*\n|^{table} = \[{{.*\n", "", kept, flags=re.M)
            kept = re.sub(rf"\[fields\.{table}\]\n(?:[^\[\n].*\n)*\n?", "", kept)
    return kept


def test_a_card_is_called_by_the_fields_of_its_record():
    deck = physical_deck(FAIR)

    first, joker = deck.cards
    assert ("fair", "proxy", "The Fair") == (deck.game, deck.name, deck.title)
    assert ("fair/bow-07", "fair/back-minus-2", 63, 88.5, 4) == (
        first.id,
        first.back,
        first.width_mm,
        first.height_mm,
        first.count,
    )
    assert ("fair/joker", "joker", "back-plus-1", ("bow", "bow")) == (
        joker.id,
        joker.name,
        joker.back_name,
        joker.texts("needs"),
    )
    assert (12, "12", ()) == (joker.number("code"), joker.text("code"), first.texts("needs"))


def test_a_card_is_found_by_its_name():
    deck = physical_deck(FAIR)

    assert deck.card("fair/joker") is deck.card("joker")
    with pytest.raises(BadInput, match=r"there is no card 'jocker' in the deck 'proxy' - did you mean 'joker'\?"):
        deck.card("jocker")


@pytest.mark.parametrize(
    ("game", "shape", "kinds", "pieces"),
    [
        ("monad", PieceShape.CARD, 38, 58 + 10),
        ("monster-cube", PieceShape.CARD, 56, 56),
        ("monster-cube", PieceShape.HEXAGON, 36, 36),
        ("monster-rush", PieceShape.CARD, 36 + 6 + 6 + 9 + 1, 36 + 108),
        ("thirteen-monsters", PieceShape.CARD, 78 + 1, 79),
    ],
)
def test_the_decks_that_come_with_the_games_are_complete(game, shape, kinds, pieces):
    cards = physical_deck(shipped(game)).of(shape)

    assert (kinds, pieces) == (len({card.id for card in cards}), sum(card.count for card in cards))
    assert all(card.id.startswith(f"{game}/") and card.back.startswith(f"{game}/") for card in cards)


def test_names_stay_what_they_are():
    def names(game):
        return {card.id: card.back_name for card in physical_deck(shipped(game)).cards}

    assert {"monad/red-tri": "back", "monad/sky-identity": "back", "monad/bonus": "bonus-used"}.items() <= names(
        "monad"
    ).items()
    assert {"monster-cube/code-07": "back-plus-2", "monster-cube/tile-D9": "dice-D9"}.items() <= names(
        "monster-cube"
    ).items()
    assert {"monster-rush/monster-07": "back-monster", "monster-rush/staff": "back-weapon"}.items() <= names(
        "monster-rush"
    ).items()
    assert {"monster-rush/failed-axe", "monster-rush/combo-frost-potion", "monster-rush/normal-bow"} <= set(
        names("monster-rush")
    )
    assert {"thirteen-monsters/04.2L": "back", "thirteen-monsters/logo": "logo-back"}.items() <= names(
        "thirteen-monsters"
    ).items()


def test_the_cards_of_monad_are_those_that_its_rules_play_with():
    text = shipped("monad")
    ranks = {rank.name: rank for rank in monad.deck(text).all(monad.RankInBox)}
    cards = [card for card in physical_deck(text).cards if card.kind == "card"]

    assert {(card.text("colour"), card.text("rank")) for card in cards} == {
        (colour.value, name) for colour in monad.MonadColour for name in ranks
    }
    assert all(
        (ranks[card.text("rank")].value, ranks[card.text("rank")].copies) == (card.number("value"), card.count)
        for card in cards
    )


def test_the_cards_of_13_monsters_are_called_as_the_notation_calls_them():
    cards = [card.name for card in physical_deck(shipped("thirteen-monsters")).cards if card.kind == "card"]

    assert Counter(map(str, thirteen_monsters.ALL_CARDS)) == Counter(cards)


@pytest.mark.parametrize("game", GAMES)
def test_an_owners_file_from_before_is_read_with_the_cards_of_the_game(game):
    old = before_pieces(shipped(game))

    assert "pieces" not in tomllib.loads(old)
    now = GAMES[game](shipped(game)).rows
    assert all(rows == now[table] for table, rows in GAMES[game](old).rows.items())
    assert [card.id for card in physical_deck(shipped(game)).cards] == [card.id for card in physical_deck(old).cards]


def test_an_owners_values_are_on_the_cards_of_an_old_file():
    old = before_pieces(shipped("monster-cube")).replace("modifier = 2, family = 1", "modifier = -2, family = 1")

    assert "monster-cube/back-minus-2" == physical_deck(old).card("code-01").back


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("width_mm = 63", "width_mm = 8", "[pieces.card]: width_mm is 20 to 300, not 8"),
        ("width_mm = 63", "width_mm = true", "[pieces.card]: width_mm is 20 to 300, not True"),
        ("width_mm = 63", "", "[pieces.card]: width_mm is 20 to 300, not None"),
        ("width_mm = 63", "width = 63\nwidth_mm = 63", "[pieces.card] has no field 'width' - did you mean 'width_mm'?"),
        ("width_mm = 63", 'width_mm = 63\nshape = "round"', "[pieces.card]: shape is card or hexagon, not 'round'"),
        ('back = "back-{worth:sign}"', "", "[pieces.card] needs back"),
        (
            'back = "back-{worth:sign}"',
            'back = "../x"',
            "card 1: back is made of letters, figures, dots and hyphens, not '../x'",
        ),
        ("{suit}", "{colour}", "card 1 needs colour, of which its id is made"),
        ('id = "joker"', 'id = "a/b"', "card 2: id is made of letters, figures, dots and hyphens, not 'a/b'"),
        ('id = "joker"', 'id = "bow-07"', "2 different records are called 'fair/bow-07': say an id of its own in each"),
        ('id = "joker"', 'id = "back-plus-1"', "'fair/back-plus-1' is called like a back"),
        ('id = "joker"', "id = 3", "card 2: id must be text, not 3"),
        ("count = 4", "count = 0", "card 1: count cannot be 0"),
        ("[[card]]", "[[crad]]", "[pieces.card] needs its records, [[card]]"),
        ('game = "fair"', 'game = "../fair"', "game must be a name, not '../fair'"),
    ],
)
def test_what_is_wrong_with_the_cards_is_said_in_one_line(old, new, fault):
    assert refusal(FAIR.replace(old, new)).startswith(f"the deck 'proxy' cannot be used: {fault}")


@pytest.mark.parametrize("text", ["pieces = 3", "pieces = {}", "pieces = { card = 3 }", "pieces = { card = {} }"])
def test_odd_pieces_are_refused_and_not_stumbled_over(text):
    assert "cannot be used: " in refusal(f'game = "fair"\n{text}')


def test_a_deck_of_no_game_of_ours_must_tell_its_cards():
    assert "the deck 'mine' cannot be used: it needs [pieces]" == refusal('game = "uno"\nname = "mine"')


def test_the_rules_refuse_a_file_whose_cards_cannot_be_told_apart():
    text = shipped("monster-cube").replace('id = "code-{code:2}"', 'id = "family-{family}"')

    with pytest.raises(BadInput, match="4 different records are called 'monster-cube/family-1'"):
        monster_cube.read_monsters(text)


def test_what_is_ours_is_told_for_every_table():
    ours = physical_deck(shipped("monster-cube")).ours

    assert (("stars", "points", "modifier", "family"), ("index", "numbers", "dice")) == (ours["card"], ours["tile"])
    assert not any(physical_deck(shipped("monad")).ours.values())


def test_a_deck_says_of_each_size_whose_it_is():
    for game in GAMES:
        pieces = tomllib.loads(shipped(game))["pieces"]

        assert all(isinstance(said["ours"], bool) and said["why"] for said in pieces.values())


def test_a_card_knows_its_name():
    card = DeckCard("monad/red-tri", "card", "monad/back", 63.0, 88.0)

    assert ("red-tri", "back") == (card.name, card.back_name)


def test_read_deck_takes_tables_that_only_the_cards_need():
    with pytest.raises(BadInput, match="there is no table 'joker'"):
        read_deck(shipped("monad") + "\n[joker]\n", "monad", {"rank": monad.RankInBox, "play": monad.InPlay})


def test_cards_that_nobody_can_tell_apart_are_one_however_they_are_counted():
    text = FAIR.replace('id = "joker"\ncode = 12', "code = 7").replace(
        'suit = "staff"\nworth = 1\nneeds = ["bow", "bow"]', 'suit = "bow"\nworth = -2'
    )

    (card,) = physical_deck(text).cards
    assert ("fair/bow-07", 5) == (card.id, card.count)


def test_an_owners_words_become_names_without_accents_and_spaces():
    text = FAIR.replace('"bow"', '"épée à deux mains"')

    assert "fair/epee-a-deux-mains-07" == physical_deck(text).cards[0].id


@pytest.mark.parametrize(
    ("game", "old", "new", "fault"),
    [
        ("monad", 'colour = "red", rank = "bi"', 'colour = "pink", rank = "bi"', "card 7: colour cannot be 'pink'"),
        ("monad", 'colour = "red", rank = "bi"', 'colour = "red", rank = "duo"', "card 7: rank cannot be 'duo'"),
        ("monad", "value = 80", "value = 800", "monad 1: a Monad is worth 1 to 99, not 800"),
        ("monad", "value = 7 ", "value = 0 ", "card 13: a card is worth 1 to 99, not 0"),
        (
            "thirteen-monsters",
            "monster = 1, level = 2",
            "monster = 1, level = 4",
            "card 3: a card shows a part from 1 to 3 of a monster from 1 to 13, not 1.4",
        ),
    ],
)
def test_the_rules_judge_the_fields_of_the_cards_too(game, old, new, fault):
    text = shipped(game)
    assert old in text

    with pytest.raises(BadInput, match=re.escape(f"cannot be used: {fault}")):
        GAMES[game](text.replace(old, new))
