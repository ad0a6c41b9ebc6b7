"""Death of the process, and two processes on one folder."""

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from companion.match.entries import Noted
from companion.match.resumable import done
from companion.services.matches.results import AlreadyRecorded, Recorded, Submission
from companion.services.storage.data_folder import DataLock
from companion.services.storage.store import StoreError
from tests.services.conftest import new_hub, new_match

ROOT = Path(__file__).parents[2]


def _child(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.services.child", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _out(child: "subprocess.Popen[str]") -> IO[str]:
    assert child.stdout is not None
    return child.stdout


def _killed_while_writing(folder: Path, seconds: float) -> int:
    """Kill a writer after some time and check what is left.

    Returns:
        Number of entries whose recording was acknowledged.
    """
    child = _child("write", str(folder))
    match_id = _out(child).readline().strip()
    time.sleep(seconds)
    child.kill()
    output_lines = [
        line.split() for line in _out(child).read().splitlines(keepends=True) if line[-1] == "\n"
    ]
    child.wait()
    _out(child).close()
    assert {words[1] for words in output_lines} <= {"Recorded"}
    notes = [entry.id for entry in new_hub(folder).matches.open(match_id).entries[1:]]
    assert notes == [f"note-{n:05}" for n in range(1, len(notes) + 1)]
    assert len(output_lines) <= len(notes) <= len(output_lines) + 1
    return len(output_lines)


def _kills(folder: Path, times: int) -> int:
    pick = random.Random(times)
    return sum(_killed_while_writing(folder / str(n), pick.uniform(0, 0.25)) for n in range(times))


@pytest.mark.deep
def test_acknowledged_entries_survive_ten_kills(tmp_path: Path) -> None:
    assert _kills(tmp_path, 10) > 0


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_acknowledged_entries_survive_a_thousand_kills(tmp_path: Path) -> None:
    print(f"\n1000 kills, {_kills(tmp_path, 1000)} entries acknowledged, none lost")


@pytest.mark.parametrize(("moment", "answer"), [("before", Recorded), ("after", AlreadyRecorded)])
def test_submission_repeated_after_a_kill_counts_once(
    tmp_path: Path, moment: str, answer: type
) -> None:
    match_id = new_match(new_hub(tmp_path)).started.match
    child = _child("die", str(tmp_path), moment, match_id)
    assert child.wait(60) == -9
    _out(child).close()
    hub = new_hub(tmp_path)
    again = done(hub.matches.submit(match_id, Submission("note-once", Noted(text="hola"))))
    assert isinstance(again, answer)
    assert len(hub.matches.open(match_id).entries) == 2


def test_second_process_cannot_lock_the_folder_until_the_first_is_killed(tmp_path: Path) -> None:
    first = _child("hold", str(tmp_path))
    assert _out(first).readline() == "held\n"
    with pytest.raises(StoreError) as caught:
        DataLock(tmp_path)
    assert caught.value.code == "busy_data"
    second = _child("hold", str(tmp_path))
    assert _out(second).readline() == "busy_data\n"
    first.kill()
    for child in (first, second):
        child.wait(60)
        _out(child).close()
    lock = DataLock(tmp_path)
    lock.release()
    DataLock(tmp_path).release()


def test_same_process_cannot_lock_the_folder_twice(tmp_path: Path) -> None:
    lock = DataLock(tmp_path)
    with pytest.raises(StoreError) as caught:
        DataLock(tmp_path)
    assert caught.value.code == "busy_data"
    lock.release()
