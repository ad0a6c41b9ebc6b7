"""Puts a finished site where a host serves it from, and touches nothing but what it once put there.

What lies beside it (a repository, the domain it goes by) is somebody else's. So each site lists
its own files, and publishing again replaces or takes away only what such a list names.
"""

import errno
import json
import shutil
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from companion.site.errors import CannotPublish

MARK = "companion.site"
"""The list of a site's files; with it, older ones know what is theirs."""
STAGED, BEFORE = ".companion.new", ".companion.old"
"""Within the folder, so that what is whole there needs no more room to be put in place."""
WORKER, VERSION = "sw.js", "version.json"
LAST = (VERSION, WORKER)
_BOTH, _WAS = f"{MARK}.both", f"{MARK}.was"
"""While one set is changed for the other, the files of either are ours."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_OURS_BEFORE_ANYTHING = ("CNAME", STAGED, BEFORE)


def check(folder: Path) -> None:
    """That a site may be published there.

    Raises:
        CannotPublish: it is no folder, or has something else in it and no site.
    """
    if folder.exists() and not folder.is_dir():
        raise CannotPublish("not_a_folder", str(folder))
    if folder.exists() and not (folder / MARK).exists() and any(map(_is_other, folder.iterdir())):
        raise CannotPublish("not_empty", str(folder))


def _is_other(path: Path) -> bool:
    """What a host or a repository wants in an empty folder is not in the way of a site."""
    return not path.name.startswith(".") and path.name not in _OURS_BEFORE_ANYTHING


def list_files(site: Path, build: str) -> None:
    """Writes the list of a site that is complete."""
    _write_list(site / MARK, build, names_in(site))


def names_in(folder: Path) -> tuple[str, ...]:
    """The files of a folder, as they are called in a list."""
    return tuple(
        sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    )


def put(site: Path, folder: Path) -> None:
    """Puts a site in the place of an older one: whole, or not at all.

    The list of the version comes last, and the worker: until then phones go on with what they have.

    Raises:
        CannotPublish: there is no room for it, or one of its names is taken by something else.
        OSError: it could not be written. In either case the older one is there as it was.
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
        raise told(error, folder) from error
    _put_away(folder)


def told(error: OSError, folder: Path) -> Exception:
    """The error as it is passed on: that there is no room is something one can help."""
    return CannotPublish("disk_full", str(folder)) if error.errno in _NO_ROOM else error


def listed(folder: Path) -> tuple[str, ...] | None:
    """The files of the site that is there; None where no list says, or it cannot be believed."""
    try:
        found = json.loads((folder / MARK).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    names = found.get("files") if isinstance(found, dict) else None
    if not isinstance(names, list) or not all(map(_is_within, names)):
        return None
    return tuple(names)


def _is_within(name: object) -> bool:
    """Whether a name leads to something in the folder, and not out of it."""
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
    """Changes one set for the other; if one file cannot be, all are changed back."""
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
    """A folder that held only what is gone goes with it."""
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
