"""The packages that the browser's Python needs, fetched for its platform."""

import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

PLATFORM, PYTHON, ABI = "pyemscripten_2026_0_wasm32", "3.14", "cp314"
"""Of the runtime that the toolkit's package brings."""
WANTED = ("pydantic", "qrcode")
NOT_THERE = (
    "anyio", "bin", "certifi", "h11", "httpcore", "httpx", "idna", "oauthlib", "sniffio",
)  # fmt: skip
"""For talking to other hosts, which nothing here does."""

NEEDED = ("flet", "msgpack", "pydantic", "pydantic_core", "qrcode")
"""Without one of them nothing starts."""


def missing(folder: Path) -> tuple[str, ...]:
    """Which packages that the app needs are not in a folder, as its Python imports them."""
    return tuple(name for name in NEEDED if not (folder / name / "__init__.py").is_file())


def fetch(folder: Path) -> Path:
    """Fetches them into a folder.

    Raises:
        OSError: they could not be had; says what the installer said last.
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
