"""People at a simulated table with one telephone: the real program behind a real browser, by clicking only."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.browser.conftest import HOST


@contextmanager
def running_table(data: Path, seed: int = 7) -> Iterator[str]:
    """Run the companion on a simulated table; give the address of its page."""
    command = [str(Path(sys.executable).parent / "companion"), "play", "--simulate", "--seed", str(seed)]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as running:
        try:
            yield _address(running)
        finally:
            running.send_signal(signal.SIGTERM)
            said, _ = running.communicate(timeout=20)
    assert (0, False) == (running.returncode, "Traceback" in said)


def _address(running: subprocess.Popen[str]) -> str:
    said = []
    for line in running.stdout or ():
        said.append(line)
        if found := re.search(r"http://localhost:(\d+)/", line):
            return f"http://{HOST}:{found[1]}/"
    raise AssertionError(f"the companion did not say where its page is: {said}")


def touch(page: Page, target: Locator) -> None:
    """Touch `target`, and wait until the page shows what became of it: the mark of the match changes with its view."""
    before = page.get_attribute("#match", "data-mark")
    target.click()
    page.wait_for_function("(before) => document.getElementById('match').dataset.mark !== before", arg=before)
    page.wait_for_selector("body[data-reading='']")


def sit_down(page: Page, address: str, game: str, *names: str, rules: tuple[str, ...] = ()) -> None:
    """Choose the game and its house rules (game/rule=value), write the names, and start."""
    page.goto(address)
    page.locator(f"input[name=game][value='{game}']").check()
    if rules:
        page.locator(f"details.rules[data-game='{game}'] > summary").click()
    for rule in rules:
        name, value = rule.split("=")
        page.locator(f"input[name='{game}/{name}'][value='{value}']").check()
    while page.get_by_label(f"Name on seat {len(names)}").is_hidden():
        page.locator("#more-seats").click()
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Name on seat {seat}").fill(name)
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector("#match:not([hidden])")


def sheet_of(page: Page) -> list[list[str]]:
    """Return the score sheet as it stands on the page: the columns, then the total."""
    rows = page.locator("#sheet tr").all()
    return [[text.strip("★ ") for text in row.locator("td").all_inner_texts()] for row in rows]
