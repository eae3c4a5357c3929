"""Event to line and line to event: pure, exact, and strict about what it does not know.

A line is one JSON object: the name of the event under "event", then its fields. What a field may hold is read off its
type, so that a new event needs no code here. `decode(encode(event)) == event` for every event.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.errors import BadEvent
from companion.events import Event
from companion.options import did_you_mean

Vocabulary = Mapping[str, type[Event]]


def encode(event: Event) -> str:
    """Return the journal line of `event`."""
    return json.dumps({"event": type(event).__name__, **_plain(event)}, ensure_ascii=False, separators=(",", ":"))


def decode(line: str, vocabulary: Vocabulary) -> Event:
    """Return the event of a journal line.

    Raises:
        BadEvent: the line is no JSON object, or not an event that `vocabulary` knows.

    """
    try:
        data = json.loads(line)
    except ValueError as error:
        raise BadEvent(f"this line is not JSON: {line[:80]!r}") from error
    except RecursionError:
        raise BadEvent(f"this line is nested too deeply: {line[:80]!r}") from None
    if not isinstance(data, dict) or not isinstance(data.get("event"), str):
        raise BadEvent(f"this line names no event: {line[:80]!r}")
    return build(data.pop("event"), data, vocabulary)


def build(name: str, values: Mapping[str, Any], vocabulary: Vocabulary) -> Event:
    """Return the event called `name` with plain `values`, as they come from a line or from the page.

    Raises:
        BadEvent: no such event, a field is missing or unknown, or a value is not of the field's type.

    """
    if name not in vocabulary:
        raise BadEvent(f"there is no event {name!r}{did_you_mean(name, list(vocabulary))}")
    event: Event = _record(vocabulary[name], values, name)
    return event


def read_as(record: Any, name: str, value: Any, where: str) -> Any:
    """Return the plain `value` as the type of field `name` of the dataclass `record`; raise BadEvent if it is not."""
    return _read(_hints(record)[name], value, where)


def _plain(value: Any) -> Any:
    """Return `value` as JSON can hold it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


@cache
def _hints(record: Any) -> dict[str, Any]:
    return get_type_hints(record)


def _record(record: Any, values: Any, where: str) -> Any:
    if not isinstance(values, Mapping):
        raise BadEvent(f"{where} must be an object, not {values!r}")
    if hasattr(record, "upgraded"):  # what an earlier version wrote otherwise
        values = record.upgraded(values)
    hints = _hints(record)
    if unknown := [key for key in values if key not in hints]:
        raise BadEvent(f"{where} has no field {unknown[0]!r}{did_you_mean(unknown[0], list(hints))}")
    read = {key: _read(hints[key], value, f"{where}.{key}") for key, value in values.items()}
    try:
        return record(**read)
    except TypeError as error:
        raise BadEvent(f"{where} needs {', '.join(key for key in hints if key not in values)}") from error
    except ValueError as error:
        raise BadEvent(f"{where}: {error}") from error


def _read(hint: Any, value: Any, where: str) -> Any:
    """Return the plain `value` as the type `hint`, or raise BadEvent that names the place."""
    hint = getattr(hint, "__supertype__", hint)  # a NewType is journalled as what it is made of
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _one_of(get_args(hint), value, where)
    if origin is tuple:
        return _tuple(get_args(hint), value, where)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(get_args(hint), value, where)
    if is_dataclass(hint):
        return _record(hint, value, where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint, value, where)
    return _atom(hint, value, where)


def _one_of(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    """Return `value` as the first of `hints` that it fits; a Message beside a str is told apart by its shape."""
    for hint in hints:
        try:
            return _read(hint, value, where)
        except BadEvent:
            continue
    raise BadEvent(f"{where} cannot be {value!r}")


def _tuple(hints: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise BadEvent(f"{where} must be a list, not {value!r}")
    if len(hints) == 2 and hints[1] is ...:
        return tuple(_read(hints[0], each, f"{where}[{index}]") for index, each in enumerate(value))
    if len(hints) != len(value):
        raise BadEvent(f"{where} must have {len(hints)} values, not {len(value)}")
    return tuple(_read(hint, each, where) for hint, each in zip(hints, value, strict=True))


def _mapping(hints: tuple[Any, ...], value: Any, where: str) -> dict[Any, Any]:
    if not isinstance(value, Mapping):
        raise BadEvent(f"{where} must be an object, not {value!r}")
    return {_read(hints[0], key, where): _read(hints[1], each, f"{where}.{key}") for key, each in value.items()}


def _member(hint: type[Enum], value: Any, where: str) -> Enum:
    try:
        return hint(value)
    except ValueError:
        raise BadEvent(f"{where} cannot be {value!r}{did_you_mean(str(value), [str(m.value) for m in hint])}") from None


def _atom(hint: Any, value: Any, where: str) -> Any:
    if hint is float and type(value) is int:
        return float(value)
    if hint is NoneType and value is None:
        return None
    if hint in (int, float, str, bool) and type(value) is hint:
        return value
    raise BadEvent(f"{where} cannot be {value!r}: it must be {getattr(hint, '__name__', hint)}")
