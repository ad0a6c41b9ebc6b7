"""Listener of the server, and its errors."""

import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest

from companion.server.listener import PortBusy, address, listen, serve


async def _no_application(*_given: object) -> None:
    raise AssertionError("nothing may start")


def test_busy_port_is_reported_before_anything_starts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortBusy) as caught:
            serve(_no_application, port=port)
    assert (caught.value.host, caught.value.port) == ("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(PortBusy):
        listen("203.0.113.1", 0)


def test_port_zero_takes_a_free_port() -> None:
    with listen("127.0.0.1", 0) as sock:
        port = sock.getsockname()[1]
        assert port
        assert address("127.0.0.1", sock) == f"http://127.0.0.1:{port}/"
        assert address("::1", sock) == f"http://[::1]:{port}/"


def test_server_prints_only_its_url_once_it_is_ready() -> None:
    command = [sys.executable, "-m", "tests.ui.gallery"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout
        assert running.stderr
        url = running.stdout.readline().strip()
        with urlopen(f"{url}health", timeout=5) as answer:
            assert answer.status == 200
        running.terminate()
        running.wait(10)
        assert running.stdout.read() == ""
        assert running.stderr.read() == ""
