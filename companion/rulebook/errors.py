"""Errors of reading the data of a game.

RulebookError ├── UnknownGame      no data folder of that name └── BrokenData       one of its files
is invalid
"""


class RulebookError(Exception):
    """Base error of this package."""


class UnknownGame(RulebookError):
    """Game without data."""


class BrokenData(RulebookError):
    """Data file that is missing, is not TOML or does not validate."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
