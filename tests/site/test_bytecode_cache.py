"""Bytecode cache: compiled modules lie beside or in place of their sources, and are imported."""

import asyncio
import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from companion import bytecode_cache

SOURCE = "VALUE = {value}\n"


@pytest.fixture
def path_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield the import path; forget afterwards what was imported here."""
    before = set(sys.modules)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield sys.path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _library(folder: Path) -> Path:
    archive = folder / "library.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("shelved/__init__.py", SOURCE.format(value=1))
        packed.writestr("shelved/used.py", SOURCE.format(value=2))
        packed.writestr("shelved/unused.py", SOURCE.format(value=3))
    return archive


def _home(folder: Path) -> Path:
    home = folder / "home"
    for name in ("ours/__init__.py", "ours/later.py", "theirs/__init__.py", "theirs/later.py"):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SOURCE.format(value=4), "utf-8")
    (home / "ours" / "words.toml").write_text("a = 1\n", "utf-8")
    return home


async def _breath() -> None:
    await asyncio.sleep(0)


def _archived(entries: Iterator[bytecode_cache.Entry], onto: bytes = b"") -> bytes:
    return asyncio.run(bytecode_cache.build_archive(entries, _breath, onto))


def _names(data: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert packed.testzip() is None
        return set(packed.namelist())


def _says(code: str) -> str:
    """Return the output of a Python that has imported none of it."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _imported(path_of: list[str], where: Path, *names: str) -> tuple[ModuleType, ...]:
    path_of.insert(0, str(where))
    return (*(import_module(name) for name in names), sys)


def test_library_keeps_its_sources_and_gets_used_bytecode(
    tmp_path: Path, path_of: list[str]
) -> None:
    archive = _library(tmp_path)
    modules = _imported(path_of, archive, "shelved", "shelved.used")
    made = _archived(bytecode_cache.of_library(archive, modules), archive.read_bytes())
    assert _names(made) == {
        *("shelved/__init__.py", "shelved/used.py", "shelved/unused.py"),
        *("shelved/__init__.pyc", "shelved/used.pyc"),
    }


def test_compiled_module_runs_instead_of_its_source(tmp_path: Path, path_of: list[str]) -> None:
    """Sources run only where nothing was compiled."""
    archive = _library(tmp_path)
    modules = _imported(path_of, archive, "shelved", "shelved.used")
    made = tmp_path / "made.zip"
    made.write_bytes(_archived(bytecode_cache.of_library(archive, modules), archive.read_bytes()))
    says = _says(
        f"import sys; sys.path.insert(0, {str(made)!r})\n"
        "from shelved import used, unused\n"
        "print(used.VALUE, used.__spec__.cached or used.__file__, unused.VALUE)"
    )
    assert says.split()[0::2] == ["2", "3"]
    assert "used.pyc" in says


def test_home_archive_replaces_sources_by_bytecode(tmp_path: Path, path_of: list[str]) -> None:
    """Our package is compiled whole; of others, only imported modules."""
    home = _home(tmp_path)
    modules = _imported(path_of, home, "ours", "theirs")
    made = _archived(bytecode_cache.of_home(home, modules, "ours"))
    kept = {name for name in _names(made) if "__pycache__" not in name}
    assert kept == {
        *("ours/__init__.pyc", "ours/later.pyc", "ours/words.toml"),
        *("theirs/__init__.pyc", "theirs/later.py"),
    }


def test_home_archive_without_sources_is_importable(tmp_path: Path, path_of: list[str]) -> None:
    home, unpacked = _home(tmp_path), tmp_path / "unpacked"
    modules = _imported(path_of, home, "ours")
    made = _archived(bytecode_cache.of_home(home, modules, "ours"))
    zipfile.ZipFile(io.BytesIO(made)).extractall(unpacked)
    says = _says(
        f"import sys; sys.path.insert(0, {str(unpacked)!r})\n"
        "import ours.later, theirs.later; print(ours.later.VALUE + theirs.later.VALUE)"
    )
    assert says == "8"


TOLD = '''
"""Says what it is for."""
class Thing:
    """Thing."""
    size: int
def doubled(size: int) -> int:
    """Double it."""
    assert size
    return 2 * size
'''
TELLS = """
from {whole}.told import Thing, doubled
names = sorted(doubled.__annotations__), sorted(Thing.__annotations__)
print(*names, doubled.__doc__, Thing.__doc__, doubled(2), doubled.__code__.co_firstlineno)
try:
    doubled(0)
except AssertionError:
    print("checks")
"""


@pytest.mark.parametrize(("whole", "annotated"), [("ours", "[]"), ("theirs", "['return', 'size']")])
def test_compiled_module_is_without_docstrings(
    tmp_path: Path, path_of: list[str], whole: str, annotated: str
) -> None:
    """Others may read the annotations of their functions; ours do not. Assertions stay."""
    home, unpacked = _home(tmp_path), tmp_path / "unpacked"
    (home / whole / "told.py").write_text(TOLD, "utf-8")
    modules = _imported(path_of, home, f"{whole}.told")
    made = _archived(bytecode_cache.of_home(home, modules, "ours"))
    zipfile.ZipFile(io.BytesIO(made)).extractall(unpacked)
    here = f"import sys; sys.path.insert(0, {str(unpacked)!r})"
    said = _says(here + TELLS.format(whole=whole)).splitlines()
    assert said == [f"{annotated} ['size'] . . 4 6", "checks"]


NAMED = """
import sys
import companion.ui.app
from companion import bytecode_cache
from companion.ui import router
for _ in router.prepared():
    pass
print(*bytecode_cache.import_names(bytecode_cache.imported()))
"""
IMPORTED = """
import sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
print(*sys.modules)
"""


def _output_words(code: str, *given: str) -> list[str]:
    command = [sys.executable, "-c", code, *given]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_imported_modules_can_be_imported_again_in_that_order() -> None:
    """Memory snapshots are made by a Python that imports what the one asking for them uses."""
    named = _output_words(NAMED)
    assert {"flet.controls.page", "pydantic_core", "companion.ui.app"} <= {*named}
    assert {*named} <= {*_output_words(IMPORTED, *named)}


WITHOUT_SERVER = """
import sys
for name in ("starlette", "fastapi", "uvicorn", "flet_web"):
    sys.modules[name] = None
"""


def test_screens_are_imported_without_a_web_server() -> None:
    """The phone alone has none of its packages."""
    assert "companion.ui.app" in _output_words(WITHOUT_SERVER + NAMED)
