"""Fuzzed input by link, code, file or command line: imported whole, offered in part, or refused."""

import contextlib
import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.kernel.box.facts import FactValue, TypedLine
from companion.match.entries import Amended, FactsEntered, Insert, Noted
from companion.match.files import qr_frames
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.disputes.dispute_repository import Taken
from companion.services.disputes.model import pack_disputes
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    InPart,
    NotImported,
    PartsWays,
)
from companion.services.sharing.shared_tables import device_id
from companion.services.transfer import backup_archive
from companion.services.transfer.backup_archive import RestoreResult
from companion.services.transfer.incoming_data import (
    BoxTaken,
    IncomingData,
    accepting,
    received,
    received_file,
)
from companion.ui.screens.transfer import presenter as receiving
from tests.match.harmless import harmless
from tests.playthroughs.test_releases import KEPT
from tests.seeds import seeds
from tests.services.conftest import (
    Ids,
    Table,
    new_hub,
    new_match,
    taken,
)
from tests.services.corruption import ODD, soon, spoilt

pytestmark = pytest.mark.filterwarnings("ignore:Duplicate name")
WORDS = app_words()
_LETTERS = "abcXYZ0129-_=#&?./%~ñ\u202e\x00\x1b🎲 \n"
_COMMANDS = ("check", "schema", "rules", "export", "import", "stats", "nada", "--version", "-h")


STALL: dict[str, FactValue] = {
    "stall.1.name": "«ñ» 🎲",
    "stall.1.beside": ("2", "3"),
    "stall.1.does": (TypedLine("gain", 2, "pebble"), TypedLine("manual", text="Baraja y roba")),
}
"""Values of every kind that a table can type of its box."""


@dataclass(frozen=True)
class Real:
    """Real incoming data of every kind."""

    files: tuple[bytes, ...]
    packed: tuple[tuple[str, bytes], ...]
    """Packets, each with the word that says what it is."""


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Real:
    """Return exported data of every kind."""
    hub = new_hub(tmp_path_factory.mktemp("real"), Ids(count(70_000)))
    match_id = new_match(hub, title="De viaje").started.match
    table = Table(hub, match_id, count(100))
    for n in range(4):
        table.take(n % 2, 1)
    table.send(Amended(edits=(Insert(id="added-1", before=None, body=taken(1, 1, "Ana")),)))
    table.send(Noted(text="«ñ» 🎲"))
    table.send(FactsEntered(facts=STALL))
    client = Client(hub, device_id("own"), owner=True)
    box = client.boxes.new("pebbles", "La de casa", {"lid.value": 3, **STALL})
    client.boxes.save(box)
    disputes = [
        hub.disputes.open(DisputeQuestion("pebbles", q, match=match_id), table.match) for q in "ab"
    ]
    files = (
        hub.files.export(match_id),
        hub.boxes.export(box.id),
        client.disputes.export([dispute.id for dispute in disputes]),
        done(backup_archive.saving(client)).data,
    )
    packed = (
        ("acta", done(hub.files.pack(match_id))),
        ("caja", hub.boxes.pack(box.id)),
        ("disputa", pack_disputes(disputes)),
    )
    return Real(files, packed)


# Damage during transfer


def _noisy(rng: Random, data: bytes) -> bytes:
    noisy = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(noisy) + 1)
        match rng.randrange(4):
            case 0:
                noisy[at : at + 1] = rng.randbytes(1)
            case 1:
                del noisy[at : at + rng.choice((1, 5, 60))]
            case 2:
                noisy[at:at] = rng.randbytes(rng.choice((1, 9)))
            case _:
                noisy[at : at + 8] = bytes(len(noisy[at : at + 8]))
    return bytes(noisy)


def _resummed(rng: Random, what: str, data: bytes) -> bytes:
    """Return other content under a valid checksum."""
    start = 4 if what == "acta" else 1
    body = _noisy(rng, data[:-4]) if rng.random() < 0.5 else _other_text(rng, what, data, start)
    return body + zlib.crc32(body).to_bytes(4, "big")


