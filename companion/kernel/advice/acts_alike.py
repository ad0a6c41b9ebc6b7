"""Acts of one kind to report before: how many of them help, and what those have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.kernel.advice.proven_remedies import ANY_ACT_FIRST, EVERY, SOME, ProvenRemedy
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Remedy
from companion.kernel.values import Params, Value

MOST_ACTS_ALIKE: Final = 2
"""Number of helpful acts of one kind up to which each is shown; more are told as one."""

_MOST_SUBJECTS: Final = 3
"""Number of things, one of which helpful acts are about, up to which each is named."""


class TriedActs:
    """Acts that were tried before a report, besides those that help."""

    def __init__(self) -> None:
        self.idle: list[Action] = []
        """Legal acts after which the report is still refused.

        What takes the reported thing itself is not among them: it says nothing of its kind.
        """
        self.whole: set[tuple[str, int]] = set()
        """Kinds and seats of which every act was tried."""

    def like(self, act: Action) -> list[Action]:
        """Return the acts of the same kind and seat that do not help."""
        return [one for one in self.idle if (one.kind, one.seat) == (act.kind, act.seat)]


def with_kinds(
    game: Game[Any],
    state: Any,
    ways: Sequence[ProvenRemedy],
    every: Sequence[ProvenRemedy],
    tried: TriedActs,
) -> tuple[ProvenRemedy, ...]:
    """Return the remedies with acts before of which many of a kind help told as one.

    Args:
        game: game of the match.
        state: state of the table.
        ways: the remedies.
        every: the same, and those that another one does as well or with less: they are of the kind
            too.
        tried: acts that were tried before the report.
    """
    groups: dict[object, list[ProvenRemedy]] = {}
    for way in every:
        groups.setdefault(_kind_of_act(way), []).append(way)
    told: dict[object, ProvenRemedy] = {}
    for way in ways:
        kind = _kind_of_act(way)
        many = len(groups[kind]) > MOST_ACTS_ALIKE
        told.setdefault(kind if many else id(way), _of_kind(game, state, way, groups[kind], tried))
    return tuple(told.values())


def _kind_of_act(way: ProvenRemedy) -> object:
    """Return the kind of the act that a remedy asks for and that was found by trying."""
    if way.first is None or way.then or way.remedy.change or not way.tried:
        return id(way)
    return way.first.kind, way.first.seat


def _of_kind(
    game: Game[Any],
    state: Any,
    way: ProvenRemedy,
    group: Sequence[ProvenRemedy],
    tried: TriedActs,
) -> ProvenRemedy:
    """Return an act with what it has in common with all that help, if these are many."""
    if len(group) <= MOST_ACTS_ALIKE or way.first is None:
        return way
    acts = [one.first for one in group if one.first is not None]
    others, fields = tried.like(way.first), way.first.form_fields()
    # Of a kind of which nothing was tried in vain, others may be left that do not help.
    known = bool(others) or (way.first.kind, way.first.seat) in tried.whole
    common = _common_fields(acts, others) if known else None
    labels = () if common is None else labels_of(game, state, way.first, common)
    subjects = _subjects(acts, others) if known and common is None else ()
    either = _names_of(game, state, subjects)
    extent = EVERY if common is not None or either else SOME
    params: Params = {**way.remedy.params, "named": labels, "either": either, "extent": extent}
    free = fields[len(labels)] if len(labels) < len(fields) else ""
    return standing_for(
        (way, *(one for one in group if one is not way)),
        replace(way.remedy, code=ANY_ACT_FIRST, params=params),
        free,
    )


def _common_fields(acts: Sequence[Action], others: Sequence[Action]) -> tuple[str, ...] | None:
    """Return the first fields by which acts that help differ from others; None: they do not.

    What was named first is what an act is about, so it is told if it is always the same.
    """
    fields = acts[0].form_fields()
    alike = [name for name in fields if len({getattr(act, name) for act in acts}) == 1]
    shared = tuple(one for one, of_all in zip(fields, alike, strict=False) if one == of_all)
    for number in range(min(1, len(shared)), len(shared) + 1):
        names = shared[:number]
        if not any(all(getattr(o, n) == getattr(acts[0], n) for n in names) for o in others):
            return names
    return None


def _subjects(acts: Sequence[Action], others: Sequence[Action]) -> tuple[Action, ...]:
    """Return one act for each first answer, if these are few and no other act has one of them."""
    subject, *_ = acts[0].form_fields()
    firsts: dict[Any, Action] = {}
    for act in acts:
        firsts.setdefault(getattr(act, subject), act)
    shared = any(getattr(other, subject) in firsts for other in others)
    return () if shared or len(firsts) > _MOST_SUBJECTS else tuple(firsts.values())


def _names_of(game: Game[Any], state: Any, acts: Sequence[Action]) -> tuple[Value, ...]:
    """Return the first answers of some acts, each name once."""
    names = (labels_of(game, state, act, act.form_fields()[:1]) for act in acts)
    return tuple(dict.fromkeys(name for each in names for name in each))


def labels_of(game: Game[Any], state: Any, act: Action, names: Iterable[str]) -> tuple[Value, ...]:
    """Return how a form lists the answers of an act.

    Args:
        game: game of the match.
        state: state of the table.
        act: the act.
        names: its first fields.
    """
    draft, labels = Draft(act.kind, act.seat, {}), list[Value]()
    for name in names:
        value = getattr(act, name)
        labels.append(game.label(state, draft, name, value))
        draft = draft.with_value(name, value)
    return tuple(labels)


def standing_for(group: Sequence[ProvenRemedy], remedy: Remedy, name: str) -> ProvenRemedy:
    """Return the first of some remedies in place of all.

    Args:
        group: the remedies.
        remedy: how they are told.
        name: field to ask again.
    """
    return replace(group[0], remedy=remedy, field=name, alike=tuple(group))
