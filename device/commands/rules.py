"""`companion score`, `best` and `solve`: the rules and the solvers on one-line notation, without any hardware.

Each game declares what it answers (`companion.questions`); a command of every game and its options follow from that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from companion.errors import BadConfig, BadInput
from companion.games.registry import GAMES, game_named
from companion.options import read_options
from companion.questions import Asked, Question, Verb
from companion.referee import Game

_RULE = click.Option(
    ["--rule", "rules"], multiple=True, metavar="NAME=VALUE", help="A house rule, as in --rule straights=any_order."
)
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="One JSON object instead of sentences.")


class Questions(click.Group):
    """The games that answer `verb`, each a command."""

    def __init__(self, verb: Verb, about: str) -> None:
        super().__init__(verb.value, help=about, subcommand_metavar="GAME NOTATION [OPTIONS]")
        self._verb = verb

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the games that have an answer."""
        return [name for name, game in GAMES.items() if _asked_of(game, self._verb)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take options before the game as well as after it."""
        game = next((word for word in args if word in GAMES), None)
        if args and args[0].startswith("-") and game is not None:
            args = [game, *(word for word in args if word is not game)]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Return the command of a game; raise BadInput when there is none."""
        game = game_named(cmd_name)
        question = _asked_of(game, self._verb)
        if question is None:
            others = ", ".join(self.list_commands(ctx)) or "no game"
            raise BadInput(f"companion {self._verb} has no answer for {cmd_name}; it has for {others}")
        return _command(game, question)


def _asked_of(game: Game, verb: Verb) -> Question | None:
    return next((question for question in game.questions if question.verb is verb), None)


def _command(game: Game, question: Question) -> click.Command:
    def answer(notation: str, rules: tuple[str, ...], as_json: bool, **asked: str) -> None:
        answer = question.answer(notation, asked, read_options(game.options, house_rules_of(rules)))
        click.echo(json.dumps(answer.as_dict, ensure_ascii=False) if as_json else "\n".join(answer.lines))
        if not answer.yes:
            click.get_current_context().exit(1)

    more = [
        click.Option([*_spellings(each), each.name], default=each.default, required=each.needed, help=each.help)
        for each in question.asks
    ]
    named = click.Argument(["notation"], metavar=question.notation)
    return click.Command(game.name, params=[named, *more, _RULE, _JSON], callback=answer, help=question.help)


def _spellings(asked: Asked) -> list[str]:
    return [f"--{name}" for name in (asked.name, *asked.also)]


def house_rules_of(rules: Iterable[str]) -> dict[str, str]:
    """Return `name=value` words as a mapping; raise BadConfig with one clear line otherwise."""
    chosen = {}
    for rule in rules:
        name, sign, value = rule.partition("=")
        if not sign:
            raise BadConfig(f"a house rule is written name=value, not {rule!r}")
        chosen[name.strip()] = value.strip()
    return chosen


score = Questions(Verb.SCORE, "Print what something is worth in a game, and why.")
best = Questions(Verb.BEST, "Print the best that a game's dice or cards allow.")
solve = Questions(Verb.SOLVE, "Print every way that a game's rules allow.")
