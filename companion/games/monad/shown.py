"""What the page shows of a match: whose turn it is, what the cards laid out can do, and who leads."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import Lamp
from companion.games.monad.boards import boards
from companion.games.monad.cards import COLUMNS, Card, Rank, write_cards
from companion.games.monad.events import Drawn, Flipped, Passed
from companion.games.monad.judging import Judge
from companion.games.monad.operations import LEAP_TO, Kind, Operation, trade_of
from companion.games.monad.state import MonadState
from companion.games.monad.words import COLOURS, card_word, monads_of, rank_word
from companion.options import changed_rules
from companion.table import Seat
from companion.texts import Message, Value, listed, say
from companion.view import Action, Result, ScoreSheet, View


def view(match: MonadState) -> View:
    """Return everything that the page shows."""
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=None if match.over else match.turn_of,
        actions=tuple(actions(match)),
        boards=boards(match),
        sheet=sheet(match),
        result=Result(match.winners, victory(match)) if match.over else None,
        facts=facts(match),
    )


def headline(match: MonadState) -> Message:
    """Return the one sentence that says where the table stands."""
    if match.over:
        return victory(match)
    name = match.table.name(match.turn_of)
    if match.turn.offered:
        return say("A bonus for {name}!", name=name)
    return say("It is the turn of {name}", name=name)


def hint(match: MonadState) -> Message:
    """Return what to do next, in words that a child understands."""
    if match.over:
        return say("Thank you for playing!")
    if match.turn.offered:
        return say("Take it now, or keep it for a better trade in this turn.")
    if match.turn.unproven:
        return say("After a leap comes a trade or a purchase. If there is none, take the leap back.")
    if match.turn.picked:
        return say("Choose what these cards are for, or tap them again to take them back.")
    if match.turn.acted:
        return say("Go on, or end your turn with your button.")
    if not match.moves and not match.secret:
        return say("Lay the columns as shown here, deal six Units to everybody, then tap the cards that you lay down.")
    return say("Tap the cards that you lay down - or draw, turn the discard over, or pass.")


def actions(match: MonadState) -> Iterator[Action]:
    """Yield what the player in turn may do with the cards laid out, and instead."""
    if match.over:
        return
    seat, judge = match.turn_of, Judge(match)
    yield from _bonus(match, seat)
    yield from _with_cards(match, seat, judge)
    yield from _instead(match, seat, judge)
    if not judge.end_faults():
        yield Action("TurnEnded", say("End the turn"), seat, {"seat": seat}, primary=not match.turn.picked)
    if not match.moves:
        for player in match.table.players:
            if player.seat != seat:
                label = say("{name} sits left of the dealer and begins", name=player.name)
                yield Action("Begins", label, player.seat, {"seat": player.seat})


def _bonus(match: MonadState, seat: Seat) -> Iterator[Action]:
    offered = match.turn.offered
    if not offered:
        return
    words = listed(rank_word(rank) for rank in offered)
    ranks = " ".join(str(int(rank)) for rank in offered)
    label = say("Take the bonus: {cards}", cards=words)
    yield Action("BonusTaken", label, seat, {"seat": seat, "ranks": ranks}, primary=True)
    yield Action("BonusDeclined", say("No bonus now"), seat, {"seat": seat})


def _with_cards(match: MonadState, seat: Seat, judge: Judge) -> Iterator[Action]:
    """Yield what the cards laid out are good for, as far as it is legal."""
    picked = match.turn.picked
    if not picked:
        return
    cards = write_cards(picked)
    only_for = seat if match.secret else None
    for operation in _possible(match, picked):
        if judge.faults(operation):
            continue
        values: dict[str, int | str | bool | tuple[int, ...] | None] = {"seat": seat, "cards": cards}
        if operation.kind is Kind.BUY:
            values["target"] = int(operation.target)
        event = {Kind.TRADE: "Traded", Kind.BUY: "Bought", Kind.LEAP: "Leapt"}[operation.kind]
        yield Action(event, _label(operation), seat, values, primary=operation.kind is Kind.TRADE, only_for=only_for)


def _possible(match: MonadState, picked: tuple[Card, ...]) -> Iterator[Operation]:
    trade = trade_of(picked, match.identities.get(match.turn_of))
    if trade is not None:
        yield trade
    yield from (Operation(Kind.BUY, picked, target) for target in (*COLUMNS, Rank.MONAD))
    if len(picked) in LEAP_TO:
        yield Operation(Kind.LEAP, picked, LEAP_TO[len(picked)])


def _label(operation: Operation) -> Message:
    rank = rank_word(operation.target)
    match operation.kind:
        case Kind.TRADE:
            return say("Trade for a {rank}", rank=rank)
        case Kind.BUY:
            return say("Buy a {rank}", rank=rank)
    return say("Leap to a {rank}", rank=rank)


def _instead(match: MonadState, seat: Seat, judge: Judge) -> Iterator[Action]:
    """Yield drawing, turning over, showing the hand and passing, as far as they are allowed."""
    said = {"seat": seat}
    if not judge.instead_faults(Drawn(0, seat)):
        yield Action("Drawn", say("Draw a Unit"), seat, said)
    if not judge.instead_faults(Flipped(0, seat)):
        yield Action("Flipped", say("Turn the discard over"), seat, said)
    laid = judge.hand.lacks(match.turn.picked)
    if judge.hand.hidden and len(laid) == judge.hand.hidden:
        yield Action("HandShown", say("Show the hand: these are its Units"), seat, {**said, "units": write_cards(laid)})
    if not judge.instead_faults(Passed(0, seat)):
        yield Action("Passed", say("Pass, with the hand shown"), seat, said)


def done(match: MonadState, operation: Operation, taken: Card | None) -> Message:
    """Return what a player did."""
    words: dict[str, Value] = {
        "name": match.table.name(match.turn_of),
        "cards": listed(card_word(each) for each in operation.cards),
        "taken": card_word(taken) if taken is not None else rank_word(operation.target),
    }
    match operation.kind:
        case Kind.TRADE:
            return say("{name} trades {cards} for {taken}", **words)
        case Kind.BUY:
            return say("{name} buys {taken} for {cards}", **words)
    return say("{name} leaps to {taken} with {cards}", **words)


def lamp(match: MonadState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    if match.over:
        return Lamp.FIRST if seat in match.winners else Lamp.OFF
    return Lamp.TURN if seat == match.turn_of else Lamp.OFF


def sheet(match: MonadState) -> ScoreSheet:
    """Return the Monads and the cards of every player."""
    seats = match.table.seats
    lines = {seat: (match.hands[seat].size, match.needed) for seat in seats}
    return ScoreSheet((say("Cards"), say("Needed")), lines, dict(match.monads), named=True)


def victory(match: MonadState) -> Message:
    """Return who has won."""
    names = listed(match.table.name(seat) for seat in match.winners)
    words: dict[str, Value] = {"names": names, "monads": monads_of(match.monads_of(match.winners[0]))}
    if match.stalemate:
        return say("Nobody can go on: {names} wins with {monads}", **words)
    if len(match.winners) > 1:
        return say("{names} win with {monads}", **words)
    return say("{names} wins with {monads}", **words)


def facts(match: MonadState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: what it takes to win, whose Identity is what, and the house rules that differ."""
    known = [
        (say("Identity of {name}", name=match.table.name(seat)), COLOURS[colour])
        for seat, colour in match.identities.items()
    ]
    return ((say("Monads to win"), match.needed), *known, *changed_rules(match.options))
