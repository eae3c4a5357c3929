"""The monster cards: the deck, the pile and the market, the hands of rules 2, and what won cards are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.chance import Lots
from companion.decks.files import Deck, read_deck
from companion.errors import BadInput
from companion.games.monster_cube.options import (
    Bonuses,
    Codes,
    Higher,
    King,
    LastRound,
    Leftover,
    LongRuns,
    UsedModifiers,
)
from companion.games.monster_cube.tiles import NUMBERS, Tile
from companion.table import Seat

# The monster cards and the tiles of the box, as a deck file tells them (`companion.decks.files`).


NAME = "monster-cube"
CODES = range(1, 57)
FAMILIES = range(1, 15)
FAMILY = 4
LEVELS = (range(1, 19), range(19, 49), range(49, 57))
"""The three piles of the higher monsters (MC-7)."""
MODIFIERS = (2, 1, 3)
"""The size of the modifiers of each level."""
SERIES = "ABCD"
PIPS = range(1, 7)


class Points(StrEnum):
    """What is printed on a monster card."""

    ONE = "+1"
    TWO = "+2"
    THREE = "+3"
    FOUR = "+4"
    DOUBLE = "x2"
    """One point for every +1 card of the player."""


@dataclass(frozen=True, slots=True)
class MonsterCard:
    """One monster card: its code, stars and points in front, its modifier on the back."""

    code: int
    stars: int
    points: Points
    modifier: int
    family: int

    def __post_init__(self) -> None:
        for name, value, known in (
            ("code", self.code, CODES),
            ("stars", self.stars, range(1, 4)),
            ("family", self.family, FAMILIES),
        ):
            if value not in known:
                raise BadInput(f"{name} is {known.start} to {known.stop - 1}, not {value}")
        size = MODIFIERS[level(self.code)]
        if abs(self.modifier) != size:
            raise BadInput(f"the modifier of code {self.code} is +{size} or -{size}, not {self.modifier}")


@dataclass(frozen=True, slots=True)
class TileRow:
    """One tile of the box: yellow, red, blue on both sides."""

    series: str
    index: int
    numbers: tuple[int, int, int]
    dice: tuple[int, int, int]

    def __post_init__(self) -> None:
        if self.series not in tuple(SERIES) or self.index not in NUMBERS:
            raise BadInput(
                f"a tile belongs to series A to D and has an index from 1 to 9, not {self.series}{self.index}"
            )
        if not set(self.numbers) <= set(NUMBERS):
            raise BadInput(f"numbers are 1 to 9, not {list(self.numbers)}")
        if not set(self.dice) <= set(PIPS):
            raise BadInput(f"dice are 1 to 6, not {list(self.dice)}")


def level(code: int) -> int:
    """Return 0, 1 or 2: to which pile of the higher monsters `code` belongs."""
    return next(number for number, codes in enumerate(LEVELS) if code in codes)


def read_monsters(text: str) -> Deck:
    """Return the deck that `text` tells; raise BadInput with every fault otherwise."""
    return read_deck(text, NAME, {"card": MonsterCard, "tile": TileRow}, _faults)


def _faults(deck: Deck) -> Iterator[str]:
    """Yield what is wrong with the box as a whole."""
    codes = Counter(card.code for card in deck.all(MonsterCard))
    yield from (f"there are {count} cards with code {code}" for code, count in codes.items() if count > 1)
    missing = [code for code in CODES if code not in codes]
    if missing:
        yield f"there is no card with code {', '.join(str(code) for code in missing)}"
    families = Counter(card.family for card in deck.all(MonsterCard))
    for family, count in sorted(families.items()):
        if count != FAMILY and not missing:
            yield f"family {family} has {count} cards, not {FAMILY}"
    tiles = Counter((tile.series, tile.index) for tile in deck.all(TileRow))
    for series in SERIES:
        for index in NUMBERS:
            if tiles[series, index] != 1:
                yield f"there are {tiles[series, index]} tiles {series}{index}, not 1"


def cards_of(deck: Deck) -> dict[int, MonsterCard]:
    """Return the monster cards by code."""
    return {card.code: card for card in sorted(deck.all(MonsterCard), key=lambda card: card.code)}


def series_of(deck: Deck, *, dice: bool) -> dict[str, tuple[Tile, ...]]:
    """Return the nine tiles of each series, with their numbers or their pips."""
    rows = sorted(deck.all(TileRow), key=lambda row: row.index)
    return {
        series: tuple(Tile(*(row.dice if dice else row.numbers)) for row in rows if row.series == series)
        for series in SERIES
    }


# The draw pile, the monsters that lie open, and the discard (MC-16, MC-18 to MC-20, MC-22).


OPEN_CARDS = 3


@dataclass(frozen=True, slots=True)
class PileRules:
    """How often the discard comes back, and what becomes of the last cards."""

    higher: Higher = Higher.OFF
    leftover: Leftover = Leftover.KEPT
    last_round: LastRound = LastRound.PLAYED
    once: bool = False
    """Rules 3: every card comes once; nothing is ever discarded."""

    @property
    def passes(self) -> int:
        """How often the pile is played through."""
        return 1 if self.once or self.higher is Higher.ONCE else 2


@dataclass(frozen=True, slots=True)
class CardSupply:
    """All cards that nobody has won. The first card of the pile lies on top."""

    pile: tuple[int, ...]
    zone: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    shuffles: int = 0
    last: bool = False
    """The cards in the zone are the last round."""
    over: bool = False
    """Nothing can be dealt any more."""

    def refilled(self, seed: int, rules: PileRules) -> CardSupply:
        """Return the market after new monsters were turned up."""
        short = len(self.pile) < OPEN_CARDS - len(self.zone)
        if short and self.shuffles + 1 < rules.passes and self.discard:
            return self._reshuffled(seed, rules)._dealt(rules)
        if short and not rules.once and rules.last_round is LastRound.ENDS_AT_ONCE:
            return replace(self, over=True)
        return self._dealt(rules)

    def _dealt(self, rules: PileRules) -> CardSupply:
        count = OPEN_CARDS - len(self.zone)
        zone, pile = (*self.zone, *self.pile[:count]), self.pile[count:]
        # "The last round is reached when the pile is exhausted for the second time" (MC-22).
        exhausted = not pile and self.shuffles + 1 >= rules.passes and not rules.once
        last = exhausted and rules.last_round is LastRound.PLAYED
        return replace(self, zone=zone, pile=pile, last=last, over=not zone)

    def _reshuffled(self, seed: int, rules: PileRules) -> CardSupply:
        """Return the market with the discard as its new pile; the last cards are dealt first, or shuffled in."""
        number = self.shuffles + 1
        if rules.leftover is Leftover.SHUFFLED:
            pile = shuffled((*self.pile, *self.discard), seed, number, rules.higher)
            return replace(self, pile=pile, discard=(), shuffles=number)
        pile = shuffled(self.discard, seed, number, rules.higher)
        return replace(self, zone=(*self.zone, *self.pile), pile=pile, discard=(), shuffles=number)

    def cleared(self, *, discard: bool) -> CardSupply:
        """Return the market with an empty zone: its cards are discarded, or put under the pile (MC-21)."""
        if discard:
            return replace(self, zone=(), discard=(*self.discard, *self.zone))
        return replace(self, zone=(), pile=(*self.pile, *self.zone))

    def without(self, code: int) -> CardSupply:
        """Return the market after somebody took `code` from the zone."""
        return replace(self, zone=tuple(each for each in self.zone if each != code))

    def with_under_pile(self, codes: Iterable[int]) -> CardSupply:
        """Return the market with `codes` put under the pile."""
        return replace(self, pile=(*self.pile, *codes))

    def turned_up(self, codes: tuple[int, ...]) -> CardSupply:
        """Return the market with `codes` in the zone, as people turned them up themselves; the rest is the pile.

        The companion does not see how people shuffle: it knows what is in the pile, and not in which order.
        """
        rest = tuple(code for code in (*self.zone, *self.pile) if code not in codes)
        return replace(self, zone=codes, pile=rest)


def shuffled(codes: Iterable[int], seed: int, number: int, higher: Higher) -> tuple[int, ...]:
    """Return `codes` shuffled for the `number`th time; with higher monsters level by level (MC-7, MC-38)."""
    lots = Lots(seed, "cards", number)
    cards = sorted(codes)
    if higher is Higher.OFF:
        return lots.shuffled(cards)
    levels = ([code for code in cards if level(code) == at] for at in range(len(LEVELS)))
    return tuple(code for each in levels for code in lots.shuffled(each))


# Rules 2: the personal pile, the hand and the modifiers that lie in front of a player (MC-25 to MC-28).


CARDS_EACH = 7
HAND = 3
MOST_IN_FRONT = 3
"""\"At most three cards, face down, in front of a player\"."""


