"""Compilation of the Python code at publication, so that phones start sooner."""

import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from companion.site.errors import CannotPublish

Compiler = Callable[[Path, Path, Path], None]
"""Compiler of the program's archive and the standard library, in place.

Its arguments are the runtime, the archive of the program and the target of the standard library.
"""


def find_compiler() -> Compiler | None:
    """Return the compiler, or None without Node.js, which runs Python as a browser does."""
    node = shutil.which("node")
    return (lambda *paths: _run(node, *paths)) if node else None


def _run(node: str, *paths: Path) -> None:
    with as_file(files("companion.site") / "node" / "compiled.mjs") as script:
        command = [node, str(script), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotPublish("not_compiled", _last(done.stderr))


def _last(text: str) -> str:
    # Node prints the failing line of the script, which may be the whole runtime. Skip such long
    # lines.
    lines = [line for line in text.splitlines() if "Error" in line and len(line) < 300]
    return lines[-1] if lines else ""
