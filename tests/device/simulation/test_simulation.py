"""The virtual people lay what a referee wants to see, and always the same for the same match."""

from dataclasses import replace

import numpy as np
import pytest

from companion.effects import ReadRequest, Refused
from companion.events import By, Confirmed, Pressed, Saw, Started
from companion.games.cubo.events import DieTaken, Exchanged
from companion.games.cubo.scoring import score
from companion.games.cubo.simulation import built
from companion.games.cubo.square import Die, parse_dice
from companion.observations import Colour, Kind, Observation, SeenDie
from companion.session import Match
from companion.table import Player, Seat
from companion.texts import say
from device.simulation.arrange import RandomChance
from device.simulation.table import VirtualTable, things_for
from vision.camera.simulated import SimulatedSource, Studio
from vision.dice.square import read_square
from vision.render.render import truth_of

CENTRE = ReadRequest("centre", Kind.DICE, say("the centre"), dice=4)
SQUARE = ReadRequest("square-1", Kind.CUBO, say("a square"), seat=Seat(1), dice=9)
STUDIO = Studio()
SECOND = 1_000_000_000


class Surface:
    """A table that remembers everything that was laid on it."""

    def __init__(self):
        self.laid = []

    def lay(self, dice, tiles=()):
        self.laid.append(tuple(dice))


class QuestionAnswer:
    """A referee that wants to see what the test says."""

    def __init__(self, *read_requests):
        self.read_requests = read_requests
        self.centre_reds, self.turn = 2, None


def begun(seed=7):
    players = (Player(Seat(1), "Ada"), Player(Seat(2), "Bo"))
    return Match.begin(Started(0, game="cubo", players=players, options={}, seed=seed))


def looking(*read_requests, seed=7):
    match = begun(seed)
    return Match(match.started, QuestionAnswer(*read_requests))


def dealt(look, seed):
    """Return the dice that the people of Cubo lay for a look."""
    dice, _ = things_for(look, looking(look), np.random.default_rng(seed))
    return dice


def colours(dice):
    return {colour: sum(die.colour is colour for die in dice) for colour in {die.colour for die in dice}}


@pytest.fixture
def surface():
    return Surface()


@pytest.fixture
def table(surface):
    return VirtualTable(surface)


def test_a_new_match_finds_two_red_and_two_blue_dice_in_the_centre(table, surface):
    table.follow(begun())
    assert [{Colour.RED: 2, Colour.BLUE: 2}] == [colours(dice) for dice in surface.laid]


def test_a_square_is_four_red_and_four_blue_dice_around_a_white_one(table, surface):
    table.follow(looking(SQUARE))
    (dice,) = surface.laid
    assert {Colour.RED: 4, Colour.BLUE: 4, Colour.WHITE: 1} == colours(dice)
    assert Colour.WHITE is dice[4].colour


def test_dice_are_laid_once_for_a_look_however_often_it_is_followed(table, surface):
    for read_requests in [(CENTRE,), (CENTRE,), (), (CENTRE,), (SQUARE,), (SQUARE,), ()]:
        table.follow(looking(*read_requests))
    assert [4, 9] == [len(dice) for dice in surface.laid]


def test_without_a_match_the_table_is_cleared(table, surface):
    table.follow(looking(CENTRE))
    table.follow(None)
    table.follow(None)
    assert [4, 0] == [len(dice) for dice in surface.laid]


def test_the_same_match_finds_the_same_dice_also_after_a_restart_or_an_undo(surface):
    for _ in range(2):
        table = VirtualTable(surface)
        for look in (CENTRE, SQUARE, CENTRE):
            table.follow(looking(look))
    first, second = surface.laid[:3], surface.laid[3:]
    assert first == second
    assert first[0] == first[2]


def test_other_matches_and_other_seats_find_other_dice(surface):
    other_seat = ReadRequest("square-2", Kind.CUBO, say("a square"), seat=Seat(2), dice=9)
    for look, seed in [(SQUARE, 7), (SQUARE, 8), (other_seat, 7)]:
        VirtualTable(surface).follow(looking(look, seed=seed))
    assert 3 == len({tuple(die.value for die in dice) for dice in surface.laid})


