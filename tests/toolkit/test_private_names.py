"""Private parts of Flet and the server: each is used in one file, and exists."""

import ast
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flet.components.hooks.use_effect import EffectHook
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from flet.messaging.session import Session
from flet_web.fastapi import app_manager
from flet_web.fastapi.flet_app import FletApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

import companion

PACKAGE = Path(companion.__file__).parent

USED = {
    "_Session__updates_task": "toolkit/session_guard.py",
    "_Session__resolve_event_control": "toolkit/session_guard.py",
    "_Session__send_message": "toolkit/session_guard.py",
    "_FletApp__send_queue": "toolkit/session_guard.py",
    "_Session__pending_updates": "toolkit/render_order.py",
}
"""Private names of Flet, and the file of ours that knows each."""

MODULES = {
    "flet.components.hooks.use_effect": ("toolkit/session_guard.py",),
    "flet.components.public_utils": ("toolkit/touch_guard.py",),
    "flet.controls": ("toolkit/fast_flet.py",),
    "flet.controls.base_control": (
        "toolkit/fast_flet.py",
        "toolkit/render_order.py",
        "toolkit/session_guard.py",
        "toolkit/touch_guard.py",
    ),
    "flet.controls.base_page": ("server/frame_validation.py",),
    "flet.controls.id_counter": ("toolkit/fast_flet.py",),
    "flet.controls.object_patch": ("toolkit/render_order.py",),
    "flet.messaging.protocol": (
        "server/frame_validation.py",
        "toolkit/session_guard.py",
        "ui/app.py",
    ),
    "flet.messaging.session": ("toolkit/session_guard.py", "toolkit/touch_guard.py"),
    "flet.utils": ("bootstrap.py",),
    "flet.utils.from_dict": ("server/frame_validation.py",),
    "flet_web.fastapi": ("server/asgi.py", "server/limits.py"),
    "uvicorn.protocols.http.h11_impl": ("server/listener.py",),
    "uvicorn.protocols.websockets.websockets_sansio_impl": ("server/listener.py",),
    "uvicorn.server": ("server/listener.py",),
}
"""Modules that are not part of the public top level of those packages, and their importers."""

_STANDARD = sys.stdlib_module_names
_OURS = {"flet", "flet.canvas", "uvicorn"}
_MANGLED = re.compile(r"_[A-Z]\w+__\w+")


def _sources() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")


def _declared() -> set[str]:
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["desktop"]]
    names = (re.split(r"[\[<>=~!]", each)[0] for each in wanted)
    return {name.strip().replace("-", "_") for name in names}


@cache
def _parsed(text: str) -> ast.AST:
    return ast.parse(text)


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


@pytest.mark.deep
def test_each_private_flet_name_is_used_in_one_file() -> None:
    users: dict[str, set[str]] = {}
    for name, text in _sources():
        for node in ast.walk(_parsed(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for used in _MANGLED.findall(node.value):
                    users.setdefault(used, set()).add(name)
    assert {used: "+".join(sorted(where)) for used, where in users.items()} == USED


def test_fast_path_uses_few_private_names() -> None:
    """Every name that Flet does not promise can change with each of its versions."""
    source = (PACKAGE / "toolkit/fast_flet.py").read_text("utf-8")
    used = {n.attr for n in ast.walk(_parsed(source)) if isinstance(n, ast.Attribute)}
    assert {name for name in used if re.fullmatch(r"_[a-z]\w*", name)} == {
        "_before_update_safe",
        "_c",
        "_compare_dataclasses",
        "_compare_lists",
        "_compare_values",
        "_dataclass_added",
        "_dataclass_removed",
        "_dirty",
        "_i",
        "_migrate_state",
        "_values",
    }


@pytest.mark.deep
def test_internal_modules_are_imported_only_by_the_listed_files() -> None:
    users: dict[str, set[str]] = {}
    for name, text in _sources():
        for module in _imported(_parsed(text)):
            if module.split(".")[0] in ("flet", "flet_web", "uvicorn") and module not in _OURS:
                users.setdefault(module, set()).add(name)
    assert {module: tuple(sorted(where)) for module, where in users.items()} == MODULES


@pytest.mark.parametrize("used", USED)
def test_private_flet_name_exists(used: str) -> None:
    owner = {"_Session": Session, "_FletApp": FletApp, "_DiffBuilder": DiffBuilder}
    name = used.split("__", 1)
    source = inspect.getsource(owner[name[0]])
    assert f"self.__{name[1]}" in source


@pytest.mark.parametrize(
    ("owner", "names"),
    [
        (
            Session,
            [
                "apply_patch",
                "dispatch_event",
                "error",
                "handle_invoke_method_results",
                "patch_control",
                "schedule_effect",
            ],
        ),
        (EffectHook, ["setup", "cleanup"]),
        (BaseControl, ["page", "parent"]),
        (app_manager, ["get_session", "delete_session"]),
        (H11Protocol, ["connection_made", "shutdown", "connections", "scope", "transport", "loop"]),
        (WebSocketsSansIOProtocol, ["keepalive_timeout", "transport"]),
        (ServerState, ["connections", "tasks"]),
    ],
)
def test_methods_called_or_replaced_exist(owner: Any, names: list[str]) -> None:
    written = inspect.getsource(owner if inspect.isclass(owner) else type(owner))
    missing = [n for n in names if not hasattr(owner, n) and not re.search(rf"\b{n}\b", written)]
    assert missing == []


@pytest.mark.parametrize("module", MODULES)
def test_internal_module_can_be_imported(module: str) -> None:
    import_module(module)


@pytest.mark.deep
def test_every_imported_package_is_declared() -> None:
    """Packages must not come in only because another one happens to need them."""
    declared = _declared()
    outside: set[str] = set()
    for _, text in _sources():
        outside |= {module.split(".")[0] for module in _imported(_parsed(text))}
    # `pydantic_core` needs no entry: pydantic pins one version of it and documents its errors.
    ours = {"companion", "rules_data", "pydantic_core", *_STANDARD, *_OF_THE_BROWSER}
    assert outside - ours <= declared, outside - ours - declared


_OF_THE_BROWSER = {"companion_js", "js", "pyodide", "pyodide_js", "flet_js"}
"""Modules that exist only where Python runs within a page."""
