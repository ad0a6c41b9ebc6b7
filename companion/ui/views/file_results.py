"""Results of importing a file, in words."""

from dataclasses import dataclass
from datetime import datetime

from companion.kernel.values import NO_PARAMS, Params
from companion.match.files.acta_reader import Importable, OpenedActa
from companion.match.files.faults import Fault
from companion.rulebook.loader import AppWords
from companion.services.boxes.profiles import BoxProfile
from companion.services.client import Client
from companion.services.disputes.dispute_repository import Taken
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    ImportResult,
    InPart,
    NotImported,
    PartsWays,
    Waits,
)
from companion.services.storage.store import StoreError
from companion.services.transfer import backup_archive
from companion.services.transfer.backup_archive import BackupArchive, RestoreResult
from companion.ui.device.page_files import MAX_FILE
from companion.ui.device.phone import PhoneState

_NAMED = 5


def fault(damage: Fault, words: AppWords) -> str:
    """Describe one fault: line, field and reason."""
    return words(f"fault.{damage.code}", **damage.params)


def said(opened: OpenedActa, words: AppWords) -> tuple[str, ...]:
    """Describe what is lost and what can still be imported."""
    lines = list(dict.fromkeys(fault.line for fault in opened.faults))
    named = [fault(one, words) for one in opened.faults[:_NAMED]]
    more = len(opened.faults) - len(named)
    rest = (words("damaged.more", n=more),) if more else ()
    return (words("damaged.title"), *named, *rest, _offer(opened, lines, words))


def _offer(opened: OpenedActa, lines: list[int], words: AppWords) -> str:
    if all(fault.code == "bad_sum" for fault in opened.faults):
        return words("damaged.changed")
    if opened.kept is Importable.ALL_BUT:
        return words("damaged.all_but", n=len(lines))
    count = len(opened.offered.entries)
    return words("damaged.up_to", line=lines[0], n=count, lost=opened.dropped)


@dataclass(frozen=True)
class FileNews:
    """Result of a file import: a text, and the possible next steps."""

    text: str
    bad: bool = False
    match: str | None = None
    """Match to open."""
    copy: bool = False
    """True if it can be kept as a copy."""
    partial: bool = False
    """True if its intact part can be imported."""


def news(result: ImportResult, words: AppWords) -> FileNews:
    """Describe the result of importing an acta."""
    match result:
        case Imported(match=loaded, sealed=sealed):
            text = words("import.done")
            text = text if sealed else f"{text} {words('import.unsealed')}"
            return FileNews(text, match=loaded.started.match)
        case Continued(match=loaded, added=added):
            return FileNews(words("import.continued", n=added), match=loaded.started.match)
        case AlreadyHere(match=loaded):
            return FileNews(words("import.already"), match=loaded.started.match)
        case PartsWays(match=loaded, seq=seq):
            text = words("import.parts", seq=seq)
            return FileNews(text, bad=True, match=loaded.started.match, copy=True)
        case Waits():
            # Occurs only if the import was asked to look and change nothing.
            return FileNews(words("import.untouched"))
        case InPart(opened=loaded):
            text = " ".join((*said(loaded, words), words("damaged.untouched")))
            return FileNews(text, bad=True, partial=True)
        case NotImported(key=key, params=params):
            return refused(key, words, params)


def refused(key: str, words: AppWords, params: Params = NO_PARAMS) -> FileNews:
    """Describe a file from which nothing was imported."""
    return FileNews(f"{words(key, **params)} {words('import.untouched')}", bad=True)


def standing(state: PhoneState, build: str, words: AppWords) -> tuple[str, ...]:
    """Describe the state of the storage, one sentence per fact."""
    lines = [words("phone.offline" if state.offline else "phone.not_offline")]
    if state.kept is not None:
        lines.append(words("phone.kept" if state.kept else "phone.not_kept"))
    if state.newer:
        lines.append(words("phone.newer"))
    return (*lines, words("phone.build", build=build))


def is_saved(client: Client) -> bool:
    """Return whether nothing was recorded here since the last backup."""
    try:
        return client.settings.get(backup_archive.SAVED_KEY) == str(backup_archive.entries(client))
    except StoreError:
        return True


def file_name() -> str:
    """Return the file name of the backup archive."""
    return f"mesa-{datetime.now():%Y-%m-%d}.{backup_archive.ENDING}"


def saved(archive: BackupArchive, words: AppWords) -> str:
    """Describe the contents of the archive."""
    counts = {"matches": archive.matches, "boxes": archive.boxes, "disputes": archive.disputes}
    more = {"saved_keepsakes": archive.keepsakes, "left_out": archive.left_out}
    said = [words(f"phone.{key}", n=n) for key, n in more.items() if n]
    if len(archive.data) > MAX_FILE:
        said.append(words("phone.saved_large", limit=MAX_FILE // 1_000_000))
    return " ".join((words("phone.saved_all", **counts), *said))


def all_taken(result: RestoreResult, words: AppWords) -> str:
    """Describe the result of importing an archive."""
    if result.nothing:
        return words("everything.nothing")
    counts = {
        "new": len(result.new),
        "continued": result.continued,
        "already": result.already,
        "parted": result.parted,
        "boxes": result.boxes,
        "disputes": result.disputes,
        "keepsakes": result.keepsakes,
        "kept": result.kept,
        "people": result.people,
        "damaged": len(result.damaged),
        "refused": len(result.refused),
    }
    return " ".join(words(f"everything.{key}", n=n) for key, n in counts.items() if n)


@dataclass(frozen=True, slots=True)
class ArrivalView:
    """Result of one incoming item, and the possible next steps."""

    text: str
    bad: bool = False
    match: str | None = None
    box: BoxProfile | None = None
    disputes: tuple[str, ...] = ()
    """Disputes that are now stored here."""
    copy: bool = False
    """True if it can be kept as a copy beside the existing one."""
    waits: bool = False
    """True if the import needs confirmation."""
    partial: bool = False
    """True if its intact part can be imported."""


def disputes_taken(taken: Taken, words: AppWords) -> ArrivalView:
    """Describe imported disputes: how many are new, and what happened to the others."""
    parts = (
        ("import.disputes_new", taken.new),
        ("import.disputes_already", taken.already),
        ("import.disputes_beside", taken.beside),
    )
    text = " ".join(words(key, n=len(group)) for key, group in parts if group)
    all_here = (*taken.new, *taken.beside, *taken.already)
    return ArrivalView(text, disputes=tuple(dispute.id for dispute in all_here))
