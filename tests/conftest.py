"""How tests run here: the same examples in CI, and data folders in memory where there is room."""

import os
import shutil
from pathlib import Path

from hypothesis import settings

# No time limits, since machines differ.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

_MEMORY = Path("/dev/shm")
_ROOM = 4 * 2**30


def _in_memory() -> None:
    """Each entry is on the disk before it counts: there, a disk is not waited for."""
    if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


_in_memory()
