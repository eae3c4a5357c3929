"""What systemd hears: one datagram, and silence when nobody listens."""

import socket

import pytest

from device.notify import READY, STOPPING, WATCHDOG, notify


@pytest.fixture
def listener(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.bind(str(tmp_path / "notify"))
        ears.settimeout(5)
        yield ears


@pytest.mark.parametrize(
    ("state", "datagram"), [(READY, b"READY=1"), (WATCHDOG, b"WATCHDOG=1"), (STOPPING, b"STOPPING=1")]
)
def test_systemd_is_told_in_one_datagram(listener, state, datagram):
    assert notify(state, {"NOTIFY_SOCKET": listener.getsockname()})
    assert datagram == listener.recv(100)


def test_systemd_may_listen_on_a_socket_without_a_file():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.bind("")  # the kernel chooses an abstract name
        ears.settimeout(5)
        name = "@" + ears.getsockname()[1:].decode()

        assert notify(READY, {"NOTIFY_SOCKET": name})
        assert b"READY=1" == ears.recv(100)


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}])
def test_without_systemd_nobody_is_told(environment):
    assert not notify(READY, environment)


def test_a_socket_that_is_gone_stops_no_game(tmp_path):
    assert not notify(WATCHDOG, {"NOTIFY_SOCKET": str(tmp_path / "gone")})


def test_a_systemd_that_does_not_read_stops_no_game(listener):
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    environment = {"NOTIFY_SOCKET": listener.getsockname()}

    told = [notify(WATCHDOG, environment) for _ in range(2_000)]

    assert told[0]
    assert not told[-1]
