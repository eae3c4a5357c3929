"""The best square is the best square: against brute force, and against facts that are known exactly."""

import random
import time
from collections import Counter

import pytest

from companion.errors import BadInput
from companion.games.cubo.best import best_square
from companion.games.cubo.judging import faults
from companion.games.cubo.options import CuboOptions, StraightOrder, WhiteDie
from companion.games.cubo.scoring import score
from companion.games.cubo.square import AROUND, MIDDLE, Die, Square, parse_dice, write_dice
from companion.observations import Colour

RULES = {
    "default": CuboOptions(),
    "any_order": CuboOptions(straights=StraightOrder.ANY_ORDER),
    "both_colours": CuboOptions(white_die=WhiteDie.BOTH_COLOURS),
}


def roll(rng, reds=4):
    colours = [Colour.RED] * reds + [Colour.BLUE] * (8 - reds) + [Colour.WHITE]
    return tuple(Die(colour, rng.randint(1, 6)) for colour in colours)


def centre_of(rng):
    return tuple(Die(colour, rng.randint(1, 6)) for colour in [Colour.RED] * 2 + [Colour.BLUE] * 2)


def line_points(options):
    """Points of three dice by their notation; slow, plain, and counted only once for each row that there is."""
    known = {}

    def points(*dice):
        if dice not in known:
            square = Square((*dice, *[Die(Colour.WHITE, 1), Die(Colour.RED, 3), Die(Colour.BLUE, 6)] * 2))
            known[dice] = score(square, options).rows[0].points
        return known[dice]

    return points


def arrangements(left):
    """Every different order of the dice that are left."""
    kinds = [die for die in left if left[die]]
    if not kinds:
        yield ()
    for die in kinds:
        left[die] -= 1
        for rest in arrangements(left):
            yield (die, *rest)
        left[die] += 1


def brute_force(dice, points):
    """Try all arrangements of the eight coloured dice (the first one in each of two places: the rest is symmetry)."""
    white, around = dice[-1], dice[:-1]
    most = 0
    first = around[0]
    for rest in arrangements(Counter(around[1:])):
        for a, b, c, d, f, g, h, i in ((first, *rest), (rest[0], first, *rest[1:])):
            total = points(a, b, c) + points(d, white, f) + points(g, h, i)
            total += points(a, d, g) + points(b, white, h) + points(c, f, i)
            most = max(most, total)
    return most


def brute_force_with_exchange(dice, centre, points):
    """The best over every die that can be taken and every die that it can replace, and over none."""
    swapped = [(*dice[:at], taken, *dice[at + 1 :]) for taken in set(centre) for at in range(8)]
    return max(brute_force(each, points) for each in (dice, *swapped))


@pytest.mark.parametrize("options", RULES.values(), ids=RULES)
@pytest.mark.parametrize("seed", range(4))
def test_the_best_square_is_what_brute_force_finds(seed, options):
    rng = random.Random(seed)
    dice = roll(rng, reds=rng.randint(0, 8))

    assert brute_force(dice, line_points(options)) == best_square(dice, options=options).total


@pytest.mark.parametrize("options", RULES.values(), ids=RULES)
def test_the_best_exchange_is_what_brute_force_finds(options):
    rng = random.Random(5)
    # Few different dice: brute force is quick, and ties and doubles abound.
    values = rng.sample(range(1, 7), 3)
    dice = tuple(Die(die.colour, rng.choice(values)) for die in roll(rng))
    centre = centre_of(rng)[:2]

    assert brute_force_with_exchange(dice, centre, line_points(options)) == best_square(dice, centre, options).total


@pytest.mark.parametrize(
    ("dice", "most"),
    [
        ("R6 R6 R6 R6 B6 B6 B6 B6 W6", 54),
        ("R6 R6 R6 R6 R6 B6 B6 B6 W6", 54),
        ("R6 R6 R6 R6 R6 R6 B6 B6 W6", 60),
        ("R6 R6 R6 R6 R6 R6 R6 B6 W6", 60),
        ("R6 R6 R6 R6 R6 R6 R6 R6 W6", 72),
    ],
)
def test_nine_sixes_are_the_maximum_of_their_colours(dice, most):
    """CU-G13 and the table of maxima: 4+4, 5+3, 6+2, 7+1, 8+0."""
    assert most == best_square(parse_dice(dice)).total


