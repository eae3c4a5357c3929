"""Everything that is so in a match of Monster Cube at one moment, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.events import Call
from companion.games.monster_cube.cards import (
    BonusRules,
    CardSupply,
    CubeHand,
    MonsterCard,
    PileRules,
    Score,
    effective,
    leaders,
    scores,
)
from companion.games.monster_cube.claims import IN_TURN, ClaimRules, PartialClaim, Verdict, claim_rules
from companion.games.monster_cube.options import Cards, MonsterCubeOptions, RuleSet, ShowingTime, Solo
from companion.games.monster_cube.reading import TilesReading
from companion.games.monster_cube.solver import Solution
from companion.games.monster_cube.tiles import Layout, Tile
from companion.observations import Side
from companion.table import Seat, Table
from companion.texts import Message

SECOND = 1_000_000_000
TURN_SECONDS = 10
"""\"Every player has only 10 seconds\" (MC-33)."""
SECONDS = range(5, 121)
"""What a limit may be set to."""
COMMON = "tiles"


class MonsterCubePhase(Enum):
    """Where a match stands; `referee` has the diagram."""

    LAY = "the tiles are laid and read"
    NAME_CARDS = "the people say which cards they turned up"
    OPEN = "everybody searches"
    CLAIM = "somebody has called and shows"
    TURN = "one player moves, searches and shows"
    GIVE_BACK = "a won card goes back"
    PLACE = "the solved card goes to another player"
    VERDICT = "everybody looks at what became of it"
    OVER = "the match is over"


@dataclass(frozen=True, slots=True)
class Missed:
    """A monster that was not beaten, and the nicest way to beat it, if there was one."""

    code: int
    way: Solution | None


@dataclass(frozen=True, slots=True)
class Past:
    """What became of the last claim, turn or agreement."""

    why: Message
    layout: Layout
    """As the tiles lay, with the claimed move made."""
    seat: Seat | None = None
    card: int | None = None
    code: int | None = None
    """The code that had to be made; in rules 2 with the modifiers."""
    verdict: Verdict | None = None
    missed: tuple[Missed, ...] = ()
    back: bool = False
    """The moved tile goes back."""
    calls: tuple[Call, ...] = ()
    """Everybody who pressed, in the order that counted."""
    picture: str = ""
    """The photo finish."""


