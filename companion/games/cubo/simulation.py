"""What people lay who play Cubo: they know the colours of their sets from the referee, as from the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.effects import ReadRequest
from companion.games.cubo.judging import DICE_AROUND, SET_REDS
from companion.games.cubo.scoring import score
from companion.games.cubo.square import AROUND, CELLS, MIDDLE, Die, Square
from companion.games.cubo.state import CENTRE_DICE, CuboState
from companion.observations import Colour, Kind
from companion.simulation import Chance, Laid, LaidDie


def simulate(request: ReadRequest, match: CuboState, chance: Chance) -> Laid:
    """Return the dice that people lay for `look`: a square, or dice that they have thrown."""
    if request.kind is Kind.CUBO:
        around = _roll(_reds(request, match), DICE_AROUND, chance)
        square = built(around, Die(Colour.WHITE, chance.die()), chance)
        return Laid(square={cell: _laid(square[cell]) for cell in CELLS})
    return Laid(thrown=tuple(_laid(die) for die in _roll(_reds(request, match), request.dice or CENTRE_DICE, chance)))


def _laid(die: Die) -> LaidDie:
    return LaidDie(die.colour, die.value)


def _reds(request: ReadRequest, match: CuboState) -> int:
    """Return how many red dice lie there: exchanges make that drift, and the referee keeps count."""
    if request.seat is None:
        return match.centre_reds
    return match.turn.reds if match.turn else SET_REDS


def _roll(reds: int, count: int, chance: Chance) -> list[Die]:
    return [Die(Colour.RED if number < reds else Colour.BLUE, chance.die()) for number in range(count)]


def built(dice: Sequence[Die], white: Die, chance: Chance) -> Square:
    """Return the square of a player who swaps dice for a while and keeps what is better: good, rarely perfect."""
    best = _square(chance.shuffled(dice), white)
    for _ in range(20 + chance.below(180)):
        one, other = chance.sample(AROUND, 2)
        tried = best.replaced(one, best[other]).replaced(other, best[one])
        if score(tried).total >= score(best).total:
            best = tried
    return best


def _square(around: Sequence[Die], white: Die) -> Square:
    lying = dict(zip(AROUND, around, strict=True)) | {MIDDLE: white}
    return Square(tuple(lying[cell] for cell in CELLS))
