"""Cache of Python bytecode in archives, so that the next start need not compile."""

import io
import marshal
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast
from zipimport import zipimporter

_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""Header flag of unchecked bytecode, as its source is in the same archive (PEP 552)."""
_WHEN = (2020, 1, 1, 0, 0, 0)

Entry = tuple[str, bytes]


def of_library(archive: Path, modules: Iterable[ModuleType]) -> Iterator[Entry]:
    """Yield the bytecode of imported standard library modules, beside their sources.

    Args:
        archive: archive from which the standard library is imported.
        modules: imported modules; those from elsewhere are skipped.
    """
    for module in modules:
        loader = getattr(module.__spec__, "loader", None) if module.__spec__ else None
        if not isinstance(loader, zipimporter) or Path(loader.archive) != archive:
            continue
        name = cast(Any, module.__spec__).name
        code = loader.get_code(name)
        path = Path(loader.get_filename(name)).relative_to(archive)
        if path.suffix == ".py" and code:
            yield f"{path.as_posix()}c", _packed(code)


def of_home(home: Path, modules: Iterable[ModuleType], whole: str) -> Iterator[Entry]:
    """Yield every file of a folder, with imported modules as bytecode instead of source.

    Args:
        home: the folder.
        modules: imported modules.
        whole: package in it that is compiled entirely, imported or not.
    """
    imported = {Path(file) for module in modules if (file := getattr(module, "__file__", None))}
    for path in sorted(home.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(home).as_posix()
        if path.suffix == ".py" and (path in imported or name.startswith(f"{whole}/")):
            code = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
            yield f"{name}c", _packed(cast(CodeType, code))
        else:
            yield name, path.read_bytes()


def _packed(code: CodeType) -> bytes:
    return MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)


def imported() -> tuple[ModuleType, ...]:
    """Return the modules in use."""
    return tuple(sys.modules.values())


def import_names(modules: Iterable[ModuleType]) -> list[str]:
    """Return the names to import the modules again, in their order."""
    specs = (getattr(module, "__spec__", None) for module in modules)
    # Not everything that is registered as a module is a module.
    return [spec.name for spec in specs if spec is not None and spec.origin]


async def build_archive(
    entries: Iterator[Entry], breath: Callable[[], Awaitable[None]], onto: bytes = b""
) -> bytes:
    """Build an uncompressed archive of these entries, appended to those of another one.

    Args:
        entries: created one by one, as each may take a while.
        breath: awaited between them, so that a touch waits for one at most.
        onto: the other archive.
    """
    buffer = io.BytesIO(onto)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_STORED) as packed:
        for name, data in entries:
            packed.writestr(zipfile.ZipInfo(name, _WHEN), data)
            await breath()
    return buffer.getvalue()
