"""Referee for a match of Monster Rush: timestamped events in, effects out.

    REVEAL --a hand on a monster--> CONTEST --1.5 s later--> judged: the card is taken, open or face down,
      ^                               |      |                 the place refilled, all weapons back under their piles
      |            nobody said where: WHERE  HANDS: not separable, on one monster                |
      +------------------------------------------------------------------------------------------+
                                                  the last monster of a pile was taken --> GAME_OVER

Only the winning touch is judged. Buttons of each seat for each monster say at once where a hand is; with one button a
seat, the shared monster buttons (or a tap on the monster) say it afterwards. There is no clock in here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.chance import Lots
from companion.decks.files import text_of
from companion.effects import Announced, Cue, Effect, Lamp
from companion.events import Begins, Event, Pressed, SlotPressed, Started
from companion.games.monster_rush import views
from companion.games.monster_rush.cards import (
    RushMonster,
    Symbol,
    Weapon,
    cards,
    monster_piles,
    monsters_for,
    weapon_piles,
)
from companion.games.monster_rush.contest import Contest, Touch
from companion.games.monster_rush.cover import cover
from companion.games.monster_rush.events import Gathered, HandJudged, TopCardFlipped, Withdrawn
from companion.games.monster_rush.options import AfterWrong, EndsWhen, OtherTouches, RushOptions, WrongLast
from companion.games.monster_rush.state import Grab, OpenCard, RushPhase, RushState, Trophy
from companion.options import read_options
from companion.referee import MATCH_IS_OVER, NOT_NOW, seated, why_nobody
from companion.table import Seat
from companion.texts import say
from companion.view import View

RushVerdict: TypeAlias = "tuple[RushMatch, tuple[Effect, ...]]"

SEATS = range(2, 9)
"""How many may play (MR-A9)."""


@dataclass(frozen=True, slots=True)
class RushMatch(RushState):
    """One match. `feed` leaves it untouched and returns the match that follows."""

    @property
    def deadline(self) -> int | None:
        """When the contest closes, or None."""
        return self.contest.closes if self.contest and self.phase is RushPhase.CONTEST else None

    def lamp(self, seat: Seat) -> Lamp:
        """Return what the lamp of `seat` shows."""
        return views.lamp(self, seat)

    def view(self) -> View:
        """Return what the page shows."""
        return views.view(self)

    def feed(self, event: Event) -> RushVerdict:
        """Return the match after `event`, and what the table must do about it."""
        if (nobody := why_nobody(event, self.table)) is not None:
            return self.refuse(event, nobody)
        if self.deadline is not None and event.at >= self.deadline:
            closed, effects = self._closed()
            after, more = closed.feed(event)
            return after, (*effects, *more)
        match self.phase:
            case RushPhase.REVEAL:
                return self._in_reveal(event)
            case RushPhase.CONTEST | RushPhase.WHERE | RushPhase.HANDS if self.contest is not None:
                return self._in_contest(self.contest, event)
        return self.refuse(event, MATCH_IS_OVER)

    # REVEAL: "each in turn, clockwise, the players turn up the top card of their pile" (MR-11).

    def _in_reveal(self, event: Event) -> RushVerdict:
        match event:
            case Begins(seat=seat) if not self.flips:
                return replace(self, turn=seat), ()
            case TopCardFlipped(seat=seat):
                return self._flipped(event, seat)
            case Gathered():
                return self._gathered() if self.all_used_up else self.refuse(event, say("there are cards to turn up"))
            case Pressed():
                return self._touched(event)
            case SlotPressed():
                return self.refuse(event, say("press your own button first, then the monster"))
        return self.refuse(event, NOT_NOW)

    def _flipped(self, event: Event, seat: Seat) -> RushVerdict:
        if seat != self.turn:
            return self.refuse(event, say("it is the turn of {name}", name=self.table.name(self.turn)))
        if not self.hands[seat]:
            return self.refuse(event, say("no card is left there to turn up"))
        top, *rest = self.hands[seat]
        hands = {**self.hands, seat: tuple(rest)}
        after = replace(self, hands=hands, open_cards=(*self.open_cards, OpenCard(seat, top)), flips=self.flips + 1)
        return replace(after, turn=after._next_with_cards(seat)), ()

    def _next_with_cards(self, seat: Seat) -> Seat:
        """Return the next player clockwise who can turn up a card (MR-A7); `seat` itself when there is nobody."""
        order = (*self.table.clockwise_from(seat)[1:], seat)
        return next((each for each in order if self.hands[each]), seat)

    def _gathered(self) -> RushVerdict:
        """Let everybody take his cards back and shuffle them (MR-A7)."""
        hands = {
            seat: Lots(self.seed, "gathered", self.gathered, seat).shuffled(self._open_cards_of(seat))
            for seat in self.table.seats
        }
        return replace(self, hands=hands, open_cards=(), gathered=self.gathered + 1), ()

    def _open_cards_of(self, seat: Seat) -> tuple[Weapon, ...]:
        return tuple(each.weapon for each in self.open_cards if each.seat == seat)

    # CONTEST: "the players must at once place their hand on the monster" (MR-12).

    def _touched(self, event: Pressed) -> RushVerdict:
        if event.slot is not None and self.open_monster(event.slot) is None:
            return self.refuse(event, say("no monster lies there"))
        after = replace(self, phase=RushPhase.CONTEST, contest=Contest.of(event))
        name = self.table.name(event.seat)
        first = say("several hands at the same moment!") if event.tied else say("{name} was first!", name=name)
        return after, (Announced(first, Cue.CALL),)

    def _in_contest(self, contest: Contest, event: Event) -> RushVerdict:
        match event:
            case Pressed():
                return self._joined(contest, event)
            case SlotPressed(slot=slot):
                return self._placed(contest, event, slot)
            case Withdrawn(seat=seat) if any(touch.seat == seat for touch in contest.touches):
                return self._withdrawn(contest, seat)
            case HandJudged(seat=seat) if self.phase is RushPhase.HANDS:
                return self._hands_judged(contest, event, seat)
        return self.refuse(event, say("a hand is on a monster: that is settled first"))

    def _joined(self, contest: Contest, event: Pressed) -> RushVerdict:
        joined = contest.joined(event)
        if joined == contest or event.at >= contest.closes:
            return self.refuse(event, say("a hand is on a monster: that is settled first"))
        if event.slot is not None and self.open_monster(event.slot) is None:
            return self.refuse(event, say("no monster lies there"))
        after, effects = replace(self, contest=joined)._again()
        if len(contest.candidates) == 1 < len(joined.candidates) and not contest.touches[0].tied:
            effects = (Announced(say("several hands at the same moment!"), Cue.CALL), *effects)
        return after, effects

    def _placed(self, contest: Contest, event: Event, slot: int) -> RushVerdict:
        """Take a monster button as the place of the fastest hand that has none yet."""
        asked = contest.asked(everybody=True)
        if not asked:
            return self.refuse(event, say("every hand has its monster already"))
        if self.open_monster(slot) is None:
            return self.refuse(event, say("no monster lies there"))
        return replace(self, contest=contest.placed(asked[0].seat, slot))._again()

    def _withdrawn(self, contest: Contest, seat: Seat) -> RushVerdict:
        """Forget a press without a hand on a monster; if there was no other, the cards go on."""
        left = contest.without(seat)
        if not left.touches:
            return replace(self, phase=RushPhase.REVEAL, contest=None), ()
        return replace(self, contest=left)._again()

    def _again(self) -> RushVerdict:
        """Settle a contest that is closed, now that more is known of it; an open one waits for its end."""
        return (self, ()) if self.phase is RushPhase.CONTEST else self._closed()

    def _closed(self) -> RushVerdict:
        """Say whose touch counts, as soon as everything is known that it takes."""
        contest = self.contest
        if contest is None:
            return self, ()
        if contest.asked(self._fines_others):
            return replace(self, phase=RushPhase.WHERE), ()
        winners = contest.winners({slot: self._number(slot) for slot in self.open_slots})
        if len(winners) > 1:
            return replace(self, phase=RushPhase.HANDS), ()
        return self._judged(contest, winners[0])

    def _number(self, slot: int) -> int:
        monster = self.open_monster(slot)
        return monster.number if monster else 0

    @property
    def _fines_others(self) -> bool:
        return self.options.other_touches is OtherTouches.MINUS_ONE

    def _hands_judged(self, contest: Contest, event: Event, seat: Seat) -> RushVerdict:
        winners = contest.winners({slot: self._number(slot) for slot in self.open_slots})
        touch = next((each for each in winners if each.seat == seat), None)
        if touch is None:
            return self.refuse(event, say("the hand of {name} does not count here", name=self.table.name(seat)))
        return self._judged(contest, touch)

    # The verdict: "if all symbols are shown he takes the card, open; if not he takes it face down" (MR-13).

    def _judged(self, contest: Contest, touch: Touch) -> RushVerdict:
        slot = touch.slot or 0
        monster = self.open_monster(slot)
        if monster is None:
            return replace(self, phase=RushPhase.REVEAL, contest=None), ()
        covered = cover(monster.symbols, self.open_weapons, self.options.repeats)
        grab = Grab(touch, monster, covered, self.open_cards, contest, self._fined(contest, touch))
        after = self._cleared(grab, slot)
        effects = (Announced(views.verdict(self, grab), Cue.POINTS if covered.complete else Cue.REFUSED),)
        if after.phase is RushPhase.GAME_OVER:
            return after, (*effects, Announced(views.victory(after), Cue.WON))
        return after, effects

    def _fined(self, contest: Contest, winner: Touch) -> tuple[Seat, ...]:
        """Return whose slower hands were wrong too, where the table wants them to pay (MR-A5)."""
        if not self._fines_others:
            return ()
        others = [touch for touch in contest.touches if touch.seat != winner.seat and touch.slot is not None]
        return tuple(touch.seat for touch in others if not self._is_covered(touch.slot or 0))

    def _is_covered(self, slot: int) -> bool:
        monster = self.open_monster(slot)
        return monster is not None and cover(monster.symbols, self.open_weapons, self.options.repeats).complete

    def _cleared(self, grab: Grab, slot: int) -> RushMatch:
        """Give the card away, refill its place, and put all open weapons back under their piles (MR-14)."""
        right = grab.cover.complete
        piles = tuple(pile[1:] if at == slot else pile for at, pile in enumerate(self.piles, 1))
        hands = {seat: (*pile, *self._open_cards_of(seat)) for seat, pile in self.hands.items()}
        after = replace(
            self,
            piles=piles,
            hands=hands,
            open_cards=(),
            contest=None,
            trophies=(*self.trophies, (grab.winner.seat, Trophy(grab.monster, right))),
            fines=(*self.fines, *grab.fined),
            grabs=(*self.grabs, grab),
        )
        phase = RushPhase.GAME_OVER if after._is_over(piles[slot - 1], right) else RushPhase.REVEAL
        return replace(after, phase=phase, turn=after._starter(grab, right))

    def _starter(self, grab: Grab, right: bool) -> Seat:
        """Return who turns the first card: "the player who captured the monster starts" (MR-14, MR-A2)."""
        if right or self.options.after_wrong is AfterWrong.TAKER:
            first = grab.winner.seat
            return first if self.hands[first] else self._next_with_cards(first)
        return self.turn

    def _is_over(self, pile: tuple[RushMonster, ...], right: bool) -> bool:
        """Return whether "the last monster of one of the three piles is captured" (MR-18, MR-A3, MR-A4)."""
        if not self.open_slots:
            return True
        if self.options.ends_when is EndsWhen.PILE_EMPTY:
            return len(pile) <= 1
        return not pile and (right or self.options.wrong_last is WrongLast.ENDS)


def begin(started: Started) -> RushMatch:
    """Return a new match; the first seat turns the first card until somebody says who is the youngest."""
    table = seated(started, "Monster Rush", SEATS)
    options = read_options(RushOptions, started.options)
    deck = cards(text_of(started))
    piles = monster_piles(monsters_for(len(table.seats), deck), started.seed, options.surplus)
    hands = weapon_piles(table.seats, deck, started.seed, options)
    return RushMatch(table, options, deck.all(Symbol), started.seed, piles, hands, table.seats[0])
