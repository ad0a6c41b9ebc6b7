"""Backup archive: every match, box and dispute of a device in one file, restored in one go.

The file is an ordinary zip of the exported files, so that its content is accessible without this
program, too.
"""

import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.match.files.acta_file import MAX_BYTES
from companion.match.fold import Match
from companion.match.resumable import Resumable
from companion.services.boxes.profiles import BoxError, is_box
from companion.services.client import Client
from companion.services.disputes.model import DisputeError, is_disputes
from companion.services.matches.keepsakes import (
    PHOTO_KINDS,
    KeepsakeError,
    dump_keepsake,
    is_keepsake,
    photo_kind,
    photo_names,
)
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    ImportResult,
    InPart,
    PartsWays,
)
from companion.services.statistics.same_people import (
    JOINED_KEY,
    dump_joined,
    dump_people,
    is_people,
    merged,
    read_joined,
    read_people,
)
from companion.services.storage.store import StoreError

ENDING = "zip"
SAVED_KEY = "backup_entries"
"""Setting of a device: the number of entries at its last backup."""
MAX_FILES = 10_000
MAX_WHOLE = 200_000_000
"""Bytes of all unpacked files at most: a small file must not expand without limit."""
_MAGIC = b"PK\x03\x04"
_LISTED = b"PK\x01\x02"
"""Signature before each file listed at the end of a zip."""
_PACKED_SO = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Accepted compressions. Others cannot be unpacked in part, so a few bytes could fill memory."""
_WHEN = (2020, 1, 1, 0, 0, 0)
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    KeyError,
    IndexError,
    OverflowError,
)
"""Errors that a corrupt zip can raise, also with kinds of compression not used here."""


@dataclass(frozen=True, slots=True)
class BackupArchive:
    """Backup archive with its counts."""

    data: bytes
    matches: int
    boxes: int
    disputes: int
    keepsakes: int
    """Number of notes and photos."""
    left_out: int
    """Number of matches that cannot be read at all; the others are included."""


@dataclass
class RestoreResult:
    """Outcome of restoring a backup archive."""

    new: list[Match] = field(default_factory=list)
    continued: int = 0
    already: int = 0
    parted: int = 0
    """Number of matches that diverge here; each can be imported by itself, as a copy."""
    boxes: int = 0
    disputes: int = 0
    keepsakes: int = 0
    """Number of notes and photos that are new here."""
    kept: int = 0
    """Number of those that were here already."""
    people: int = 0
    """Number of spellings that are newly joined to another."""
    damaged: list[tuple[bytes, InPart]] = field(default_factory=list)
    """Actas that can be read only in part; each needs confirmation before it is imported."""
    refused: list[str] = field(default_factory=list)
    """Names of the files that could not be imported."""

    @property
    def nothing(self) -> bool:
        """Return whether the archive held nothing of this app."""
        here = self.new or self.continued or self.already or self.parted or self.damaged
        beside = self.keepsakes or self.kept or self.people
        return not (here or self.boxes or self.disputes or beside)


def is_backup(data: bytes) -> bool:
    """Return whether the data claims to be a backup archive."""
    return data.startswith(_MAGIC)


def saving(client: Client) -> Resumable[BackupArchive]:
    """Create a backup archive of everything this device may export; pause after each file."""
    buffer = io.BytesIO()
    counts = Counter[str]()
    left_out = 0
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for folder, name, data in _files(client):
            if data is None:
                left_out += 1
                continue
            counts[folder] += not name.endswith(PHOTO_KINDS)
            packed.writestr(zipfile.ZipInfo(f"{folder}/{name}", _WHEN), data, zipfile.ZIP_DEFLATED)
            yield
    return BackupArchive(
        buffer.getvalue(),
        counts["partidas"],
        counts["cajas"],
        counts["disputas"],
        counts["recuerdos"],
        left_out,
    )


def _files(client: Client) -> Iterator[tuple[str, str, bytes | None]]:
    for match in client.matches.all():
        try:
            yield "partidas", f"{_safe(match.id)}.acta", client.files.export(match.id)
        except StoreError:
            yield "partidas", "", None
            continue
        for kept in client.keepsakes.of(match.id):
            name = f"{_safe(match.id)}-{_safe(kept.id)}"
            yield "recuerdos", f"{name}.json", dump_keepsake(match.id, kept)
            if kind := photo_kind(kept.photo):
                yield "recuerdos", f"{name}.{kind}", kept.photo
    for box in client.boxes.all():
        yield "cajas", f"{_safe(box.name)}-{_safe(box.id)}.caja", client.boxes.export(box.id)
    for dispute in client.disputes.all():
        name = f"{_safe(dispute.id)}.disputa"
        yield "disputas", name, client.disputes.export([dispute.id])
    joined = read_joined(client.settings.get(JOINED_KEY))
    if joined:
        yield "personas", "personas.json", dump_people(joined)


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name)[:60].strip("-")


_NO_ACTA = (is_box, is_disputes, is_people, is_keepsake)


def taking(client: Client, data: bytes) -> Resumable[RestoreResult]:
    """Import a backup archive file by file, so that a bad file affects no other."""
    outcome = RestoreResult()
    if not files_in(data):
        outcome.refused.append("…")
        return outcome
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            infos = [info for info in packed.infolist() if not info.is_dir()]
            if sum(info.file_size for info in infos) > MAX_WHOLE:
                outcome.refused.append("…")
                return outcome
            beside = _Photos(packed, infos)
            for info in sorted(infos, key=_after_its_match):
                if info.filename in beside.taken:
                    continue
                content = _content(packed, info)
                yield
                if content is not None and is_keepsake(content):
                    _take_keepsake(client, outcome, info.filename, content, beside)
                    yield
                    continue
                if content is not None and not any(is_it(content) for is_it in _NO_ACTA):
                    yield from client.files.reading(content)
                _take(client, outcome, info.filename, content)
                yield
    except _UNREADABLE:
        outcome.refused.append("…")
    return outcome


_JSON = ".json"


def _after_its_match(info: zipfile.ZipInfo) -> tuple[bool, bool]:
    """Return the sort key of a file: notes after the matches, and photos after their notes."""
    return info.filename.endswith((_JSON, *PHOTO_KINDS)), info.filename.endswith(PHOTO_KINDS)


class _Photos:
    """Photos of an archive, each beside the file that says what it is."""

    def __init__(self, packed: zipfile.ZipFile, infos: Sequence[zipfile.ZipInfo]) -> None:
        self._packed = packed
        self._infos = {info.filename: info for info in infos}
        self.taken = set[str]()
        """Names of the photos that were asked for."""

    def of(self, name: str) -> bytes:
        """Return the photo beside a file; empty if there is none, or none that can be read."""
        stem = name.removesuffix(_JSON)
        photo = next((one for one in photo_names(stem) if one in self._infos), "")
        self.taken.add(photo)
        return (_content(self._packed, self._infos[photo]) if photo else None) or b""


def _take_keepsake(
    client: Client, outcome: RestoreResult, name: str, data: bytes, beside: _Photos
) -> None:
    try:
        new = client.keepsakes.take_in(data, beside.of(name))
    except (KeepsakeError, StoreError):
        outcome.refused.append(name)
    else:
        outcome.keepsakes += new
        outcome.kept += not new


def files_in(data: bytes) -> int:
    """Return the number of files in an archive; 0 if it is unreadable or has too many."""
    if data.count(_LISTED) > 2 * MAX_FILES:
        return 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            infos = [info for info in packed.infolist() if not info.is_dir()]
    except _UNREADABLE:
        return 0
    return len(infos) if len(infos) <= MAX_FILES else 0


def _content(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | None:
    if info.compress_type not in _PACKED_SO:
        return None
    try:
        with packed.open(info) as file:
            data = file.read(MAX_BYTES + 1)
    except _UNREADABLE:
        return None
    return data if len(data) <= MAX_BYTES else None


def _take(client: Client, outcome: RestoreResult, name: str, data: bytes | None) -> None:
    try:
        if data is None:
            outcome.refused.append(name)
        elif is_box(data):
            client.boxes.take_in(data)
            outcome.boxes += 1
        elif is_disputes(data):
            client.disputes.take_in(data)
            outcome.disputes += 1
        elif is_people(data):
            outcome.people += _take_people(client, data)
        else:
            _count(outcome, name, data, client.files.import_acta(data))
    except (BoxError, DisputeError, StoreError):
        outcome.refused.append(name)


def _take_people(client: Client, data: bytes) -> int:
    """Join the spellings of a file to those joined here; return how many are new."""
    ours = read_joined(client.settings.get(JOINED_KEY))
    both = merged(ours, read_people(data))
    if both != ours:
        client.settings.set(JOINED_KEY, dump_joined(both))
    return len(both) - len(ours)


def _count(outcome: RestoreResult, name: str, data: bytes, result: ImportResult) -> None:
    match result:
        case Imported(match):
            outcome.new.append(match)
        case Continued():
            outcome.continued += 1
        case AlreadyHere():
            outcome.already += 1
        case PartsWays():
            outcome.parted += 1
        case InPart():
            outcome.damaged.append((data, result))
        case _:
            outcome.refused.append(name)


def entries(client: Client) -> int:
    """Count the entries, notes and photos on this device, to tell whether some were added since."""
    return sum(match.count + client.keepsakes.count(match.id) for match in client.matches.all())
