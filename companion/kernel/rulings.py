"""Points on which a rulebook is silent, ambiguous or contradicts itself, and the reading chosen."""

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
    """Readings that nobody can choose any more; matches recorded with one go on with it."""
    formerly: Mapping[str, str] = {}
    """By the earlier id of a reading, the reading that it is now."""
    was: tuple[str, ...] = ()
    """The ids that the ruling had earlier."""
    before: str = ""
    """The reading of matches recorded before there was this ruling; empty: the default."""

    @property
    def earlier(self) -> str:
        """The reading of a match recorded before there was this ruling."""
        return self.before or self.default

    @property
    def playable(self) -> tuple[str, ...]:
        """Every reading that the rules know, also those that nobody can choose any more."""
        return (*self.readings, *self.withdrawn)


Rulings: TypeAlias = Mapping[str, str]
"""The reading in force by ruling id: complete, one for every ruling of the game."""
