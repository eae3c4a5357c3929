"""Requests that count once: a double tap, or a page that is loaded again, gets the answer that was given first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock

from companion.service import Answer

ANSWER_S = 10.0
"""Nothing that the loop does takes anywhere near as long; a request that waited so long is told so."""
REMEMBERED_REQUESTS = 500


class Requests:
    """Remembers what became of the latest requests."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._lock = Lock()

    def once(self, request: str, work: Callable[[], Answer]) -> Answer:
        """Return the answer of `work`, or of the earlier one with the same `request`; empty ones are never the same."""
        with self._lock:
            earlier = self._answers.get(request) if request else None
            if earlier is None:
                answer = self._answers[request or f"#{len(self._answers)}"] = Future()
                while len(self._answers) > REMEMBERED_REQUESTS:
                    self._answers.popitem(last=False)
        if earlier is not None:
            return earlier.result(ANSWER_S)
        try:
            answer.set_result(work())
        except Exception as error:  # noqa: BLE001 - handed on to everybody who asked
            answer.set_exception(error)
        result = answer.result()
        if result.retry_s is not None:  # nothing was tried: the next one of this name is no repetition
            with self._lock:
                self._answers.pop(request, None)
        return result
