"""Process to be killed: it records on a folder and prints the answers it got."""

import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import ParamSpec

from companion.match.entries import Noted
from companion.match.resumable import done
from companion.services.matches.results import Submission
from companion.services.storage import sqlite_store
from companion.services.storage.data_folder import DataLock
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import StoreError
from tests.services.conftest import new_hub, new_match

P = ParamSpec("P")


def _say(*words: object) -> None:
    print(*words, flush=True)


def write(folder: Path) -> None:
    """Record notes until killed, printing each once it is acknowledged."""
    hub = new_hub(folder)
    match_id = new_match(hub).started.match
    _say(match_id)
    for n in count(1):
        answer = done(
            hub.matches.submit(match_id, Submission(f"note-{n:05}", Noted(text="x" * (n % 900))))
        )
        _say(n, type(answer).__name__)


def die(folder: Path, moment: str, match_id: str) -> None:
    """Submit one note and die before it is committed, or after it and before the answer."""
    if moment == "before":
        sqlite_store._insert = _then_dies(sqlite_store._insert)
    else:
        SqliteStore.append = _then_dies(SqliteStore.append)  # type: ignore[method-assign]
    done(new_hub(folder).matches.submit(match_id, Submission("note-once", Noted(text="hola"))))


def _then_dies(act: Callable[P, None]) -> Callable[P, None]:
    def dies(*args: P.args, **named: P.kwargs) -> None:
        act(*args, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    return dies


def hold(folder: Path) -> None:
    """Lock the folder, or print why not, and wait to be killed."""
    try:
        lock = DataLock(folder)
    except StoreError as error:
        _say(error.code)
        return
    _say("held")
    sys.stdin.read()
    lock.release()


if __name__ == "__main__":
    command, where, *rest = sys.argv[1:]
    if command == "die":
        die(Path(where), *rest)
    else:
        {"write": write, "hold": hold}[command](Path(where))