def _other_text(rng: Random, what: str, data: bytes, start: int) -> bytes:
    from companion.match.files import acta_codec

    words = acta_codec.dictionary(1) if what == "acta" else b""
    size = int.from_bytes(data[1:4], "big") if what == "acta" else 0
    head, body = data[: start + size], data[start + size : -4]
    text = zlib.decompressobj(-15, zdict=words).decompress(body)
    text = _odd_json(rng, text) if rng.random() < 0.7 else _noisy(rng, text)
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=words)
    return head + deflater.compress(text) + deflater.flush()


def _odd_json(rng: Random, text: bytes) -> bytes:
    raw = json.loads(text)
    within, key = raw, None
    for _ in range(rng.randrange(1, 7)):
        keys = list(within) if isinstance(within, dict) else list(range(len(within)))
        if not keys:
            break
        key = rng.choice(keys)
        if not isinstance(within[key], dict | list) or rng.random() < 0.25:
            break
        if within[key]:
            within = within[key]
            key = None
    if key is None:
        return text
    within[key] = rng.choice(ODD)
    return json.dumps(raw, ensure_ascii=False).encode(errors="surrogatepass")


def _noisy_text(rng: Random, text: str) -> str:
    for _ in range(rng.choice((0, 1, 1, 3))):
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at]
            + rng.choice(_LETTERS) * rng.choice((0, 1, 1, 9))
            + text[at + rng.randrange(4) :]
        )
    return text


def _file(rng: Random, real: Real) -> bytes:
    data = rng.choice(real.files)
    if data.startswith(b"PK"):
        return _noisy(rng, data) if rng.random() < 0.5 else _other_zip(rng, real)
    if data is real.files[0]:
        return spoilt(rng, data)
    if rng.random() < 0.6:
        return _odd_json(rng, data)
    return _noisy(rng, data)


def _other_zip(rng: Random, real: Real) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(
        made, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    ) as packed:
        for n in range(rng.randrange(4)):
            name = rng.choice(
                ("partidas/a.acta", "../../x", "/etc/x", "x" * 300, "\x1b[2J", f"{n}")
            )
            with contextlib.suppress(ValueError):
                packed.writestr(name, _file(rng, Real(real.files[:3], ())))
    return made.getvalue()


