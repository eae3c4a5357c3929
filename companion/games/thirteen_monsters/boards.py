"""The table of 13 Monsters as boards: the grid, the cards turned up, what lies before each player, and the dice.

A card that lies face down is drawn by its place alone: nothing here may depend on what is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.thirteen_monsters import throwing
from companion.games.thirteen_monsters.cards import Card, Element, Level, Pair, Side
from companion.games.thirteen_monsters.ending import waiting_for
from companion.games.thirteen_monsters.events import Absorbed, ChampionNamed, Chosen, Flipped, Froze, Picked, PrizeTaken
from companion.games.thirteen_monsters.judging import no_absorption, no_flip, no_freeze
from companion.games.thirteen_monsters.monsters import Monster, Power
from companion.games.thirteen_monsters.setup import CELLS, LOGO
from companion.games.thirteen_monsters.state import Rank, Stage, ThirteenState
from companion.games.thirteen_monsters.words import (
    ELEMENTS,
    KINDS,
    LEVELS,
    RANKS,
    card_word,
    health_of,
    monster_word,
    pair_word,
)
from companion.observations import Cell, Point
from companion.table import Seat
from companion.texts import Message, plain, say
from companion.view import Action, Board, Piece, Standing, Tone

STEP = 1.0
CARD = 0.92
PAIR = (2.0, 0.9)
ASIDE = 0.6
"""Between the monsters and the free pairs of a player."""
CAPTION = 0.6
COLUMNS = 3
"""So many monsters stand side by side, so that they keep their size when there are few or many of them."""
WIDE = PAIR[0] + 0.2
TALL = 3 * STEP + CAPTION + 0.4
TONES = {
    Element.EARTH: Tone.GREEN,
    Element.WATER: Tone.BLUE,
    Element.AIR: Tone.SKY,
    Element.FIRE: Tone.RED,
    Element.GHOST: Tone.VIOLET,
}
HALVES = {Side.LEFT: "◧", Side.RIGHT: "◨"}


def boards(match: ThirteenState) -> tuple[Board, ...]:
    """Return what the table looks at now: dice while there is a fight, otherwise the cards; then the players."""
    found: list[Board] = [throwing.board(match)] if match.fight is not None or match.outcome is not None else []
    if match.turn.open:
        found.append(_turned_up(match))
    if match.grid:
        found.append(_grid(match))
    order = match.table.clockwise_from(match.turn_of)
    return (*found, *(_player(match, seat) for seat in order))


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of an upright rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def tone_of(match: ThirteenState, pair: Pair) -> Tone:
    """Return the colour of the element of a pair."""
    return TONES[match.elements[pair.monster]]


# The grid.


def _grid(match: ThirteenState) -> Board:
    row, column = LOGO[0]
    logo = Piece(
        box(column * STEP, row * STEP, len(LOGO) * STEP - STEP + CARD, CARD),
        say("the card with the logo"),
        plain("13"),
        tone=Tone.BLACK,
    )
    pieces = [_place(match, cell) for cell in CELLS]
    legend = say("1 head, 2 eyes, 3 lower part; {left} left half, {right} right half", left="◧", right="◨")
    return Board(say("The cards"), (*pieces, logo), notes=(legend,), open=match.stage is not Stage.FIGHT)


def _place(match: ThirteenState, cell: Cell) -> Piece:
    outline = box(cell[1] * STEP, cell[0] * STEP, CARD, CARD)
    where = {"row": cell[0] + 1, "place": cell[1] + 1}
    if cell not in match.grid:
        return Piece(outline, say("row {row}, place {place}: taken", **where), tone=Tone.PLACE)
    action = _on_card(match, cell)
    frozen = match.freezer(cell)
    ice = plain("❄") if frozen is not None else None
    if cell in match.turn.open:
        card = match.grid[cell]
        name = say("row {row}, place {place}: {card}", card=card_word(match, card), **where)
        small = plain(f"{card.pair.level:d} {HALVES[card.side]}")
        number = plain(f"{card.pair.monster}{' ❄' if ice else ''}")
        return Piece(outline, name, number, small, tone_of(match, card.pair), Standing.CHOSEN, action)
    if frozen is None:
        return Piece(outline, say("row {row}, place {place}: face down", **where), tone=Tone.BACK, action=action)
    owner = match.table.name(frozen)
    name = say("row {row}, place {place}: face down, frozen by {name}", name=owner, **where)
    return Piece(outline, name, ice, plain(owner), Tone.BACK, Standing.HINTED, action)


def _on_card(match: ThirteenState, cell: Cell) -> Action | None:
    """Return what a tap on a card of the grid does: it is frozen, or turned up."""
    seat = match.turn_of
    if match.builder is not None or match.stage not in (Stage.BEFORE, Stage.SEARCH, Stage.AFTER):
        return None
    values: dict[str, int | str | bool | tuple[int, ...] | None] = {"seat": seat, "cell": cell}
    if match.turn.called is Power.PERMAFROST:
        free = not any(no_freeze(match, cell))
        return Action(Froze.__name__, say("freeze it"), seat, values) if free else None
    if any(no_flip(match, cell)):
        return None
    return Action(Flipped.__name__, say("turn it up"), seat, values)


def _turned_up(match: ThirteenState) -> Board:
    found = match.found
    pieces = []
    for at, cell in enumerate(match.turn.open):
        if cell in match.grid:
            card = match.grid[cell]
            pieces.append(_large(match, card, at, right=card.pair == found))
    return Board(say("Turned up"), tuple(pieces))


def _large(match: ThirteenState, card: Card, at: int, *, right: bool) -> Piece:
    return Piece(
        box(at * 2.6, 0, 2.4, 1.2),
        card_word(match, card),
        plain(match.name_of(card.pair.monster)),
        say("{level} {half}", level=LEVELS[card.pair.level], half=HALVES[card.side]),
        tone_of(match, card.pair),
        Standing.RIGHT if right else Standing.USUAL,
    )


# What lies before a player.


def _player(match: ThirteenState, seat: Seat) -> Board:
    holding = match.holdings[seat]
    pieces = [
        piece for at, monster in enumerate(holding.monsters) for piece in _monster(match, seat, monster, _spot(at))
    ]
    pieces += _free(match, seat)
    return Board(
        say("The monsters of {name}", name=match.table.name(seat)),
        tuple(pieces),
        seat=seat,
        notes=(_about(match, seat),),
        open=bool(holding.pairs),
    )


def _spot(at: int) -> Point:
    """Return where the column number `at` of a player begins: a monster, or the first free pairs."""
    row, column = divmod(at, COLUMNS)
    return column * WIDE, row * TALL


def _free(match: ThirteenState, seat: Seat) -> Iterator[Piece]:
    """Yield the free pairs, level by level, to the right of the last monsters; and places for more of them."""
    holding = match.holdings[seat]
    if not holding.pairs:
        return
    left, top = _spot(len(holding.monsters))
    left += ASIDE if left else 0
    places = COLUMNS - len(holding.monsters) % COLUMNS if holding.free or len(holding.monsters) < COLUMNS else 0
    for level in Level:
        pairs = holding.of_level(level)
        for at in range(max(places, len(pairs))):
            spot = (left + at * WIDE, top)
            if at < len(pairs):
                yield _pair(match, seat, pairs[at], spot)
            else:
                name = say("place for: {part}", part=LEVELS[level])
                yield Piece(_outline(level, spot), name, small=LEVELS[level], tone=Tone.PLACE)


def _outline(level: Level, spot: Point) -> tuple[Point, ...]:
    return box(spot[0], spot[1] + (level - 1) * STEP, *PAIR)


def _about(match: ThirteenState, seat: Seat) -> Message:
    rank = match.rank(seat)
    if rank is Rank.BEAST_MASTER:
        return say("{rank}: {health}", rank=RANKS[rank], health=health_of(match.health(seat)))
    return RANKS[rank]


def _monster(match: ThirteenState, seat: Seat, monster: Monster, spot: Point) -> Iterator[Piece]:
    for pair in monster.pairs:
        yield _pair(match, seat, pair, spot, faded=monster.spent)
    word = monster_word(match, monster)
    yield Piece(
        box(spot[0], spot[1] + len(Level) * STEP, PAIR[0], CAPTION),
        say("{monster}: out of the game", monster=word) if monster.spent else word,
        say("{kind}: {health}", kind=KINDS[monster.kind], health=monster.health(match.options.supernova_health)),
        tone=Tone.PLAIN,
        standing=Standing.FADED if monster.spent else Standing.USUAL,
    )


def _pair(match: ThirteenState, seat: Seat, pair: Pair, spot: Point, *, faded: bool = False) -> Piece:
    return Piece(
        _outline(pair.level, spot),
        pair_word(match, pair),
        plain(match.name_of(pair.monster)),
        say("{part}, {element}", part=LEVELS[pair.level], element=ELEMENTS[match.elements[pair.monster]]),
        tone_of(match, pair),
        _standing(match, seat, pair, faded=faded),
        _on_pair(match, seat, pair),
    )


def _standing(match: ThirteenState, seat: Seat, pair: Pair, *, faded: bool) -> Standing:
    if faded:
        return Standing.FADED
    if pair in match.turn.picked or pair in match.chosen:
        return Standing.CHOSEN
    if match.fight is not None and pair == match.fight.target:
        return Standing.WRONG
    offered = match.offer is not None and pair in (*match.offer.give, *match.offer.get)
    building = seat == match.builder and pair in match.holdings[seat].free
    return Standing.HINTED if offered or building else Standing.USUAL


def _on_pair(match: ThirteenState, seat: Seat, pair: Pair) -> Action | None:
    """Return what a tap on a pair does now."""
    builder = match.builder
    if builder is not None:
        mine = seat == builder and pair in match.holdings[seat].free
        return _tap(Chosen.__name__, say("build with it"), builder, pair) if mine else None
    match match.stage:
        case Stage.BEFORE if match.turn.called is Power.SUPER_NOVA:
            wanted = not any(no_absorption(match, pair))
            return _tap(Absorbed.__name__, say("absorb its monster"), match.turn_of, pair) if wanted else None
        case Stage.BEFORE:
            monster = match.holdings[seat].monster_with(pair)
            spent = monster is not None and monster.spent
            return None if spent else _tap(Picked.__name__, say("point at it"), match.turn_of, pair)
        case Stage.PRIZE if match.fight is not None:
            return _prize(match, seat, pair)
        case Stage.CHAMPIONS if seat in waiting_for(match):
            monster = match.holdings[seat].monster_with(pair)
            able = monster is not None and not monster.spent
            return _tap(ChampionNamed.__name__, say("fight with its monster"), seat, pair) if able else None
    return None


def _prize(match: ThirteenState, seat: Seat, pair: Pair) -> Action | None:
    if match.fight is None:
        return None
    attacker, defender = match.fight.fighters[:2]
    mine = seat == attacker.seat and attacker.monster is not None and pair in attacker.monster.pairs
    return _tap(PrizeTaken.__name__, say("take it"), defender.seat, pair) if mine else None


def _tap(event: str, label: Message, seat: Seat, pair: Pair) -> Action:
    return Action(event, label, seat, {"seat": seat, "pair": str(pair)})
