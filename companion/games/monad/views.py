"""What the page and the lamps show of a match of Monad: sentences, buttons and boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.effects import Lamp
from companion.games.monad.cards import COLOURS, COLUMNS, MonadCard, Rank, card_name, monads_of, rank_name, write_cards
from companion.games.monad.events import DiscardFlipped, Drawn, Passed
from companion.games.monad.judging import Judge
from companion.games.monad.operations import LEAP_TO, Operation, OperationKind, trade_of
from companion.games.monad.state import MonadState
from companion.observations import Point
from companion.options import changed_rules
from companion.table import Seat
from companion.texts import Message, Value, listed, plain, say
from companion.view import Action, Board, Piece, Result, ScoreSheet, Standing, Tone, View, rectangle

# The table of Monad as boards: the columns, what lies before each player, and the hands.


CARD = (1.0, 1.4)
GAP = 0.15
STRIP = 0.32
"""Of a card in a column only its symbol can be seen below the top one (MO-A22)."""
IN_A_ROW = 8
BACK = ("back",)
MONAD = ("monad",)


def _card_at(x: float, y: float) -> tuple[Point, ...]:
    return rectangle(x, y, *CARD)


def boards(match: MonadState) -> tuple[Board, ...]:
    """Return the table, then every player's cards, those of the player in turn first."""
    order = match.table.clockwise_from(match.turn_of)
    return (_table(match), *(_hand(match, seat) for seat in order))


def tone_of(card: MonadCard) -> Tone:
    """Return the colour of a card."""
    return Tone(card.colour.value)


def _card(card: MonadCard, outline: tuple[Point, ...], **more: object) -> Piece:
    label, small = plain(str(card.worth)), rank_name(card.rank)
    return Piece(outline, card_name(card), label, small, tone_of(card), art=_art(card), **more)  # type: ignore[arg-type]


def _art(card: MonadCard) -> tuple[str, ...]:
    """Return the name of a card in the deck."""
    return (f"{card.colour.value}-{card.rank.name.lower()}",)


# The table.


def _table(match: MonadState) -> Board:
    pieces: list[Piece] = []
    step = CARD[0] + GAP * 2
    pieces += _units(match)
    for at, rank in enumerate(COLUMNS, 2):
        pieces += _column(match, rank, at * step)
    monads = match.market.monads
    name = monads_of(monads)
    outline = _card_at((len(COLUMNS) + 2) * step, 0)
    pieces.append(
        Piece(
            outline,
            name,
            plain("80"),
            plain(f"x {monads}"),
            Tone.VIOLET if monads else Tone.PLACE,
            art=MONAD if monads else (),
        )
    )
    return Board(say("On the table"), tuple(pieces))


def _units(match: MonadState) -> Iterator[Piece]:
    """Yield draw pile and discard."""
    draw, discard = len(match.market.draw), match.market.discard
    name = say("draw pile: {count} Units", count=draw)
    yield Piece(
        _card_at(0, 0), name, small=plain(str(draw)), tone=Tone.BACK if draw else Tone.PLACE, art=BACK if draw else ()
    )
    place = _card_at(CARD[0] + GAP * 2, 0)
    if discard:
        yield _card(discard[-1], place)
    else:
        yield Piece(place, say("no discard"), tone=Tone.PLACE)


def _column(match: MonadState, rank: Rank, x: float) -> Iterator[Piece]:
    """Yield a column: the top card whole, the others by their symbol, in their order."""
    cards = match.market.columns[rank]
    if not cards:
        yield Piece(
            _card_at(x, 0), say("no {rank} is left", rank=rank_name(rank)), small=rank_name(rank), tone=Tone.PLACE
        )
        return
    yield _card(cards[0], _card_at(x, 0))
    for at, card in enumerate(cards[1:]):
        y = CARD[1] + 0.06 + at * STRIP
        yield Piece(rectangle(x, y, CARD[0], STRIP - 0.04), card_name(card), tone=tone_of(card), art=_art(card))


# The hands.


def _hand(match: MonadState, seat: Seat) -> Board:
    name = match.table.name(seat)
    pieces = list(_held(match, seat))
    pieces += _hidden(match, seat, len(match.hands[seat].known))
    return Board(
        say("The hand of {name}", name=name),
        tuple(pieces),
        seat=seat,
        only_for=seat if match.secret and not match.over else None,
        notes=(_about(match, seat),),
        open=seat == match.turn_of or match.secret,
    )


def _about(match: MonadState, seat: Seat) -> Message:
    hand = match.hands[seat]
    identity = COLOURS[match.identities[seat]] if seat in match.identities else plain("-")
    if not hand.hidden:
        return say("{count} cards. Identity: {identity}.", count=hand.size, identity=identity)
    return say(
        "{count} cards, {hidden} of them not known. Identity: {identity}.",
        count=hand.size,
        hidden=hand.hidden,
        identity=identity,
    )


def _place(at: int) -> tuple[Point, ...]:
    row, column = divmod(at, IN_A_ROW)
    return _card_at(column * (CARD[0] + GAP), row * (CARD[1] + GAP))


def _held(match: MonadState, seat: Seat) -> Iterator[Piece]:
    """Yield the cards that are known; a tap lays one out, or takes it back."""
    picked = Counter(match.turn.picked if seat == match.turn_of else ())
    for at, card in enumerate(match.hands[seat].known):
        chosen = picked[card] > 0
        picked[card] -= chosen
        standing = Standing.CHOSEN if chosen else Standing.USUAL
        yield _card(card, _place(at), standing=standing, action=_pick(match, seat, card, back=chosen))


