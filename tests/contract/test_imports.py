"""Import cycles: there is none between modules, not even for types alone."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import companion

PROGRAM = Path(companion.__file__).parent


@lru_cache
def _modules() -> dict[str, Path]:
    paths = {}
    for path in PROGRAM.rglob("*.py"):
        name = ".".join(path.relative_to(PROGRAM.parent).with_suffix("").parts)
        paths[name.removesuffix(".__init__")] = path
    return paths


def _imported(path: Path) -> Iterator[str]:
    modules = _modules()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in modules else node.module


def _cycle() -> list[str]:
    modules = _modules()
    graph = {name: {*_imported(path)} & modules.keys() - {name} for name, path in modules.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.deep
def test_modules_have_no_import_cycle() -> None:
    assert _cycle() == []


@pytest.mark.deep
def test_rules_of_a_game_import_none_of_its_screens() -> None:
    """Both may stand in one folder, so the contracts of layers leave the screens out."""
    wrong = [
        (name, each)
        for name, path in _modules().items()
        if name.startswith("companion.") and ".screens." not in name
        for each in _imported(path)
        if each.startswith("companion.games.") and ".screens" in each
    ]
    assert wrong == []
