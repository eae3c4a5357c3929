"""Plays the game of `docs/adding-a-game.md` through the page, on the simulated table, and prints what happened as JSON.

Run by `tests/companion/test_adding_a_game.py` in a process of its own, on packages that hold the game.
"""

import json
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

from companion.games.registry import GAMES
from companion.session import fold
from companion.store import Store
from device.assemble import Wish, running
from device.config import Config, DataConfig
from web.app import create_app

TOKEN = "a-token-for-tests"


class Page:
    """The page as somebody uses it: what it shows, and its buttons and boards."""

    def __init__(self, client):
        self._client = client
        self._requests = count(1)

    def post(self, path, **body):
        body = {"request": f"request-{next(self._requests):04}", **body}
        reply = self._client.post(path, json=body, headers={"X-Companion-Token": TOKEN})
        assert reply.status_code == 200, reply.get_data(as_text=True)

    def shown(self, language="en"):
        reply = self._client.get(f"/api/snapshot?lang={language}")
        return reply.get_json()["match"]

    def send(self, action):
        self.post("/api/send", event=action["event"], values=action["values"])

    def press(self, event):
        (action,) = [each for each in self.shown()["actions"] if each["event"] == event]
        self.send(action)

    def tap(self, event, at):
        taps = [piece["action"] for board in self.shown()["boards"] for piece in board["pieces"] if piece["action"]]
        self.send([tap for tap in taps if tap["event"] == event][at])

    def dice(self):
        (board,) = self.shown()["boards"]
        return [int(piece["label"]) for piece in board["pieces"] if piece["tone"] == "white"]


def play(folder):
    config = replace(Config(), data=DataConfig(folder))
    with running(config, Wish(simulate=True, seed=5)) as appliance:
        page = Page(create_app(appliance, token=TOKEN).test_client())
        players = [{"seat": 1, "name": "Ada"}, {"seat": 2, "name": "Ben"}]
        page.post("/api/start", game="twice", players=players, options={})
        page.post("/api/read", zone="dice")
        first = page.dice()
        page.tap("DieKept", 0)
        page.press("RestThrown")
        page.post("/api/read", zone="dice")
        second = page.dice()
        page.press("SumCounted")
        for turn in ((6, 6, 5), (1, 1, 2), (4, 4, 4)):
            for value in turn:
                page.tap("DieTyped", value - 1)
            typed = page.dice()
            page.press("SumCounted")
        return {
            "first": first,
            "second": second,
            "typed": typed,
            "sheet": page.shown()["sheet"],
            "english": page.shown()["headline"],
            "french": page.shown("fr")["headline"],
        }


def main():
    folder = Path(sys.argv[1])
    told = play(folder)
    store = Store(folder)
    match = fold(store.events(1))
    store.close()
    told |= {"games": list(GAMES), "replayed": match.referee.view().headline.template, "sums": match.referee.sums}
    print(json.dumps(told, ensure_ascii=False))


if __name__ == "__main__":
    main()
