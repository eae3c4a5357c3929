"""Referee for a match of Monster Cube: timestamped events in, effects out.

    LAY --tiles known, confirmed--> (TELL) --monsters turned up--> OPEN (rules 1, 2) or TURN (rules 3, 4)
    OPEN --Monstre!--> CLAIM --judged, or time is over--> (GIVE_BACK | PLACE) --> VERDICT
    OPEN --all agree that there is nothing--> VERDICT
    TURN --judged, given up, or time is over--> VERDICT
    VERDICT --confirmed--> the next monsters, or LAY again, or OVER

`laying` and `searching` have the transitions; this file only says which of them is asked.
The seconds of a claim run from the press; those of a turn from the move. There is no clock in here: the loop wakes us
with a Tick no earlier than `deadline`, and whatever happens at the deadline or later comes too late.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.decks.files import text_of
from companion.effects import FINISH, Announced, Cue, Effect, Lamp, ReadRequest, Refused
from companion.errors import BadInput
from companion.events import Begins, Confirmed, Event, ReadingRestarted, Resumed, Saw, Started, Tick, ZoneEvent
from companion.games.monster_cube import views
from companion.games.monster_cube.cards import (
    CARDS_EACH,
    LEVELS,
    MOST_IN_FRONT,
    CardSupply,
    CubeHand,
    cards_of,
    read_monsters,
    series_of,
    shuffled,
)
from companion.games.monster_cube.events import (
    CardTold,
    Ended,
    FaceTapped,
    FaceTold,
    GivenBack,
    LimitSet,
    Placed,
    TilesDealt,
)
from companion.games.monster_cube.laying import Step, forgotten, lay, refused, why_not_laid
from companion.games.monster_cube.options import Higher, MonsterCubeOptions, Most, RuleSet
from companion.games.monster_cube.searching import (
    finished,
    given_back,
    goes_on,
    in_claim,
    in_open,
    in_turn,
    search,
    timed_out,
    turned_up,
)
from companion.games.monster_cube.state import SECONDS, MonsterCubePhase, MonsterCubeState
from companion.observations import Kind
from companion.options import read_options
from companion.referee import MATCH_IS_OVER, NOT_NOW, why_nobody
from companion.table import Seat, Table
from companion.texts import Message, say
from companion.view import View

SEATS = range(1, 7)
"""How many may play: the box says 1 to 6, each rule set fewer (MC-A14)."""

MatchVerdict: TypeAlias = "tuple[MonsterCubeMatch, tuple[Effect, ...]]"


@dataclass(frozen=True, slots=True)
class MonsterCubeMatch:
    """One match. `feed` leaves it untouched and returns the match that follows."""

    state: MonsterCubeState

    @property
    def deadline(self) -> int | None:
        """When the loop must wake us, or None."""
        return self.state.deadline

    @property
    def read_requests(self) -> tuple[ReadRequest, ...]:
        """What can be read now: tiles that nobody knows yet, and the move of whoever shows or has the turn."""
        return tuple(_read_requests(self.state))

    @property
    def lamps(self) -> Mapping[Seat, Lamp]:
        """What the lamp of each seat shows."""
        return {seat: views.lamp(self.state, seat) for seat in self.state.table.seats}

    def view(self) -> View:
        """Return what the page shows."""
        return views.view(self.state)

    def feed(self, event: Event) -> MatchVerdict:
        """Return the match after `event`, and what the table must do about it."""
        state, effects = step(self.state, event)
        return (self if state == self.state else MonsterCubeMatch(state)), effects


def _read_requests(state: MonsterCubeState) -> list[ReadRequest]:
    if state.phase is MonsterCubePhase.LAY:
        return [_read_request(state, zone) for zone in state.zones if zone not in state.layouts]
    showing = state.showing
    if showing is None or state.phase not in (MonsterCubePhase.CLAIM, MonsterCubePhase.TURN) or state.dealt:
        return []
    waits = showing.move is None if state.in_turn else not showing.faces
    return [_read_request(state, state.zone(showing.seat))] if waits else []


def _read_request(state: MonsterCubeState, zone: str) -> ReadRequest:
    occasion = 2 * state.rounds + (state.phase is MonsterCubePhase.LAY)  # a new layout, or the move of the next round
    for seat in state.table.seats if state.in_turn else ():
        if state.zone(seat) == zone:
            title = say("The tiles of {name}", name=state.table.name(seat))
            return ReadRequest(zone, Kind.TILES, title, seat, occasion=occasion)
    return ReadRequest(zone, Kind.TILES, say("The nine tiles"), occasion=occasion)


def step(state: MonsterCubeState, event: Event) -> Step:
    """Return the state after `event`, and what the table must do about it."""
    if (nobody := why_nobody(event, state.table)) is not None:
        return refused(state, event, nobody)
    deadline = state.deadline
    if deadline is None or event.at < deadline:
        return _judged(state, event)
    # Time is over, whether or not a Tick has told us; whatever happens at this moment or later is too late.
    after, effects = _time_over(state, deadline)
    if isinstance(event, Confirmed):  # it agreed with what was shown, and not yet with the verdict
        return after, (*effects, Refused(event, say("time is over")))
    again, more = step(after, event)
    return again, (*effects, *more)


def _time_over(state: MonsterCubeState, deadline: int) -> Step:
    if state.ends is not None and deadline >= state.ends:
        what = Announced(say("The hunt is over: time!"), Cue.TIME_OVER)
        return finished(replace(state, rounds=state.rounds + 1), (what,))
    return timed_out(state)


def _judged(state: MonsterCubeState, event: Event) -> Step:
    if isinstance(event, Tick | Resumed):
        return state, ()
    if state.phase is MonsterCubePhase.OVER:
        return refused(state, event, MATCH_IS_OVER)
    match event:
        case Saw(zone=zone) if zone == FINISH:
            return _with_finish(state, event.picture), ()
        case LimitSet():
            return _with_limit(state, event)
        case Ended():
            return finished(state)
        case ReadingRestarted(zone=zone) if zone in state.zones and state.phase in (
            MonsterCubePhase.OPEN,
            MonsterCubePhase.TURN,
        ):
            return replace(forgotten(state, zone), phase=MonsterCubePhase.LAY, showing=None), ()
    return _in_phase(state, event)


def _in_phase(state: MonsterCubeState, event: Event) -> Step:
    if state.showing is not None:
        shows = in_claim if state.phase is MonsterCubePhase.CLAIM else in_turn
        return shows(state, state.showing, event)
    return _IN_PHASE[state.phase](state, event)


def _with_finish(state: MonsterCubeState, picture: str) -> MonsterCubeState:
    """Keep the photo finish with the claim that is shown, or with the one that has just been judged."""
    if state.phase is MonsterCubePhase.CLAIM and state.showing is not None:
        return replace(state, showing=replace(state.showing, picture=picture))
    if (
        state.phase in (MonsterCubePhase.VERDICT, MonsterCubePhase.GIVE_BACK, MonsterCubePhase.PLACE)
        and state.past is not None
    ):
        return replace(state, past=replace(state.past, picture=picture))
    return state


def _with_limit(state: MonsterCubeState, event: LimitSet) -> Step:
    if event.seconds not in SECONDS:
        least, most = SECONDS.start, SECONDS.stop - 1
        return refused(state, event, say("a limit is {least} to {most} seconds", least=least, most=most))
    return replace(state, limits={**state.limits, event.seat: event.seconds}), ()


def _in_lay(state: MonsterCubeState, event: Event) -> Step:
    match event:
        case Begins(seat=seat) if state.in_turn and state.rounds == 0:
            return replace(state, turn=seat), ()
        case ZoneEvent() | TilesDealt() | FaceTapped() | FaceTold():
            return lay(state, event)
        case Confirmed():
            why = why_not_laid(state)
            if why is not None:
                return refused(state, event, why)
            laid = replace(state, first=state.first or dict(state.layouts))
            return turned_up(laid, event.at)
    return refused(state, event, NOT_NOW)


def _in_name_cards(state: MonsterCubeState, event: Event) -> Step:
    if not isinstance(event, CardTold):
        return refused(state, event, say("tap the monsters that you have turned up"))
    if event.code in state.turned_up or event.code not in (*state.market.zone, *state.market.pile):
        return refused(state, event, say("monster {code} cannot have been turned up now", code=event.code))
    turned_up = (*state.turned_up, event.code)
    if len(turned_up) < len(state.market.zone):
        return replace(state, turned_up=turned_up), ()
    return search(replace(state, turned_up=(), market=state.market.turned_up(turned_up)), event.at)


def _in_give_back(state: MonsterCubeState, event: Event) -> Step:
    past = state.past
    if not isinstance(event, GivenBack) or past is None or past.seat != event.seat:
        return refused(state, event, say("a won card must go back first"))
    if event.code not in state.won[event.seat]:
        name = state.table.name(event.seat)
        return refused(state, event, say("{name} has not won monster {code}", name=name, code=event.code))
    return given_back(state, event.seat, event.code)


def _in_place(state: MonsterCubeState, event: Event) -> Step:
    past, card = state.past, state.placing
    if not isinstance(event, Placed) or past is None or past.seat is None or card is None:
        return refused(state, event, say("the solved card must go to another player first"))
    why = _why_not_placed(state, past.seat, event)
    if why is not None:
        return refused(state, event, why)
    hand, gone = state.hands[event.seat].placed(card, event.replaced, state.options.used_modifiers)
    hands = {**state.hands, event.seat: hand}
    hands[past.seat] = hands[past.seat].drawn()
    after = replace(state, hands=hands, gone=(*state.gone, *gone), placing=None, phase=MonsterCubePhase.VERDICT)
    values = {"name": state.table.name(event.seat), "modifier": f"{state.cards[card].modifier:+d}"}
    return after, (Announced(say("{name} gets the modifier {modifier}.", **values), Cue.CALL),)


def _why_not_placed(state: MonsterCubeState, solver: Seat, event: Placed) -> Message | None:
    front = state.hands[event.seat].front
    name = state.table.name(event.seat)
    if event.seat == solver:
        return say("the card goes to another player")
    if len(front) >= MOST_IN_FRONT and event.replaced not in front:
        return say("three cards lie in front of {name}: one of them must be replaced", name=name)
    if len(front) < MOST_IN_FRONT and event.replaced is not None:
        return say("{name} has room for one more card: none is replaced", name=name)
    return None


def _in_verdict(state: MonsterCubeState, event: Event) -> Step:
    if isinstance(event, Confirmed):
        return goes_on(state, event.at)
    return refused(state, event, say("look at the verdict first, then go on"))


_IN_PHASE: Mapping[MonsterCubePhase, Callable[[MonsterCubeState, Event], Step]] = {
    MonsterCubePhase.LAY: _in_lay,
    MonsterCubePhase.NAME_CARDS: _in_name_cards,
    MonsterCubePhase.OPEN: in_open,
    MonsterCubePhase.GIVE_BACK: _in_give_back,
    MonsterCubePhase.PLACE: _in_place,
    MonsterCubePhase.VERDICT: _in_verdict,
}
"""Who judges an event while nobody shows anything."""


# The beginning.


def begin(started: Started) -> MonsterCubeMatch:
    """Return a new match; raise BadInput or BadConfig when it cannot begin like that."""
    table = Table(started.players)
    options = read_options(MonsterCubeOptions, started.options)
    _check_players(len(table.seats), options)
    deck = read_monsters(text_of(started))
    cards = cards_of(deck)
    dice = options.rules is RuleSet.DICE
    codes = tuple(LEVELS[0]) if dice else tuple(cards)
    order = shuffled(codes, started.seed, 0, options.higher if not dice else Higher.OFF)
    box = tuple(code for code in cards if code not in codes)
    state = MonsterCubeState(
        table=table,
        options=options,
        cards=cards,
        series=series_of(deck, dice=dice),
        seed=started.seed,
        turn=table.seats[0],
        market=CardSupply(order),
        won=dict.fromkeys(table.seats, ()),
        solved=dict.fromkeys(table.seats, 0),
        box=box,
        ours=deck.ours["card"],
    )
    return MonsterCubeMatch(_with_hands(state) if options.rules is RuleSet.ADVANCED else state)


def _check_players(count: int, options: MonsterCubeOptions) -> None:
    fewest = 2 if options.rules is RuleSet.ADVANCED else 1
    code_games = options.rules in (RuleSet.CODE, RuleSet.ADVANCED)
    most = 6 if code_games and options.most is Most.SIX else 4
    if not fewest <= count <= most:
        raise BadInput(f"rules {options.rules} are for {fewest} to {most} players, not for {count}")


def _with_hands(state: MonsterCubeState) -> MonsterCubeState:
    """Rules 2: "deal seven cards to every player; the others go back into the box" (MC-25)."""
    pile = state.market.pile
    hands = {}
    for number, seat in enumerate(state.table.seats):
        hands[seat] = CubeHand(pile[number * CARDS_EACH : (number + 1) * CARDS_EACH]).drawn()
    box = (*state.box, *pile[len(hands) * CARDS_EACH :])
    return replace(state, hands=hands, market=CardSupply(()), box=box)
