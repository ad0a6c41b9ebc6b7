"""Rulings: points where a rulebook is silent or ambiguous, and the reading chosen."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict


class Ruling(BaseModel):
    """One point with its readings, in a fixed order; the default follows the rulebook."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    readings: tuple[str, ...]
    default: str
    basis: Literal["rulebook", "inference", "publisher", "one_source"]
    rules: tuple[str, ...] = ()
    """Ids of the rule sections it reads."""
    withdrawn: tuple[str, ...] = ()
    """Readings no longer offered; matches recorded with one go on with it."""
    formerly: Mapping[str, str] = {}
    """By the earlier id of a reading, its present id."""
    was: tuple[str, ...] = ()
    """Earlier ids of the ruling."""
    before: str = ""
    """Reading of matches recorded before the ruling existed; empty: the default."""

    @property
    def earlier(self) -> str:
        """Return the reading of matches recorded before the ruling existed."""
        return self.before or self.default

    @property
    def playable(self) -> tuple[str, ...]:
        """Return every reading that the rules know, also those no longer offered."""
        return (*self.readings, *self.withdrawn)


Rulings: TypeAlias = Mapping[str, str]
"""Reading in force by ruling id: complete, one for every ruling of the game."""
