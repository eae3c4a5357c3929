"""What people lay at the simulated table is plain data, the same for every machine, and lies on the mat of its game."""

import pytest

from companion.chance import Lots
from companion.effects import ReadRequest
from companion.events import Started
from companion.games.registry import GAMES
from companion.mats import GAP_MM, MatArea
from companion.observations import Colour, Kind
from companion.session import Match
from companion.simulation import thrown_by_anybody
from companion.table import Player, Seat
from companion.texts import say
from vision.table.mat import mat_for

DICE = ReadRequest("anywhere", Kind.DICE, say("dice"), dice=4)


def begun(game):
    players = tuple(Player(Seat(number), f"Player {number}") for number in range(1, GAMES[game].seats[0] + 1))
    return Match.begin(Started(0, game=game, players=players, options={}, seed=7))


@pytest.mark.parametrize("game", GAMES)
def test_the_people_of_every_game_lay_what_its_referee_wants_to_see_first(game):
    match = begun(game)
    for look in match.referee.read_requests:
        laid = match.game.simulate(look, match.referee, Lots(7, look.zone))

        assert laid == match.game.simulate(look, match.referee, Lots(7, look.zone))
        assert laid != match.game.simulate(look, match.referee, Lots(8, look.zone))
        match look.kind:
            case Kind.DICE:
                assert (look.dice, {}, ()) == (len(laid.thrown), laid.square, laid.tiles)
            case Kind.CUBO:
                assert (9, (), ()) == (len(laid.square), laid.thrown, laid.tiles)
            case Kind.TILES:
                assert (9, (), {}) == (len(laid.tiles), laid.thrown, laid.square)


@pytest.mark.parametrize("game", GAMES)
def test_what_every_referee_wants_to_see_first_has_a_place_on_the_mat_of_its_game(game):
    for look in begun(game).referee.read_requests:
        assert mat_for(game).zone_of(look.zone, look.seat) is not None


def test_anybody_throws_white_dice_as_many_as_are_wanted():
    laid = thrown_by_anybody(DICE, None, Lots(7, "dice"))

    assert [Colour.WHITE] * 4 == [die.colour for die in laid.thrown]
    assert all(1 <= die.value <= 6 for die in laid.thrown)


def test_an_area_is_cut_into_columns_rows_and_cells_with_paper_between_them():
    left, right = MatArea(0, 0, 92, 40).columns(1, 3)
    above, below = MatArea(0, 0, 40, 92).rows(3, 1)

    assert (MatArea(0, 0, 20, 40), MatArea(20 + GAP_MM, 0, 60, 40)) == (left, right)
    assert (MatArea(0, 0, 40, 60), MatArea(0, 60 + GAP_MM, 40, 20)) == (above, below)
    assert [(0, 0), (22, 0), (0, 12), (22, 12)] == [(cell.x, cell.y) for cell in MatArea(0, 0, 42, 22).grid(2, 2, 2)]
