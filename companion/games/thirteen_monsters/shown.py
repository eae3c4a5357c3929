"""What the page shows of a match: where it stands, what to do, and who leads."""

from __future__ import annotations

from companion.effects import Lamp, Look
from companion.games.thirteen_monsters import throwing
from companion.games.thirteen_monsters.actions import actions
from companion.games.thirteen_monsters.boards import boards
from companion.games.thirteen_monsters.ending import victory, waiting_for
from companion.games.thirteen_monsters.judging import can_stop_searching, searches_on
from companion.games.thirteen_monsters.monsters import Power
from companion.games.thirteen_monsters.state import Stage, ThirteenState
from companion.games.thirteen_monsters.trading import offer_word
from companion.options import changed_rules
from companion.table import Seat
from companion.texts import Message, Value, say
from companion.view import Result, ScoreSheet, View


def view(match: ThirteenState) -> View:
    """Return everything that the page shows."""
    over = match.stage is Stage.OVER
    waited = awaited(match)
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=waited,
        actions=tuple(actions(match)),
        pictures=throwing.picture(match),
        boards=boards(match),
        sheet=sheet(match),
        result=Result(match.winners, victory(match)) if over else None,
        facts=facts(match),
    )


def awaited(match: ThirteenState) -> Seat | None:
    """Return for whom the table waits."""
    if match.stage is Stage.OVER:
        return None
    if match.builder is not None:
        return match.builder
    match match.stage:
        case Stage.OFFER if match.offer is not None:
            return match.offer.to
        case Stage.FIGHT if match.fight is not None:
            return match.fight.fighter.seat
        case Stage.PRIZE if match.fight is not None:
            return match.fight.fighters[1].seat
        case Stage.CHAMPIONS:
            return waiting_for(match)[0]
    return match.turn_of


def looks(match: ThirteenState) -> tuple[Look, ...]:
    """Return what there is to read for a camera."""
    return throwing.looks(match)


def headline(match: ThirteenState) -> Message:
    """Return the one sentence that says where the table stands."""
    if match.stage is Stage.OVER:
        return victory(match)
    name = match.table.name(awaited(match) or match.turn_of)
    if match.builder is not None:
        return say("{name} must build a monster", name=name)
    if match.fight is not None or match.stage is Stage.CHAMPIONS:
        return _of_a_fight(match, name)
    if match.offer is not None:
        return offer_word(match, match.offer)
    if match.final is not None:
        return say("The final round: {name}", name=name)
    return say("It is the turn of {name}", name=name)


def _of_a_fight(match: ThirteenState, name: str) -> Message:
    match match.stage:
        case Stage.CHAMPIONS:
            return say("Death match: which monster fights for {name}?", name=name)
        case Stage.PRIZE:
            return say("{name} has won, and takes a pair", name=name)
    if match.fight is not None and match.fight.target is None:
        return say("Death match: {name} throws", name=name)
    return say("A fight: {name} throws", name=name)


def hint(match: ThirteenState) -> Message:
    """Return what to do next, in words that a child understands."""
    if match.builder is not None:
        return say("Tap the free pairs that shall become a monster: a head, eyes and a lower part.")
    match match.stage:
        case Stage.BEFORE:
            return _before_the_search(match)
        case Stage.SEARCH:
            return _in_the_search(match)
        case Stage.AFTER:
            return _after_the_search(match)
        case Stage.OFFER:
            return say("Do you agree? Your button says yes.")
        case Stage.OVER:
            return say("Thank you for playing!")
    return _in_a_fight(match)


def _in_a_fight(match: ThirteenState) -> Message:
    if match.stage is Stage.PRIZE:
        return say("Tap the head, the eyes or the lower part of the monster that attacked.")
    if match.stage is Stage.FIGHT and match.fight is not None:
        return throwing.hint(match.fight)
    return say("Tap one of your complete monsters.")


def _before_the_search(match: ThirteenState) -> Message:
    if match.turn.called is Power.PERMAFROST:
        return say("Tap the card that you freeze.")
    if match.turn.called is Power.SUPER_NOVA:
        return say("Tap the monster of another player that you absorb.")
    if match.turn.picked:
        return say("Choose what you want with these pairs, or tap them again.")
    if match.final is not None:
        return say("Use powers, attack once, then end your turn.")
    if not match.can_search:
        return say("The others have frozen too many cards: attack, or end your turn.")
    if match.mine.pairs:
        return say("Turn up two cards - or first point at pairs to trade or attack, or use a power.")
    return say("Turn up two cards. Do they belong together?")


def _in_the_search(match: ThirteenState) -> Message:
    if match.found is not None:
        return say("A pair! Take it; before that you may turn up a third card.")
    if can_stop_searching(match):
        return say("Turn up a third card, or leave it.")
    return say("Turn up another card.")


def _after_the_search(match: ThirteenState) -> Message:
    if match.turn.called is Power.PERMAFROST:
        return say("Tap the card that you freeze.")
    if searches_on(match):
        return say("No pair. Remember the cards well, turn them back, and search again.")
    return say("No pair. Remember the cards well, then turn them back: your button ends the turn.")


def lamp(match: ThirteenState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    if match.stage is Stage.OVER:
        return Lamp.FIRST if seat in match.winners else Lamp.OFF
    return Lamp.TURN if seat == awaited(match) else Lamp.OFF


def sheet(match: ThirteenState) -> ScoreSheet:
    """Return the health points, with the monsters and free pairs of every player."""
    seats = match.table.seats
    lines = {seat: (len(match.holdings[seat].monsters), len(match.holdings[seat].free)) for seat in seats}
    totals = {seat: match.health(seat) for seat in seats}
    return ScoreSheet((say("Monsters"), say("Free pairs")), lines, totals, named=True)


def facts(match: ThirteenState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: what is left, and the house rules that differ."""
    return (
        (say("Cards left"), len(match.grid)),
        (say("Dice left to freeze with"), match.dice_left),
        *changed_rules(match.options),
    )
