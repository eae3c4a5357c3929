"""Who speaks: in time on a fake clock, never in the way of a press, and quiet about what does not work."""

import time
from threading import Event

from companion.texts import say
from device.announcements import sentences
from device.hardware.clock import MS, SECOND, FakeClock, MonotonicClock
from device.hardware.sound.fakes import FakeInstrument
from device.hardware.sound.phrases import Phrase, Utterance
from device.hardware.sound.schedule import numbers
from device.hardware.sound.speaker import KEY, Speaker


class NoticeRecorder:
    """Notices, which remember every word."""

    def __init__(self):
        self.told = []

    def notice(self, notice):
        self.told.append((notice.key, str(notice.text)))

    def withdraw(self, key):
        self.told.append((key, None))


def speaker(**instrument):
    clock = FakeClock()
    return Speaker(FakeInstrument(clock, **instrument), clock, NoticeRecorder())


def wait(speaker, until_s):
    """Let time pass, as the thread of the speaker would: from one thing that is due to the next."""
    until = round(until_s * SECOND)
    while True:
        speaker.turn()
        now, nap = speaker.clock.now(), speaker.nap_ns()
        if now + nap > until:
            speaker.clock.advance(until - now)
            return
        speaker.clock.advance(max(nap, 1))


def heard(speaker):
    return [(round(at / SECOND, 3), words) for at, words in speaker.instrument.heard]


def foreseen():
    return (*numbers(), *sentences("Cubo!"))


def test_each_number_is_spoken_at_its_second():
    told = speaker()
    told.foresee(foreseen())
    wait(told, 2)
    told.count_to(8 * SECOND, "Cubo!")
    wait(told, 10)

    assert [(2, "6"), (3, "5"), (4, "4"), (5, "3"), (6, "2"), (7, "1"), (8, "Cubo!")] == heard(told)


def test_what_can_be_foreseen_is_ready_before_the_match_begins():
    told = speaker()
    told.foresee((*foreseen(), Phrase("Ada")))
    wait(told, 1)

    assert {*map(str, range(1, 11)), "Cubo!", "Ada"} == told.instrument.prepared


def test_while_it_is_counted_nothing_is_made_anew_so_that_no_number_waits():
    told = speaker()
    told.foresee(foreseen())
    wait(told, 1)
    told.count_to(7 * SECOND, "Cubo!")
    told.say(Utterance(sentences("Hm."), short=Phrase("Wolfgang")))
    wait(told, 7.9)

    assert "Wolfgang" not in told.instrument.prepared
    assert ["6", "5", "4", "3", "2", "1", "Cubo!"] == [words for _, words in heard(told)]


def test_where_nobody_speaks_each_second_is_a_note():
    told = speaker(speaks=False)
    told.count_to(3 * SECOND, "Cubo!")
    told.say(Utterance(sentences("Ada is ready.")))
    wait(told, 4)

    assert [(0, "♪"), (1, "♪"), (2, "♪"), (3, "♪")] == heard(told)
    assert set() == told.instrument.prepared


def test_only_the_latest_of_many_announcements_is_heard_to_its_end():
    told = speaker()
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        told.say(Utterance(sentences(f"Cubo! {name} is ready.")))
    wait(told, 9)

    assert ["Cubo!", "Dan is ready."] == [words for _, words in heard(told)]


def test_when_the_count_is_called_off_no_more_numbers_are_heard():
    told = speaker()
    told.foresee(foreseen())
    wait(told, 1)
    told.count_to(7 * SECOND, "Cubo!")
    wait(told, 2.5)
    told.count_to(None)
    wait(told, 9)

    assert ["6", "5"] == [words for _, words in heard(told)]


def test_trouble_is_told_once_and_taken_back_when_it_works_again():
    told = speaker()
    for trouble in (say("busy"), say("busy"), None):
        told.instrument.trouble = trouble
        told.say(Utterance((Phrase("Go!"),)))
        wait(told, told.clock.now() / SECOND + 1)

    assert [(KEY, "sound does not work: busy"), (KEY, None)] == told.board.told


def test_an_instrument_that_raises_stops_nobody():
    told = speaker()
    sound, told.instrument.sound = told.instrument.sound, lambda phrase, cut: 1 / 0
    told.count_to(3 * SECOND)
    told._turned()
    told.instrument.sound = sound
    told.clock.advance(SECOND)
    told._turned()

    assert [(KEY, "sound does not work: division by zero")] == told.board.told[:1]
    assert [(1, "♪")] == heard(told)


def test_nobody_waits_for_what_is_being_said():
    slow, going = Event(), Event()
    told = Speaker(FakeInstrument(MonotonicClock()), MonotonicClock(), NoticeRecorder())
    told.instrument.sound = lambda phrase, cut: (going.set(), slow.wait(20))
    told.start()
    told.say(Utterance((Phrase("Go!"),)))
    assert going.wait(20)

    began = time.monotonic()
    for _ in range(1000):
        told.say(Utterance((Phrase("Go!"),)))
    taken = time.monotonic() - began
    slow.set()
    told.close()
    told.close()

    assert taken < 1
    assert 2 == told.instrument.closed


def test_a_speaker_with_nothing_to_do_sleeps():
    told = speaker()
    told.turn()

    assert SECOND == told.nap_ns()
    assert MS < told.nap_ns()
