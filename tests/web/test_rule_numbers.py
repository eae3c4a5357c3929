"""Players read the sentence of a rule and never its number: not on a page, in a sentence or in a help text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from companion.games.registry import GAMES
from companion.options import HouseRule, house_rules
from device.cli import main
from tests.rig.untranslated import catalogue, sentences
from tests.web.visitor import Visitor
from web.translations import languages

NUMBER = re.compile(r"\b(?:MC|MR|TM|CU|MO)-[A-Z]?\d+")
RULES = [(game.name, rule) for game in GAMES.values() for rule in house_rules(game.options)]
ID = [f"{game}-{rule.name}" for game, rule in RULES]


def _commands(command: click.Command, context: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """The help of a command, and of the commands that it has, after their names."""
    made = click.Context(command, parent=context, info_name=command.name)
    yield made.command_path, command.get_help(made)
    if isinstance(command, click.Group):
        for name in command.list_commands(made):
            below = command.get_command(made, name)
            assert below is not None
            yield from _commands(below, made)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lobby_shows_no_number_of_a_rule(visitor: Visitor, language: str) -> None:
    page = visitor.get("/", Accept_Language=language).text

    assert languages()[language].tell(RULES[0][1].why) in page.replace("&#39;", "'")
    assert [] == NUMBER.findall(page)


def test_no_sentence_of_the_program_or_its_translation_has_the_number_of_a_rule() -> None:
    said = {sentence for _, sentence in sentences()}
    translated = {str(message.string) for message in catalogue()}

    assert len(said) > 1_000
    assert [] == sorted(sentence for sentence in said | translated if NUMBER.search(sentence))


def test_no_help_of_a_command_has_the_number_of_a_rule() -> None:
    helps = dict(_commands(main))

    assert len(helps) > 15
    assert [] == [name for name, text in helps.items() if NUMBER.search(text)]


@pytest.mark.parametrize(("game", "rule"), RULES, ids=ID)
def test_each_house_rule_has_a_number_for_developers_and_a_sentence_for_players(game: str, rule: HouseRule) -> None:
    assert NUMBER.match(rule.rule), game
    assert str(rule.why).endswith("."), game
    assert str(rule.why) not in (str(rule.title), *(str(meaning) for _, meaning in rule.choices))


def test_a_number_would_be_found() -> None:
    assert ["CU-A1", "MC-A6", "MO-9"] == NUMBER.findall("CU-A1, MC-A6 and MO-9, but no M-1")
