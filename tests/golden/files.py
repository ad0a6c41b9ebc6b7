"""Name every golden file, and what writes it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.golden import matches, outside, positions

FOLDER = Path(__file__).parent
COMMAND = "python -m tests.golden.write"

Record = Callable[[Path], str]
"""Returns a text, given an empty folder."""


def every() -> dict[str, Record]:
    """Return what writes each file, by the name of the file without its ending."""
    records: dict[str, Record] = {
        "app/empty": outside.record_empty,
        "app/full": outside.record_full,
        "app/shared": outside.record_shared,
    }
    for game in positions.games():
        records |= _of_game(game)
    return records


def _of_game(game: str) -> dict[str, Record]:
    actas = positions.actas(game)
    share = -(-positions.POSITIONS // len(actas))
    long = sorted(actas, key=lambda acta: -len(acta.lines()))
    return {
        f"{game}/outside": partial(outside.record_game, game),
        **{
            f"{game}/{moment}": partial(matches.record, long[n % len(long)], moment)
            for n, moment in enumerate(matches.MOMENTS)
        },
        **{
            f"{game}/positions/{acta.name}": partial(positions.record, acta, share, n % 2 == 1)
            for n, acta in enumerate(actas)
        },
    }


def path(name: str) -> Path:
    """Return where a text is kept."""
    return FOLDER / f"{name}.txt"


def kept() -> tuple[str, ...]:
    """Return the names of the files that are kept."""
    return tuple(sorted(str(p.relative_to(FOLDER))[:-4] for p in FOLDER.rglob("*.txt")))
