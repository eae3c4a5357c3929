"""Referee for a match of 13 Monsters: timestamped events in, effects out.

    BEFORE --a card is turned up--> SEARCH --no pair--> AFTER --the turn ends--> BEFORE of the next player
     ^ | ^                            |                   freeze a card
     | | +--a pair: taken, turn anew--+
     | +--offer--> OFFER --answer--> BEFORE
     | +--power: announced, used, perhaps taken back--> BEFORE
     | +--attack--> FIGHT --the attacker wins--> BEFORE
     |                +--the defender wins--> PRIZE --a pair is taken--> BEFORE
     +-- no card is left: the final round, a turn without a search for everybody --> the health points are counted
                      CHAMPIONS --> FIGHT, as long as it is a draw --> OVER
    any change --four monsters of four elements--> OVER

Whoever holds free pairs of all three levels builds first, whatever the phase; only where he has a choice is he asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from companion.decks.files import text_of
from companion.effects import Effect, Lamp, ReadRequest
from companion.errors import BadInput
from companion.events import Begins, Confirmed, Event, Paused, Pressed, Resumed, Started, Tick, TurnEnded
from companion.games.thirteen_monsters import turns, views
from companion.games.thirteen_monsters.cards import Holding, MonsterRecord, Pair, cards, dealt, gnomes
from companion.games.thirteen_monsters.events import (
    Absorbed,
    Agreed,
    Attacked,
    Called,
    CalledOff,
    CardFlipped,
    Chosen,
    Forgotten,
    Froze,
    Offered,
    PairPicked,
    SearchEnded,
    Stopped,
)
from companion.games.thirteen_monsters.options import ThirteenLength, ThirteenOptions
from companion.games.thirteen_monsters.state import ThirteenPhase, ThirteenState
from companion.games.thirteen_monsters.turns import Changed, choosing, refused
from companion.options import read_options
from companion.referee import MATCH_IS_OVER, NOT_NOW, seated, why_nobody
from companion.table import Seat
from companion.texts import say
from companion.view import View

ThirteenVerdict: TypeAlias = "tuple[ThirteenMatch, tuple[Effect, ...]]"

SEATS = range(2, 9)
"""How many may play (TM-A25)."""


@dataclass(frozen=True, slots=True)
class ThirteenMatch(ThirteenState):
    """One match. `feed` leaves it untouched and returns the match that follows."""

    @property
    def read_requests(self) -> tuple[ReadRequest, ...]:
        """The dice of the throw that is not known yet."""
        return views.read_requests(self)

    def lamp(self, seat: Seat) -> Lamp:
        """Return what the lamp of `seat` shows."""
        return views.lamp(self, seat)

    def view(self) -> View:
        """Return what the page shows."""
        return views.view(self)

    def feed(self, event: Event) -> ThirteenVerdict:
        """Return the match after `event`, and what the table must do about it."""
        if isinstance(event, Tick | Resumed | Paused):
            return self, ()
        if (nobody := why_nobody(event, self.table)) is not None:
            return self.refuse(event, nobody)
        try:
            after = _fed(self, event)
        except BadInput as error:
            after = refused(self, event, say("these are no pairs: {why}", why=str(error)))
        return cast(ThirteenVerdict, after)


def _fed(match: ThirteenState, event: Event) -> Changed:
    if match.phase is ThirteenPhase.OVER:
        return refused(match, event, MATCH_IS_OVER)
    if isinstance(event, Forgotten):
        return turns.forgotten(match, event)
    if match.builder is not None:
        return _in_build(match, match.builder, event)
    if isinstance(event, Pressed | Confirmed):
        return _pressed(match, event)
    if match.phase is ThirteenPhase.OFFER and match.offer is not None:
        return turns.answered(match, match.offer, event)
    if match.phase is ThirteenPhase.CHAMPIONS:
        return turns.champion_named(match, event)
    if match.fight is not None:
        in_prize = match.phase is ThirteenPhase.PRIZE
        return (turns.prize_taken if in_prize else turns.fought)(match, match.fight, event)
    return _in_turn(match, event)


def _in_build(match: ThirteenState, seat: Seat, event: Event) -> Changed:
    """Let whoever must build choose: "if you can create a monster, you MUST" (TM-9)."""
    name = match.table.name(seat)
    if not isinstance(event, Chosen) or event.seat != seat:
        return refused(match, event, say("{name} must build a monster first", name=name))
    pair = Pair.parse(event.pair)
    if pair not in match.holdings[seat].free:
        return refused(match, event, say("a monster is built from one's own free pairs"))
    return choosing(match, seat, pair)


def _pressed(match: ThirteenState, event: Pressed | Confirmed) -> Changed:
    """Take a button for the one thing that the table waits for, if there is only one."""
    wanted = _wanted(match, event.at)
    seat = getattr(wanted, "seat", None)
    if wanted is None:
        return refused(match, event, say("say on the page what you do"))
    if isinstance(event, Pressed) and event.seat != seat:
        return refused(match, event, say("the table waits for {name}", name=match.table.name(seat or match.turn_of)))
    return _fed(match, wanted)


def _wanted(match: ThirteenState, at: int) -> Event | None:
    if match.phase is ThirteenPhase.OFFER and match.offer is not None:
        return Agreed(at, match.offer.to)
    if match.phase is ThirteenPhase.FIGHT and match.fight is not None:
        fight = match.fight
        return Stopped(at, fight.fighter.seat) if fight.hand.complete and fight.throws_left <= 0 else None
    if match.phase is ThirteenPhase.AFTER or (
        match.phase is ThirteenPhase.BEFORE and (match.final or not match.can_search)
    ):
        return TurnEnded(at, match.turn_of)
    return None


def _in_turn(match: ThirteenState, event: Event) -> Changed:
    seat = getattr(event, "seat", None)
    if isinstance(event, Begins):
        return _begins(match, event)
    if seat is not None and seat != match.turn_of:
        return refused(match, event, say("it is the turn of {name}", name=match.table.name(match.turn_of)))
    match event:
        case CardFlipped():
            return turns.flipped(match, event)
        case SearchEnded():
            return turns.search_ended(match, event)
        case TurnEnded() if match.phase in (ThirteenPhase.BEFORE, ThirteenPhase.AFTER):
            return turns.turn_ended(match, event)
        case Offered():
            return turns.offered(match, event)
        case PairPicked():
            return _picked(match, event)
    return _with_power(match, event)


def _with_power(match: ThirteenState, event: Event) -> Changed:
    match event:
        case Called():
            return turns.called(match, event)
        case CalledOff():
            return turns.called_off(match, event)
        case Froze():
            return turns.froze(match, event)
        case Absorbed():
            return turns.absorbed(match, event)
        case Attacked():
            return turns.attacked(match, event)
    return refused(match, event, NOT_NOW)


def _begins(match: ThirteenState, event: Begins) -> Changed:
    if match.moves:
        return refused(match, event, say("the match has begun already"))
    return replace(match, turn_of=event.seat), ()


def _picked(match: ThirteenState, event: PairPicked) -> Changed:
    """Point at a pair, or no longer."""
    pair, picked = Pair.parse(event.pair), match.turn.picked
    if match.phase is not ThirteenPhase.BEFORE:
        return refused(match, event, say("trades and attacks come before the search"))
    if match.owner(pair) is None:
        return refused(match, event, say("nobody has this pair yet"))
    kept = tuple(each for each in picked if each != pair) if pair in picked else (*picked, pair)
    return replace(match, turn=replace(match.turn, picked=kept)), ()


def begin(started: Started) -> ThirteenMatch:
    """Return a new match; the first seat begins until somebody says who is the most beastly (TM-7, TM-11)."""
    table = seated(started, "13 Monsters", SEATS)
    options = read_options(ThirteenOptions, started.options)
    records = cards(text_of(started)).all(MonsterRecord)
    holdings = {seat: Holding() for seat in table.seats}
    if options.length is ThirteenLength.SHORT:
        for seat, gnome in gnomes(started.seed, table.seats).items():
            holdings[seat] = Holding(monsters=(gnome,))
    taken = [pair for holding in holdings.values() for pair in holding.pairs]
    return ThirteenMatch(table, options, records, dealt(started.seed, taken), holdings, table.seats[0])