def test_no_roll_of_four_and_four_is_worth_more_than_fifty_four():
    rng = random.Random(6)

    assert 54 >= max(best_square(roll(rng)).total for _ in range(300))


def test_the_mean_and_the_quartiles_of_the_best_square_are_the_known_ones():
    """Exact over all 6^9 rolls: mean 14.709, sd 6.61, quartiles 10, 14, 18; here by a fixed sample."""
    rng = random.Random(7)
    totals = sorted(best_square(roll(rng)).total for _ in range(1_500))

    assert 14.709 == pytest.approx(sum(totals) / 1_500, abs=3 * 6.61 / 1_500**0.5)
    assert [10, 14, 18] == [totals[375], totals[750], totals[1125]]


def test_the_mean_of_the_best_square_with_a_free_choice_of_four_centre_dice_is_the_known_one():
    """Exact mean 21.53; here by a fixed sample."""
    rng = random.Random(8)
    totals = [best_square(roll(rng), centre_of(rng)).total for _ in range(400)]

    assert 21.53 == pytest.approx(sum(totals) / 400, abs=3 * 7 / 400**0.5)


def test_a_best_square_can_be_laid_with_the_dice_and_exchanged_as_it_says():
    rng = random.Random(9)
    for _ in range(60):
        dice, centre = roll(rng), centre_of(rng)
        best = best_square(dice, centre)

        assert sorted(dice) == sorted(best.laid.dice)
        assert () == faults(best.laid)
        if best.cell is None:
            assert (best.laid, None) == (best.sheet.square, best.taken)
        else:
            assert best.taken in centre
            assert best.cell in AROUND
            assert best.laid.replaced(best.cell, best.taken) == best.sheet.square


def test_an_exchange_is_only_named_when_it_is_worth_it():
    sixes = parse_dice("R6 R6 R6 R6 B6 B6 B6 B6 W6")

    assert None is best_square(sixes, parse_dice("R1 B1 R6 B5")).taken


def test_the_white_die_stays_in_the_middle_and_is_no_wild_card():
    best = best_square(parse_dice("R1 R1 R1 R1 B1 B1 B1 B1 W6"))

    assert Die.parse("W6") == best.laid[MIDDLE]
    assert [0, 0] == [best.sheet.rows[1].points, best.sheet.rows[4].points]


def test_ten_milliseconds_are_enough_for_a_roll_with_four_centre_dice():
    rng = random.Random(10)
    rolls = [(roll(rng), centre_of(rng)) for _ in range(60)]
    best_square(*rolls.pop())
    began = time.process_time()
    for dice, centre in rolls:
        best_square(dice, centre)

    assert 0.010 > (time.process_time() - began) / len(rolls)


@pytest.mark.parametrize(
    ("dice", "centre", "why"),
    [
        ("R6 R6", "", "a square is made of one white die and eight red or blue ones, not of 0 and 2"),
        (
            "W1 W2 R1 R2 R3 R4 B1 B2 B3",
            "",
            "a square is made of one white die and eight red or blue ones, not of 2 and 7",
        ),
        ("R1 R1 R1 R1 B1 B1 B1 B1 W6", "W3", "there is no white die in the centre: it is never exchanged"),
    ],
)
def test_other_dice_get_one_clear_line(dice, centre, why):
    with pytest.raises(BadInput) as error:
        best_square(parse_dice(dice), parse_dice(centre))

    assert why == str(error.value)


def test_the_order_of_the_dice_does_not_matter():
    rng = random.Random(11)
    dice = roll(rng)
    shuffled = rng.sample(dice, 9)

    assert best_square(dice) == best_square(shuffled), write_dice(dice)
