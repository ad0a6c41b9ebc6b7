"""Cache of Python bytecode in archives, so that the next start need not compile."""

import ast
import io
import marshal
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from zipimport import zipimporter

_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""Header flag of unchecked bytecode, as its source is in the same archive (PEP 552)."""
_WHEN = (2020, 1, 1, 0, 0, 0)

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
_DESCRIBED = ast.Module | ast.ClassDef | _FUNCTION
_NO_DOCSTRING = "."
"""Docstring of compiled modules. Without one, a dataclass would work out its own, which is slow."""

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
        path = Path(loader.get_filename(name))
        source = loader.get_source(name)
        if path.suffix == ".py" and source is not None:
            name = path.relative_to(archive).as_posix()
            yield f"{name}c", _packed(source, path, typed=True)


def of_home(home: Path, modules: Iterable[ModuleType], whole: str) -> Iterator[Entry]:
    """Yield every file of a folder, with imported modules as bytecode instead of source.

    Args:
        home: the folder.
        modules: imported modules.
        whole: package in it that is compiled entirely, imported or not. Nothing reads the
            annotations of its functions.
    """
    imported = {Path(file) for module in modules if (file := getattr(module, "__file__", None))}
    for path in sorted(home.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(home).as_posix()
        ours = name.startswith(f"{whole}/")
        if path.suffix == ".py" and (path in imported or ours):
            yield f"{name}c", _packed(path.read_bytes(), path, typed=not ours)
        else:
            yield name, path.read_bytes()


def _packed(source: str | bytes, path: Path, *, typed: bool) -> bytes:
    """Compile a module without its docstrings.

    Args:
        source: its source.
        path: its file.
        typed: True if somebody may read the annotations of its functions.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _DESCRIBED) and ast.get_docstring(node, clean=False):
            node.body[0] = ast.Expr(ast.Constant(_NO_DOCSTRING))
        if isinstance(node, _FUNCTION) and not typed:
            node.returns = None
        if isinstance(node, ast.arg) and not typed:
            node.annotation = None
    code = compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
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
