"""House rules: every reading of a rulebook that a table may choose, with its default, named and explained.

A game keeps its options in one frozen dataclass; each field is an Enum made with `house_rule`. The page, the
configuration, the command line and the journal all read the same declaration.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from typing import Any, TypeVar, cast

from companion.errors import BadConfig
from companion.texts import Message

Options = TypeVar("Options")

_KEY = "house_rule"


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One question that a rulebook leaves open, and the answers a table may choose from."""

    name: str
    rule: str
    """Where the question is discussed: CU-A1, MC-A19…"""
    title: Message
    choices: tuple[tuple[str, Message], ...]
    """Value and what it means; the first one is the recommended reading."""
    default: str


def house_rule(rule: str, title: Message, choices: Mapping[Any, Message]) -> Any:
    """Declare a dataclass field whose value is one of the Enum members in `choices`; the first is the default."""
    members = tuple(choices)
    return field(default=members[0], metadata={_KEY: (rule, title, choices)})


def house_rules(options: type[Any]) -> tuple[HouseRule, ...]:
    """Return every house rule that the dataclass `options` declares, in its order."""
    return tuple(_declared(each) for each in fields(options))


def _declared(each: Field[Any]) -> HouseRule:
    rule, title, choices = each.metadata[_KEY]
    named = tuple((str(member.value), text) for member, text in choices.items())
    return HouseRule(each.name, rule, title, named, str(each.default.value))


def did_you_mean(word: str, known: list[str]) -> str:
    """Return ' - did you mean …?' for the nearest of `known`, or the list of them when none is near."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f" - did you mean {near[0]!r}?" if near else f" - choose from {', '.join(known)}"


def read_options(options: type[Options], chosen: Mapping[str, str]) -> Options:
    """Return the `options` with the house rules in `chosen`, the others at their defaults.

    Raises:
        BadConfig: a name or a value is unknown; the text says what was meant, perhaps.

    """
    declared = {each.name: each for each in fields(cast(Any, options))}
    values: dict[str, Enum] = {}
    for name, value in chosen.items():
        if name not in declared:
            raise BadConfig(f"unknown house rule {name!r}{did_you_mean(name, list(declared))}")
        members = {str(member.value): member for member in declared[name].metadata[_KEY][2]}
        if str(value) not in members:
            raise BadConfig(f"house rule {name} cannot be {value!r}{did_you_mean(str(value), list(members))}")
        values[name] = members[str(value)]
    return options(**values)


def changed_rules(options: Any) -> tuple[tuple[Message, Message], ...]:
    """Return the house rules that differ from their defaults, as facts: what each is about, and what was chosen."""
    changed = write_options(options)
    rules = (rule for rule in house_rules(type(options)) if rule.name in changed)
    return tuple((rule.title, dict(rule.choices)[changed[rule.name]]) for rule in rules)


def write_options(options: Any) -> dict[str, str]:
    """Return the house rules that differ from their defaults, as `read_options` takes them."""
    return {
        each.name: str(getattr(options, each.name).value)
        for each in fields(options)
        if getattr(options, each.name) != each.default
    }
