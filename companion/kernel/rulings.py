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


Rulings: TypeAlias = Mapping[str, str]
"""The reading in force by ruling id: complete, one for every ruling of the game."""
