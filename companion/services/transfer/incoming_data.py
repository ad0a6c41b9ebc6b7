"""Incoming data from links, codes and files: reported first, imported after confirmation.

A text names its content: `acta=…`, `caja=…` and `disputa=…` hold the whole, `parte=…` one code of a
series.
"""

import base64
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.match.entries import ActaError
from companion.match.files import qr_frames
from companion.match.files.qr_frames import QrFrameSet
from companion.match.resumable import Resumable, done
from companion.services.boxes.profiles import BoxError, BoxProfile, is_box, unpack_box
from companion.services.client import Client
from companion.services.disputes.dispute_repository import Taken
from companion.services.disputes.model import DisputeError, is_disputes, unpack_disputes
from companion.services.matches.results import (
    ImportResult,
    InPart,
    NotImported,
    PartsWays,
    Waits,
)
from companion.services.storage.store import Store, StoreError
from companion.services.transfer.backup_archive import (
    RestoreResult,
    files_in,
    is_backup,
    taking,
)

MATCH, BOX, DISPUTE, PART = "acta", "caja", "disputa", "parte"
FILE = "archivo"
"""Kind of anything that comes as a file, whatever it contains."""
KINDS = {"A": MATCH, "C": BOX, "D": DISPUTE}
"""Kind by the capital letter before a series of codes."""
_CARRIED = re.compile(r"(?:^|[#\s])(acta|caja|disputa|parte)=([A-Za-z0-9_-]+)")
"""Kind and payload in a text. Surrounding text may follow; the checksum detects it."""
_LATEST = 10


@dataclass(frozen=True, slots=True)
class BoxTaken:
    """Box profile that is now stored beside the others."""

    box: BoxProfile


@dataclass(frozen=True, slots=True)
class BoxWaits:
    """Box profile that could be stored beside the others."""

    box: BoxProfile


@dataclass(frozen=True, slots=True)
class DisputesWait:
    """Disputes that could be stored."""

    taken: Taken
    """Outcome that the import would have."""


@dataclass(frozen=True, slots=True)
class AllWaits:
    """Pending backup archive, of another device or of an earlier state of this one."""

    files: int


@dataclass(frozen=True, slots=True)
class IncomingItem:
    """Result of one complete incoming item; nothing is imported without confirmation."""

    result: ImportResult | BoxTaken | BoxWaits | Taken | DisputesWait | RestoreResult | AllWaits
    data: bytes = b""
    """Complete payload to import: packed, or in its file form."""
    what: str = ""
    """Declared kind: `acta`, `caja` or `disputa` where it is packed, else `archivo`."""
    partial: bool = False
    """True if the readable part of damaged data was asked for."""

    @property
    def waits(self) -> bool:
        """Return whether it can be imported and awaits confirmation."""
        return isinstance(self.result, Waits | BoxWaits | DisputesWait | AllWaits)

    @property
    def is_file(self) -> bool:
        """Return whether it is in its file form."""
        return self.what == FILE

    @property
    def undecided(self) -> bool:
        """Return whether somebody still has to decide about it."""
        return self.waits or isinstance(self.result, InPart | PartsWays)


