"""Storage of the app's data and its backup archive, in words."""

from datetime import datetime

from companion.rulebook.loader import AppWords
from companion.table import everything
from companion.table.everything import AllTaken, Everything
from companion.table.store import StoreError
from companion.table.visit import Visit
from companion.ui.device.phone import PhoneState


def standing(state: PhoneState, build: str, words: AppWords) -> tuple[str, ...]:
    """Describe the state of the storage, one sentence per fact."""
    lines = [words("phone.offline" if state.offline else "phone.not_offline")]
    if state.kept is not None:
        lines.append(words("phone.kept" if state.kept else "phone.not_kept"))
    if state.newer:
        lines.append(words("phone.newer"))
    return (*lines, words("phone.build", build=build))


def is_saved(visit: Visit) -> bool:
    """Return whether nothing was recorded here since the last backup."""
    try:
        return visit.setting(everything.SAVED_KEY) == str(everything.entries(visit))
    except StoreError:
        return True


def file_name() -> str:
    """Return the file name of the backup archive."""
    return f"mesa-{datetime.now():%Y-%m-%d}.{everything.ENDING}"


def saved(found: Everything, words: AppWords) -> str:
    """Describe the contents of the archive."""
    counts = {"matches": found.matches, "boxes": found.boxes, "disputes": found.disputes}
    text = words("phone.saved_all", **counts)
    return f"{text} {words('phone.left_out', n=found.left_out)}" if found.left_out else text


def all_taken(found: AllTaken, words: AppWords) -> str:
    """Describe the result of importing an archive."""
    if found.nothing:
        return words("everything.nothing")
    counts = {
        "new": len(found.new),
        "continued": found.continued,
        "already": found.already,
        "parted": found.parted,
        "boxes": found.boxes,
        "disputes": found.disputes,
        "damaged": len(found.damaged),
        "refused": len(found.refused),
    }
    return " ".join(words(f"everything.{key}", n=n) for key, n in counts.items() if n)
