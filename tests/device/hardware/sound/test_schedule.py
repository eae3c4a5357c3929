"""What is heard when: the count is in time, news replace what was still to be said, and nothing piles up."""

from hypothesis import given
from hypothesis import strategies as st

from device.announcements import sentences
from device.hardware.clock import MS, SECOND
from device.hardware.sound.phrases import TICK, Phrase, Urgency, Utterance
from device.hardware.sound.schedule import FRESH, Count, Programme

LETTER = 50 * MS


def length(phrase):
    """Every letter takes a twentieth of a second; what begins with ? cannot be said."""
    return None if phrase.words.startswith("?") else LETTER * len(phrase.words)


def news(text, short=None):
    return Utterance(sentences(text), short=Phrase(short) if short else None)


def aside(text):
    return Utterance(sentences(text), Urgency.ASIDE)


def heard(programme, until, *happenings):
    """Let time pass until `until` seconds in steps of 10 ms; each happening is (seconds, what becomes of it)."""
    said, waiting = [], sorted(happenings, key=lambda each: each[0])
    for now in range(0, round(until * SECOND), 10 * MS):
        while waiting and round(waiting[0][0] * SECOND) <= now:
            programme = waiting.pop(0)[1](programme, now)
        programme, step = programme.step(now, length)
        if step is not None:
            said.append((now / SECOND, ("!" if step.cut else "") + step.phrase.words))
    return said


def says(utterance):
    return lambda programme, now: programme.say(utterance, now)


def counts(deadline_s, last="Cubo!"):
    return lambda programme, now: programme.count_to(Count.until(round(deadline_s * SECOND), now, last))


def stops(programme, _now):
    return programme.count_to(None)


def test_sentences_follow_each_other_with_a_pause():
    assert [(0, "Cubo!"), (0.31, "Ada is ready.")] == heard(Programme(), 3, (0, says(news("Cubo! Ada is ready."))))


def test_newer_news_let_a_sentence_end_and_take_the_place_of_the_rest():
    said = heard(
        Programme(),
        5,
        (0, says(news("Cubo! Ada is ready. The others may re-roll."))),
        (0.5, says(news("Cubo! Ben is ready."))),
        (0.6, says(news("Cubo! Cleo is ready."))),
    )

    assert ["Cubo!", "Ada is ready.", "Cubo!", "Cleo is ready."] == [words for _, words in said]


def test_a_refusal_is_said_only_where_nothing_else_is():
    assert [(0, "Go!"), (1, "Not now.")] == heard(
        Programme(), 3, (0, says(news("Go!"))), (0.1, says(aside("Too early."))), (1, says(aside("Not now.")))
    )


def test_news_do_not_wait_for_a_refusal_to_end_its_sentences():
    said = heard(Programme(), 3, (0, says(aside("No. Really no."))), (0.05, says(news("Ada won."))))

    assert ["No.", "Ada won."] == [words for _, words in said]


def test_somebody_who_hammers_is_told_once():
    hammering = [(0.2 * number, says(aside("Not now."))) for number in range(60)]

    assert [0.0, FRESH / SECOND, 2 * FRESH / SECOND] == [time for time, _ in heard(Programme(), 12, *hammering)]


def test_every_number_is_heard_at_its_second():
    said = heard(Programme(), 8, (1, counts(7)))

    assert [(1, "6"), (2, "5"), (3, "4"), (4, "3"), (5, "2"), (6, "1"), (7, "Cubo!")] == said


def test_a_number_breaks_off_what_is_being_said():
    said = heard(Programme(), 8, (0.5, says(news("Everybody rolls as long as he likes."))), (1, counts(7)))

    assert [(0.5, "Everybody rolls as long as he likes."), (1, "!6")] == said[:2]
    assert (2, "5") == said[2]


def test_between_two_numbers_the_name_is_said_where_the_sentence_is_too_long():
    call = news("Cubo! Ada is ready. No more re-rolls.", short="Ada")

    said = heard(Programme(), 8, (1, counts(7)), (1, says(call)))

    assert [(1, "6"), (1.11, "Ada"), (2, "5")] == said[:3]


