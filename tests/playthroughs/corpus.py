"""Random matches under the rules of today, as they were judged: the net below the rules version.

Usage: python -m tests.playthroughs.corpus [GAME ...]

It writes them again, which is right after the `VERSION` of a game was raised, and only then.
"""

import base64
import json
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.match.entries import Entry, Reported
from companion.match.files import acta_codec
from companion.match.files.acta_file import loads
from tests.games.random_play import any_action, play, slip
from tests.match.builders import BEGINNING, random_header

FOLDER = Path(__file__).parent / "corpus"
MATCHES, ACTS, EVERY = 24, 120, 6
"""Matches of a game, acts of each, and after how many acts a mistaken report is judged."""


@dataclass(frozen=True)
class Mistake:
    """Mistaken report with the verdict that it got."""

    before: int
    """Number of the act before which it was judged."""
    report: dict[str, Any]
    refused: bool


@dataclass(frozen=True)
class CorpusMatch:
    """Random match, and mistaken reports beside it."""

    entries: tuple[Entry, ...]
    mistakes: tuple[Mistake, ...]


def read(game_id: str) -> tuple[int, tuple[CorpusMatch, ...]]:
    """Return the rules version under which the matches of a game were played, and the matches."""
    version, *lines = (FOLDER / f"{game_id}.packed").read_text("ascii").splitlines()
    return int(version), tuple(map(_unpacked, lines))


def write(game: Game[Any]) -> None:
    """Write the matches of a game."""
    FOLDER.mkdir(exist_ok=True)
    lines = [_packed(_random_match(game, Random(f"corpus {seed}"))) for seed in range(MATCHES)]
    text = "\n".join((str(game.version), *lines, ""))
    (FOLDER / f"{game.id}.packed").write_text(text, "ascii")


def _random_match(game: Game[Any], rng: Random) -> CorpusMatch:
    header = random_header(game, Random(rng.random()))
    steps = tuple(islice(_from_header(game, header, rng), ACTS))
    entries = (
        Entry(
            seq=n,
            id=f"entry-{n}",
            at=BEGINNING + timedelta(minutes=n),
            body=Reported(action=step.model_dump(mode="json")),
        )
        for n, (_, step) in enumerate(steps, 1)
    )
    mistakes = (
        _mistake(game, n, state, rng) for n, (state, _) in enumerate(steps) if n % EVERY == 0
    )
    return CorpusMatch((header, *entries), tuple(mistakes))


def _from_header(game: Game[Any], header: Entry, rng: Random) -> Iterator[tuple[Any, Action]]:
    body: Any = header.body
    options = game.options.model_validate(dict(body.options))
    state = game.setup(options, body.facts, body.rulings)
    for step in play(game, rng, ACTS, state):
        yield step.before, step.action


def _mistake(game: Game[Any], number: int, state: Any, rng: Random) -> Mistake:
    report = rng.choice((slip, any_action))(game, state, rng)
    refused = legality.check(game, state, report) is not None
    return Mistake(number, report.model_dump(mode="json"), refused)


def _packed(match: CorpusMatch) -> str:
    mistakes = json.dumps([[m.before, m.report, m.refused] for m in match.mistakes])
    parts = acta_codec.pack(match.entries), zlib.compress(mistakes.encode(), 9)
    return " ".join(base64.b85encode(part).decode() for part in parts)


def _unpacked(line: str) -> CorpusMatch:
    packed, mistakes = map(base64.b85decode, line.split(" "))
    entries = loads(acta_codec.unpack(packed))
    return CorpusMatch(entries, tuple(Mistake(*m) for m in json.loads(zlib.decompress(mistakes))))


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        write(GAMES[name])
