"""Corrupt files: imported whole, offered in part by line and field, or refused with a sentence."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.bootstrap import catalog
from companion.cli import HEADLESS, check
from companion.games import GAMES
from companion.match.entries import ActaError
from companion.match.files import acta_file
from companion.match.files.acta_reader import Importable, OpenedActa, opened
from companion.match.fold import Match
from companion.rulebook.loader import app_words
from companion.rulebook.templates import NBSP, THIN
from companion.services.hub import Hub
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    InPart,
    NotImported,
    PartsWays,
)
from companion.ui.views import file_results
from tests.playthroughs.test_releases import KEPT
from tests.seeds import seeds
from tests.services.corruption import WAYS, Spoil, soon, spoilt
from tests.services.test_real_games import Player

WORDS = app_words()


@pytest.fixture(scope="session")
def actas(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, ...]:
    """Return real actas, and some with everything a table can do."""
    return (*(path.read_bytes() for path in KEPT), *_rich(tmp_path_factory.mktemp("rich")))


def _rich(folder: Path) -> Iterator[bytes]:
    for seed, name in enumerate(GAMES):
        for n in range(2):
            player = Player(GAMES[name], folder / f"{name}-{n}", seed + 10 * n)
            for _ in range(60):
                player.step()
            yield player.hub.files.export(player.match.started.match)


def _gate(data: bytes) -> OpenedActa | ActaError:
    """Return the result of reading a file, which must come soon."""
    with soon():
        try:
            return opened(GAMES, catalog, data)
        except ActaError as error:
            return error


def _checked(result: OpenedActa | ActaError, data: bytes) -> str:
    """Return which of the three results it is, and check that its texts have words."""
    if isinstance(result, ActaError):
        text = file_results.refused(f"acta.{result.code}", WORDS, result.params).text
        _worded(text)
        if result.code in HEADLESS:
            assert check.unopened(acta_file.scan(data), WORDS)
        return "refused"
    if result.kept is Importable.WHOLE:
        assert not result.faults
        return "whole"
    assert result.faults
    for fault in result.faults:
        assert fault.line >= 1
        text = file_results.fault(fault, WORDS)
        assert text.startswith(f"Línea {fault.line}:")
        assert fault.field in text
        assert len(text) < 400
        _worded(text)
    for text in file_results.said(result, WORDS):
        _worded(text)
    return "in part"


def _worded(text: str) -> None:
    assert text.replace(NBSP, " ").replace(THIN, " ").isprintable(), text
    assert "…" not in text, text
    assert "  " not in text, text
    assert not text.startswith(("fault.", "acta.", "damaged.")), text


def _stands(match: Match) -> None:
    """Check that an offered match can be shown, judged, written and read again."""
    again = opened(GAMES, catalog, acta_file.dumps(match.entries).encode())
    assert again.kept is Importable.WHOLE, again.faults
    assert again.read.entries == match.entries
    assert again.read.state == match.state
    for line in (*check.lines(match), check.last_line(match)):
        assert line


def _spoil(rng: Random, actas: tuple[bytes, ...], times: int, every: int) -> Counter[str]:
    """Read so many corrupt files, and check the offered match of some."""
    counts = Counter[str]()
    for n in range(times):
        data = spoilt(rng, rng.choice(actas))
        result = _gate(data)
        counts[_checked(result, data)] += 1
        if n % every == 0 and isinstance(result, OpenedActa):
            _stands(result.offered)
            assert check.of_file(result, WORDS)
    return counts


@pytest.mark.parametrize("seed", seeds(3))
def test_corrupt_file_is_whole_offered_in_part_or_refused(
    seed: int, actas: tuple[bytes, ...]
) -> None:
    counts = _spoil(Random(seed), actas, 80, 10)
    assert set(counts) == {"whole", "in part", "refused"}


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS, ids=lambda w: getattr(w, "__name__", "?"))
def test_every_kind_of_corruption_is_whole_in_part_or_refused(
    way: Spoil, actas: tuple[bytes, ...]
) -> None:
    rng = Random(7)
    for _ in range(12):
        data = way(rng, rng.choice(actas))
        _checked(_gate(data), data)


def test_corrupt_file_is_never_imported_silently(actas: tuple[bytes, ...], tmp_path: Path) -> None:
    hub, rng = Player(GAMES["blue_moon_city"], tmp_path, 3).hub, Random(11)
    for _ in range(30):
        data = spoilt(rng, rng.choice(actas))
        read = _gate(data)
        before = len(hub.matches.list.all())
        result = hub.files.import_acta(data)
        if isinstance(read, ActaError):
            assert isinstance(result, NotImported)
            assert len(hub.matches.list.all()) == before
        elif read.faults:
            assert isinstance(result, InPart)
            assert len(hub.matches.list.all()) == before
            _taken(hub, data, read)
        else:
            assert isinstance(result, Imported | Continued | AlreadyHere | PartsWays)


def _taken(hub: Hub, data: bytes, read: OpenedActa) -> None:
    result = hub.files.import_acta(data, partial=True, as_copy=True)
    assert isinstance(result, Imported), result
    match = hub.matches.open(result.match.started.match)
    assert match.entries[1:] == read.offered.entries[1:]
    assert match.state == read.offered.state


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_corrupt_file_is_whole_in_part_or_refused_long_run(actas: tuple[bytes, ...]) -> None:
    counts = _spoil(Random(2026), actas, 20_000, 20)
    print(dict(counts))
    assert set(counts) == {"whole", "in part", "refused"}
