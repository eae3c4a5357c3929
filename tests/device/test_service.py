"""The service: requests from many threads, each of which counts once; and the eyes, which never hold up the loop."""

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Barrier, Event, Semaphore, Thread, get_ident

import numpy as np
import pytest

from companion.effects import Announced
from companion.errors import BadEvent, BadInput
from companion.observations import Colour, Kind, Observation
from companion.service import Answer
from companion.store import Store
from companion.table import Seat
from companion.texts import say
from device.camera.zone_reader import ZoneReader
from device.hardware.clock import MonotonicClock
from device.hardware.presses.arbiter import Arbiter
from device.inbox import Inbox
from device.loop import Loop
from device.match_service import MatchService
from device.readings import MOST_WAITING, ReadingService
from device.requests import Requests
from device.service import TableService
from tests.matches import CENTRE, PLAYERS, seen_die
from vision.camera.live import jpeg
from vision.camera.source import CameraTrouble, Frame

GREY = np.full((120, 160, 3), 127, np.uint8)
FOUR = Observation(Kind.DICE, tuple(seen_die(value, colour) for colour, value in CENTRE))


class OneCamera:
    """Gives one grey picture, or the trouble that it was given."""

    trouble = None

    def still(self, after_ns, timeout_s):
        if self.trouble is not None:
            raise self.trouble
        return Frame(GREY, after_ns, "a grey camera")


@contextmanager
def serving(folder, camera, read=lambda image: FOUR):
    """A service whose loop runs, with a match of Cubo that has begun."""
    clock = MonotonicClock()
    match_service = MatchService(Store(folder), clock.now, lambda: "today")
    inbox, publisher = Inbox(), match_service.publisher
    reader = ZoneReader(camera, clock.now, {Kind.DICE: read})
    readings = ReadingService(reader, publisher, inbox, clock.now)
    loop = Loop(match_service, Arbiter(), clock, inbox, readings.confirm)
    service = TableService(inbox, publisher, readings, match_service.store, clock, lambda: 7)
    loop.start()
    service.start("cubo", PLAYERS, {}, "start")
    yield service
    loop.close()
    readings.close()
    match_service.store.close()


@pytest.fixture
def camera():
    return OneCamera()


@pytest.fixture
def service(tmp_path, camera):
    with serving(tmp_path, camera) as service:
        yield service


def test_a_request_counts_once_however_often_it_is_sent(service):
    answers = [service.send("TypedByHand", {"zone": "centre"}, "same") for _ in range(3)]

    assert 1 == len(set(map(id, answers)))
    assert 2 == len(service.store.events(1))


def test_two_devices_that_send_the_same_request_at_once_enter_it_once():
    requests, done, barrier = Requests(), [], Barrier(2)

    def send():
        barrier.wait()
        requests.once("same", lambda: done.append(1) or Answer(accepted=True, version=1))

    threads = [Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [1] == done


def test_requests_without_a_name_are_never_the_same():
    requests, done = Requests(), []
    for _ in range(2):
        requests.once("", lambda: done.append(1) or Answer(accepted=True, version=1))

    assert [1, 1] == done


def test_an_error_is_the_answer_to_the_same_request_too(service):
    for _ in range(2):
        with pytest.raises(BadEvent, match="there is no event 'Nonsense'"):
            service.send("Nonsense", {}, "same")


def test_a_reading_is_kept_with_its_photograph(service):
    assert service.read("centre", "read").accepted

    (shown,) = service.snapshot().match.view.pictures
    assert [6, 2, 1, 5] == [die.value for die in shown.observation.dice]
    assert service.picture(shown.picture).startswith(b"\xff\xd8")
    assert service.snapshot().reading is None


def test_a_zone_that_nobody_wants_to_read_is_refused(service):
    assert "nothing waits to be read there now" == str(service.read("square-1", "read").why)


def test_a_camera_in_trouble_is_a_refusal_in_words_and_journals_nothing(service, camera):
    camera.trouble = CameraTrouble(say("the camera sends no picture"), say("check its cable"))
    answer = service.read("centre", "read")

    assert (False, "the camera sends no picture: check its cable") == (answer.accepted, str(answer.why))
    assert 1 == len(service.store.events(1))


def test_without_a_camera_a_photograph_can_be_sent(tmp_path):
    with serving(tmp_path, None) as service:
        with pytest.raises(BadInput, match="^there is no camera: take a photograph with a telephone"):
            service.read("centre", "read")

        assert service.upload("centre", jpeg(GREY, 90), "upload").accepted


@pytest.mark.parametrize("photograph", [b"", b"not a photograph", jpeg(GREY, 90)[:200]])
def test_what_is_no_photograph_is_refused(service, photograph):
    with pytest.raises(BadInput):
        service.upload("centre", photograph, "upload")

    assert service.snapshot().reading is None


def test_a_press_on_the_page_is_a_press_by_whatever_name_it_comes(service):
    service.read("centre", "read")

    assert service.press(Seat(1), "go").accepted
    assert service.send("Pressed", {"seat": 2, "by": "page"}, "call").accepted
    assert [2] == [call.seat for call in service.snapshot().match.view.calls]
    with pytest.raises(BadEvent, match="Pressed.seat cannot be 'x'"):
        service.send("Pressed", {"seat": "x"}, "bad")


def test_the_confirm_button_reads_first_and_agrees_then(service):
    service.inbox.ask(service.readings.confirm).result(5)
    service.readings.close()

    assert Colour.RED == service.snapshot().match.view.pictures[0].observation.dice[0].colour


def test_the_confirm_button_says_aloud_that_the_camera_is_in_trouble(service, camera):
    camera.trouble = CameraTrouble(say("the camera sends no picture"), say("check its cable"))
    service.inbox.ask(service.readings.confirm).result(5)
    service.readings.close()

    (said,) = service.snapshot().last
    assert isinstance(said, Announced)
    assert "the camera sends no picture: check its cable" == str(said.what)


def test_earlier_matches_are_listed_with_their_points(service):
    service.leave("leave")
    (past,) = service.matches()

    assert (1, "cubo", False, {1: 0, 2: 0}) == (past.number, past.game, past.finished, dict(past.totals))


def test_all_pictures_are_read_by_one_thread_and_who_finds_many_waiting_is_told_to_come_again(tmp_path):
    """Each thread that reads has networks of its own: forty threads of a server would fill the memory."""
    readers, begun, go_on = set(), Semaphore(0), Event()

    def slow(image):
        readers.add(get_ident())
        begun.release()
        assert go_on.wait(10)
        return FOUR

    with serving(tmp_path, OneCamera(), slow) as service, ThreadPoolExecutor(MOST_WAITING + 1) as telephones:
        answers = [
            telephones.submit(service.upload, "centre", jpeg(GREY, 90), f"telephone {number}") for number in range(9)
        ]
        assert begun.acquire(timeout=10)
        refused = [each.result(10) for each in wait(answers, timeout=10, return_when=FIRST_COMPLETED).done]
        go_on.set()
        results = [each.result(10) for each in answers]

    assert {"several pictures are being read: try again in 5 seconds"} == {str(answer.why) for answer in refused}
    assert {5} == {answer.retry_s for answer in refused}
    assert MOST_WAITING <= sum(answer.accepted for answer in results)
    assert 1 == len(readers)


def test_a_request_that_was_told_to_come_again_is_tried_when_it_does():
    requests = Requests()
    answers = iter([Answer(accepted=False, version=1, retry_s=5), Answer(accepted=True, version=2)])

    first, second = (requests.once("the same name", lambda: next(answers)) for _ in range(2))

    assert (5, True) == (first.retry_s, second.accepted)
