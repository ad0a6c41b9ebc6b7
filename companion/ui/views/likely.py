"""The few acts that stay in sight on the match screen, each always in the same place."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.ui.views.glance import KindButton

MOST = 3


@dataclass(frozen=True, slots=True)
class Likely:
    """An act in its place."""

    kind: str
    label: str
    more: bool
    """Whether it has fields that a quick report leaves at their default."""


def likely(
    kinds: Sequence[KindButton], groups: Sequence[Sequence[str]], has_more: Callable[[str], bool]
) -> tuple[Likely | None, ...]:
    """Of each group the first kind that is legal now; None in the place of one that has none.

    Args:
        kinds: all that can be reported, with what forbids each.
        groups: those that share a place, the likeliest first; empty: the first that are legal.
        has_more: whether a quick report of a kind leaves something at its default.
    """
    legal = {kind.kind: kind for kind in kinds if kind.refusal is None}

    def placed(names: Iterable[str]) -> Likely | None:
        found = next((legal[name] for name in names if name in legal), None)
        return Likely(found.kind, found.label, has_more(found.kind)) if found else None

    if not groups:
        groups = [[name] for name in list(legal)[:MOST]]
    return tuple(placed(group) for group in groups)


def has_defaults(game: Game[Any], kind: str) -> bool:
    """Whether an act has fields that a report may leave out, and none that it must say."""
    return _has_defaults(game.action_models[kind])


@cache
def _has_defaults(model: type[Action]) -> bool:
    required = [model.model_fields[name].is_required() for name in model.form_fields()]
    return bool(required) and not any(required)
