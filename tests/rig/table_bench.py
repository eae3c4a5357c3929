"""How much a quiet table costs: 600 frames from a folder at 30 a second, watched as in play, while nothing moves.

    python -m tests.rig.table_bench [SECONDS]

Prints the share of one core and the growth of memory. It needs what the tests need (pypdfium2), and time: ten minutes.
"""

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.observations import Colour
from device.camera.table_monitor import TableMonitor
from tests.vision.photographed import CUBO, dice_on, photograph
from vision.camera.capture import Capture
from vision.camera.folder import FolderSource
from vision.render.render import VirtualDie

FRAMES, FPS = 600, 30.0
WARMING_S = 10.0


def resident_mb():
    """The memory that the process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def lay_out(folder):
    """Write photographs of a mat with two dice on it, each with noise of its own."""
    dice = [VirtualDie(-20, -40, 20, 6, Colour.RED), VirtualDie(15, 30, 50, 3, Colour.BLUE)]
    seen = photograph(dice=dice_on(CUBO, "centre", dice))
    chance = np.random.default_rng(1)
    for number in range(FRAMES):
        noise = chance.integers(-3, 4, seen.shape[:2], np.int16)[..., None]
        cv2.imwrite(str(folder / f"{number}.jpg"), np.clip(seen + noise, 0, 255).astype(np.uint8))


def main(seconds):
    """Watch for so many seconds, and print what it cost."""
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        lay_out(Path(folder))
        capture = Capture(FolderSource(Path(folder), time.monotonic_ns, FPS), time.monotonic_ns)
        watch = TableMonitor(capture)
        capture.start()
        watch.start()
        time.sleep(WARMING_S)
        first, cpu, wall, memory = capture.latest().number, time.process_time(), time.monotonic(), [resident_mb()]
        while time.monotonic() - wall < seconds:
            time.sleep(min(5.0, seconds))
            memory.append(resident_mb())
        passed = time.monotonic() - wall
        print(f"{(capture.latest().number - first) / passed:.1f} frames a second for {passed:.0f} s")
        print(f"{100 * (time.process_time() - cpu) / passed:.1f} % of one core")
        growth = [each - memory[0] for each in memory]
        print(f"memory {memory[0]:.1f} MB, at most {max(growth):+.1f} MB, at the end {growth[-1]:+.1f} MB")
        print(watch.follower.state, {name: zone.phase.value for name, zone in watch.still.zones.items()})
        watch.close()
        capture.stop()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0)
