"""Archive of everything that Python runs within the browser."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import companion
import rules_data

LEFT_OUT = (
    "companion/cli/",
    "companion/__main__.py",
    "companion/site/",
    "companion/page/assets/",
    "companion/services/storage/sqlite_store.py",
    "companion/services/storage/sqlite_file.py",
    "companion/services/storage/box_file.py",
    "companion/services/storage/data_lock.py",
    "companion/services/storage/data_folder.py",
    "flet/cli/",
    "flet/testing/",
    "pydantic/mypy.py",
    "pydantic/v1/",
    "qrcode/tests/",
)
"""Files that a phone does not need."""
ENDINGS = (".py", ".so", ".toml", ".acta", ".txt", ".json")
_WHEN = (2020, 1, 1, 0, 0, 0)


def archive(packages: Path) -> bytes:
    """Build a reproducible zip of the program, its data and the packages."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, path in sorted(_contents(packages)):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
    return buffer.getvalue()


def uncompressed(archive: bytes) -> bytes:
    """Return the archive uncompressed, without sources that have bytecode beside them.

    The whole then compresses best, and a browser unpacks it fastest.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as packed, zipfile.ZipFile(buffer, "w") as loose:
        names = {*packed.namelist()}
        for name in packed.namelist():
            if f"{name}c" not in names:
                loose.writestr(zipfile.ZipInfo(name, _WHEN), packed.read(name))
    return buffer.getvalue()


def _contents(packages: Path) -> Iterator[tuple[str, Path]]:
    for root in (_root(companion.__file__), _root(rules_data.__file__), packages):
        for path in root.rglob("*"):
            name = path.relative_to(root if root == packages else root.parent).as_posix()
            if path.is_file() and path.suffix in ENDINGS and _wanted(name):
                yield name, path


def _root(init: str | None) -> Path:
    assert init
    return Path(init).parent


def _wanted(name: str) -> bool:
    return "__pycache__" not in name and not name.startswith(LEFT_OUT)