@dataclass(frozen=True, slots=True)
class MonsterCubeState:
    """One match at one moment."""

    table: Table
    options: MonsterCubeOptions
    cards: Mapping[int, MonsterCard]
    series: Mapping[str, tuple[Tile, ...]]
    seed: int
    turn: Seat
    """Whose turn it is (rules 3 and 4)."""
    market: CardSupply
    phase: MonsterCubePhase = MonsterCubePhase.LAY
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    """The tiles that are known, by zone."""
    first: Mapping[str, Layout] = field(default_factory=dict)
    """As they lay at the beginning."""
    readings: Mapping[str, TilesReading] = field(default_factory=dict)
    """What is open about the others."""
    dealt: bool = False
    """The companion lays the tiles: nobody reads them."""
    lays: int = 0
    """How often tiles were laid by lot."""
    hands: Mapping[Seat, CubeHand] = field(default_factory=dict)
    won: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    solved: Mapping[Seat, int] = field(default_factory=dict)
    """How many cards everybody has got rid of (rules 2)."""
    placing: int | None = None
    """The solved card that is about to be laid in front of another player (rules 2)."""
    gone: tuple[int, ...] = ()
    """Cards that are out of play."""
    box: tuple[int, ...] = ()
    """Cards that this rule set does not use, or does not deal."""
    limits: Mapping[Seat, int] = field(default_factory=dict)
    """Seconds of each player, where they are not the usual ones."""
    turned_up: tuple[int, ...] = ()
    """The cards that people have turned up so far."""
    showing: PartialClaim | None = None
    past: Past | None = None
    relay: bool = False
    """The tiles are laid anew before the next cards."""
    agreed: int = 0
    """How often in a row everybody agreed that there is nothing."""
    idle: int = 0
    """Turns since somebody took a card."""
    rounds: int = 0
    began: int | None = None
    """When the search began, for the clock of somebody alone."""
    hinted: bool = False
    ours: tuple[str, ...] = ()
    """Which values of the monster cards are ours and not those of the box."""

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.options.rules

    @property
    def in_turn(self) -> bool:
        """Whether the players take turns, each with nine tiles of his own."""
        return self.rules in IN_TURN

    @property
    def side(self) -> Side:
        """Which side of the tiles is played with."""
        return Side.PIPS if self.rules is RuleSet.DICE else Side.NUMBERS

    @property
    def zones(self) -> tuple[str, ...]:
        """Where tiles lie: in the middle, or in front of every player."""
        return tuple(zone_of(seat) for seat in self.table.seats) if self.in_turn else (COMMON,)

    def zone(self, seat: Seat) -> str:
        """Return where the tiles of `seat` lie."""
        return zone_of(seat) if self.in_turn else COMMON

    @property
    def claim_rules(self) -> ClaimRules:
        """What a claim must fulfil."""
        return claim_rules(self.options)

    @property
    def pile_rules(self) -> PileRules:
        """How the pile is played."""
        options = self.options
        once = self.rules is RuleSet.DICE
        return PileRules(options.higher, options.leftover, options.last_round, once)

    @property
    def bonus_rules(self) -> BonusRules:
        """Which bonuses are counted."""
        return BonusRules(self.options.bonuses, self.options.king, self.options.long_runs)

    def limit(self, seat: Seat) -> int | None:
        """Return how many seconds `seat` has to show or to find a combination, or None for as long as he likes."""
        if seat in self.limits:
            return self.limits[seat]
        if self.in_turn:
            return TURN_SECONDS
        return None if self.options.showing is ShowingTime.UNTIMED else int(self.options.showing.value)

    @property
    def ends(self) -> int | None:
        """When the hunt of somebody alone is over (MC-A13), or None."""
        alone = len(self.table.seats) == 1 and self.rules is RuleSet.CODE
        if not alone or self.began is None or self.options.solo is Solo.UNTIMED:
            return None
        return self.began + 60 * SECOND * int(self.options.solo.value)

    @property
    def deadline(self) -> int | None:
        """When the loop must wake us, or None."""
        if self.phase is MonsterCubePhase.OVER:
            return None
        runs = (
            self.phase in (MonsterCubePhase.CLAIM, MonsterCubePhase.TURN)
            and self.showing is not None
            and not self.showing.stopped
        )
        mine = self.showing.deadline if runs and self.showing is not None else None
        return min((each for each in (mine, self.ends) if each is not None), default=None)

    @property
    def has_own_cards(self) -> bool:
        """Whether people play with their own cards."""
        return self.options.cards is Cards.OWN

    def codes(self, seat: Seat | None) -> dict[int, int]:
        """Return the codes that may be made now, by card; in rules 2 those of `seat`, with the modifiers."""
        if self.rules is not RuleSet.ADVANCED:
            return {card: card for card in self.market.zone}
        if seat is None:
            return {}
        hand = self.hands[seat]
        cards = self.unseen if self.has_own_cards else hand.cards
        modifier = hand.modifier(self.cards)
        return {card: effective(card, modifier, self.options.codes) for card in cards}

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards that nobody has seen yet, in rules 2 with the people's own cards."""
        lying = {code for hand in self.hands.values() for code in hand.front}
        return tuple(code for code in self.cards if code not in lying and code not in (*self.gone, self.placing))

    @property
    def scores(self) -> Mapping[Seat, Score]:
        """What everybody has won so far."""
        return scores(self.won, self.cards, self.bonus_rules)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won, or leads: "in case of a tie whoever has most cards", then the victory is shared."""
        found = self.scores
        match self.rules:
            case RuleSet.ADVANCED:
                # "The first player who gets rid of all the cards wins" (MC-29).
                return leaders({seat: (-len(hand.cards) - len(hand.pile),) for seat, hand in self.hands.items()})
            case RuleSet.DICE:
                return leaders({seat: (each.stars, each.cards) for seat, each in found.items()})
            case _:
                return leaders({seat: (each.points, each.cards) for seat, each in found.items()})


def zone_of(seat: Seat) -> str:
    """Return where the tiles of `seat` lie in rules 3 and 4."""
    return f"tiles-{seat}"