@dataclass(frozen=True, slots=True)
class IncomingData:
    """Incoming items so far, newest first, and the series of codes that is being read."""

    gathered: QrFrameSet = field(default_factory=QrFrameSet)
    items: tuple[IncomingItem, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the codes that wait for the rest of their series, as `received` takes them."""
        return tuple(f"{PART}={frame.text}" for frame in self.gathered.frames.values())


def reading(client: Client, arrivals: IncomingData, carried: str) -> Resumable[None]:
    """Read one more link, code or pasted address as resumable work."""
    payload = _CARRIED.search(carried[: qr_frames.MAX_TEXT + 1000])
    what, text = payload.groups() if payload else ("", "")
    with suppress(ActaError):
        if what == MATCH:
            yield from client.files.reading(qr_frames.read_link_text(text), packed=True)
        frame = qr_frames.read_frame(text) if what == PART else None
        if frame and KINDS.get(frame.kind) == MATCH:
            gathered = arrivals.gathered.with_frame(frame)
            if not gathered.missing:
                yield from client.files.reading(gathered.data(), packed=True)


def reading_file(client: Client, data: bytes) -> Resumable[None]:
    """Read one more file as resumable work."""
    if not (is_box(data) or is_disputes(data) or is_backup(data)):
        yield from client.files.reading(data)


def received(client: Client, arrivals: IncomingData, carried: str) -> IncomingData:
    """Return the incoming data after one more link, code or pasted address."""
    payload = _CARRIED.search(carried[: qr_frames.MAX_TEXT + 1000])
    if payload is None:
        return _with(arrivals, IncomingItem(NotImported("receive.nothing")))
    what, text = payload.groups()
    if what == PART:
        return _with_part(client, arrivals, text)
    try:
        return _with(arrivals, _taken(client, what, qr_frames.read_link_text(text)))
    except ActaError as error:
        return _with(arrivals, _refused(error))


def received_file(client: Client, arrivals: IncomingData, data: bytes) -> IncomingData:
    """Return the incoming data after one more file."""
    return _with(arrivals, _file(client, data))


def rechecking(client: Client, what: str, data: bytes, *, partial: bool) -> Resumable[IncomingItem]:
    """Check again, as resumable work, an earlier item that is still undecided."""
    if what == FILE:
        yield from reading_file(client, data)
    elif what == MATCH:
        yield from client.files.reading(data, packed=True)
    checked = _file(client, data) if what == FILE else _taken(client, what, data)
    if not (partial and isinstance(checked.result, InPart)):
        return checked
    look = client.files.import_acta if checked.is_file else client.files.import_packed
    return replace(checked, result=look(data, partial=True, look=True), partial=True)


def _file(client: Client, data: bytes) -> IncomingItem:
    if is_box(data):
        incoming = _box_looked_at(client, data)
    elif is_disputes(data):
        incoming = _disputes_looked_at(client, data)
    elif is_backup(data):
        count = files_in(data)
        incoming = IncomingItem(AllWaits(count) if count else done(taking(client, data)))
    else:
        incoming = IncomingItem(client.files.import_acta(data, look=True))
    return replace(incoming, data=data, what=FILE)


def accepting(
    client: Client, now: Callable[[], IncomingData], arrival: IncomingItem
) -> Resumable[IncomingData]:
    """Import a pending item and return the incoming data after it.

    `now` returns the incoming data when the work is done.
    """
    if isinstance(arrival.result, AllWaits):
        came = yield from taking(client, arrival.data)
        rest = without_arrival(now(), arrival)
        for spoilt, offered in came.damaged:
            rest = _with(rest, IncomingItem(offered, spoilt, FILE))
        return _with(rest, IncomingItem(came))
    return _accepted(client, now(), arrival)


def _accepted(client: Client, arrivals: IncomingData, arrival: IncomingItem) -> IncomingData:
    rest = without_arrival(arrivals, arrival)
    match arrival.result:
        case Waits():
            return _again(client, arrivals, arrival)
        case BoxWaits():
            outcome = _box(client, lambda: client.boxes.take_in(_box_file(arrival)))
        case DisputesWait():
            outcome = _disputes(lambda: client.disputes.take_in(_disputes_file(arrival)))
        case _:
            return arrivals
    return _with(rest, outcome)


def without_arrival(arrivals: IncomingData, arrival: IncomingItem) -> IncomingData:
    """Return the incoming data without an item that is not wanted."""
    return replace(arrivals, items=tuple(a for a in arrivals.items if a is not arrival))


def _box_file(arrival: IncomingItem) -> bytes:
    return arrival.data if arrival.is_file else unpack_box(arrival.data)


def _disputes_file(arrival: IncomingItem) -> bytes:
    return arrival.data if arrival.is_file else unpack_disputes(arrival.data)


def resumed(parts: Iterable[object]) -> IncomingData:
    """Return the incoming data rebuilt from saved codes; anything else is dropped."""
    gathered = QrFrameSet()
    for part in parts:
        frame = (
            qr_frames.read_frame(part.removeprefix(f"{PART}=")) if isinstance(part, str) else None
        )
        gathered = gathered.with_frame(frame) if frame else gathered
    return IncomingData(gathered)


def import_as_copy(client: Client, arrivals: IncomingData, arrival: IncomingItem) -> IncomingData:
    """Import a diverging match as a copy beside the one here, and return the data after it."""
    return _again(client, arrivals, arrival, as_copy=True)


def import_in_part(client: Client, arrivals: IncomingData, arrival: IncomingItem) -> IncomingData:
    """Import the intact part of a damaged match, and return the data after it."""
    return _again(client, arrivals, replace(arrival, partial=True), instead_of=arrival)


def _again(
    client: Client,
    arrivals: IncomingData,
    arrival: IncomingItem,
    *,
    as_copy: bool = False,
    instead_of: IncomingItem | None = None,
) -> IncomingData:
    take = client.files.import_acta if arrival.is_file else client.files.import_packed
    result = take(arrival.data, as_copy=as_copy, partial=arrival.partial)
    return _with(without_arrival(arrivals, instead_of or arrival), replace(arrival, result=result))


def _with_part(client: Client, arrivals: IncomingData, text: str) -> IncomingData:
    frame = qr_frames.read_frame(text)
    if frame is None or frame.kind not in KINDS:
        return _with(arrivals, IncomingItem(NotImported("receive.nothing")))
    gathered = arrivals.gathered.with_frame(frame)
    if gathered.missing:
        return replace(arrivals, gathered=gathered)
    done = replace(arrivals, gathered=QrFrameSet())
    try:
        return _with(done, _taken(client, KINDS[frame.kind], gathered.data()))
    except ActaError as error:
        return _with(done, _refused(error))


def _taken(client: Client, what: str, packed: bytes) -> IncomingItem:
    if what == MATCH:
        incoming = IncomingItem(client.files.import_packed(packed, look=True))
    elif what == DISPUTE:
        incoming = _disputes_looked_at(client, packed, packed=True)
    else:
        incoming = _box_looked_at(client, packed, packed=True)
    return replace(incoming, data=packed, what=what)


def _box_looked_at(client: Client, data: bytes, *, packed: bool = False) -> IncomingItem:
    def look() -> BoxTaken | BoxWaits:
        box = client.boxes.read(unpack_box(data) if packed else data)
        return BoxTaken(box) if box in client.boxes.all() else BoxWaits(box)

    return _of_box(client, look)


def _box(client: Client, take: Callable[[], BoxProfile]) -> IncomingItem:
    return _of_box(client, lambda: BoxTaken(take()))


def _of_box(client: Client, act: Callable[[], BoxTaken | BoxWaits]) -> IncomingItem:
    if not client.owner:
        return IncomingItem(NotImported("import.not_allowed"))
    try:
        return IncomingItem(act())
    except BoxError as error:
        return IncomingItem(NotImported(f"box.{error.code}", error.params))
    except StoreError as error:
        return IncomingItem(NotImported(f"store.{error.code}"))


def _disputes_looked_at(client: Client, data: bytes, *, packed: bool = False) -> IncomingItem:
    def look() -> Taken | DisputesWait:
        outcome = client.disputes.preview_import(unpack_disputes(data) if packed else data)
        return DisputesWait(outcome) if outcome.new or outcome.beside else outcome

    return _disputes(look)


def _disputes(act: Callable[[], Taken | DisputesWait]) -> IncomingItem:
    try:
        return IncomingItem(act())
    except DisputeError as error:
        not_allowed = error.code == "not_allowed"
        key = "import.not_allowed" if not_allowed else f"dispute.{error.code}"
        return IncomingItem(NotImported(key, error.params))
    except StoreError as error:
        return IncomingItem(NotImported(f"store.{error.code}"))


def _refused(error: ActaError) -> IncomingItem:
    return IncomingItem(NotImported(f"acta.{error.code}", error.params))


def _with(arrivals: IncomingData, arrival: IncomingItem) -> IncomingData:
    return replace(arrivals, items=(arrival, *arrivals.items)[:_LATEST])


log = logging.getLogger(__name__)

LONGEST, LONGEST_OF_GUEST = 8_000_000, 400_000
"""Characters stored for one device: the host's own, and a guest's."""


class PendingImports:
    """Pending imports of one device.

    Args:
        store: where they are stored.
        client: the client of the device.
    """

    def __init__(self, store: Store, client: Client) -> None:
        self._store = store
        self._visit = client
        # The key has no colon: guests may write keys that end in the id of a match.
        self._key = f"incoming/{client.device}"
        self._longest = LONGEST if client.owner else LONGEST_OF_GUEST
        self._written: str | None = None

    def put(self, arrivals: IncomingData) -> None:
        """Save the undecided items, newest first if not all of them fit."""
        before = self._text()
        kept, left = list[dict[str, object]](), self._longest
        for arrival in arrivals.items:
            if arrival.undecided and (left := left - 2 * len(arrival.data)) > 0:
                kept.append(_written(arrival))
        text = json.dumps(kept) if kept else ""
        if text == before:
            return
        try:
            self._store.set_setting(self._key, text)
            self._written = text
        except StoreError as error:
            # Without storage, the pending items last as long as this page does.
            log.warning("what waits could not be kept: %s", error.code)

    def taking_up(self) -> Resumable[IncomingData]:
        """Load the pending imports as resumable work; items decided by now are dropped."""
        pending = []
        for what, data, partial in _read(self._text()):
            arrival = yield from rechecking(self._visit, what, data, partial=partial)
            if arrival.undecided:
                pending.append(arrival)
            yield
        return IncomingData(items=tuple(pending))

    def _text(self) -> str:
        if self._written is None:
            try:
                self._written = self._store.setting(self._key) or ""
            except StoreError:
                return ""
        return self._written


def _written(arrival: IncomingItem) -> dict[str, object]:
    data = base64.b64encode(arrival.data).decode()
    return {"what": arrival.what, "data": data, "partial": arrival.partial}


def _read(text: str) -> Iterator[tuple[str, bytes, bool]]:
    """Parse the stored items, skipping damaged ones."""
    try:
        raw = json.loads(text) if text else []
    except (ValueError, RecursionError):
        raw = []
    for one in raw if isinstance(raw, list) else []:
        if isinstance(one, dict) and isinstance(one.get("data"), str):
            what, partial = one.get("what", FILE), one.get("partial") is True
            try:
                yield str(what), base64.b64decode(one["data"], validate=True), partial
            except ValueError:
                continue
