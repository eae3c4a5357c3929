"""The programmer's and the user's mistakes. A player's mistake is no error: it is a `Refused` effect with its reason.

Each error has two parents, so that a caller may catch it as ours or as the Python error it is.
"""

from __future__ import annotations

from companion.texts import Message


class CompanionError(Exception):
    """Something the companion cannot do; its text is one line: what was wrong, and what to do."""


class BadInput(CompanionError, ValueError):
    """A picture, a file, a notation or a value that cannot be used."""


class BadConfig(CompanionError, ValueError):
    """A configuration that contradicts itself or that nobody can understand."""


class BadEvent(CompanionError, ValueError):
    """A line or a request that is not an event of this game."""


class JournalError(CompanionError, OSError):
    """The journal cannot be read or written; nothing that it had acknowledged is lost."""


class AlreadyRunning(CompanionError, RuntimeError):
    """Another companion keeps this table."""


class HardwareTrouble(CompanionError, OSError):
    """A part of the table cannot be used: `what` is wrong, and the `cure`."""

    def __init__(self, what: Message, cure: Message) -> None:
        super().__init__(f"{what}: {cure}")
        self.what = what
        self.cure = cure
