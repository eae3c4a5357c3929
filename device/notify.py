"""Telling systemd how we are: READY once the page is served, WATCHDOG while the loop turns, STOPPING at the end.

The protocol is one datagram to the socket that NOTIFY_SOCKET names (sd_notify(3)). Without that variable nobody
listens, and nothing happens.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

READY = "READY=1"
WATCHDOG = "WATCHDOG=1"
STOPPING = "STOPPING=1"


def notify(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell systemd `state` (lines of NAME=value); return whether somebody was there to be told.

    systemd that does not listen is no reason to stop a game: nothing is raised.
    """
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]  # an abstract socket, which has no file
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.setblocking(False)
            sender.sendto(state.encode(), address)
    except OSError:
        return False
    return True
