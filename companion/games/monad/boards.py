"""The table of Monad as boards: the columns, what lies before each player, and the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.monad.cards import COLUMNS, Card, Rank
from companion.games.monad.judging import Judge
from companion.games.monad.state import MonadState
from companion.games.monad.words import COLOURS, card_word, monads_of, rank_word
from companion.observations import Point
from companion.table import Seat
from companion.texts import Message, plain, say
from companion.view import Action, Board, Piece, Standing, Tone

CARD = (1.0, 1.4)
GAP = 0.15
STRIP = 0.32
"""Of a card in a column only its symbol can be seen below the top one (MO-A22)."""
IN_A_ROW = 8


def boards(match: MonadState) -> tuple[Board, ...]:
    """Return the table, then every player's cards, those of the player in turn first."""
    order = match.table.clockwise_from(match.turn_of)
    return (_table(match), *(_hand(match, seat) for seat in order))


def box(x: float, y: float, width: float = CARD[0], height: float = CARD[1]) -> tuple[Point, ...]:
    """Return the corners of an upright card."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def tone_of(card: Card) -> Tone:
    """Return the colour of a card."""
    return Tone(card.colour.value)


def _card(card: Card, outline: tuple[Point, ...], **more: object) -> Piece:
    label, small = plain(str(card.worth)), rank_word(card.rank)
    return Piece(outline, card_word(card), label, small, tone_of(card), **more)  # type: ignore[arg-type]


# The table.


def _table(match: MonadState) -> Board:
    pieces: list[Piece] = []
    step = CARD[0] + GAP * 2
    pieces += _units(match)
    for at, rank in enumerate(COLUMNS, 2):
        pieces += _column(match, rank, at * step)
    monads = match.market.monads
    name = monads_of(monads)
    outline = box((len(COLUMNS) + 2) * step, 0)
    pieces.append(Piece(outline, name, plain("80"), plain(f"x {monads}"), Tone.VIOLET if monads else Tone.PLACE))
    return Board(say("On the table"), tuple(pieces))


def _units(match: MonadState) -> Iterator[Piece]:
    """Yield draw pile and discard."""
    draw, discard = len(match.market.draw), match.market.discard
    name = say("draw pile: {count} Units", count=draw)
    yield Piece(box(0, 0), name, small=plain(str(draw)), tone=Tone.BACK if draw else Tone.PLACE)
    place = box(CARD[0] + GAP * 2, 0)
    if discard:
        yield _card(discard[-1], place)
    else:
        yield Piece(place, say("no discard"), tone=Tone.PLACE)


def _column(match: MonadState, rank: Rank, x: float) -> Iterator[Piece]:
    """Yield a column: the top card whole, the others by their symbol, in their order."""
    cards = match.market.columns[rank]
    if not cards:
        yield Piece(box(x, 0), say("no {rank} is left", rank=rank_word(rank)), small=rank_word(rank), tone=Tone.PLACE)
        return
    yield _card(cards[0], box(x, 0))
    for at, card in enumerate(cards[1:]):
        y = CARD[1] + 0.06 + at * STRIP
        yield Piece(box(x, y, CARD[0], STRIP - 0.04), card_word(card), tone=tone_of(card))


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
    return box(column * (CARD[0] + GAP), row * (CARD[1] + GAP))


def _held(match: MonadState, seat: Seat) -> Iterator[Piece]:
    """Yield the cards that are known; a tap lays one out, or takes it back."""
    picked = Counter(match.turn.picked if seat == match.turn_of else ())
    for at, card in enumerate(match.hands[seat].known):
        chosen = picked[card] > 0
        picked[card] -= chosen
        standing = Standing.CHOSEN if chosen else Standing.USUAL
        yield _card(card, _place(at), standing=standing, action=_pick(match, seat, card, back=chosen))


def _pick(match: MonadState, seat: Seat, card: Card, *, back: bool) -> Action | None:
    if match.over or seat != match.turn_of:
        return None
    label = say("take it back") if back else say("lay it out")
    only_for = seat if match.secret else None
    return Action("Picked", label, seat, {"seat": seat, "card": str(card), "back": back}, only_for=only_for)


def _hidden(match: MonadState, seat: Seat, at: int) -> Iterator[Piece]:
    """Yield the Units that nobody else knows: those laid out, and the colours that the next one may have."""
    hand = match.hands[seat]
    laid = hand.lacks(match.turn.picked) if seat == match.turn_of else ()
    for number, card in enumerate(laid):
        action = _pick(match, seat, card, back=True)
        yield _card(card, _place(at + number), standing=Standing.CHOSEN, action=action)
    for number in range(len(laid), hand.hidden):
        yield Piece(_place(at + number), say("a Unit that nobody knows"), plain("?"), tone=Tone.BACK)
    if seat != match.turn_of or match.over or len(laid) >= hand.hidden:
        return
    rows = (at + hand.hidden + IN_A_ROW - 1) // IN_A_ROW
    for number, card in enumerate(_may_lay(match)):
        outline = _place(rows * IN_A_ROW + number)
        yield _card(card, outline, standing=Standing.HINTED, action=_pick(match, seat, card, back=False))


def _may_lay(match: MonadState) -> Iterator[Card]:
    """Yield a Unit of every colour that the player in turn may still have among his hidden ones."""
    judge = Judge(match)
    for card in sorted(match.unaccounted):
        free = match.unaccounted[card] - Counter(judge.hand.lacks(match.turn.picked))[card]
        surely = Counter(judge.hand.known)[card] - Counter(match.turn.picked)[card]
        if free > 0 and surely <= 0:
            yield card
