"""What is said of what a referee announces: sentence by sentence, in the language of the table."""

import pytest

from companion.effects import Announced, Cue, Refused
from companion.events import By, Pressed, Tick
from companion.texts import say
from device.announcements import sentences, utterance_of
from device.hardware.sound.phrases import CONTROL_TUNE, STROKE, TICK, TUNES, Phrase, Urgency, length_ns, seat_tune
from web.translations import languages

CALL = Announced(say("Cubo! {name} is ready. No more re-rolls.", name="Ada"), Cue.CALL)
COUNT = Announced(say("Six seconds for {name}: 6 - 5 - 4 - 3 - 2 - 1 - Cubo!", name="Ben"), Cue.COUNT_DOWN)
REFUSED = Refused(Pressed(0, 1, By.BUTTON), say("{name} has already called Cubo", name="Ada"))


def words(utterance):
    return [phrase.words for phrase in utterance.phrases]


def test_a_call_is_its_tune_and_then_its_sentences_and_in_short_the_name():
    said = utterance_of((CALL,), str)

    assert ["", "Cubo!", "Ada is ready.", "No more re-rolls."] == words(said)
    assert TUNES[Cue.CALL] == said.phrases[0].tune
    assert (Urgency.NEWS, Phrase("Ada")) == (said.urgency, said.short)


def test_the_announcement_of_a_count_is_not_read_out_because_it_is_counted():
    assert ["", "Cubo!", "Ada is ready.", "No more re-rolls."] == words(utterance_of((CALL, COUNT), str))
    assert [""] == words(utterance_of((COUNT,), str))


def test_a_refusal_is_an_aside():
    said = utterance_of((REFUSED,), str)

    assert (Urgency.ASIDE, ["", "Ada has already called Cubo"]) == (said.urgency, words(said))


def test_what_was_announced_matters_more_than_what_was_refused():
    assert ["", "Cubo!", "Ada is ready.", "No more re-rolls."] == words(utterance_of((REFUSED, CALL), str))


def test_where_nothing_happened_nothing_is_said():
    assert utterance_of((), str) is None


def test_it_is_said_in_french_too():
    said = utterance_of((CALL,), languages()["fr"].tell)

    assert "Ada" in " ".join(words(said))
    assert words(utterance_of((CALL,), str)) != words(said)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Cubo ! Ada est prête.", ["Cubo !", "Ada est prête."]),
        ("8.5 points. More?  Yes", ["8.5 points.", "More?", "Yes"]),
        ("", []),
        ("  ", []),
    ],
)
def test_a_text_falls_into_its_sentences(text, parts):
    assert parts == [phrase.words for phrase in sentences(text)]


def test_every_cue_has_a_tune_of_its_own_that_every_buzzer_can_play():
    tunes = [*TUNES.values(), TICK, STROKE, CONTROL_TUNE, *map(seat_tune, range(1, 9))]

    assert set(Cue) == set(TUNES)
    assert len(tunes) == len(set(tunes))
    assert {True} == {note.hz == 0 or 220 <= note.hz <= 3520 for tune in tunes for note in tune}
    assert max(map(length_ns, tunes)) <= 1_200_000_000


def test_a_tick_is_over_long_before_the_next_second():
    assert length_ns(TICK) < 200_000_000


def test_an_event_that_nobody_sent_is_refused_like_any_other():
    assert ["", "no"] == words(utterance_of((Refused(Tick(0), say("no")),), str))
