"""Counts how the code is put together: what is tied after construction, what is copied, what a sixth game touches.

    python -m tests.rig.structure           the figures, and what they are made of
    python -m tests.rig.structure --json    the figures alone

`tests/test_structure.py` holds the figures to what has been reached.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from companion.games.registry import FOLDERS, GAMES

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("device", "web", "vision", "companion")
MOST_MODULES = 18
"""A folder with more modules cannot be taken in at a glance."""
LEAST_NODES = 25
"""Shorter functions are alike by accident."""
SUPPRESSION = re.compile(r"suppress|non_max|(?<![a-z])nms(?![a-z])")
DRIVERS = ("device/hardware/", "device/presses/", "device/lights/", "device/sound/")
"""What keeps records of lines and lamps of its own, and sets what gpiozero wants to be set."""
VAGUE = frozenset({"words.py", "shown.py", "going_on.py"})
"""Names of files that do not say what is in them."""
CONFIGURATION = ("pyproject.toml", "Makefile", "web/locale/babel.cfg")


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the program."""

    path: str
    """From the root of the repository."""
    text: str

    @property
    def folder(self) -> str:
        """The folder in which it lies."""
        return str(Path(self.path).parent)

    @property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)


def sources() -> list[Source]:
    """Every Python file of the four packages."""
    folders = {package: Path(str(files(package))) for package in PACKAGES}
    return [
        Source(str(package / path.relative_to(folder)), path.read_text("utf-8"))
        for package, folder in folders.items()
        for path in sorted(folder.rglob("*.py"))
    ]


def late_assignments(code: Iterable[Source]) -> Iterator[str]:
    """Everything in `device`, but for drivers, that sets an attribute of an object from outside, after it was made."""
    for source in code:
        if source.path.startswith("device/") and not source.path.startswith(DRIVERS):
            for node in ast.walk(source.tree):
                yield from (f"{source.path}:{each.lineno} {ast.unparse(each)}" for each in _set_from_outside(node))


def _set_from_outside(node: ast.AST) -> Iterator[ast.expr]:
    targets: list[ast.expr] = []
    match node:
        case ast.Assign(targets=each):
            targets = each
        case ast.AugAssign(target=one) | ast.AnnAssign(target=one):
            targets = [one]
        case ast.Call(func=ast.Name(id="setattr")):
            yield node
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            if isinstance(part, ast.Attribute) and not (isinstance(part.value, ast.Name) and part.value.id == "self"):
                yield part


def crowded_folders(code: Iterable[Source]) -> Iterator[str]:
    """Folders with too many modules."""
    modules: dict[str, int] = defaultdict(int)
    for source in code:
        modules[source.folder] += Path(source.path).name != "__init__.py"
    yield from (f"{folder}: {count} modules" for folder, count in sorted(modules.items()) if count > MOST_MODULES)


def modules_of_games(code: Iterable[Source]) -> dict[str, int]:
    """How many files the folder of each game has."""
    found = [source.folder for source in code]
    return {folder: found.count(f"companion/games/{folder}") for folder in FOLDERS}


def files_that_name_games(code: Iterable[Source], folders: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The files outside the folders of the games that name one, with the games; `folders` are folders by game."""
    named = {}
    for source in code:
        games = tuple(
            game
            for game, folder in folders.items()
            if not source.path.startswith(f"companion/games/{folder}/")
            and re.search(rf"\b({re.escape(game)}|{folder})\b", source.text)
        )
        if games:
            named[source.path] = games
    return named


def touched_by_another_game(code: Iterable[Source], folders: Mapping[str, str]) -> Iterator[str]:
    """Files outside of them that list games, so that one more has to be written into them."""
    for path, games in files_that_name_games(code, folders).items():
        if len(games) > 1:
            yield f"{path}: {', '.join(games)}"


def configuration() -> list[Source]:
    """The files beside the packages in which games might be listed."""
    return [Source(name, (ROOT / name).read_text("utf-8")) for name in CONFIGURATION if (ROOT / name).exists()]


def copies(code: Iterable[Source]) -> Iterator[str]:
    """Functions that do the same under any name, and suppressions of the not-best in more than one file."""
    same: dict[str, list[str]] = defaultdict(list)
    suppressions: dict[str, str] = {}
    for source in code:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef):
                if sum(1 for each in _body(node) for _ in ast.walk(each)) >= LEAST_NODES:
                    same[_normal(node)].append(f"{source.path}:{node.lineno} {node.name}")
                if SUPPRESSION.search(node.name):
                    suppressions[source.path] = f"{source.path}:{node.lineno} {node.name}"
    yield from (" = ".join(each) for each in (*same.values(), list(suppressions.values())) if len(each) > 1)


def _body(function: ast.FunctionDef) -> list[ast.stmt]:
    """What it does: all but its docstring."""
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def _normal(function: ast.FunctionDef) -> str:
    """What it does, its own names numbered in the order in which they come."""
    own = {arg.arg for node in ast.walk(function) if isinstance(node, ast.arguments) for arg in _arguments(node)}
    own |= {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    numbers: dict[str, str] = {}

    def numbered(found: re.Match[str]) -> str:
        kind, name = found.groups()
        return f"{kind}='{numbers.setdefault(name, str(len(numbers)))}'" if name in own else found[0]

    return re.sub(r"(id|arg)='(\w+)'", numbered, "\n".join(ast.dump(each) for each in _body(function)))


def _arguments(node: ast.arguments) -> list[ast.arg]:
    more = [each for each in (node.vararg, node.kwarg) if each is not None]
    return [*node.posonlyargs, *node.args, *node.kwonlyargs, *more]


def classes_twice(code: Iterable[Source]) -> Iterator[str]:
    """Public names that more than one class has."""
    where: dict[str, list[str]] = defaultdict(list)
    for source in code:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].append(source.path)
    yield from (f"{name}: {', '.join(paths)}" for name, paths in sorted(where.items()) if len(paths) > 1)


def vague_files(code: Iterable[Source]) -> Iterator[str]:
    """Files whose name does not say what is in them."""
    yield from (source.path for source in code if Path(source.path).name in VAGUE)


def findings() -> dict[str, list[str]]:
    """Everything that is counted, by what it is."""
    code = sources()
    folders = {game: folder for folder, game in zip(FOLDERS, GAMES, strict=True)}
    everywhere = [*code, *configuration()]
    return {
        "late assignments": list(late_assignments(code)),
        f"folders of more than {MOST_MODULES} modules": list(crowded_folders(code)),
        "files that another game touches outside its folder": list(touched_by_another_game(everywhere, folders)),
        "files outside that name one game": [
            f"{path}: {games[0]}"
            for path, games in files_that_name_games(everywhere, folders).items()
            if len(games) == 1
        ],
        "copies of one operation": list(copies(code)),
        "public class names twice": list(classes_twice(code)),
        "files with a vague name": list(vague_files(code)),
    }


def main() -> None:
    """Print the figures."""
    found = findings()
    if "--json" in sys.argv:
        print(json.dumps({what: len(each) for what, each in found.items()}))
        return
    for what, each in found.items():
        print(f"{len(each):4}  {what}")
        print("".join(f"          {line}\n" for line in each), end="")
    print("      modules of a game: " + ", ".join(f"{name} {n}" for name, n in modules_of_games(sources()).items()))


if __name__ == "__main__":
    main()
