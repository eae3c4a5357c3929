"""What the page and the lamps show of a match of Monster Rush: sentences, buttons and boards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import Lamp
from companion.events import SlotPressed
from companion.games.monster_rush.cards import RushMonster, Weapon, WeaponKind, monster_name, symbol_name, weapon_name
from companion.games.monster_rush.contest import Contest
from companion.games.monster_rush.scoring import total_of, winners
from companion.games.monster_rush.state import Grab, RushPhase, RushState
from companion.observations import Point
from companion.options import changed_rules
from companion.table import Seat
from companion.texts import Message, Value, listed, plain, points_of, say
from companion.view import Action, Board, CallShown, Piece, Result, ScoreSheet, Standing, Tone, View, rectangle

# The table of Monster Rush as boards: three monsters, everybody's open cards, and the grab that was judged last.


CARD = (3.0, 4.2)
ROW = 2.0
WEAPON = (1.3, 1.82)
LEAST_PLACES = 5
"""So many places for open cards are drawn at least, so that cards keep their size when few lie there."""


def boards(match: RushState) -> tuple[Board, ...]:
    """Return the monsters and the open cards; before a new card is turned also the last grab."""
    found = [_monsters(match), _weapons(match)]
    if match.last is not None and (not match.open_cards or match.phase is RushPhase.GAME_OVER):
        found.insert(0, _grab(match, match.last))
    return tuple(found)


def tone_of(match: RushState, symbol: str) -> Tone:
    """Return the colour of a symbol."""
    return next((each.tone for each in match.symbols if each.name == symbol), Tone.PLAIN)


# The monsters.


def _monsters(match: RushState) -> Board:
    pieces: list[Piece] = []
    for slot in range(1, len(match.piles) + 1):
        x = (slot - 1) * (CARD[0] + 0.5)
        monster = match.open_monster(slot)
        if monster is None:
            pieces.append(Piece(rectangle(x, 0, *CARD), say("place {slot}: empty", slot=slot), tone=Tone.PLACE))
            continue
        pieces.append(_monster(monster, x, _touch(match, slot)))
    counts = [max(0, len(pile) - 1) for pile in match.piles]
    left = say("Still face down: {one}, {two} and {three}", one=counts[0], two=counts[1], three=counts[2])
    return Board(say("The monsters"), tuple(pieces), notes=(left,))


def _touch(match: RushState, slot: int) -> Action | None:
    """Return what a tap on a monster does: it says where a hand is, once a button has been pressed."""
    if match.contest is None or not match.contest.asked(everybody=True):
        return None
    return Action(SlotPressed.__name__, say("this one"), values={"slot": slot})


def _monster(monster: RushMonster, x: float, action: Action | None) -> Piece:
    symbols = listed(symbol_name(symbol) for symbol in monster.symbols)
    words: dict[str, Value] = {"number": monster.number, "points": monster.points, "symbols": symbols}
    return Piece(
        rectangle(x, 0, *CARD),
        say("monster {number}, worth {points}: {symbols}", **words),
        plain(str(monster.points)),
        monster_name(monster),
        Tone.WHITE,
        action=action,
        art=(f"monster-{monster.number:02d}",),
    )


# The weapons and spells.


def _weapons(match: RushState) -> Board:
    pieces: list[Piece] = []
    for row, seat in enumerate(match.table.seats):
        pieces += _row(match, seat, row * ROW)
    return Board(say("Weapons and spells"), tuple(pieces))


def _row(match: RushState, seat: Seat, y: float) -> Iterator[Piece]:
    """Yield the pile of a player and his open cards beside it: "never one upon the other" (MR-11)."""
    name = match.table.name(seat)
    count = len(match.hands[seat])
    flips = match.phase is RushPhase.REVEAL and seat == match.turn and count > 0
    yield Piece(
        rectangle(0, y, 2.2, WEAPON[1]),
        say("the pile of {name}: {count} cards", name=name, count=count),
        plain(name),
        plain(str(count)),
        art=("back-weapon",) if count else (),
        tone=Tone.BACK if count else Tone.PLACE,
        standing=Standing.HINTED if flips else Standing.USUAL,
        action=Action("TopCardFlipped", say("turn up a card"), seat=seat, values={"seat": seat}) if flips else None,
    )
    cards = [each.weapon for each in match.open_cards if each.seat == seat]
    for at, weapon in enumerate(cards):
        yield _weapon(match, weapon, rectangle(_beside(at), y, *WEAPON))
    for at in range(len(cards), LEAST_PLACES):
        yield Piece(rectangle(_beside(at), y, *WEAPON), say("place for a card of {name}", name=name), tone=Tone.PLACE)


def _beside(at: int) -> float:
    """Return where the open card number `at` of a player begins, to the right of his pile."""
    return 2.5 + at * (WEAPON[0] + 0.1)


def _weapon(rush: RushState, weapon: Weapon, outline: tuple[Point, ...]) -> Piece:
    name, art = weapon_name(weapon), ("-".join((weapon.kind.value, *weapon.symbols)),)
    match weapon.kind:
        case WeaponKind.STAFF:
            return Piece(outline, name, plain("★"), say("any"), Tone.YELLOW, art=art)
        case WeaponKind.FAILED:
            tone = tone_of(rush, weapon.symbols[0])
            return Piece(outline, name, plain("✕"), symbol_name(weapon.symbols[0]), tone, Standing.FADED, art=art)
    return Piece(outline, name, small=name, tone=tone_of(rush, weapon.symbols[0]), art=art)


# The last grab: which card covers which symbol, and what is missing.


def _grab(match: RushState, grab: Grab) -> Board:
    pieces: list[Piece] = []
    for at, (symbol, card) in enumerate(zip(grab.cover.need, grab.cover.by, strict=True)):
        x = at * 2.3
        right = card is not None
        standing = Standing.RIGHT if right else Standing.WRONG
        name = symbol_name(symbol)
        pieces.append(
            Piece(rectangle(x, 0, 2.1, 1.1), name, small=name, tone=tone_of(match, symbol), standing=standing)
        )
        pieces.append(_covering(match, grab, card, x))
    title = say("{name} grabbed {monster}", name=match.table.name(grab.winner.seat), monster=monster_name(grab.monster))
    return Board(title, tuple(pieces), notes=_notes(grab))


def _covering(match: RushState, grab: Grab, card: int | None, x: float) -> Piece:
    if card is None:
        return Piece(rectangle(x, 1.4, 2.1, 1.1), say("nothing shows it"), small=say("missing"), tone=Tone.PLACE)
    laid = grab.open_cards[card]
    owner, name = match.table.name(laid.seat), weapon_name(laid.weapon)
    name = say("{card} of {name}", card=name, name=owner)
    return Piece(rectangle(x, 1.4, 2.1, 1.1), name, plain(owner), name, tone=Tone.PLAIN)


def _notes(grab: Grab) -> tuple[Message, ...]:
    if grab.cover.complete:
        return (say("All its symbols were shown."),)
    return tuple(say("{symbol} is missing", symbol=symbol_name(symbol)) for symbol in grab.cover.missing)


# What the page shows of a match: where it stands, what to do, who touched when, and who leads.


def view(match: RushState) -> View:
    """Return everything that the page shows."""
    over = match.phase is RushPhase.GAME_OVER
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=match.turn if match.phase is RushPhase.REVEAL else None,
        actions=tuple(actions(match)),
        calls=calls(match),
        deadline=match.contest.closes if match.contest and match.phase is RushPhase.CONTEST else None,
        boards=boards(match),
        sheet=sheet(match),
        result=Result(winners(match), victory(match)) if over else None,
        facts=facts(match),
    )


def headline(match: RushState) -> Message:
    """Return the one sentence that says where the table stands."""
    match match.phase:
        case RushPhase.REVEAL if match.all_used_up:
            return say("No cards are left to turn up")
        case RushPhase.REVEAL:
            return say("{name} turns up a card", name=match.table.name(match.turn))
        case RushPhase.CONTEST if match.contest is not None and len(match.contest.candidates) > 1:
            return say("several hands at the same moment!")
        case RushPhase.CONTEST if match.contest is not None:
            return say("{name} was first!", name=match.table.name(match.contest.touches[0].seat))
        case RushPhase.WHERE if match.contest is not None:
            return say("Which monster did {name} touch?", name=match.table.name(_asked(match, match.contest)))
        case RushPhase.HANDS:
            return say("Whose hand is below the others?")
    return victory(match)


def _asked(match: RushState, contest: Contest) -> Seat:
    return contest.asked(everybody=True)[0].seat


def hint(match: RushState) -> Message:
    """Return what to do next, in words that a child understands."""
    match match.phase:
        case RushPhase.REVEAL if match.all_used_up:
            return say("Grab a monster if you can, or take your cards back and shuffle them.")
        case RushPhase.REVEAL:
            return say("Are all symbols of a monster shown? Then hand on it, and press your button!")
        case RushPhase.CONTEST | RushPhase.WHERE if match.contest and match.contest.asked(everybody=True):
            return say("{name}: tap the monster that you touched.", name=match.table.name(_asked(match, match.contest)))
        case RushPhase.CONTEST:
            return say("Hands that come down now still belong to this contest.")
        case RushPhase.HANDS:
            return say("In doubt, the hand that covers most of the card.")
        case RushPhase.WHERE:
            return say("Only then it is checked whether that was right.")
    return say("Thank you for playing!")


def actions(match: RushState) -> Iterator[Action]:
    """Yield what people may do now, beside their buttons and what they can tap on the boards."""
    if match.phase is RushPhase.REVEAL:
        yield from _in_turn(match)
    elif match.contest is not None:
        yield from _about_hands(match, match.contest)


def _in_turn(match: RushState) -> Iterator[Action]:
    if match.all_used_up:
        yield Action("Gathered", say("Everybody takes his cards back and shuffles them"), primary=True)
    elif match.hands[match.turn]:
        yield Action("TopCardFlipped", say("Turn up a card"), match.turn, {"seat": match.turn}, primary=True)
    if match.flips:
        return
    for player in match.table.players:
        if player.seat != match.turn:
            label = say("{name} is the youngest and begins", name=player.name)
            yield Action("Begins", label, player.seat, {"seat": player.seat})


def _about_hands(match: RushState, contest: Contest) -> Iterator[Action]:
    name = match.table.name
    if match.phase is RushPhase.HANDS:
        numbers = {slot: monster.number for slot in match.open_slots if (monster := match.open_monster(slot))}
        for touch in contest.winners(numbers):
            label = say("The hand of {name}", name=name(touch.seat))
            yield Action("HandJudged", label, touch.seat, {"seat": touch.seat})
    for touch in contest.touches:
        label = say("{name} touched no monster", name=name(touch.seat))
        yield Action("Withdrawn", label, touch.seat, {"seat": touch.seat})


def lamp(match: RushState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    match match.phase:
        case RushPhase.GAME_OVER:
            return Lamp.FIRST if seat in winners(match) else Lamp.OFF
        case RushPhase.REVEAL:
            return Lamp.TURN if seat == match.turn and match.hands[seat] else Lamp.ARMED
    touches = match.contest.touches if match.contest else ()
    if match.contest and any(touch.seat == seat for touch in touches):
        first = [touch.seat for touch in match.contest.candidates]
        return Lamp.FIRST if seat in first else Lamp.CALLED
    return Lamp.ARMED if match.phase is RushPhase.CONTEST else Lamp.OFF


def calls(match: RushState) -> tuple[CallShown, ...]:
    """Return every touch of this contest, or of the last one, with how long after the first it came."""
    contest = match.contest or (match.last.contest if match.last and not match.open_cards else None)
    if contest is None:
        return ()
    first = contest.touches[0].at
    tied = contest.candidates if len(contest.candidates) > 1 else ()
    return tuple(CallShown(touch.seat, touch.at - first, touch.by, tied=touch in tied) for touch in contest.touches)


def verdict(match: RushState, grab: Grab) -> Message:
    """Return what became of a grab."""
    named: dict[str, Value] = {
        "name": match.table.name(grab.winner.seat),
        "monster": monster_name(grab.monster),
    }
    if grab.cover.complete:
        return say("{name} captures {monster}: {points}", points=points_of(grab.monster.points), **named)
    missing = listed(symbol_name(symbol) for symbol in dict.fromkeys(grab.cover.missing))
    return say("{name} takes {monster} face down, minus one: {missing} missing", missing=missing, **named)


def sheet(match: RushState) -> ScoreSheet:
    """Return the points of the open monsters, and what the face-down ones and fines cost."""
    columns = (say("Captured"), say("Face down"))

    def line(seat: Seat) -> tuple[int, int]:
        won = match.won_by(seat)
        wrong = sum(not trophy.right for trophy in won) + match.fines.count(seat)
        return sum(trophy.monster.points for trophy in won if trophy.right), -wrong

    seats = match.table.seats
    lines = {seat: line(seat) for seat in seats}
    return ScoreSheet(columns, lines, {seat: total_of(match, seat) for seat in seats}, named=True)


def victory(match: RushState) -> Message:
    """Return who has won, or shares the victory."""
    best = winners(match)
    names = listed(match.table.name(seat) for seat in best)
    if len(best) == 1:
        return say("{name} wins with {points}", name=names, points=points_of(total_of(match, best[0])))
    return say("{names} share the victory", names=names)


def facts(match: RushState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: how many monsters are left, and the house rules that differ."""
    left = sum(len(pile) for pile in match.piles)
    return ((say("Monsters left"), left), *changed_rules(match.options))
