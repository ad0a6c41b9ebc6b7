"""What Python runs within the browser, compiled when the site is published: phones start sooner."""

import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from companion.site.errors import CannotPublish

Compiler = Callable[[Path, Path, Path], None]
"""Given the runtime, the archive of the program and where the standard library's is to be written:
compiles what is used of both, in place."""


def at_hand() -> Compiler | None:
    """The compiler of this machine: it is Node.js that runs Python as a browser does."""
    node = shutil.which("node")
    return (lambda *paths: _run(node, *paths)) if node else None


def _run(node: str, *paths: Path) -> None:
    with as_file(files("companion.site") / "node" / "compiled.mjs") as script:
        command = [node, str(script), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotPublish("not_compiled", _last(done.stderr))


def _last(text: str) -> str:
    # Node shows the line of the script where it failed, which may be all of the runtime.
    lines = [line for line in text.splitlines() if "Error" in line and len(line) < 300]
    return lines[-1] if lines else ""
