"""What the page shows of a match: where it stands, what to do, who touched when, and who leads."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import Lamp
from companion.games.monster_rush.boards import boards
from companion.games.monster_rush.contest import Contest
from companion.games.monster_rush.scoring import total_of, winners
from companion.games.monster_rush.state import Grab, RushState, Stage
from companion.games.monster_rush.words import monster_word, symbol_word
from companion.options import house_rules, write_options
from companion.table import Seat
from companion.texts import Message, Value, say
from companion.view import Action, CallShown, Result, ScoreSheet, View
from companion.wording import listed, points_of


def view(match: RushState) -> View:
    """Return everything that the page shows."""
    over = match.stage is Stage.GAME_OVER
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=match.turn if match.stage is Stage.REVEAL else None,
        actions=tuple(actions(match)),
        calls=calls(match),
        deadline=match.contest.closes if match.contest and match.stage is Stage.CONTEST else None,
        boards=boards(match),
        sheet=sheet(match),
        result=Result(winners(match), victory(match)) if over else None,
        facts=facts(match),
    )


def headline(match: RushState) -> Message:
    """Return the one sentence that says where the table stands."""
    match match.stage:
        case Stage.REVEAL if match.all_used_up:
            return say("No cards are left to turn up")
        case Stage.REVEAL:
            return say("{name} turns up a card", name=match.table.name(match.turn))
        case Stage.CONTEST if match.contest is not None and len(match.contest.candidates) > 1:
            return say("several hands at the same moment!")
        case Stage.CONTEST if match.contest is not None:
            return say("{name} was first!", name=match.table.name(match.contest.touches[0].seat))
        case Stage.WHERE if match.contest is not None:
            return say("Which monster did {name} touch?", name=match.table.name(_asked(match, match.contest)))
        case Stage.HANDS:
            return say("Whose hand is below the others?")
    return victory(match)


def _asked(match: RushState, contest: Contest) -> Seat:
    return contest.asked(everybody=True)[0].seat


def hint(match: RushState) -> Message:
    """Return what to do next, in words that a child understands."""
    match match.stage:
        case Stage.REVEAL if match.all_used_up:
            return say("Grab a monster if you can, or take your cards back and shuffle them.")
        case Stage.REVEAL:
            return say("Are all symbols of a monster shown? Then hand on it, and press your button!")
        case Stage.CONTEST | Stage.WHERE if match.contest and match.contest.asked(everybody=True):
            return say("{name}: tap the monster that you touched.", name=match.table.name(_asked(match, match.contest)))
        case Stage.CONTEST:
            return say("Hands that come down now still belong to this contest.")
        case Stage.HANDS:
            return say("In doubt, the hand that covers most of the card.")
        case Stage.WHERE:
            return say("Only then it is checked whether that was right.")
    return say("Thank you for playing!")


def actions(match: RushState) -> Iterator[Action]:
    """Yield what people may do now, beside their buttons and what they can tap on the boards."""
    if match.stage is Stage.REVEAL:
        yield from _in_turn(match)
    elif match.contest is not None:
        yield from _about_hands(match, match.contest)


def _in_turn(match: RushState) -> Iterator[Action]:
    if match.all_used_up:
        yield Action("Gathered", say("Everybody takes his cards back and shuffles them"), primary=True)
    elif match.hands[match.turn]:
        yield Action("Flipped", say("Turn up a card"), match.turn, {"seat": match.turn}, primary=True)
    if match.flips:
        return
    for player in match.table.players:
        if player.seat != match.turn:
            label = say("{name} is the youngest and begins", name=player.name)
            yield Action("Begins", label, player.seat, {"seat": player.seat})


def _about_hands(match: RushState, contest: Contest) -> Iterator[Action]:
    name = match.table.name
    if match.stage is Stage.HANDS:
        numbers = {slot: monster.number for slot in match.open_slots if (monster := match.open_monster(slot))}
        for touch in contest.winners(numbers):
            label = say("The hand of {name}", name=name(touch.seat))
            yield Action("HandJudged", label, touch.seat, {"seat": touch.seat})
    for touch in contest.touches:
        label = say("{name} touched no monster", name=name(touch.seat))
        yield Action("Withdrawn", label, touch.seat, {"seat": touch.seat})


def lamp(match: RushState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    match match.stage:
        case Stage.GAME_OVER:
            return Lamp.FIRST if seat in winners(match) else Lamp.OFF
        case Stage.REVEAL:
            return Lamp.TURN if seat == match.turn and match.hands[seat] else Lamp.ARMED
    touches = match.contest.touches if match.contest else ()
    if match.contest and any(touch.seat == seat for touch in touches):
        first = [touch.seat for touch in match.contest.candidates]
        return Lamp.FIRST if seat in first else Lamp.CALLED
    return Lamp.ARMED if match.stage is Stage.CONTEST else Lamp.OFF


def calls(match: RushState) -> tuple[CallShown, ...]:
    """Return every touch of this contest, or of the last one, with how long after the first it came."""
    contest = match.contest or (match.last.contest if match.last and not match.shown else None)
    if contest is None:
        return ()
    first = contest.touches[0].at
    tied = contest.candidates if len(contest.candidates) > 1 else ()
    return tuple(CallShown(touch.seat, touch.at - first, touch.by, tied=touch in tied) for touch in contest.touches)


def verdict(match: RushState, grab: Grab) -> Message:
    """Return what became of a grab."""
    words: dict[str, Value] = {
        "name": match.table.name(grab.winner.seat),
        "monster": monster_word(grab.monster),
    }
    if grab.cover.complete:
        return say("{name} captures {monster}: {points}", points=points_of(grab.monster.points), **words)
    missing = listed(symbol_word(symbol) for symbol in dict.fromkeys(grab.cover.missing))
    return say("{name} takes {monster} face down, minus one: {missing} missing", missing=missing, **words)


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
    changed = write_options(match.options)
    rules = [
        (rule.title, dict(rule.choices)[changed[rule.name]])
        for rule in house_rules(type(match.options))
        if rule.name in changed
    ]
    left = sum(len(pile) for pile in match.piles)
    return ((say("Monsters left"), left), *rules)
