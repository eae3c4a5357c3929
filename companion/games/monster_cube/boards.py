"""Boards: the tiles as they lie, with what was chosen and why it counts; the monsters; the hands of rules 2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt

from companion.games.monster_cube.choices import RuleSet
from companion.games.monster_cube.deck import MonsterCard
from companion.games.monster_cube.hands import MOST_IN_FRONT
from companion.games.monster_cube.moving import destinations
from companion.games.monster_cube.reading import TilesReading, most_on
from companion.games.monster_cube.showing import Picking, Showing
from companion.games.monster_cube.solver import Solution, solve
from companion.games.monster_cube.state import COMMON, MatchState, Past, Phase
from companion.games.monster_cube.tiles import FACES, TILES, FaceAt, Layout, neighbours
from companion.observations import Axial, Point, TileFace
from companion.texts import Message, plain, say
from companion.view import Action, Board, Piece, Standing, Stroke, Tone

_WIDE = sqrt(3) / 2
_HEXAGON: tuple[Point, ...] = ((0, -1), (_WIDE, -0.5), (_WIDE, 0.5), (0, 1), (-_WIDE, 0.5), (-_WIDE, -0.5))
"""The tips of a tile round its middle, from the top, clockwise; a side is 1 long."""
_TIPS = {TileFace.YELLOW: (5, 0, 1), TileFace.BLUE: (1, 2, 3), TileFace.RED: (3, 4, 5)}
_TONES = {TileFace.YELLOW: Tone.YELLOW, TileFace.RED: Tone.RED, TileFace.BLUE: Tone.BLUE}
_COLOURS = {TileFace.YELLOW: say("yellow"), TileFace.RED: say("red"), TileFace.BLUE: say("blue")}
_CARD: Point = (0.9, 1.2)
_STEP: Point = (1.0, 1.3)
STAR = "\u2605"
ROW = 14
"""So many small cards stand in one row."""


def middle(place: Axial) -> Point:
    """Return where the middle of the tile at `place` is on a board."""
    q, r = place
    return round(sqrt(3) * (q + r / 2), 3), round(1.5 * r, 3)


def outline(face: FaceAt) -> tuple[Point, ...]:
    """Return the rhombus of a face on a board."""
    return middle(face.place), *_tips(face.place, _TIPS[face.face])


def _tips(place: Axial, tips: Iterable[int]) -> tuple[Point, ...]:
    x, y = middle(place)
    return tuple((round(x + _HEXAGON[tip][0], 3), round(y + _HEXAGON[tip][1], 3)) for tip in tips)


def boards(state: MatchState) -> tuple[Board, ...]:
    """Return everything that lies on the table."""
    return tuple(_boards(state))


def _boards(state: MatchState) -> Iterator[Board]:
    if state.phase in (Phase.VERDICT, Phase.GIVE_BACK, Phase.PLACE, Phase.OVER):
        if state.past is not None:
            yield _verdict_board(state.past)
        yield from _cards(state)
        return
    yield from _cards(state)
    if state.phase is Phase.LAY:
        yield from _laying_boards(state)
    elif state.showing is not None:
        yield _showing_board(state, state.showing)
    elif state.phase is Phase.OPEN:
        yield _searching_board(state)


# The tiles.


def _tiles(
    title: Message, layout: Layout, marked: tuple[FaceAt, ...] = (), standing: Standing = Standing.USUAL
) -> Board:
    pieces = (
        _face(FaceAt(place, face), tile.on(face), standing if FaceAt(place, face) in marked else Standing.USUAL)
        for place, tile in layout.lying
        for face in FACES
    )
    return Board(title, tuple(pieces))


def _face(face: FaceAt, value: int | None, standing: Standing, action: Action | None = None) -> Piece:
    shows = "?" if value is None else str(value)
    name = say("{colour} {value}", colour=_COLOURS[face.face], value=shows)
    return Piece(outline(face), name, plain(shows), tone=_TONES[face.face], standing=standing, action=action)


def _tap(zone: str, face: FaceAt, label: Message) -> Action:
    (q, r), colour = face
    return Action("FaceTapped", label, values={"zone": zone, "q": q, "r": r, "face": colour.value})


def _searching_board(state: MatchState) -> Board:
    """Return the tiles while everybody searches, with the nicest way to beat a monster if somebody asked for it."""
    hint = _hint(state) if state.hinted else ()
    board = _tiles(say("The nine tiles"), state.layouts[COMMON], hint, Standing.HINTED)
    if not state.hinted or hint:
        return board
    return replace(board, notes=(say("No monster can be beaten without a move."),))


def _hint(state: MatchState) -> tuple[FaceAt, ...]:
    found = solve(state.layouts[COMMON], state.market.zone, 0, state.claim_rules)
    best = next((ways[0] for ways in found.values() if ways), None)
    return best.faces if best else ()


def _showing_board(state: MatchState, showing: Showing) -> Board:
    """Return the tiles on which a combination is being shown: every face and every free place can be tapped."""
    zone = state.zone(showing.seat)
    label = say("choose") if showing.picking is Picking.FACES else say("this tile was moved")
    lying = showing.now
    pieces = [
        _face(face, tile.on(face.face), _standing(showing, face), _tap(zone, face, label))
        for place, tile in lying.lying
        for face in (FaceAt(place, each) for each in FACES)
    ]
    pieces += [_free(place, _lies_here(place)) for place in _free_places(showing)]
    name = state.table.name(showing.seat)
    title = say("The tiles of {name}", name=name) if state.in_turn else say("{name} shows", name=name)
    return Board(title, tuple(pieces), _move_stroke(showing), seat=showing.seat)


def _standing(showing: Showing, face: FaceAt) -> Standing:
    if face in showing.faces or (showing.picking is Picking.PLACE and face.place == showing.start):
        return Standing.CHOSEN
    if showing.move is not None and face.place == showing.move.end:
        return Standing.HINTED
    return Standing.USUAL


def _free_places(showing: Showing) -> tuple[Axial, ...]:
    if showing.picking is not Picking.PLACE or showing.start is None:
        return ()
    return destinations(showing.layout, showing.start, showing.linked)


def _lies_here(place: Axial) -> Action:
    return Action("PlaceTapped", say("the tile lies here now"), values={"q": place[0], "r": place[1]})


def _free(place: Axial, action: Action) -> Piece:
    return Piece(_tips(place, range(6)), say("a free place"), tone=Tone.PLACE, action=action)


def _move_stroke(showing: Showing) -> tuple[Stroke, ...]:
    if showing.move is None:
        return ()
    return (Stroke((middle(showing.move.start), middle(showing.move.end)), standing=Standing.HINTED),)


def _verdict_board(past: Past) -> Board:
    """Return the tiles with what was shown: the formula is written on them, or why it is none."""
    verdict = past.verdict
    faces = tuple(verdict.claim.faces) if verdict else ()
    standing = Standing.RIGHT if verdict is not None and verdict.right else Standing.WRONG
    board = _tiles(say("What was shown"), past.layout, faces, standing)
    strokes: tuple[Stroke, ...] = ()
    known = [face for face in faces if face.place in past.layout.at]
    if known and verdict is not None:
        label = plain(f"{verdict.formula.printed} = {past.code}") if verdict.formula else None
        strokes = (Stroke(tuple(_centre(face) for face in known), label, standing),)
    return Board(board.title, board.pieces, strokes, seat=past.seat, notes=tuple(_notes(past)))


def _centre(face: FaceAt) -> Point:
    corners = outline(face)
    return round(sum(x for x, _ in corners) / 4, 3), round(sum(y for _, y in corners) / 4, 3)


def _notes(past: Past) -> Iterator[Message]:
    if past.verdict is not None:
        yield from (fault.what for fault in past.verdict.faults)
    if past.back:
        yield say("The moved tile goes back to its place.")
    for each in past.missed:
        if each.way is None:
            yield say("{code} could not be made at all.", code=each.code)
        else:
            yield _missed_words(each.code, each.way)


def _missed_words(code: int, way: Solution) -> Message:
    formula = way.formula.printed
    if way.move is None:
        return say("{code} could be made: {formula}", code=code, formula=formula)
    return say("{code} could be made with one move: {formula}", code=code, formula=formula)


# Laying and reading.


def _laying_boards(state: MatchState) -> Iterator[Board]:
    for zone in state.zones:
        title = _zone_title(state, zone)
        reading = state.readings.get(zone)
        if reading is not None:
            yield _reading_board(state, title, reading)
        elif zone in state.layouts:
            yield _known_board(title, zone, state.layouts[zone])


def _zone_title(state: MatchState, zone: str) -> Message:
    for seat in state.table.seats if state.in_turn else ():
        if state.zone(seat) == zone:
            return say("The tiles of {name}", name=state.table.name(seat))
    return say("The nine tiles")


def _known_board(title: Message, zone: str, layout: Layout) -> Board:
    pieces = tuple(
        _face(face, tile.on(face.face), Standing.USUAL, _tap(zone, face, say("correct")))
        for place, tile in layout.lying
        for face in (FaceAt(place, each) for each in FACES)
    )
    return Board(title, pieces)


def _reading_board(state: MatchState, title: Message, reading: TilesReading) -> Board:
    unknown = set(reading.unknown)
    faces = tuple(
        _face(
            face,
            value,
            Standing.CHOSEN if face == reading.tapped else Standing.WRONG if face in unknown else Standing.USUAL,
            _tap(reading.zone, face, say("say what it shows")),
        )
        for face, value in reading.values.items()
    )
    lying = (*faces, *_missed(reading))
    values = tuple(_values(reading, lying)) if reading.tapped is not None else ()
    return Board(title, (*lying, *values), notes=reading.doubts(state.options.linked))


def _missed(reading: TilesReading) -> Iterator[Piece]:
    """Yield the free places beside the tiles, as long as tiles are missing: one may lie there that was not seen."""
    places = {face.place for face in reading.values}
    if len(places) >= TILES:
        return
    for place in sorted({near for each in places for near in neighbours(each)} - places):
        action = Action("PartAdded", say("a tile was missed here"), values={"zone": reading.zone, "place": place})
        yield _free(place, action)


def _values(reading: TilesReading, faces: tuple[Piece, ...]) -> Iterator[Piece]:
    """Yield the numbers that the tapped face may show, in a row below the tiles."""
    left = min(x for piece in faces for x, _ in piece.outline)
    below = max(y for piece in faces for _, y in piece.outline) + 0.4
    for value in range(1, most_on(reading.side) + 1):
        x = left + 0.8 * (value - 1)
        square = ((x, below), (x + 0.7, below), (x + 0.7, below + 0.7), (x, below + 0.7))
        action = Action("FaceTold", say("it shows {value}", value=value), values={"value": value})
        yield Piece(square, plain(str(value)), plain(str(value)), action=action)


# The cards.


def _cards(state: MatchState) -> Iterator[Board]:
    if state.phase is Phase.TELL:
        yield _telling_board(state)
    elif state.rules is RuleSet.ADVANCED:
        yield from _hands(state)
    elif state.market.zone and state.phase is not Phase.LAY:
        chosen = state.showing.card if state.showing else None
        taps = state.showing is not None
        yield Board(say("The monsters"), tuple(_row(state, state.market.zone, chosen, taps=taps)))


def _row(state: MatchState, codes: Iterable[int], chosen: int | None, *, taps: bool) -> Iterator[Piece]:
    for at, code in enumerate(codes):
        action = Action("CardChosen", say("this one is beaten"), values={"code": code}) if taps else None
        yield _card(state, code, at, Standing.CHOSEN if code == chosen else Standing.USUAL, action)


def _card(state: MatchState, code: int, at: int, standing: Standing, action: Action | None) -> Piece:
    name, label = say("monster {code}", code=code), plain(str(code))
    return Piece(_rectangle(at), name, label, _worth(state, state.cards[code]), Tone.VIOLET, standing, action)


def _worth(state: MatchState, card: MonsterCard) -> Message | None:
    """Return what of a card counts in these rules: its points, its stars, or nothing but its code."""
    match state.rules:
        case RuleSet.ADVANCED:
            return None
        case RuleSet.DICE:
            return plain(STAR * card.stars)
        case _:
            return plain(card.points.value)


def _rectangle(at: int) -> tuple[Point, ...]:
    x, y = round(at % ROW * _STEP[0], 3), round(at // ROW * _STEP[1], 3)
    right, bottom = round(x + _CARD[0], 3), round(y + _CARD[1], 3)
    return (x, y), (right, y), (right, bottom), (x, bottom)


def _telling_board(state: MatchState) -> Board:
    """Return all cards that may have been turned up, for people who play with their own."""
    possible = sorted((*state.market.zone, *state.market.pile))
    pieces = tuple(
        _card(
            state,
            code,
            at,
            Standing.CHOSEN if code in state.told else Standing.USUAL,
            None if code in state.told else Action("CardTold", say("it was turned up"), values={"code": code}),
        )
        for at, code in enumerate(possible)
    )
    return Board(say("Which monsters have you turned up?"), pieces)


def _hands(state: MatchState) -> Iterator[Board]:
    """Rules 2: yield the modifiers in front of everybody, and every hand for the page of its player."""
    showing = state.showing
    for seat, hand in state.hands.items():
        name = state.table.name(seat)
        if hand.front:
            front = [_modifier(state.cards[code], at) for at, code in enumerate(hand.front)]
            free = (_no_modifier(at) for at in range(len(front), MOST_IN_FRONT))
            yield Board(say("In front of {name}", name=name), (*front, *free), seat=seat)
        shows = showing is not None and showing.seat == seat
        chosen = showing.card if showing is not None and shows else None
        if state.tells and shows:
            possible = sorted(state.unseen)
            title = say("Which card does {name} play?", name=name)
            yield Board(title, tuple(_row(state, possible, chosen, taps=True)), seat=seat)
        elif not state.tells and hand.cards:
            title = say("The hand of {name}", name=name)
            yield Board(title, tuple(_row(state, hand.cards, chosen, taps=shows)), seat=seat, only_for=seat)


def _modifier(card: MonsterCard, at: int) -> Piece:
    value = f"{card.modifier:+d}"
    return Piece(_rectangle(at), say("modifier {value}", value=value), plain(value), tone=Tone.BACK)


def _no_modifier(at: int) -> Piece:
    return Piece(_rectangle(at), say("room for a card"), tone=Tone.PLACE)