@pytest.mark.parametrize("look", [CENTRE, SQUARE], ids=["thrown", "a square"])
def test_all_dice_lie_in_the_picture_and_none_in_another(look):
    for seed in range(50):
        dice = dealt(look, seed)
        assert all(truth.in_view for truth in truth_of(dice, STUDIO.camera, STUDIO.size))
        places = np.array([(die.x_mm, die.y_mm) for die in dice])
        apart = np.hypot(*(places[:, None] - places[None]).T) + 1e9 * np.eye(len(dice))
        assert apart.min() > (27.0 if look is CENTRE else 16.1)


def test_a_square_lies_turned_by_twelve_degrees_at_most():
    turned = [die.yaw_deg for seed in range(60) for die in dealt(SQUARE, seed)]
    assert -13 < min(turned) < -8
    assert 8 < max(turned) < 13


def test_a_virtual_player_keeps_his_dice_and_builds_well_but_not_always_perfectly():
    dice, white = parse_dice("R6 R6 R2 R4 B5 B5 B1 B3"), Die(Colour.WHITE, 4)
    squares = [built(dice, white, RandomChance(np.random.default_rng(seed))) for seed in range(60)]
    assert all(sorted((*dice, white)) == sorted(square.dice) for square in squares)
    totals = [score(square).total for square in squares]
    assert np.median(totals) >= 16
    assert 1 < len(set(totals))


@pytest.mark.parametrize(("reds", "centre"), [((4, 4), 2), ((5, 3), 2), ((3, 3), 4), ((5, 5), 0)])
def test_the_people_know_how_exchanges_have_mixed_the_colours(table, surface, reds, centre):
    match = begun()
    table.follow(replace(match, referee=replace(match.referee, reds=dict(zip((1, 2), reds, strict=True)))))
    assert centre == colours(surface.laid[0]).get(Colour.RED, 0)


def seen(look, dice):
    """Return what a perfect reader reads."""
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    cells = [divmod(at, 3) if look.kind is Kind.CUBO else None for at in range(len(dice))]
    read = [SeenDie(die.value, die.colour, corners, 1.0, True, cell) for die, cell in zip(dice, cells, strict=True)]
    return Observation(look.kind, tuple(read))


def test_a_whole_match_of_the_virtual_people_makes_no_referee_wonder(table, surface):
    """With a perfect reader nothing is refused and nothing has to be vouched for, though every round mixes colours."""
    match, at, refused = begun(), 0, []

    def feed(event):
        nonlocal match
        match, effects = match.feed(event)
        refused.extend(effect for effect in effects if isinstance(effect, Refused))

    while match.referee.view().result is None:
        at += SECOND
        table.follow(match)
        referee = match.referee
        if referee.turn is not None:
            (look,) = referee.read_requests
            feed(Saw(at, look.zone, seen(look, surface.laid[-1]), "photograph"))
            feed(Exchanged(at, look.seat, (0, 0)))
            feed(Confirmed(at))
        elif referee.read_requests:
            (look,) = referee.read_requests
            feed(Saw(at, look.zone, seen(look, surface.laid[-1]), "photograph"))
            start = referee.start
            for seat in (start, start, referee.table.after(start)):
                feed(Pressed(at, seat, By.PAGE))
                at += SECOND
            for seat in (start, referee.table.after(start)):
                feed(DieTaken(at, seat, int(seat)))
        else:
            feed(Confirmed(at))
    assert [] == refused
    assert 6 * 3 == len(surface.laid)
    assert 6 * 3 == len({dice[0].x_mm for dice in surface.laid}), "every round and every seat has its own dice"


def test_the_simulated_source_is_such_a_surface():
    source = SimulatedSource(lambda: 0, Studio(size=(64, 48)))
    VirtualTable(source).follow(begun())
    assert 4 == len(source.truth)


@pytest.mark.parametrize("seed", range(4))
def test_the_real_reader_reads_the_simulated_square_whole_and_surely(seed):
    source = SimulatedSource(lambda: 0)
    dice = dealt(SQUARE, seed)
    source.lay(dice)
    observation = read_square(source.read(1.0).image)
    assert {divmod(at, 3): (die.value, die.colour) for at, die in enumerate(dice)} == {
        die.cell: (die.value, die.colour) for die in observation.dice
    }
    assert observation.sure
