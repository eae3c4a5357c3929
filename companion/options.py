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
    """The number of the rule or of its reading in docs/rules; people who play never see it."""
    title: Message
    """The question."""
    why: Message
    """What the rulebook says about it, or leaves open; it stands beside the choices."""
    choices: tuple[tuple[str, Message], ...]
    """Value and what it means; the first one is the recommended reading."""
    default: str


@dataclass(frozen=True, slots=True)
class _Declaration:
    """What `house_rule` was given; the field of the dataclass adds the name."""

    rule: str
    title: Message
    why: Message
    choices: Mapping[Any, Message]


def house_rule(rule: str, title: Message, why: Message, choices: Mapping[Any, Message]) -> Any:
    """Declare a dataclass field whose value is one of the Enum members in `choices`; the first is the default."""
    default = next(iter(choices))
    return field(default=default, metadata={_KEY: _Declaration(rule, title, why, choices)})


def house_rules(options: type[Any]) -> tuple[HouseRule, ...]:
    """Return every house rule that the dataclass `options` declares, in its order."""
    return tuple(_declared(each) for each in fields(options))


def _declared(each: Field[Any]) -> HouseRule:
    declared: _Declaration = each.metadata[_KEY]
    choices = tuple((str(member.value), text) for member, text in declared.choices.items())
    return HouseRule(each.name, declared.rule, declared.title, declared.why, choices, str(each.default.value))


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
        members = {str(member.value): member for member in declared[name].metadata[_KEY].choices}
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
