"""Where matches and boxes are kept."""

from pathlib import Path

import platformdirs


def data_folder(chosen: str | None = None) -> Path:
    """The folder asked for, or the user's own for this app; never below the working directory."""
    if chosen:
        return Path(chosen).expanduser().absolute()
    return Path(platformdirs.user_data_dir("companero-de-mesa", appauthor=False))
