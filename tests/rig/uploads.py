"""Measures the memory of a served table while telephones send photographs: eight at once, over loopback.

    python -m tests.rig.uploads [COUNT]

Each telephone sends its photographs one after the other, and comes again when the table is busy. Printed are the
answers, the resident memory at the start, at the end and at most, and the longest wait for the state of the page.
"""

import json
import re
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.rig.running import RunningTable

COMMAND = [sys.executable, "-c", "import sys; from device.cli import main; sys.exit(main())"]
PICTURES = sorted((Path(__file__).parent.parent / "pictures" / "dice").glob("*.jpg"))
BOMB = b"GIF89a" + (30_000).to_bytes(2, "little") * 2 + b"\x00" * 25
TELEPHONES = 8


def memory_mb(pid):
    """Resident memory now, and its peak."""
    status = Path(f"/proc/{pid}/status").read_text()
    return tuple(int(re.search(rf"{name}:\s+(\d+)", status).group(1)) // 1024 for name in ("VmRSS", "VmHWM"))


def send(table, photograph, name):
    """Send a photograph, and return the status of the answer."""
    url = f"{table.url}/api/upload?zone=centre&request={name}"
    headers = {"X-Companion-Token": table.token, "Content-Type": "image/jpeg", "Origin": table.url}
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, photograph, headers, method="POST"), timeout=60
        ) as answer:
            return answer.status, json.load(answer)["why"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error).get("why")


def telephone(table, number, count):
    """Send `count` photographs; a tenth of them are bombs."""
    answers = Counter()
    for at in range(count):
        photograph = BOMB if at % 10 == 9 else PICTURES[(number + at) % len(PICTURES)].read_bytes()
        for again in range(200):
            status, why = send(table, photograph, f"telephone-{number}-{at:04}-{again:03}")
            if "try again" not in (why or ""):
                break
            answers["busy"] += 1
            time.sleep(0.2)
        answers[status] += 1
    return answers


def main(count):
    with tempfile.TemporaryDirectory() as folder:
        table = RunningTable(COMMAND, folder)
        players = [{"seat": 1, "name": "Ada"}, {"seat": 2, "name": "Ben"}]
        table.post("/api/start", game="cubo", players=players, options={})
        began, _ = memory_mb(table.process.pid)
        answers, longest = Counter(), 0.0
        with ThreadPoolExecutor(TELEPHONES) as telephones:
            sending = [telephones.submit(telephone, table, each, count // TELEPHONES) for each in range(TELEPHONES)]
            while not all(each.done() for each in sending):
                asked = time.perf_counter()
                table.get("/api/snapshot")
                longest = max(longest, time.perf_counter() - asked)
                time.sleep(0.1)
            for each in sending:
                answers += each.result()
        now, peak = memory_mb(table.process.pid)
        table.kill()
        sys.stdout.write(f"{dict(answers)}; {began} MB at the start, {now} MB at the end, {peak} MB at most; ")
        sys.stdout.write(f"longest wait for the state: {longest:.2f} s\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 80)
