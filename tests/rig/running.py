"""The running program, as a user starts it: a real process on the simulated table, and its page over HTTP."""

import json
import os
import re
import signal
import subprocess
import urllib.error
import urllib.request

OPTIONS = ["--simulate", "--host", "localhost", "--port", "0", "--seed", "3"]
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


class RunningTable:
    """A companion in a process of its own, and its page as a browser would use it."""

    def __init__(self, command, folder, env=None):
        self.process = subprocess.Popen(
            [*command, "play", *OPTIONS, "--data", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={name: value for name, value in (env or os.environ).items() if name not in SCREENS},
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://localhost:\d+", first)
        assert found, (first, self.process.stderr.read() if self.process.poll() is not None else "")
        self.url = found.group()
        self.asked = 0
        page = self.get("/").decode()
        self.token = re.search(r'name="companion-token" content="([^"]+)"', page).group(1)

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return answer.read()

    def status(self, path):
        try:
            with urllib.request.urlopen(self.url + path, timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def post(self, path, **body):
        self.asked += 1
        data = json.dumps({"request": f"request-{self.process.pid}-{self.asked:04}", **body}).encode()
        headers = {"X-Companion-Token": self.token, "Content-Type": "application/json", "Origin": self.url}
        request = urllib.request.Request(self.url + path, data, headers, method="POST")
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert json.load(answer)["accepted"]

    @property
    def match(self):
        return json.loads(self.get("/api/snapshot"))["match"]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=20)
