"""Folder of matches and boxes."""

from pathlib import Path

import platformdirs

from companion.services.storage.store import StoreError


def data_folder(chosen: str | None = None) -> Path:
    """Return the chosen folder, or the user's own for this app.

    It is never below the working directory.

    Raises:
        StoreError: `bad_folder` if there can be no such folder.
    """
    if chosen:
        try:
            folder = Path(chosen).expanduser().absolute()
        except RuntimeError as error:
            # `~somebody`, with a user that this machine does not know.
            raise StoreError("bad_folder", chosen) from error
        if "\0" in chosen:
            raise StoreError("bad_folder", "a byte that no name has")
        return folder
    return Path(platformdirs.user_data_dir("companero-de-mesa", appauthor=False))
