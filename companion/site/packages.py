"""Packages and compiled modules that the site holds."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

PLATFORM, PYTHON, ABI = "pyemscripten_2026_0_wasm32", "3.14", "cp314"
"""Platform of the runtime in the toolkit's package."""
WANTED = ("pydantic", "qrcode", "snowballstemmer")
NOT_THERE = (
    "anyio", "bin", "certifi", "h11", "httpcore", "httpx", "idna", "oauthlib", "sniffio",
)  # fmt: skip
"""Packages removed, as nothing here talks to other hosts."""

NEEDED = ("flet", "msgpack", "pydantic", "pydantic_core", "qrcode", "snowballstemmer")
"""Packages without which nothing starts."""


def missing(folder: Path) -> tuple[str, ...]:
    """Return the needed packages that a folder lacks."""
    return tuple(name for name in NEEDED if not (folder / name / "__init__.py").is_file())


def fetch(folder: Path) -> Path:
    """Fetch the packages into a folder.

    Raises:
        OSError: they are unavailable; its text is the last line of the installer.
    """
    command = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--target", str(folder), "--platform", PLATFORM, "--python-version", PYTHON),
        *("--implementation", "cp", "--abi", ABI, "--only-binary=:all:"),
        f"flet=={version('flet')}",
        *WANTED,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError((done.stderr.strip().splitlines() or ["pip"])[-1])
    for path in folder.iterdir():
        if path.name in NOT_THERE or path.name.endswith(".dist-info"):
            shutil.rmtree(path)
    return folder


class CannotPublish(Exception):
    """Publishing failure: a code with words under `cli.publish_<code>`, and its detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code = code
        self.detail = detail


Compiler = Callable[[Path, Path, Path], None]
"""Compiler of the program's archive and the standard library, in place.

Its arguments are the runtime, the archive of the program and the target of the standard library.
"""


Squeezer = Callable[[Sequence[Path]], None]
"""Compressor of files for hosts that send `.br`, each beside itself."""


def find_compiler() -> Compiler | None:
    """Return the compiler, or None without Node.js, which runs Python as a browser does."""
    node = shutil.which("node")
    return (lambda *paths: _run(node, "compiled.mjs", paths)) if node else None


def find_squeezer() -> Squeezer | None:
    """Return the compressor, or None without Node.js."""
    node = shutil.which("node")
    return (lambda paths: _run(node, "squeezed.mjs", paths)) if node else None


def _run(node: str, name: str, paths: Sequence[Path]) -> None:
    with as_file(files("companion.site") / "node" / name) as script:
        command = [node, str(script), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotPublish("not_compiled", _last(done.stderr))


def _last(text: str) -> str:
    # Node prints the failing line of the script, which may be the whole runtime. Skip such long
    # lines.
    lines = [line for line in text.splitlines() if "Error" in line and len(line) < 300]
    return lines[-1] if lines else ""
