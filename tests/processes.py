"""State of the processes that a test started: resting or busy."""

import os
import time
from pathlib import Path


def busy(seconds: float = 1.0) -> str:
    """Return a line for each child process: its state, and its share of a core.

    One that computes without end takes a whole core; one that waits for another takes none.
    """
    before = {process: ticks(process) for process in _below(os.getpid())}
    time.sleep(seconds)
    whole = os.sysconf("SC_CLK_TCK") * seconds
    return "\n".join(
        f"{each} {_state(each)} {(ticks(each) - then) / whole:4.0%} {_name(each)}"
        for each, then in before.items()
    )


def _below(process: int) -> list[int]:
    processes = []
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, _read(children).split()):
            processes += [child, *_below(child)]
    return processes


def _read(path: Path) -> str:
    """Return the content of a kernel file; nothing where its process has gone."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def _fields(process: int) -> list[str]:
    """Return the fields of `stat` after the name, which may hold blanks."""
    return _read(Path(f"/proc/{process}/stat")).rpartition(")")[2].split()


def ticks(process: int) -> int:
    """Return how much a process has computed, in hundredths of a second; 0 where it has gone."""
    return sum(map(int, _fields(process)[11:13]))


def wanted(process: int) -> float:
    """Return the seconds that a process has computed, or waited for a processor."""
    rows = (_read(task).split() for task in Path(f"/proc/{process}/task").glob("*/schedstat"))
    return sum(int(each[0]) + int(each[1]) for each in rows if each) / 1e9


def _state(process: int) -> str:
    return next(iter(_fields(process)), "-")


def _name(process: int) -> str:
    return _read(Path(f"/proc/{process}/cmdline")).replace("\0", " ")[:120]
