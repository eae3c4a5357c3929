"""Everything the companion says to people, as values that a page can translate.

A `Message` is an English template and what to put into it. `str()` gives the English sentence; a page looks the
template up in its catalogue first (`message.translated(gettext)`). Templates are found by `make texts`, so they
stand literally in the first argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Value: TypeAlias = "str | int | float | Message"


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence with its values, in no language yet.

    >>> str(Message("die {die} is partly out of the picture", {"die": 3}))
    'die 3 is partly out of the picture'
    """

    template: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.translated(lambda template: template)

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted((key, str(value)) for key, value in self.values.items()))))

    def translated(self, gettext: Callable[[str], str]) -> str:
        """Return the sentence in the language of `gettext`; values that are messages are translated too."""
        values = {
            key: value.translated(gettext) if isinstance(value, Message) else value
            for key, value in self.values.items()
        }
        return gettext(self.template).format(**values)


def say(template: str, **values: Value) -> Message:
    """Return the message `template` with its `values`; the short way to write one."""
    return Message(template, values)


def plain(text: str) -> Message:
    """Return `text` as a message as it stands: for what comes from elsewhere and cannot be translated."""
    return Message(text.replace("{", "{{").replace("}", "}}"))


# Words that the games share.


def listed(values: Iterable[Value]) -> Value:
    """Return several words with commas and an "and" before the last; there must be one at least."""
    *most, last = values
    if not most:
        return last
    head = most[0]
    for value in most[1:]:
        head = say("{some}, {more}", some=head, more=value)
    return say("{some} and {last}", some=head, last=last)


def points_of(count: int) -> Message:
    """Return `count` points in words: 1 point, 2 points."""
    return say("1 point") if count in (1, -1) else say("{count} points", count=count)
