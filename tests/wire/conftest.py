"""Fixtures: the program as players run it with its log, and a small one with both doors open."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.cli.conftest import command, environment

OTHER = "127.0.0.2"
"""Loopback address of every Linux machine, as good as one on a network."""


@dataclass
class Running:
    """Server in a process of its own."""

    process: "subprocess.Popen[str]"
    url: str
    """URL of the host's own door."""
    errors: Path

    def ask(self, path: str) -> Any:
        """Return the answer of a route."""
        with urlopen(self.url + path, timeout=20) as answer:
            return json.load(answer)

    def logged(self) -> str:
        """Return what it has written to its log."""
        return self.errors.read_text("utf-8")


def _running(words: list[str], folder: Path) -> Iterator[Running]:
    errors = folder / "errors"
    with (
        errors.open("w") as log,
        subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=log, text=True, env=environment(folder)
        ) as process,
    ):
        try:
            assert process.stdout
            url = process.stdout.readline().split()[-1]
            yield Running(process, url, errors)
            process.terminate()
            process.wait(20)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Yield the companion on an empty data folder."""
    folder = tmp_path_factory.mktemp("mesa")
    words = command("--no-open", "--port", "0", "--host", OTHER, "--data", str(folder / "datos"))
    yield from _running(words, folder)


@pytest.fixture(scope="module")
def doorway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Yield an app of one line that says who has come, with the LAN listener open."""
    folder = tmp_path_factory.mktemp("puerta")
    words = [sys.executable, "-m", "tests.server.doorway", OTHER]
    for running in _running(words, folder):
        running.ask("abrir")
        yield running


@pytest.fixture(scope="module")
def lan(doorway: Running) -> str:
    """Return the URL of its LAN listener."""
    url: str = doorway.ask("puerta")["url"]
    return url