def test_a_long_name_is_rather_left_out_than_said_into_a_number():
    call = news("Cubo! Wolfeschlegelsteinhausen is ready.", short="Wolfeschlegelsteinhausen")

    said = heard(Programme(), 8, (1, counts(7)), (1, says(call)))

    assert ["6", "5", "4", "3", "2", "1", "Cubo!"] == [words for _, words in said]


def test_half_an_utterance_is_never_said_between_two_numbers():
    call = news("Cubo! ?Ada is ready.", short="Ada")

    assert [(1, "6"), (1.11, "Ada"), (2, "5")] == heard(Programme(), 3, (1, counts(7)), (1, says(call)))


def test_where_nobody_can_say_the_name_the_tune_is_heard():
    call = Utterance((Phrase(tune=TICK), Phrase("?Ada is ready.")), short=Phrase("?Ada"))

    assert [(1, "6"), (1.11, ""), (2, "5")] == heard(Programme(), 3, (1, counts(7)), (1, says(call)))


def test_what_fits_is_said_in_full():
    said = heard(Programme(), 3, (1, counts(7)), (1, says(news("Ben!"))))

    assert [(1, "6"), (1.11, "Ben!")] == said[:2]


def test_the_verdict_on_the_stroke_waits_for_the_last_word():
    said = heard(Programme(), 9, (1, counts(7)), (7.01, says(news("Time is over."))))

    assert [(7, "Cubo!"), (7.31, "Time is over.")] == said[-2:]


def test_a_call_in_time_ends_the_count_and_is_heard_at_once():
    def called(programme, now):
        return stops(programme, now).say(news("Cubo! Ben made it."), now)

    assert [(1, "6"), (2, "5"), (3, "4"), (3.2, "Cubo!"), (3.51, "Ben made it.")] == heard(
        Programme(), 9, (1, counts(7)), (3.2, called)
    )


def test_a_count_that_is_told_again_goes_on_and_does_not_begin_anew():
    again = [(1 + 0.3 * number, counts(7)) for number in range(19)]

    assert ["6", "5", "4", "3", "2", "1", "Cubo!"] == [words for _, words in heard(Programme(), 9, *again)]


def test_a_count_that_was_moved_by_an_undo_goes_on_with_the_right_number():
    said = heard(Programme(), 20, (1, counts(7)), (3.5, stops), (10, counts(13.5)))

    assert [(1, "6"), (2, "5"), (3, "4"), (10.5, "3"), (11.5, "2"), (12.5, "1"), (13.5, "Cubo!")] == said


def test_what_cannot_be_said_is_passed_over():
    assert [(0, "Points!")] == heard(Programme(), 2, (0, says(news("?*! Points!"))))


def test_while_it_is_counted_a_refusal_is_not_said():
    said = heard(Programme(), 9, (1, counts(7)), (2.2, says(aside("No."))))

    assert ["6", "5", "4", "3", "2", "1", "Cubo!"] == [words for _, words in said]


def test_nothing_is_due_where_nothing_is_to_be_heard():
    assert Programme().due is None
    assert (Programme(), None) == Programme().step(5 * SECOND, length)


TEXTS = st.lists(st.sampled_from(["Go!", "Ada is ready.", "No more re-rolls.", "?*"]), min_size=1, max_size=3)
SAYINGS = st.tuples(st.floats(0, 9), TEXTS.map(lambda each: news(" ".join(each), short="Ada")))


@given(st.lists(SAYINGS, max_size=12), st.integers(0, 300))
def test_whatever_is_announced_every_number_is_in_time_and_nothing_overlaps(sayings, begin):
    begin_s, deadline_s = begin / 100, begin / 100 + 6
    said = heard(Programme(), 12, (begin_s, counts(deadline_s, "0")), *[(time, says(each)) for time, each in sayings])

    numbers = [(round(deadline_s - time, 2), words.lstrip("!")) for time, words in said if words.lstrip("!").isdigit()]
    assert [(number, str(number)) for number in (6, 5, 4, 3, 2, 1, 0)] == numbers
    ends = 0.0
    for time, words in said:
        assert words.startswith("!") or time >= ends
        ends = time + len(words.lstrip("!")) * LETTER / SECOND
