"""Placement of a finished site in a folder, without touching foreign files.

Files beside the site, such as a repository or its domain, belong to others. So each site lists its
own files, and publishing again replaces or removes only those listed.
"""

import errno
import json
import shutil
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from companion.site.packages import CannotPublish

MARK = "companion.site"
"""List of a site's files, by which later versions know what is theirs."""
STAGED, BEFORE = ".companion.new", ".companion.old"
"""Folders within the target, so that complete files are moved without extra space."""
WORKER, VERSION = "sw.js", "version.json"
LAST = (VERSION, WORKER)
_BOTH, _WAS = f"{MARK}.both", f"{MARK}.was"
"""Lists used during the swap, while the files of both versions are the site's."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_OURS_BEFORE_ANYTHING = ("CNAME", STAGED, BEFORE)


def check(folder: Path) -> None:
    """Check that a site may be published there.

    Raises:
        CannotPublish: it is no folder, or has other content and no site.
    """
    if folder.exists() and not folder.is_dir():
        raise CannotPublish("not_a_folder", str(folder))
    if folder.exists() and not (folder / MARK).exists() and any(map(_is_other, folder.iterdir())):
        raise CannotPublish("not_empty", str(folder))


def _is_other(path: Path) -> bool:
    """Return whether a file is foreign. Those of a host or a repository are not."""
    return not path.name.startswith(".") and path.name not in _OURS_BEFORE_ANYTHING


def list_files(site: Path, build: str) -> None:
    """Write the list of a complete site."""
    _write_list(site / MARK, build, names_in(site))


def names_in(folder: Path) -> tuple[str, ...]:
    """Return the files of a folder, as named in a list."""
    return tuple(
        sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    )


def put(site: Path, folder: Path) -> None:
    """Replace an older site by a new one, entirely or not at all.

    The version list and the worker come last: until then phones continue with what they have.

    Raises:
        CannotPublish: there is no room for it, or one of its names is taken by something else.
        OSError: it could not be written. In both cases the older site is unchanged.
    """
    before = listed(folder)
    new = names_in(site)
    if before is not None:
        _check_names(folder, new, before)
    made = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _put_away(folder)
        _staged(site, folder / STAGED, {*new, *(before or ())})
        _swap(folder, new, before or ())
    except OSError as error:
        _put_away(folder)
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise as_publish_error(error, folder) from error
    _put_away(folder)


def as_publish_error(error: OSError, folder: Path) -> Exception:
    """Return the error to raise: a lack of room is one that the user can fix."""
    return CannotPublish("disk_full", str(folder)) if error.errno in _NO_ROOM else error


def listed(folder: Path) -> tuple[str, ...] | None:
    """Return the files of the existing site, or None if its list is missing or invalid."""
    try:
        content = json.loads((folder / MARK).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    names = content.get("files") if isinstance(content, dict) else None
    if not isinstance(names, list) or not all(map(_is_within, names)):
        return None
    return tuple(names)


def _is_within(name: object) -> bool:
    """Return whether a name stays within the folder."""
    if not isinstance(name, str) or not name or "\\" in name or "\0" in name:
        return False
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and path.as_posix() == name


def _check_names(folder: Path, new: Iterable[str], before: Iterable[str]) -> None:
    own = {*before, MARK}
    for name in new:
        path = folder / name
        if path.is_dir() or (path.exists() and name not in own):
            raise CannotPublish("name_taken", str(path))


def _staged(site: Path, staged: Path, either: Iterable[str]) -> None:
    for name in names_in(site):
        target = staged / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(site / name, target)
    _write_list(staged / _BOTH, "", sorted(either))
    if (staged.parent / MARK).exists():
        shutil.copyfile(staged.parent / MARK, staged / _WAS)


def _swap(folder: Path, new: Iterable[str], before: Iterable[str]) -> None:
    """Swap the two sets of files. If one file fails, all are swapped back."""
    gone = sorted({*before} - {*new, MARK})
    first = [name for name in new if name not in (*LAST, MARK)]
    moved: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        source.replace(target)
        moved.append((source, target))

    def put_aside(name: str) -> None:
        if (folder / name).is_file():
            move(folder / name, folder / BEFORE / name)

    try:
        (folder / STAGED / _BOTH).replace(folder / MARK)
        for name in (*first, *(name for name in LAST if name in new)):
            put_aside(name)
            move(folder / STAGED / name, folder / name)
        for name in gone:
            put_aside(name)
        move(folder / STAGED / MARK, folder / MARK)
    except OSError:
        for source, target in reversed(moved):
            target.replace(source)
        was = folder / STAGED / _WAS
        if was.exists():
            was.replace(folder / MARK)
        else:
            (folder / MARK).unlink(missing_ok=True)
        raise
    _clear_folders(folder, gone)


def _clear_folders(folder: Path, gone: Iterable[str]) -> None:
    """Remove the folders that are empty now."""
    for name in gone:
        for parent in PurePosixPath(name).parents:
            path = folder / parent
            if path != folder and path.is_dir() and not any(path.iterdir()):
                path.rmdir()


def _put_away(folder: Path) -> None:
    for name in (STAGED, BEFORE):
        shutil.rmtree(folder / name, ignore_errors=True)


def _write_list(path: Path, build: str, names: Iterable[str]) -> None:
    path.write_text(json.dumps({"build": build, "files": [*names]}, indent=0) + "\n", "utf-8")
