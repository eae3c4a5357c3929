"""What the won cards are worth, and who has won (S0 L256-277, L435-437, L515-535)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.games.monster_cube.choices import Bonuses, King, LongRuns
from companion.games.monster_cube.deck import FAMILY, MonsterCard, Points
from companion.table import Seat

KING = {2: 3, 3: 6, 4: 10}
"""Points for consecutive codes."""
FAMILY_POINTS = 5
LONGER = 5
"""For every code beyond four, if the table counts them."""
_VALUE = {Points.ONE: 1, Points.TWO: 2, Points.THREE: 3, Points.FOUR: 4, Points.DOUBLE: 0}


@dataclass(frozen=True, slots=True)
class Score:
    """What the cards of one player are worth."""

    cards: int
    stars: int
    printed: int
    """From +1 to +4."""
    doubled: int
    """From x2: one point for every +1 card, for each of them."""
    king: int = 0
    families: int = 0

    @property
    def points(self) -> int:
        """All victory points."""
        return self.printed + self.doubled + self.king + self.families


@dataclass(frozen=True, slots=True)
class BonusRules:
    """Whether and how the special bonuses are counted."""

    bonuses: Bonuses = Bonuses.OFF
    king: King = King.LONGEST
    long_runs: LongRuns = LongRuns.CAPPED


def longest_run(codes: Collection[int]) -> tuple[int, ...]:
    """Return the longest run of consecutive codes, the highest of equals; a single card is no run."""
    best: tuple[int, ...] = ()
    run: tuple[int, ...] = ()
    for code in sorted(codes):
        run = (*run, code) if run and code == run[-1] + 1 else (code,)
        best = run if len(run) >= len(best) else best
    return best if len(best) > 1 else ()


def king_points(length: int, rule: LongRuns = LongRuns.CAPPED) -> int:
    """Return what a run of `length` codes is worth."""
    more = LONGER * max(0, length - 4) if rule is LongRuns.FIVE_MORE else 0
    return KING.get(min(length, 4), 0) + more


def whole_families(codes: Collection[int], cards: Mapping[int, MonsterCard]) -> int:
    """Return how many families of four are complete."""
    return sum(count == FAMILY for count in Counter(cards[code].family for code in codes).values())


def printed_points(points: Sequence[Points]) -> tuple[int, int]:
    """Return what +1 to +4 are worth, and what x2 is: "for all +1 cards that the player has won"."""
    ones = sum(each is Points.ONE for each in points)
    doubles = sum(each is Points.DOUBLE for each in points)
    return sum(_VALUE[each] for each in points), ones * doubles


def scores(
    won: Mapping[Seat, tuple[int, ...]], cards: Mapping[int, MonsterCard], rules: BonusRules
) -> dict[Seat, Score]:
    """Return what everybody's cards are worth."""
    counts = rules.bonuses is Bonuses.ON
    runs = {seat: len(longest_run(codes)) for seat, codes in won.items()}
    longest = max(runs.values(), default=0)
    found = {}
    for seat, codes in won.items():
        printed, doubled = printed_points([cards[code].points for code in codes])
        is_king = counts and (rules.king is King.EVERYBODY or runs[seat] == longest)
        found[seat] = Score(
            cards=len(codes),
            stars=sum(cards[code].stars for code in codes),
            printed=printed,
            doubled=doubled,
            king=king_points(runs[seat], rules.long_runs) if is_king else 0,
            families=FAMILY_POINTS * whole_families(codes, cards) if counts else 0,
        )
    return found


def leaders(worth: Mapping[Seat, tuple[int, ...]]) -> tuple[Seat, ...]:
    """Return who has most; ties are broken by the next number of each, and what is then equal is shared."""
    best = max(worth.values())
    return tuple(seat for seat, each in worth.items() if each == best)
