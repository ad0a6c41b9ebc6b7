"""Packages for the browser's Python, fetched for its platform."""

import shutil
import subprocess
import sys
from importlib.metadata import version
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
