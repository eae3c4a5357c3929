"""What the page and the lamps show of a match of Monster Cube: sentences, buttons and boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt

from companion.effects import Lamp
from companion.events import By, Call, are_tied
from companion.games.monster_cube.cards import MOST_IN_FRONT, MonsterCard
from companion.games.monster_cube.claims import PartialClaim, Picking
from companion.games.monster_cube.laying import why_not_laid
from companion.games.monster_cube.moves import destinations
from companion.games.monster_cube.options import Bonuses, Hints, MonsterCubeOptions, RuleSet
from companion.games.monster_cube.reading import TilesReading, most_on
from companion.games.monster_cube.searching import (
    cards_of,
    is_finished,
    victory,
    why_no_skip,
    why_not_complete,
)
from companion.games.monster_cube.solver import Solution, solve
from companion.games.monster_cube.state import COMMON, MonsterCubePhase, MonsterCubeState, Past
from companion.games.monster_cube.tiles import FACES, TILES, FaceAt, Layout, neighbours
from companion.observations import Axial, Kind, Observation, Point, TileFace
from companion.options import changed_rules
from companion.table import Seat
from companion.texts import Message, Value, listed, plain, say
from companion.view import (
    Action,
    Board,
    CallShown,
    PictureShown,
    Piece,
    Result,
    ScoreSheet,
    Standing,
    Stroke,
    Tone,
    View,
)

# The buttons that the page offers. Every state offers one that goes on, whatever the camera or a player does.
#
# Faces, places and cards are tapped on the boards.


LIMITS = (5, 10, 15, 20, 30, 60, 120)
"""The limits that the page offers, in seconds."""


def actions(state: MonsterCubeState) -> tuple[Action, ...]:
    """Return what people may do now."""
    return tuple(_actions(state))


def _actions(state: MonsterCubeState) -> Iterator[Action]:
    match state.phase, state.showing:
        case MonsterCubePhase.LAY, _:
            yield from _in_lay(state)
        case MonsterCubePhase.OPEN, _:
            yield from _in_open(state)
        case MonsterCubePhase.CLAIM, showing if showing is not None:
            yield from _in_claim(state, showing)
        case MonsterCubePhase.TURN, showing if showing is not None:
            yield from _in_turn(state, showing)
        case MonsterCubePhase.GIVE_BACK, _:
            yield from _in_give_back(state)
        case MonsterCubePhase.PLACE, _:
            yield from _in_place(state)
        case MonsterCubePhase.VERDICT, _:
            label = say("Count the cards") if is_finished(state) else _next_label(state)
            yield Action("Confirmed", label, primary=True)
    if state.phase in (
        MonsterCubePhase.OPEN,
        MonsterCubePhase.TURN,
        MonsterCubePhase.VERDICT,
        MonsterCubePhase.NAME_CARDS,
    ):
        yield Action("Ended", say("Stop here and count"))


def _next_label(state: MonsterCubeState) -> Message:
    if state.in_turn:
        return say("Next: {name}", name=state.table.name(state.table.after(state.turn)))
    return say("Go on: search")


def _of(seat: Seat, event: str, label: Message, *, primary: bool = False, **values: int | None) -> Action:
    return Action(event, label, seat, {"seat": seat, **values}, primary)


def _press(seat: Seat, label: Message) -> Action:
    return Action("Pressed", label, seat, {"seat": seat, "by": By.PAGE.value})


def _in_lay(state: MonsterCubeState) -> Iterator[Action]:
    ready = why_not_laid(state) is None
    if ready:
        yield Action("Confirmed", say("The tiles lie like this: turn up the monsters"), primary=True)
    yield Action("TilesDealt", say("Let the companion lay the tiles"), primary=not ready and not state.readings)
    for reading in state.readings.values():
        yield from _about_a_reading(state, reading)
    for zone in state.zones:
        if zone in state.readings or zone in state.layouts:
            yield Action("ReadingRestarted", _zoned(state, zone, again=True), values={"zone": zone})
        else:
            yield Action("TypedByHand", _zoned(state, zone, again=False), values={"zone": zone})
    if state.in_turn and state.rounds == 0:
        yield from (
            _of(player.seat, "Begins", say("{name} is the youngest and begins", name=player.name))
            for player in state.table.players
            if player.seat != state.turn
        )
    yield from _limits(state)


def _about_a_reading(state: MonsterCubeState, reading: TilesReading) -> Iterator[Action]:
    """Offer to say that a reading is right, and that what was tapped is no tile."""
    zone: dict[str, int | str] = {"zone": reading.zone}
    if not isinstance(reading.confirmed(state.options.linked), Message):
        yield Action("ReadingConfirmed", say("It lies as shown"), values={**zone})
    if reading.tapped is not None and reading.observation is not None:
        number = reading.number_of(reading.tapped.place)
        yield Action("PartRemoved", say("What is tapped is no tile: take it away"), values={**zone, "part": number})


def _zoned(state: MonsterCubeState, zone: str, *, again: bool) -> Message:
    for seat in state.table.seats if state.in_turn else ():
        if state.zone(seat) == zone:
            name = state.table.name(seat)
            if again:
                return say("Read the tiles of {name} afresh", name=name)
            return say("No picture: tap in the tiles of {name}", name=name)
    return say("Read the tiles afresh") if again else say("No picture: tap in the tiles")


def _limits(state: MonsterCubeState) -> Iterator[Action]:
    """Offer everybody the next longer limit, and the shortest after the longest."""
    for player in state.table.players:
        now = state.limit(player.seat)
        if now is not None:
            longer = next((seconds for seconds in LIMITS if seconds > now), LIMITS[0])
            label = say("{name} has {now} seconds: give {longer}", name=player.name, now=now, longer=longer)
            yield _of(player.seat, "LimitSet", label, seconds=longer)


def _in_open(state: MonsterCubeState) -> Iterator[Action]:
    for player in state.table.players:
        yield _press(player.seat, say("{name} calls Monstre!", name=player.name))
    yield Action("AgreedNone", say("All agree: there is no combination"))
    yield from _helps(state)


def _helps(state: MonsterCubeState) -> Iterator[Action]:
    if state.options.hints is Hints.ON and state.rules is RuleSet.CODE and not state.hinted:
        yield Action("HintWanted", say("Show us one that needs no move"))
    if not state.dealt:
        for zone in state.zones:
            yield Action("ReadingRestarted", _zoned(state, zone, again=True), values={"zone": zone})


def _in_claim(state: MonsterCubeState, showing: PartialClaim) -> Iterator[Action]:
    name = state.table.name(showing.seat)
    yield from _judging(state, showing)
    if showing.picking is Picking.FACES and showing.move is None:
        yield Action("MoveWanted", say("One tile was moved"), showing.seat, {"wanted": True})
    else:
        yield Action("MoveWanted", say("No tile was moved"), showing.seat, {"wanted": False})
    yield _of(showing.seat, "GaveUp", say("{name} has nothing to show", name=name))


def _judging(state: MonsterCubeState, showing: PartialClaim) -> Iterator[Action]:
    if why_not_complete(state, showing) is None:
        yield Action("Confirmed", say("That is it: judge it"), showing.seat, primary=True)
    elif not showing.stopped and showing.deadline is not None:
        name = state.table.name(showing.seat)
        yield _press(showing.seat, say("{name} has shown it: stop the clock", name=name))


def _in_turn(state: MonsterCubeState, showing: PartialClaim) -> Iterator[Action]:
    name = state.table.name(showing.seat)
    if showing.move is not None:
        yield from _judging(state, showing)
        yield _of(showing.seat, "GaveUp", say("{name} finds nothing", name=name))
    elif why_no_skip(state, showing) is None:
        yield Action("Skipped", _skip_label(state))
    yield from _helps(state)


def _skip_label(state: MonsterCubeState) -> Message:
    if state.market.pile:
        return say("Nobody can take these monsters: skip them")
    return say("Nobody can take the last monsters: end the match")


def _in_give_back(state: MonsterCubeState) -> Iterator[Action]:
    seat = state.past.seat if state.past else None
    if seat is None:
        return
    for code in state.won[seat]:
        points = state.cards[code].points
        yield _of(seat, "GivenBack", say("Monster {code} ({points}) goes back", code=code, points=points), code=code)


def _in_place(state: MonsterCubeState) -> Iterator[Action]:
    for player in state.table.players:
        if state.past is None or player.seat == state.past.seat:
            continue
        front = state.hands[player.seat].front
        if len(front) < MOST_IN_FRONT:
            yield _of(player.seat, "Placed", say("The card goes to {name}", name=player.name), replaced=None)
            continue
        for code in front:
            modifier = f"{state.cards[code].modifier:+d}"
            label = say("The card replaces {modifier} of {name}", modifier=modifier, name=player.name)
            yield _of(player.seat, "Placed", label, replaced=code)


# Boards: the tiles as they lie, with what was chosen and why it counts; the monsters; the hands of rules 2.


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


def boards(state: MonsterCubeState) -> tuple[Board, ...]:
    """Return everything that lies on the table."""
    return tuple(_boards(state))


def _boards(state: MonsterCubeState) -> Iterator[Board]:
    if state.phase in (
        MonsterCubePhase.VERDICT,
        MonsterCubePhase.GIVE_BACK,
        MonsterCubePhase.PLACE,
        MonsterCubePhase.OVER,
    ):
        if state.past is not None:
            yield _verdict_board(state.past)
        yield from _cards(state)
        return
    yield from _cards(state)
    if state.phase is MonsterCubePhase.LAY:
        yield from _laying_boards(state)
    elif state.showing is not None:
        yield _showing_board(state, state.showing)
    elif state.phase is MonsterCubePhase.OPEN:
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


def _searching_board(state: MonsterCubeState) -> Board:
    """Return the tiles while everybody searches, with the nicest way to beat a monster if somebody asked for it."""
    hint = _hint(state) if state.hinted else ()
    board = _tiles(say("The nine tiles"), state.layouts[COMMON], hint, Standing.HINTED)
    if not state.hinted or hint:
        return board
    return replace(board, notes=(say("No monster can be beaten without a move."),))


def _hint(state: MonsterCubeState) -> tuple[FaceAt, ...]:
    found = solve(state.layouts[COMMON], state.market.zone, 0, state.claim_rules)
    best = next((ways[0] for ways in found.values() if ways), None)
    return best.faces if best else ()


def _showing_board(state: MonsterCubeState, showing: PartialClaim) -> Board:
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


def _standing(showing: PartialClaim, face: FaceAt) -> Standing:
    if face in showing.faces or (showing.picking is Picking.PLACE and face.place == showing.start):
        return Standing.CHOSEN
    if showing.move is not None and face.place == showing.move.end:
        return Standing.HINTED
    return Standing.USUAL


def _free_places(showing: PartialClaim) -> tuple[Axial, ...]:
    if showing.picking is not Picking.PLACE or showing.start is None:
        return ()
    return destinations(showing.layout, showing.start, showing.linked)


def _lies_here(place: Axial) -> Action:
    return Action("PlaceTapped", say("the tile lies here now"), values={"q": place[0], "r": place[1]})


def _free(place: Axial, action: Action) -> Piece:
    return Piece(_tips(place, range(6)), say("a free place"), tone=Tone.PLACE, action=action)


def _move_stroke(showing: PartialClaim) -> tuple[Stroke, ...]:
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
            yield _missed_sentence(each.code, each.way)


def _missed_sentence(code: int, way: Solution) -> Message:
    formula = way.formula.printed
    if way.move is None:
        return say("{code} could be made: {formula}", code=code, formula=formula)
    return say("{code} could be made with one move: {formula}", code=code, formula=formula)


# Laying and reading.


def _laying_boards(state: MonsterCubeState) -> Iterator[Board]:
    for zone in state.zones:
        title = _zone_title(state, zone)
        reading = state.readings.get(zone)
        if reading is not None:
            yield _reading_board(state, title, reading)
        elif zone in state.layouts:
            yield _known_board(title, zone, state.layouts[zone])


def _zone_title(state: MonsterCubeState, zone: str) -> Message:
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


def _reading_board(state: MonsterCubeState, title: Message, reading: TilesReading) -> Board:
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


def _cards(state: MonsterCubeState) -> Iterator[Board]:
    if state.phase is MonsterCubePhase.NAME_CARDS:
        yield _telling_board(state)
    elif state.rules is RuleSet.ADVANCED:
        yield from _hands(state)
    elif state.market.zone and state.phase is not MonsterCubePhase.LAY:
        chosen = state.showing.card if state.showing else None
        taps = state.showing is not None
        yield Board(say("The monsters"), tuple(_row(state, state.market.zone, chosen, taps=taps)))


def _row(state: MonsterCubeState, codes: Iterable[int], chosen: int | None, *, taps: bool) -> Iterator[Piece]:
    for at, code in enumerate(codes):
        action = Action("CardChosen", say("this one is beaten"), values={"code": code}) if taps else None
        yield _card(state, code, at, Standing.CHOSEN if code == chosen else Standing.USUAL, action)


def _card(state: MonsterCubeState, code: int, at: int, standing: Standing, action: Action | None) -> Piece:
    name, label = say("monster {code}", code=code), plain(str(code))
    return Piece(
        _rectangle(at),
        name,
        label,
        _worth(state, state.cards[code]),
        Tone.VIOLET,
        standing,
        action,
        (f"code-{code:02d}",),
    )


def _worth(state: MonsterCubeState, card: MonsterCard) -> Message | None:
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


def _telling_board(state: MonsterCubeState) -> Board:
    """Return all cards that may have been turned up, for people who play with their own."""
    possible = sorted((*state.market.zone, *state.market.pile))
    pieces = tuple(
        _card(
            state,
            code,
            at,
            Standing.CHOSEN if code in state.turned_up else Standing.USUAL,
            None if code in state.turned_up else Action("CardTold", say("it was turned up"), values={"code": code}),
        )
        for at, code in enumerate(possible)
    )
    return Board(say("Which monsters have you turned up?"), pieces)


def _hands(state: MonsterCubeState) -> Iterator[Board]:
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
        if state.has_own_cards and shows:
            possible = sorted(state.unseen)
            title = say("Which card does {name} play?", name=name)
            yield Board(title, tuple(_row(state, possible, chosen, taps=True)), seat=seat)
        elif not state.has_own_cards and hand.cards:
            title = say("The hand of {name}", name=name)
            yield Board(title, tuple(_row(state, hand.cards, chosen, taps=shows)), seat=seat, only_for=seat)


def _modifier(card: MonsterCard, at: int) -> Piece:
    value = f"{card.modifier:+d}"
    back = f"back-{'minus' if card.modifier < 0 else 'plus'}-{abs(card.modifier)}"
    return Piece(_rectangle(at), say("modifier {value}", value=value), tone=Tone.BACK, art=(back,), label=plain(value))


def _no_modifier(at: int) -> Piece:
    return Piece(_rectangle(at), say("room for a card"), tone=Tone.PLACE)


# What the page and the lamps show of a match of Monster Cube.


def view(state: MonsterCubeState) -> View:
    """Return everything that the page shows."""
    return View(
        headline=headline(state),
        hint=hint(state),
        turn=whose_turn(state),
        actions=actions(state),
        calls=calls(state),
        deadline=state.deadline,
        pictures=tuple(_pictures(state)),
        boards=boards(state),
        sheet=sheet(state),
        result=Result(state.winners, victory(state)) if state.phase is MonsterCubePhase.OVER else None,
        facts=tuple(_facts(state)),
    )


def headline(state: MonsterCubeState) -> Message:
    """Return the one sentence that says where the table stands."""
    showing = state.showing
    match state.phase:
        case MonsterCubePhase.LAY:
            return say("The tiles are laid")
        case MonsterCubePhase.NAME_CARDS:
            return say("Turn up {count} monsters", count=len(state.market.zone) - len(state.turned_up))
        case MonsterCubePhase.OPEN:
            return say("The last monsters: search!") if state.market.last else say("Everybody searches")
        case MonsterCubePhase.CLAIM if showing is not None:
            return say("Monstre! {name} shows a combination", name=state.table.name(showing.seat))
        case MonsterCubePhase.TURN if showing is not None:
            return _turn_headline(state, showing)
        case MonsterCubePhase.OVER:
            return victory(state)
    return state.past.why if state.past is not None else say("Look at the verdict")


def _turn_headline(state: MonsterCubeState, showing: PartialClaim) -> Message:
    name = state.table.name(showing.seat)
    if showing.move is None:
        return say("{name} moves a tile", name=name)
    return say("{name} searches", name=name)


def hint(state: MonsterCubeState) -> Message:
    """Return what to do next, in words that a child understands."""
    match state.phase:
        case MonsterCubePhase.LAY:
            return why_not_laid(state) or say("Do they lie like this? Tap a face to correct it, then go on.")
        case MonsterCubePhase.NAME_CARDS:
            return say("Turn up monster cards and tap their codes.")
        case MonsterCubePhase.OPEN:
            return _search_hint(state)
        case MonsterCubePhase.CLAIM | MonsterCubePhase.TURN if state.showing is not None:
            return _showing_hint(state, state.showing)
        case MonsterCubePhase.GIVE_BACK:
            return say("Which won card goes back under the pile?")
        case MonsterCubePhase.PLACE:
            return say("In front of whom does the card go, face down?")
        case MonsterCubePhase.OVER:
            return say("Thank you for playing!")
    return say("Look at it, put everything in its place, then go on.")


def _search_hint(state: MonsterCubeState) -> Message:
    if state.rules is RuleSet.ADVANCED:
        return say("Make the code of a card in your hand. One tile may be moved. Then press your button.")
    return say("Find three faces that make one of the codes: a times b, plus or minus c. Then press your button.")


def _showing_hint(state: MonsterCubeState, showing: PartialClaim) -> Message:
    if showing.picking is Picking.TILE:
        return say("Tap the tile that is moved.")
    if showing.picking is Picking.PLACE:
        return say("Now tap the place where it lies.")
    return why_not_complete(state, showing) or say("Is that what was shown? Then let it be judged.")


def whose_turn(state: MonsterCubeState) -> Seat | None:
    """Return whom the table waits for, if it is one player."""
    if state.showing is not None:
        return state.showing.seat
    if state.phase in (MonsterCubePhase.GIVE_BACK, MonsterCubePhase.PLACE) and state.past is not None:
        return state.past.seat
    return None


def lamp(state: MonsterCubeState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    match state.phase, state.showing:
        case MonsterCubePhase.OVER, _:
            return Lamp.FIRST if seat in state.winners else Lamp.OFF
        case MonsterCubePhase.OPEN, _:
            return Lamp.ARMED
        case MonsterCubePhase.CLAIM, showing if showing is not None:
            called = any(call.seat == seat for call in showing.calls)
            return Lamp.FIRST if seat in _first(showing) else Lamp.CALLED if called else Lamp.OFF
        case MonsterCubePhase.TURN, showing if showing is not None and seat == showing.seat:
            return Lamp.HURRY if showing.deadline is not None and not showing.stopped else Lamp.TURN
    return Lamp.TURN if seat == whose_turn(state) else Lamp.OFF


def _first(showing: PartialClaim) -> set[Seat]:
    """Return who shows, and whose call cannot be told from his."""
    return {showing.seat, *(call.seat for call in showing.calls if are_tied(showing.calls[0], call))}


def calls(state: MonsterCubeState) -> tuple[CallShown, ...]:
    """Return the calls in the order in which they count."""
    kept = state.showing.calls if state.showing is not None else state.past.calls if state.past is not None else ()
    if state.phase in (MonsterCubePhase.LAY, MonsterCubePhase.NAME_CARDS, MonsterCubePhase.OPEN, MonsterCubePhase.TURN):
        return ()
    earliest = min((call.at for call in kept), default=0)
    return tuple(CallShown(call.seat, call.at - earliest, call.by, tied=_is_tied(call, kept)) for call in kept)


def _is_tied(call: Call, others: tuple[Call, ...]) -> bool:
    return any(other is not call and are_tied(call, other) for other in others)


def _pictures(state: MonsterCubeState) -> Iterator[PictureShown]:
    """Yield the photograph of tiles that are not sure, and the photo finish of a call."""
    for reading in state.readings.values() if state.phase is MonsterCubePhase.LAY else ():
        if reading.observation is not None:
            title = say("The tiles as they were seen")
            yield PictureShown(
                reading.zone,
                title,
                reading.picture,
                reading.observation,
                problems=reading.open_problems,
                notes=reading.oddities,
                edit=True,
            )
    showing = state.showing
    finish = showing.picture if showing is not None else state.past.picture if state.past is not None else ""
    if finish and state.phase not in (MonsterCubePhase.LAY, MonsterCubePhase.OPEN, MonsterCubePhase.NAME_CARDS):
        seen = Observation(Kind.TILES, ())
        yield PictureShown("finish", say("The moment of the call"), finish, seen, open=False)


def sheet(state: MonsterCubeState) -> ScoreSheet:
    """Return what everybody has won so far."""
    found = state.scores
    seats = state.table.seats
    if state.rules is RuleSet.ADVANCED:
        left = {seat: (len(hand.cards) + len(hand.pile),) for seat, hand in state.hands.items()}
        return ScoreSheet((say("cards left"),), left, dict(state.solved), named=True)
    if state.rules is RuleSet.DICE:
        cards = {seat: (found[seat].cards,) for seat in seats}
        return ScoreSheet((say("cards"),), cards, {seat: found[seat].stars for seat in seats}, named=True)
    columns = [say("cards"), say("points"), plain("x2")]
    points = {seat: [found[seat].cards, found[seat].printed, found[seat].doubled] for seat in seats}
    if state.options.bonuses is Bonuses.ON:
        columns += [say("king"), say("families")]
        for seat in seats:
            points[seat] += [found[seat].king, found[seat].families]
    lines: dict[Seat, tuple[int | None, ...]] = {seat: tuple(each) for seat, each in points.items()}
    return ScoreSheet(tuple(columns), lines, {seat: found[seat].points for seat in seats}, named=True)


def _facts(state: MonsterCubeState) -> Iterator[tuple[Message, Value]]:
    """Yield the short facts: the rules, the pile, limits, hints, whose values the cards have."""
    yield say("Rules"), say("{number} of 4", number=state.rules.value)
    if state.rules is not RuleSet.ADVANCED:
        yield say("Pile"), cards_of(len(state.market.pile))
        if state.market.discard:
            yield say("Discard"), cards_of(len(state.market.discard))
    for seat in state.hands:
        modifier = state.hands[seat].modifier(state.cards)
        if modifier:
            yield say("Codes of {name}", name=state.table.name(seat)), f"{modifier:+d}"
    for seat, seconds in state.limits.items():
        yield say("Seconds of {name}", name=state.table.name(seat)), seconds
    yield from _help(state)
    if state.ours:
        yield (
            say("Cards"),
            say(
                "a set of our own: only your box can tell {fields}", fields=listed(_FIELDS[each] for each in state.ours)
            ),
        )
    usual_rules = MonsterCubeOptions().rules  # which rule set is played stands above
    yield from changed_rules(replace(state.options, rules=usual_rules))


_FIELDS = {
    "code": say("the codes"),
    "stars": say("the stars"),
    "points": say("the points"),
    "modifier": say("the modifiers"),
    "family": say("the families"),
}


def _help(state: MonsterCubeState) -> Iterator[tuple[Message, Value]]:
    """Yield which monsters can be beaten, at a table that plays with hints."""
    if state.options.hints is Hints.OFF or state.phase is not MonsterCubePhase.OPEN or state.rules is RuleSet.ADVANCED:
        return
    layout = state.layouts[state.zones[0]]
    staying = solve(layout, state.market.zone, 0, state.claim_rules)
    moving = solve(layout, state.market.zone, 1, state.claim_rules)
    for code in state.market.zone:
        how = say("without a move") if staying[code] else say("with one move") if moving[code] else say("not at all")
        yield say("Monster {code} can be beaten", code=code), how
