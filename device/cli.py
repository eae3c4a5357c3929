"""The command `companion`: gathers the commands, and says what went wrong in one line.

Exit codes: 0 done; 1 the answer is no; 2 bad usage or bad input, with one clear line on standard error.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import click

from companion.errors import CompanionError

COMMANDS: dict[str, str] = {
    "play": "device.commands.play:play",
    "read": "device.commands.pictures:read",
    "evaluate": "device.commands.pictures:evaluate",
    "score": "device.commands.rules:score",
    "best": "device.commands.rules:best",
    "solve": "device.commands.rules:solve",
    "replay": "device.commands.records:replay",
    "export": "device.commands.records:export",
    "print": "device.commands.printing:printing",
    "check": "device.commands.check:check",
    "enrol": "device.commands.cards:enrol",
    "learn": "device.commands.learn:learn",
    "bench": "device.commands.bench:bench",
}
"""Where each command lives. It is imported when it is called: rules need no OpenCV."""


ONE_THREAD = "OPENBLAS_NUM_THREADS"
"""Our matrices are small. With numpy 1, OpenBLAS keeps a second core at full heat that only waits for work."""


class Companion(click.Group):
    """A group that imports a command only when it is wanted, and reports our errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a table's day."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called `cmd_name`."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the words of the command line; refuse what can be neither the name of a file nor printed."""
        if (word := next((word for word in args if not _is_text(word)), None)) is not None:
            click.echo(f"companion: {word[:80]!r} is no text", err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a CompanionError becomes one line on standard error and exit code 2."""
        os.environ.setdefault(ONE_THREAD, "1")  # read when numpy is imported, which no command has done yet
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # the name of a file may hold bytes that are no text
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            click.echo(f"companion: {error}", err=True)
        except BrokenPipeError:
            raise  # click's own business: whoever read our output has left
        except OSError as error:
            where = "" if error.filename is None else f"{str(error.filename)[:200]}: "
            click.echo(f"companion: {where}{error.strerror or error}", err=True)
        except RecursionError:
            click.echo("companion: what was given is nested too deeply", err=True)
        return ctx.exit(2)


def _is_text(word: str) -> bool:
    """Whether `word` can come from a command line: no zero byte, and nothing that no bytes stand for."""
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


@click.group(cls=Companion, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tabletop-companion", prog_name="companion")
def main() -> None:
    """Referee for real games on a real table: reads the dice, times the calls, shows why."""
