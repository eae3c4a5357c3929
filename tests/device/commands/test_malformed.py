"""Whatever stands on a command line or in a file: one line on standard error and an exit code, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import COMMANDS, main

DEEP = 60_000
FILES: dict[str, bytes] = {
    "deep.toml": b"a = " + b"[" * DEEP + b"]" * DEEP,
    "dotted.toml": b"a" + b".a" * 5_000 + b" = 1",
    "inline.toml": b"a = " + b"{a=" * 5_000 + b"1" + b"}" * 5_000,
    "number.toml": b"[page]\nport = " + b"9" * 5_000,
    "large.toml": b"[page]\nport = " + b"9" * 4_000,
    "zero.toml": b'[data]\nfolder = "a\\u0000b"',
    "zero-camera.toml": b'[camera]\nsource = "folder"\nfolder = "a\\u0000b"',
    "deep.jsonl": b"[" * DEEP + b"\n",
    "objects.jsonl": b'{"event":' * DEEP + b"\n",
    "number.jsonl": b'{"event":"Started","at":' + b"9" * 5_000 + b"}\n",
    "half.jsonl": (
        b'{"event":"Started","at":0,"game":"cubo","players":[{"seat":1,"name":"\\ud800"},{"seat":2,"name":"B"}],'
        b'"options":{},"seed":1}\n'
    ),
    "bytes": bytes(range(256)) * 10,
    "empty": b"",
    "deep/labels.jsonl": b"[" * DEEP + b"\n",
    "odd/labels.jsonl": b'{"file":"a\\u0000.jpg","kind":"dice","values":"1-2"}\n{"file":"' + b"x" * 5_000 + b'.jpg",'
    b'"kind":"dice","values":"1"}\n',
    "number/labels.jsonl": b'{"file":"a.jpg","kind":"dice","dice":[{"value":' + b"9" * 5_000 + b"}]}\n",
}
WORDS = (
    "x" * 5_000,
    "/".join("x" * 200 for _ in range(30)),
    "a\0b",
    "9" * 5_000,
    "-" + "9" * 5_000,
    "\ud800",
    "\udcff",
    "(" * 5_000,
    "0,0=5/2/9 " * 2_000,
    "²",
    "٣",
    "R" + "9" * 5_000,
    "²,³=1/2/3",
    "9" * 5_000 + ",0=1/2/3",
    "1e999",
    "nan",
    "--",
    "=",
    "/dev/zero",
)
SQUARE, LAYOUT = "R1 R5 B1 / B4 W4 B4 / R1 R3 B1", "0,0=5/2/9 1,0=4/6/1 2,0=1/1/1"
GAMES = ("cubo", "monad", "monster-cube", "monster-rush", "thirteen-monsters")
LINES = (
    *(f"{verb}|{game}|?" for verb in ("score", "best", "solve") for game in GAMES),
    f"score|cubo|{SQUARE}|--rule|?",
    f"score|monster-cube|{LAYOUT}|--claim|?",
    f"solve|monster-cube|{LAYOUT}|--code|?",
    "score|?|x",
    "read|?|--as|dice",
    "read|?|--as|?",
    "read|{empty}|--as|cubo|--out|?",
    "evaluate|?",
    "replay|?",
    "replay|?|--json",
    "replay|{half.jsonl}|--match|?",
    "export|?",
    "export|{folder}|--match|?",
    "print|mat|--out|?",
    "print|?|--out|{folder}/o.pdf",
    "play|--config|?|--data|?",
    "play|--config|{zero.toml}|--data|?",
    "play|--port|?|--config|{zero.toml}",
    "play|--seed|?|--config|{zero.toml}",
    "check|--config|?",
    "learn|--config|?",
    "enrol|?|--from|{folder}|--data|{folder}",
    "enrol|deck|--from|?|--data|?",
    "read|{empty}|--as|cards|--deck|?",
    "bench|?|--?",
    "?",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("malformed")
    for name, content in FILES.items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_bytes(content)
    return made


def words_of(line: str, word: str, folder: Path) -> list[str]:
    known = {name: str(folder / name) for name in FILES} | {"folder": str(folder)}
    words = [word if each == "?" else f"--{word}" if each == "--?" else each for each in line.split("|")]
    for name, path in known.items():
        words = [each.replace("{" + name + "}", path) for each in words]
    return words


def test_every_command_is_tried():
    assert set(COMMANDS) <= {line.split("|")[0] for line in LINES}


@pytest.mark.parametrize("line", LINES)
def test_no_word_and_no_file_gives_a_traceback(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    config = line.startswith(("play", "check", "learn"))
    files = [str(folder / name) for name in FILES if not (config and name == "empty")]
    for word in (*WORDS, *files, str(folder / "deep"), str(folder / "odd"), str(folder / "number")):
        if word == "/dev/zero" and not line.startswith("read"):
            continue  # an endless file is given to nothing but to what reads pictures
        words = words_of(line, word, folder)
        done = CliRunner().invoke(main, words)

        assert done.exception is None or isinstance(done.exception, SystemExit), (
            [w[:60] for w in words],
            done.exception,
        )
        assert done.exit_code in (0, 1, 2)
        assert done.exit_code != 2 or done.stderr.strip(), [w[:60] for w in words]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("check", "--config", "deep.toml"), "companion: deep.toml is nested too deeply"),
        (("replay", "deep.jsonl"), "companion: this line is nested too deeply: '" + "[" * 80 + "'"),
        (("replay", "x" * 300), f"companion: {'x' * 200}"),
        (("read", "a\0b", "--as", "dice"), "companion: 'a\\x00b' is no text"),
    ],
)
def test_it_is_said_in_one_line(words, why, folder, monkeypatch):
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, list(words))

    assert 2 == done.exit_code
    assert 1 == len(done.stderr.splitlines())
    assert done.stderr.startswith(why[:100])


def test_a_file_whose_name_is_no_text_is_printed_all_the_same(folder):
    """As a process: only there the output is as strict as at a table."""
    name = os.fsencode(folder) + b"/\xff.jsonl"
    Path(os.fsdecode(name)).write_bytes(FILES["half.jsonl"])
    done = subprocess.run(
        [str(Path(sys.executable).with_name("companion")), "replay", name],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )

    assert (0, b"") == (done.returncode, done.stderr)
    assert b"\\ud800" in done.stdout
