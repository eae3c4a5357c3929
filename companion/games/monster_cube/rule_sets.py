"""What a claim must fulfil in each rule set, by the house rules of the table."""

from __future__ import annotations

from companion.games.monster_cube.choices import MovedTile, PlainSums, RuleSet, Straights, ThreeAdjacent
from companion.games.monster_cube.claims import ClaimRules
from companion.games.monster_cube.combinations import Allowed
from companion.games.monster_cube.formulas import Kind
from companion.games.monster_cube.options import MonsterCubeOptions

IN_TURN = (RuleSet.DICE, RuleSet.NUMBERS)


def claim_rules(options: MonsterCubeOptions) -> ClaimRules:
    """Return what a claim must fulfil."""
    usual = Allowed(options.lines, options.straights)
    if options.rules not in IN_TURN:
        return ClaimRules(usual, Kind.TIMES, options.linked)
    # "Three adjacent numbers of three DIFFERENT tiles" (S0 L399): side by side only a cube of three tiles has them.
    allowed = {
        ThreeAdjacent.CUBES: Allowed(None, Straights.OFF),
        ThreeAdjacent.THREE_TILES: Allowed(options.lines, Straights.OFF),
        ThreeAdjacent.ALL: usual,
    }[options.three_adjacent]
    must_use = options.moved_tile is MovedTile.USED
    return ClaimRules(allowed, _kind(options), options.linked, must_move=True, must_use=must_use)


def _kind(options: MonsterCubeOptions) -> Kind:
    if options.rules is not RuleSet.DICE:
        return Kind.TIMES
    return Kind.PLUS_MINUS if options.plain_sums is PlainSums.ALLOWED else Kind.ONE_MINUS
