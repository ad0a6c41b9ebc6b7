"""Storage of the app's data and its backup archive, in words."""

from datetime import datetime

from companion.rulebook.loader import AppWords
from companion.services.client import Client
from companion.services.storage.store import StoreError
from companion.services.transfer import backup_archive
from companion.services.transfer.backup_archive import BackupArchive, RestoreResult
from companion.ui.device.phone import PhoneState


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
    text = words("phone.saved_all", **counts)
    return f"{text} {words('phone.left_out', n=archive.left_out)}" if archive.left_out else text


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
        "damaged": len(result.damaged),
        "refused": len(result.refused),
    }
    return " ".join(words(f"everything.{key}", n=n) for key, n in counts.items() if n)
