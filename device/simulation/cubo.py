"""What people know who play Cubo: they know the colours of their sets from the referee, as from the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.effects import Look
from companion.games.cubo.judging import DICE_AROUND, SET_REDS
from companion.games.cubo.referee import CuboMatch
from companion.games.cubo.scoring import score
from companion.games.cubo.square import AROUND, CELLS, MIDDLE, Die, Square
from companion.games.cubo.state import CENTRE_DICE, CENTRE_REDS
from companion.observations import Colour, Kind
from companion.referee import Referee
from device.simulation.throws import Chance, Dice, face, squared, thrown


def occasion(referee: Referee) -> int:
    """Return what makes people roll anew: the round."""
    return referee.number if isinstance(referee, CuboMatch) else 0


def deal(look: Look, referee: Referee, chance: Chance) -> Dice:
    """Return the dice that people lay for `look`: a square, or dice that they have thrown."""
    if look.kind is Kind.CUBO:
        square = built(_roll(_reds(look, referee), DICE_AROUND, chance), Die(Colour.WHITE, face(chance)), chance)
        return squared({cell: (square[cell].colour, square[cell].value) for cell in CELLS}, chance)
    dice = _roll(_reds(look, referee), look.dice or CENTRE_DICE, chance)
    return thrown([(die.colour, die.value) for die in dice], chance)


def _reds(look: Look, referee: Referee) -> int:
    """Return how many red dice lie there: exchanges make that drift, and the referee keeps count."""
    if not isinstance(referee, CuboMatch):
        return CENTRE_REDS if look.seat is None else SET_REDS
    if look.seat is None:
        return referee.centre_reds
    return referee.turn.reds if referee.turn else SET_REDS


def _roll(reds: int, count: int, chance: Chance) -> list[Die]:
    return [Die(Colour.RED if number < reds else Colour.BLUE, face(chance)) for number in range(count)]


def built(dice: Sequence[Die], white: Die, chance: Chance) -> Square:
    """Return the square of a player who swaps dice for a while and keeps what is better: good, rarely perfect."""
    best = _square([dice[at] for at in chance.permutation(len(dice))], white)
    for _ in range(chance.integers(20, 200)):
        one, other = (AROUND[at] for at in chance.choice(len(AROUND), 2, replace=False))
        tried = best.replaced(one, best[other]).replaced(other, best[one])
        if score(tried).total >= score(best).total:
            best = tried
    return best


def _square(around: Sequence[Die], white: Die) -> Square:
    lying = dict(zip(AROUND, around, strict=True)) | {MIDDLE: white}
    return Square(tuple(lying[cell] for cell in CELLS))