@dataclass(frozen=True, slots=True)
class CubeHand:
    """The cards of one player. The first of the pile is drawn next."""

    pile: tuple[int, ...]
    cards: tuple[int, ...] = ()
    front: tuple[int, ...] = ()
    """Cards of others, face down: their modifiers count."""

    @property
    def is_empty(self) -> bool:
        """Whether the player has got rid of all cards, and so wins."""
        return not self.cards and not self.pile

    def drawn(self, count: int = HAND) -> CubeHand:
        """Return the hand filled up to `count` from its pile."""
        wanted = max(0, count - len(self.cards))
        return replace(self, cards=(*self.cards, *self.pile[:wanted]), pile=self.pile[wanted:])

    def without(self, code: int) -> CubeHand:
        """Return the hand after `code` was played."""
        return replace(self, cards=tuple(each for each in self.cards if each != code))

    def cleared(self, rule: UsedModifiers) -> tuple[CubeHand, tuple[int, ...]]:
        """Return the hand without any card in front of it, and the cards that leave the game."""
        return replace(self, front=())._used(self.front, rule)

    def placed(self, code: int, replaced: int | None, rule: UsedModifiers) -> tuple[CubeHand, tuple[int, ...]]:
        """Return the hand with `code` in front of it, in the place of `replaced`, and what leaves the game."""
        kept = tuple(each for each in self.front if each != replaced)
        gone = () if replaced is None else (replaced,)
        return replace(self, front=(*kept, code))._used(gone, rule)

    def _used(self, gone: tuple[int, ...], rule: UsedModifiers) -> tuple[CubeHand, tuple[int, ...]]:
        if rule is UsedModifiers.UNDER_OWN_PILE:
            return replace(self, pile=(*self.pile, *gone)), ()
        return self, gone

    def modifier(self, cards: Mapping[int, MonsterCard]) -> int:
        """Return the sum of the modifiers in front of the player."""
        return sum(cards[code].modifier for code in self.front)


def effective(code: int, modifier: int, rule: Codes) -> int:
    """Return what `code` has become by the modifiers in front of its owner."""
    return max(1, code + modifier) if rule is Codes.AT_LEAST_ONE else code + modifier


# What the won cards are worth, and who has won (MC-22 to MC-24, MC-34, MC-36, MC-37).


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