def _texts(rng: Random, real: Real) -> tuple[str, ...]:
    """Return a link, or a row of codes."""
    what, data = rng.choice(real.packed)
    if rng.random() < 0.85:
        data = _resummed(rng, what, data) if rng.random() < 0.7 else _noisy(rng, data)
    if rng.random() < 0.6:
        link = f"https://ejemplo.org/mesa/#{what}={qr_frames.link_text(data)}"
        return (_noisy_text(rng, link) if rng.random() < 0.3 else link,)
    kind = {"acta": "A", "caja": "C", "disputa": "D"}[what]
    room = max(rng.choice((60, 200, 600)), len(data) // qr_frames.MAX_FRAMES + 1)
    row = [f"parte={text}" for text in qr_frames.frames(data or b"?", kind, room)]
    rng.shuffle(row)
    if rng.random() < 0.4:
        at = rng.randrange(len(row))
        row[at] = _noisy_text(rng, row[at])
    return tuple(row)


# Effect on the receiving device


def _judged(client: Client, arrivals: IncomingData, rng: Random) -> str:
    """Check the text of the newest item and now and then accept it; return its outcome."""
    if not arrivals.items:
        return "waits for more"
    newest = arrivals.items[0]
    text = receiving.arrival(newest, WORDS).text
    assert text
    assert harmless(text.replace("\u2028", " ")), text
    assert not text.startswith(("acta.", "box.", "dispute.", "receive.")), text
    if newest.waits:
        if rng.random() < 0.1:
            after = done(accepting(client, lambda: arrivals, newest)).items[0]
            known = (Imported, Continued, AlreadyHere, BoxTaken, Taken, RestoreResult, NotImported)
            assert isinstance(after.result, known), after
            assert receiving.arrival(after, WORDS).text
        return "taken in whole"
    if isinstance(newest.result, InPart):
        return "offered in part"
    assert isinstance(
        newest.result, NotImported | AlreadyHere | PartsWays | BoxTaken | Taken | RestoreResult
    )
    return "refused" if isinstance(newest.result, NotImported) else "here already"


def _comes(rng: Random, real: Real, client: Client) -> str:
    arrivals = IncomingData()
    with soon():
        if rng.random() < 0.4:
            arrivals = received_file(client, arrivals, _file(rng, real))
        else:
            for text in _texts(rng, real):
                arrivals = received(client, arrivals, text)
        return _judged(client, arrivals, rng)


def _houses(folder: Path) -> Iterator[Client]:
    """Yield a host, replaced from time to time, as imports fill it."""
    for n in count():
        hub = new_hub(folder / str(n), Ids(count(1_000_000)))
        client = Client(hub, device_id("own"), owner=True)
        for _ in range(400):
            yield client
        hub.matches.list.all()
        client.boxes.all()
        client.disputes.all()
        done(backup_archive.saving(client))
        hub.store.close()


def _fuzzed(rng: Random, real: Real, folder: Path, times: int) -> Counter[str]:
    counts = Counter[str]()
    for n, client in zip(range(times), _houses(folder), strict=False):
        try:
            counts[_comes(rng, real, client)] += 1
        except BaseException as error:
            error.add_note(f"input {n}")
            raise
    return counts


# Command line


def _words(rng: Random, folder: Path, files: list[Path]) -> list[str]:
    given: list[Callable[[], str]] = [
        lambda: str(rng.choice(files)),
        lambda: rng.choice(("blue_moon_city", "santiago_de_cuba", "tetris", "")),
        lambda: rng.choice(("--copy", "--partial", "--csv", "--json", "-o", "--", "--nada", "-h")),
        lambda: _noisy_text(
            rng, rng.choice(("hola", "turno", "match-1", "--data", "-5", "\x1b[2J"))
        ),
        lambda: str(folder / "nada" / "no"),
        lambda: rng.choice(("~nadie", "a\0b", "", "\udcff", "x" * 5000)),
    ]
    words = [rng.choice(_COMMANDS), *(rng.choice(given)() for _ in range(rng.randrange(5)))]
    if words[0] in ("export", "import", "stats") and rng.random() < 0.9:
        words += ["--data", str(folder / "data")]
    return words


def _run(words: list[str]) -> str:
    """Run one command within this process; it ends with a code, and code 2 prints one sentence."""
    out, said = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        try:
            code: object = cli.main(words)
        except SystemExit as end:
            code = end.code or 0
    assert code in (0, 1, 2, 3), (words, code)
    text = said.getvalue()
    assert harmless(text), (words, text)
    assert "usage" not in text, (words, text)
    assert "error:" not in text, (words, text)
    if code == 2:
        # For a damaged file, a second line tells what is damaged.
        damaged = "--partial" in words and text.startswith("El acta está dañada.")
        assert damaged or len(text.strip().splitlines()) == 1, (words, text)
    return f"code {code}"


def _commanded(
    rng: Random, real: Real, folder: Path, times: int, monkeypatch: pytest.MonkeyPatch
) -> Counter[str]:
    monkeypatch.chdir(folder)
    example, counts = KEPT[0].read_bytes(), Counter[str]()
    files = [folder / f"file-{n}" for n in range(6)]
    for n in range(times):
        if n % 20 == 0:
            for file in files:
                data = spoilt(rng, example[:20_000]) if rng.random() < 0.5 else _file(rng, real)
                file.write_bytes(data)
        counts[_run(_words(rng, folder, [*files, folder]))] += 1
    return counts


@pytest.mark.parametrize("seed", seeds(3))
def test_fuzzed_input_is_imported_offered_or_refused(seed: int, real: Real, tmp_path: Path) -> None:
    counts = _fuzzed(Random(seed), real, tmp_path, 700)
    assert set(counts) >= {"taken in whole", "offered in part", "refused", "here already"}


def test_fuzzed_command_line_ends_with_a_code_and_one_sentence(
    real: Real, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = _commanded(Random(5), real, tmp_path, 250, monkeypatch)
    assert {"code 0", "code 2"} <= set(counts)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_fuzzed_input_is_imported_offered_or_refused_long_run(real: Real, tmp_path: Path) -> None:
    counts = Counter[str]()
    for seed in range(2026, 2036):
        counts += _fuzzed(Random(seed), real, tmp_path / str(seed), 20_000)
        print(dict(counts), flush=True)
    assert set(counts) >= {"taken in whole", "offered in part", "refused"}


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_fuzzed_command_line_ends_with_a_code_long_run(
    real: Real, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(dict(_commanded(Random(2026), real, tmp_path, 10_000, monkeypatch)))
