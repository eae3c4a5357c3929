"""Fights: who throws how often, what dice are put aside, who wins what, and the death match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.effects import ReadRequest
from companion.events import (
    By,
    Confirmed,
    Corrected,
    PartAdded,
    PartRemoved,
    Pressed,
    ReadingConfirmed,
    ReadingRestarted,
    Saw,
    TurnEnded,
    TypedByHand,
)
from companion.games.thirteen_monsters.cards import MonsterKind
from companion.games.thirteen_monsters.events import (
    Attacked,
    CardFlipped,
    ChampionNamed,
    Chosen,
    DieTold,
    PrizeTaken,
    PutAside,
    Stopped,
    ThrownAgain,
)
from companion.games.thirteen_monsters.referee import ThirteenMatch
from companion.games.thirteen_monsters.state import Ending, ThirteenPhase
from companion.observations import Colour, Observation, Problem, ProblemKind, SeenDie
from companion.observations import Kind as Reads
from companion.texts import say
from tests.companion.games.thirteen_monsters.thirteen import (
    ONE,
    THREE,
    TWO,
    finds,
    holding,
    monster,
    new_match,
    ns,
    ok,
    pair,
    pairs,
    play,
    refusals,
    said,
    throw,
    throws,
    with_holdings,
    without_grid,
)

AT = ns(1)
FIRE_GNOME, GNOME = "07.1 08.2 09.3", "02.1 05.2 12.3"
EARTH, AIR, WATER, GHOST = "01.1 01.2 01.3", "04.1 04.2 04.3", "10.1 10.2 10.3", "13.1 13.2 13.3"
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def fighting(mine: str = FIRE_GNOME, target: str = "02.1", **options: str) -> ThirteenMatch:
    match = with_holdings(new_match(2, **options), holding("", mine), holding("06.1", GNOME))
    return ok(match, Attacked(AT, ONE, mine.split()[0], target))


def seen(*values: int | None, problems: tuple = (), kind: Reads = Reads.DICE) -> Saw:
    dice = tuple(SeenDie(value, Colour.WHITE, SQUARE, 0.9, sure=value is not None) for value in values)
    return Saw(AT, "centre", Observation(kind, dice, problems), "ab")


# How often.


@pytest.mark.parametrize(
    ("mine", "target", "throws_of"),
    [
        (FIRE_GNOME, "02.1", (5, 3)),
        (FIRE_GNOME, "06.1", (5, 5)),
        (GHOST, "06.1", (6, 6)),
        (GHOST, "02.1", (6, 3)),
        ("01.1 03.2 10.3", "02.1", (4, 3)),
        ("01.1 08.2 10.3", "06.1", (3, 3)),
    ],
)
def test_elements_give_throws_and_a_free_pair_is_defended_with_as_many(
    mine: str, target: str, throws_of: tuple[int, int]
) -> None:
    fight = fighting(mine, target).fight

    assert throws_of == tuple(each.throws for each in fight.fighters)


# The dice.


def test_dice_are_put_aside_taken_back_and_thrown_again() -> None:
    match = throw(fighting(), "6 6 2 1 3")
    match = ok(match, PutAside(AT, ONE, 0), PutAside(AT, ONE, 1), PutAside(AT, ONE, 2), PutAside(AT, ONE, 2))
    match = throw(ok(match, ThrownAgain(AT, ONE)), "6 1 2")
    assert (6, 6, 6, 1, 2) == match.fight.hand.dice
    match = ok(match, PutAside(AT, ONE, 0), PutAside(AT, ONE, 2), ThrownAgain(AT, ONE))

    assert ((6, 6), 3) == (match.fight.hand.aside, match.fight.hand.thrown)


def test_all_dice_may_be_thrown_again() -> None:
    match = ok(throw(fighting(), "6 6 2 1 3"), PutAside(AT, ONE, 0), ThrownAgain(AT, ONE))
    match = ok(throw(match, "1 1 1 1"), PutAside(AT, ONE, 0), ThrownAgain(AT, ONE))

    assert (5, (), 3) == (match.fight.hand.thrown, match.fight.hand.dice, match.fight.hand.throw)


def test_nobody_throws_more_often_than_he_may() -> None:
    match = fighting("01.1 08.2 10.3")
    for _ in range(2):
        match = ok(throw(match, "1 2 3 4 5"), ThrownAgain(AT, ONE))
    match = throw(match, "1 2 3 4 5")

    assert ["that was the last throw"] == refusals(match, ThrownAgain(AT, ONE))
    assert TWO == ok(match, Confirmed(AT)).fight.fighter.seat
    assert TWO == ok(match, Pressed(AT, ONE, By.BUTTON)).fight.fighter.seat


def test_one_may_stop_at_any_time() -> None:
    match = throws(fighting(), "6 6 6 6 6")

    assert ((30,), TWO, 1) == (match.fight.scores, match.fight.fighter.seat, match.fight.hand.throw)


def test_what_cannot_be_done_with_dice() -> None:
    match = fighting()
    unknown = "what all five dice show must be known first"
    assert [unknown] == refusals(match, Stopped(AT, ONE))
    assert [unknown] == refusals(match, ThrownAgain(AT, ONE))
    assert [unknown] == refusals(match, PutAside(AT, ONE, 0))
    assert ["a die shows 1 to 6, not 7"] == refusals(match, DieTold(AT, ONE, 7))
    assert ["somebody else throws now"] == refusals(match, DieTold(AT, TWO, 5))
    assert ["no dice have been read yet"] == refusals(match, ReadingConfirmed(AT, "centre"))
    assert ["somebody is throwing dice: that is settled first"] == refusals(
        match, CardFlipped(AT, ONE, match.searchable[0])
    )
    match = throw(match, "1 2 3 4 5")
    assert ["all five dice are known"] == refusals(match, DieTold(AT, ONE, 5))
    assert ["there are five dice"] == refusals(match, PutAside(AT, ONE, 5))
    assert ["say on the page what you do"] == refusals(match, Confirmed(AT))
    all_aside = ok(match, *(PutAside(AT, ONE, die) for die in range(5)))
    assert ["all dice are put aside: take one back, or stop"] == refusals(all_aside, ThrownAgain(AT, ONE))


# The camera.


def test_the_camera_reads_the_dice_that_were_thrown() -> None:
    match = fighting()
    title = say("{name}: throw {number} of {throws}", name="Ada", number=1, throws=5)
    assert (ReadRequest("centre", Reads.DICE, title, None, 5, occasion=1),) == match.read_requests
    match = ok(match, seen(6, 6, 2, 1, 3))
    assert ((6, 6, 2, 1, 3), ()) == (match.fight.hand.dice, match.read_requests)
    match = ok(match, PutAside(AT, ONE, 0), PutAside(AT, ONE, 1), ThrownAgain(AT, ONE))
    assert [3] == [look.dice for look in match.read_requests]
    match = ok(match, seen(6, 1, 1))

    assert (6, 6, 6, 1, 1) == match.fight.hand.dice
    assert [("centre", "ab")] == [(shown.zone, shown.picture) for shown in match.view().pictures]


def test_a_wrong_number_of_dice_is_never_counted() -> None:
    match = ok(fighting(), seen(6, 6, 2, 1))
    why = "4 dice were seen, but 5 were thrown: put the others out of sight and look again"
    assert [why] == refusals(match, ReadingConfirmed(AT, "centre"))
    assert (why, 1) == (str(match.view().hint), len(match.read_requests))
    assert ["what all five dice show must be known first"] == refusals(match, Stopped(AT, ONE))

    assert (6, 6, 2, 1, 1) == ok(match, seen(6, 6, 2, 1, 1)).fight.hand.dice


def test_a_die_that_is_not_sure_is_asked_about() -> None:
    match = ok(fighting(), seen(6, 6, 2, 1, None))
    assert "die 5 (marked ?) is not sure: tap it" == str(match.view().hint)
    assert ["die 5 (marked ?) is not sure: tap it"] == refusals(match, ReadingConfirmed(AT, "centre"))
    assert ["there is no die 6 in this picture"] == refusals(match, Corrected(AT, "centre", 5, 4, Colour.WHITE))
    assert ["a die shows 1 to 6, not 0"] == refusals(match, Corrected(AT, "centre", 4, 0, Colour.WHITE))
    match = ok(match, Corrected(AT, "centre", 4, 4, Colour.WHITE))
    assert (6, 6, 2, 1, 4) == match.fight.hand.dice

    again = ok(match, Corrected(AT, "centre", 0, 5, Colour.WHITE))
    assert (5, 6, 2, 1, 4) == again.fight.hand.dice


def test_without_a_picture_the_dice_are_tapped_in() -> None:
    match = fighting()
    offered = [each for each in match.view().actions if each.event == "TypedByHand"]
    assert [("No picture: tap in the dice", {"zone": "centre"})] == [(str(e.label), e.values) for e in offered]

    match = ok(match, TypedByHand(AT, "centre"))
    assert "TypedByHand" not in [each.event for each in match.view().actions]
    for number, value in enumerate((6, 6, 2, 1, 4)):
        match = ok(match, Corrected(AT, "centre", number, value, Colour.WHITE))
    assert (6, 6, 2, 1, 4) == match.fight.hand.dice
    assert "TypedByHand" not in [each.event for each in match.view().actions]


def test_what_the_reader_is_uneasy_about_is_vouched_for_or_looked_at_again() -> None:
    match = ok(
        fighting(), seen(6, 6, 2, 1, 3, problems=(Problem.of(ProblemKind.COVERED, say("a hand is in the picture")),))
    )
    assert "a hand is in the picture" == str(match.view().hint)
    assert () == match.fight.hand.dice
    assert "It lies as shown" in [str(action.label) for action in match.view().actions]

    assert (6, 6, 2, 1, 3) == ok(match, ReadingConfirmed(AT, "centre")).fight.hand.dice
    assert None is ok(match, ReadingRestarted(AT, "centre")).fight.hand.reading


def test_what_was_said_of_a_throw_is_not_overruled_by_a_late_picture() -> None:
    match = ok(fighting(), DieTold(AT, ONE, 6))
    assert ["what this throw shows was said already: look afresh first"] == refusals(match, seen(1, 1, 1, 1, 1))
    read = ok(fighting(), seen(6, 6, 2, 1, 3))
    assert ["what this throw shows was said already: look afresh first"] == refusals(read, seen(1, 1, 1, 1, 1))
    unsure = ok(fighting(), seen(6, 6, 2, 1, None))
    assert ["these dice were read in a picture: tap one there to correct it, or look afresh"] == refusals(
        unsure, DieTold(AT, ONE, 6)
    )


def test_a_picture_of_something_else_is_refused() -> None:
    assert ["this is no picture of loose dice"] == refusals(fighting(), seen(kind=Reads.TILES))
    assert ["no dice are thrown there"] == refusals(fighting(), replace(seen(1, 2, 3, 4, 5), zone="square-1"))
    assert ["no dice are thrown there"] == refusals(throw(fighting(), "1 2 3 4 5"), Stopped(AT, ONE, "elsewhere"))


# Who may attack what.


@pytest.mark.parametrize(
    ("mine", "target", "why"),
    [
        ("06.1", "02.1", "name one of your own complete monsters first"),
        ("07.1", "08.2", "name a pair of another player"),
        ("07.1", "11.1", "name a pair of another player"),
    ],
)
def test_what_cannot_be_attacked(mine: str, target: str, why: str) -> None:
    match = with_holdings(new_match(), holding("", FIRE_GNOME), holding("06.1", GNOME))

    assert [why] == refusals(match, Attacked(AT, ONE, mine, target))


def test_attacks_come_before_the_search() -> None:
    match = with_holdings(new_match(), holding("", FIRE_GNOME), holding("06.1"))
    match = ok(match, CardFlipped(AT, ONE, match.searchable[0]))

    assert ["attacks come before the search"] == refusals(match, Attacked(AT, ONE, "07.1", "06.1"))


@pytest.mark.parametrize(
    ("attacks", "why"), [("after_every_pair", []), ("one_until_next", ["only one attack in a turn"])]
)
def test_a_found_pair_allows_a_new_attack_or_not(attacks: str, why: list[str]) -> None:
    match = throws(throws(fighting(attacks=attacks), "6 6 1 2 3"), "1 2 3 4 5")
    assert ["only one attack in a turn"] == refusals(match, Attacked(AT, ONE, "07.1", "06.1"))

    assert why == refusals(finds(match, "11.1"), Attacked(AT, ONE, "07.1", "06.1"))


# Who wins what.


def test_a_draw_is_won_by_the_attacker_who_takes_the_pair_he_named() -> None:
    """TM-G14."""
    match = throws(throws(fighting(), "6 6 6 1 2"), "6 6 6 1 2")

    assert ((18, 18), ONE) == (match.outcome.fight.scores, match.outcome.winner)
    assert pairs("02.1") == match.holdings[ONE].free
    assert (pairs("06.1 05.2 12.3"), ()) == (
        tuple(each for each in pairs("06.1 05.2 12.3") if each in match.holdings[TWO].pairs),
        match.holdings[TWO].free,
    )


def test_the_robbed_player_builds_again_at_once_what_is_left() -> None:
    """A forced re-building without a choice: the free head takes the place of the lost one."""
    match = throws(throws(fighting(), "6 6 6 1 2"), "1 2 3 4 5")

    assert [monster("06.1 05.2 12.3")] == list(match.holdings[TWO].monsters)


def test_the_attacker_builds_with_his_prize() -> None:
    match = with_holdings(new_match(), holding("11.1 11.2", FIRE_GNOME), holding("11.3"))
    match = throws(throws(ok(match, Attacked(AT, ONE, "07.1", "11.3")), "6 6 6 6 6"), "1 1 2 3 4")

    assert [MonsterKind.GNOME, MonsterKind.OG] == [each.kind for each in match.mine.monsters]


def test_a_defender_who_wins_takes_any_pair_of_the_attacking_monster() -> None:
    match, effects = play(throw(throws(fighting(), "5 5 5 1 2"), "6 6 6 1 2"), Stopped(AT, TWO))
    assert ["Ben has 18 points with 6 6 6 2 1", "Ben wins the fight"] == said(effects)
    assert (ThirteenPhase.PRIZE, TWO) == (match.phase, match.view().turn)
    assert ["Ben takes a pair first"] == refusals(match, PrizeTaken(AT, ONE, "08.2"))
    assert ["Ben takes a pair first"] == refusals(match, TurnEnded(AT, ONE))
    assert ["the prize is a pair of the monster that attacked"] == refusals(match, PrizeTaken(AT, TWO, "06.1"))
    match = ok(match, PrizeTaken(AT, TWO, "08.2"))

    assert (pairs("07.1 09.3"), ()) == (match.holdings[ONE].free, match.holdings[ONE].monsters)
    assert pairs("06.1 08.2") == match.holdings[TWO].free
    assert (ThirteenPhase.BEFORE, ONE) == (match.phase, match.turn_of)


def test_a_monster_that_fell_apart_is_built_anew_and_its_owner_chooses() -> None:
    match = with_holdings(new_match(), holding("08.1 11.2 09.2", FIRE_GNOME), holding("06.1"))
    match = throws(throws(ok(match, Attacked(AT, ONE, "07.1", "06.1")), "1 2 3 4 5"), "6 6 1 2 3")
    match = ok(match, PrizeTaken(AT, TWO, "08.2"))

    assert (ONE, pairs("08.1 11.2 09.2 07.1 09.3")) == (match.builder, match.holdings[ONE].free)
    match = ok(match, Chosen(AT, ONE, "07.1"), Chosen(AT, ONE, "09.2"))
    assert [monster("07.1 09.2 09.3")] == list(match.holdings[ONE].monsters)


def test_a_fight_can_make_an_elementary_master_of_the_defender() -> None:
    water = holding("10.2 10.3", EARTH, AIR, GHOST)
    match = with_holdings(new_match(), holding("", "10.1 08.2 09.3"), water)
    match = throws(throws(ok(match, Attacked(AT, ONE, "10.1", "10.2")), "1 2 3 4 5"), "6 6 1 2 3")
    match = ok(match, PrizeTaken(AT, TWO, "10.1"))

    assert ((TWO,), Ending.MASTER) == (match.winners, match.ending)


# The odds on the page.


def test_the_odds_are_shown_where_the_table_wants_them() -> None:
    match = throw(fighting(odds="shown"), "6 6 2 1 3")
    notes = [str(note) for note in match.view().boards[0].notes]
    assert ["best: put aside 6 6", "chance to win: 87.3 %"] == notes
    match = ok(match, Stopped(AT, ONE))
    assert ["Ada has 12 points", "chance to win: 52.4 %"] == [str(note) for note in match.view().boards[0].notes]
    beaten = throw(match, "5 5 5 1 2")
    assert ["Ada has 12 points", "best: stop", "chance to win: 100.0 %"] == [
        str(note) for note in beaten.view().boards[0].notes
    ]
    hidden = throw(fighting(), "6 6 2 1 3")
    assert () == hidden.view().boards[0].notes


# The death match.


def draw(count: int = 2) -> ThirteenMatch:
    """Return a match whose players have 20 health points each at the end."""
    held = [holding("", "01.1 01.2 02.3"), holding("", "04.1 04.2 05.3"), holding("", "07.1 07.2 08.3")]
    match = without_grid(with_holdings(new_match(count), *held[:count]))
    for seat in match.table.seats:
        match = ok(match, TurnEnded(AT, seat))
    return match


def test_a_draw_of_health_points_is_settled_in_a_death_match() -> None:
    match = draw()
    assert (ThirteenPhase.FIGHT, (5, 5)) == (match.phase, tuple(each.throws for each in match.fight.fighters))
    assert "Death match: Ada throws" == str(match.view().headline)
    match = throws(throws(match, "6 6 1 2 3"), "5 5 5 1 2")

    assert ((TWO,), Ending.DEATH_MATCH) == (match.winners, match.ending)
    assert "Ben wins the death match" == str(match.view().result.text)


def test_a_draw_in_the_death_match_is_fought_again() -> None:
    """TM-G15."""
    match = throws(throws(draw(), "6 6 1 2 3"), "6 6 1 2 3")
    assert (ThirteenPhase.FIGHT, (), None) == (match.phase, match.fight.results, match.outcome.winner)
    match = throws(throws(match, "6 6 1 2 3"), "5 5 1 2 3")

    assert (ONE,) == match.winners


def test_of_three_only_the_best_fight_again() -> None:
    match = throws(throws(throws(draw(3), "6 6 1 2 3"), "5 5 1 2 3"), "6 6 1 2 4")

    assert (ONE, THREE) == tuple(each.seat for each in match.fight.fighters)


def test_each_names_his_monster_and_may_name_another_next_time() -> None:
    two = holding("", "01.1 04.2 07.3", "02.1 05.2 08.3")
    match = without_grid(with_holdings(new_match(), two, holding("", "09.1 09.2 10.3")))
    match = ok(match, TurnEnded(AT, ONE), TurnEnded(AT, TWO))
    assert (ThirteenPhase.CHAMPIONS, ONE) == (match.phase, match.view().turn)
    assert ["Ben has no monster to name"] == refusals(match, ChampionNamed(AT, TWO, "09.1"))
    assert ["name one of your own complete monsters first"] == refusals(match, ChampionNamed(AT, ONE, "09.1"))
    assert ["name the monsters of the death match first"] == refusals(match, TurnEnded(AT, ONE))
    match = ok(match, ChampionNamed(AT, ONE, "05.2"))
    assert pair("02.1") == match.fight.fighters[0].monster.pairs[0]
    match = throws(throws(match, "6 6 1 2 3"), "6 6 1 2 3")

    assert ThirteenPhase.CHAMPIONS is match.phase
    assert ThirteenPhase.FIGHT is ok(match, ChampionNamed(AT, ONE, "01.1")).phase


def test_without_any_monster_the_victory_is_shared() -> None:
    match = without_grid(with_holdings(new_match(3), holding("01.1"), holding("04.2"), holding()))
    match = ok(match, *(TurnEnded(AT, seat) for seat in match.table.seats))

    assert ((ONE, TWO, THREE), Ending.SHARED) == (match.winners, match.ending)
    assert "Ada, Ben and Cleo share the victory" == str(match.view().result.text)


def test_a_spent_13th_does_not_fight_and_so_loses() -> None:
    spent = replace(holding(), monsters=(monster(GHOST, spent=True),))
    other = holding("", "01.1 01.2 01.3", "04.1 04.2 05.3")
    match = without_grid(with_holdings(new_match(), spent, other))
    match = ok(match, TurnEnded(AT, ONE), TurnEnded(AT, TWO))

    assert ((TWO,), {ONE: 60, TWO: 60}) == (match.winners, match.view().sheet.totals)


def test_what_is_no_die_is_taken_out_of_the_throw():
    match = ok(fighting(), seen(6, 6, 2, 1, 3, 4))
    assert not match.fight.hand.complete

    assert (6, 6, 2, 1, 3) == ok(match, PartRemoved(AT, "centre", 5)).fight.hand.dice


def test_a_die_of_the_throw_that_was_missed_is_added_and_told():
    match = ok(fighting(), seen(6, 6, 2, 1), PartAdded(AT, "centre"))
    assert not match.fight.hand.complete

    assert (6, 6, 2, 1, 5) == ok(match, Corrected(AT, "centre", 4, 5)).fight.hand.dice


def test_a_throw_is_typed_on_an_empty_field_where_there_is_no_picture():
    match = ok(fighting(), TypedByHand(AT, "centre"))
    for die, value in enumerate((6, 6, 2, 1, 3)):
        match = ok(match, Corrected(AT, "centre", die, value))

    assert (6, 6, 2, 1, 3) == match.fight.hand.dice
