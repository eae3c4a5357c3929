"""Places for streams, and the memory for requests: both are bounded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from web.context import Streams
from web.versions import REMEMBERED, AcceptedRequests


def test_there_are_as_many_places_as_were_given() -> None:
    streams = Streams(2)

    assert [True, True, False] == [streams.enter() for _ in range(3)]
    assert 2 == streams.open

    streams.leave()
    assert 1 == streams.open
    assert [True, False] == [streams.enter() for _ in range(2)]


def test_nobody_enters_a_house_that_closes() -> None:
    streams = Streams(2)
    streams.close()

    assert (True, False) == (streams.closed, streams.enter())


def test_many_threads_find_no_place_too_many() -> None:
    streams = Streams(32)
    with ThreadPoolExecutor(16) as pool:
        entered = list(pool.map(lambda _: streams.enter(), range(200)))

    assert 32 == sum(entered)


def test_only_the_latest_requests_are_remembered() -> None:
    passed = AcceptedRequests()
    for number in range(REMEMBERED + 1):
        passed.add(f"request-{number}")

    assert ("request-0" in passed, "request-1" in passed, f"request-{REMEMBERED}" in passed) == (False, True, True)