def _pick(match: MonadState, seat: Seat, card: MonadCard, *, back: bool) -> Action | None:
    if match.over or seat != match.turn_of:
        return None
    label = say("take it back") if back else say("lay it out")
    only_for = seat if match.secret else None
    return Action("CardPicked", label, seat, {"seat": seat, "card": str(card), "back": back}, only_for=only_for)


def _hidden(match: MonadState, seat: Seat, at: int) -> Iterator[Piece]:
    """Yield the Units that nobody else knows: those laid out, and the colours that the next one may have."""
    hand = match.hands[seat]
    laid = hand.lacks(match.turn.picked) if seat == match.turn_of else ()
    for number, card in enumerate(laid):
        action = _pick(match, seat, card, back=True)
        yield _card(card, _place(at + number), standing=Standing.CHOSEN, action=action)
    for number in range(len(laid), hand.hidden):
        yield Piece(_place(at + number), say("a Unit that nobody knows"), plain("?"), tone=Tone.BACK, art=BACK)
    if seat != match.turn_of or match.over or len(laid) >= hand.hidden:
        return
    rows = (at + hand.hidden + IN_A_ROW - 1) // IN_A_ROW
    for number, card in enumerate(_may_lay(match)):
        outline = _place(rows * IN_A_ROW + number)
        yield _card(card, outline, standing=Standing.HINTED, action=_pick(match, seat, card, back=False))


def _may_lay(match: MonadState) -> Iterator[MonadCard]:
    """Yield a Unit of every colour that the player in turn may still have among his hidden ones."""
    judge = Judge(match)
    for card in sorted(match.unaccounted):
        free = match.unaccounted[card] - Counter(judge.hand.lacks(match.turn.picked))[card]
        surely = Counter(judge.hand.known)[card] - Counter(match.turn.picked)[card]
        if free > 0 and surely <= 0:
            yield card


# What the page shows of a match: whose turn it is, what the cards laid out can do, and who leads.


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
    named = listed(rank_name(rank) for rank in offered)
    ranks = " ".join(str(int(rank)) for rank in offered)
    label = say("Take the bonus: {cards}", cards=named)
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
        if operation.kind is OperationKind.BUY:
            values["target"] = int(operation.target)
        event = {OperationKind.TRADE: "Traded", OperationKind.BUY: "Bought", OperationKind.LEAP: "Leapt"}[
            operation.kind
        ]
        yield Action(
            event, _label(operation), seat, values, primary=operation.kind is OperationKind.TRADE, only_for=only_for
        )


def _possible(match: MonadState, picked: tuple[MonadCard, ...]) -> Iterator[Operation]:
    trade = trade_of(picked, match.identities.get(match.turn_of))
    if trade is not None:
        yield trade
    yield from (Operation(OperationKind.BUY, picked, target) for target in (*COLUMNS, Rank.MONAD))
    if len(picked) in LEAP_TO:
        yield Operation(OperationKind.LEAP, picked, LEAP_TO[len(picked)])


def _label(operation: Operation) -> Message:
    rank = rank_name(operation.target)
    match operation.kind:
        case OperationKind.TRADE:
            return say("Trade for a {rank}", rank=rank)
        case OperationKind.BUY:
            return say("Buy a {rank}", rank=rank)
    return say("Leap to a {rank}", rank=rank)


def _instead(match: MonadState, seat: Seat, judge: Judge) -> Iterator[Action]:
    """Yield drawing, turning over, showing the hand and passing, as far as they are allowed."""
    values = {"seat": seat}
    if not judge.instead_faults(Drawn(0, seat)):
        yield Action("Drawn", say("Draw a Unit"), seat, values)
    if not judge.instead_faults(DiscardFlipped(0, seat)):
        yield Action("DiscardFlipped", say("Turn the discard over"), seat, values)
    laid = judge.hand.lacks(match.turn.picked)
    if judge.hand.hidden and len(laid) == judge.hand.hidden:
        yield Action(
            "HandShown", say("Show the hand: these are its Units"), seat, {**values, "units": write_cards(laid)}
        )
    if not judge.instead_faults(Passed(0, seat)):
        yield Action("Passed", say("Pass, with the hand shown"), seat, values)


def done(match: MonadState, operation: Operation, taken: MonadCard | None) -> Message:
    """Return what a player did."""
    named: dict[str, Value] = {
        "name": match.table.name(match.turn_of),
        "cards": listed(card_name(each) for each in operation.cards),
        "taken": card_name(taken) if taken is not None else rank_name(operation.target),
    }
    match operation.kind:
        case OperationKind.TRADE:
            return say("{name} trades {cards} for {taken}", **named)
        case OperationKind.BUY:
            return say("{name} buys {taken} for {cards}", **named)
    return say("{name} leaps to {taken} with {cards}", **named)


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
    named: dict[str, Value] = {"names": names, "monads": monads_of(match.monads_of(match.winners[0]))}
    if match.stalemate:
        return say("Nobody can go on: {names} wins with {monads}", **named)
    if len(match.winners) > 1:
        return say("{names} win with {monads}", **named)
    return say("{names} wins with {monads}", **named)


def facts(match: MonadState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: what it takes to win, whose Identity is what, and the house rules that differ."""
    known = [
        (say("Identity of {name}", name=match.table.name(seat)), COLOURS[colour])
        for seat, colour in match.identities.items()
    ]
    return ((say("Monads to win"), match.needed), *known, *changed_rules(match.options))
