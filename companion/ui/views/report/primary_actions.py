"""Primary actions on the match screen, each always at the same position."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.ui.views.table.status import KindButton

MOST = 3


@dataclass(frozen=True, slots=True)
class PrimaryAction:
    """Action at its position."""

    kind: str
    label: str
    more: bool
    """True if it has fields that a quick report leaves at their default."""


def likely(
    kinds: Sequence[KindButton], groups: Sequence[Sequence[str]], has_more: Callable[[str], bool]
) -> tuple[PrimaryAction | None, ...]:
    """Return the first legal kind of each group that has no button yet; None without one.

    Args:
        kinds: all kinds that can be reported, with the refusal of each.
        groups: kinds that share a position, likeliest first; empty: the first legal kinds.
        has_more: tells whether a quick report of a kind leaves a field at its default.
    """
    legal = {kind.kind: kind for kind in kinds if kind.refusal is None}

    def placed(names: Iterable[str]) -> PrimaryAction | None:
        # Each kind has one button, so it is no longer there for the groups that follow.
        first = next((legal.pop(name) for name in names if name in legal), None)
        return PrimaryAction(first.kind, first.label, has_more(first.kind)) if first else None

    if not groups:
        groups = [[name] for name in list(legal)[:MOST]]
    return tuple(placed(group) for group in groups)


def has_defaults(game: Game[Any], kind: str) -> bool:
    """Return whether an act has fields and none of them is required."""
    return _has_defaults(game.action_models[kind])


@cache
def _has_defaults(model: type[Action]) -> bool:
    required = [model.model_fields[name].is_required() for name in model.form_fields()]
    return bool(required) and not any(required)
