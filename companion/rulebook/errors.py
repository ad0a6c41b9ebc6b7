"""Failures of reading the data of a game.

RulebookError
├── UnknownGame      no data folder of that name
└── BrokenData       a file of it is not what it should be
"""


class RulebookError(Exception):
    """Any failure of this package."""


class UnknownGame(RulebookError):
    """There is no data for that game."""


class BrokenData(RulebookError):
    """A data file is missing, is not TOML or does not validate."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
