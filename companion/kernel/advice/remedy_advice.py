"""Advice: which of the proven remedies are worth showing, and how many alike are told as one."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from companion.kernel.advice.acts_alike import TriedActs, standing_for, with_kinds
from companion.kernel.advice.proven_remedies import (
    ANY_VALUE,
    CHANGE_BOTH,
    CHANGE_FIELD,
    EVERY,
    FEWER,
    SOME,
    THESE,
    ProvenRemedy,
)
from companion.kernel.advice.remedy_candidates import is_part
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import family
from companion.kernel.refusal import Remedy
from companion.kernel.values import Params, Value

MOST: Final = 6
"""Maximum of remedies shown for one refusal."""
MOST_ALIKE: Final = 3
"""Number of alike remedies up to which each is shown; more are told as one."""
_MOST_NAMED: Final = 8
"""Number of values up to which each is named if there are no others."""


def advised(
    game: Game[Any],
    state: Any,
    draft: Draft,
    proven: Collection[ProvenRemedy],
    complete: Collection[str],
    tried: TriedActs,
) -> tuple[ProvenRemedy, ...]:
    """Return the remedies worth showing, nearest first.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the refused report.
        proven: all remedies, nearest first.
        complete: fields of which every other value was tried.
        tried: acts that were tried before the report.
    """
    ways = tuple(way for way in proven if not way.wasteful) or tuple(proven)
    ways = tuple(way for way in ways if not _does_it_too(way.first, way.report))
    firsts = [way.first for way in ways]
    ways = tuple(way for way in ways if not any(_does_it_too(way.first, one) for one in firsts))
    every = _without_guesses(_as_proposed(ways))
    ways = _undominated(game, state, draft.seat, _without_repetition(game, state, every))
    ways = with_kinds(game, state, ways, every, tried)
    # Values that are legal but not advised are not among those that a remedy counts.
    kept, legal = Counter(map(_field_changed, ways)), Counter(map(_field_changed, proven))
    whole = {name for name in complete if kept[name] == legal[name]}
    ways = _told_together(game, state, draft, ways, whole)
    return _taken_back_first(draft, ways)[:MOST]


def _field_changed(way: ProvenRemedy) -> str:
    """Return the one field that a remedy changes, or an empty text."""
    change = way.remedy.change or {}
    return next(iter(change)) if len(change) == 1 and way.first is None else ""


def _as_proposed(ways: Sequence[ProvenRemedy]) -> tuple[ProvenRemedy, ...]:
    """Return the remedies without tried acts of a kind of which the game proposed the best."""
    proposed = {(way.first.kind, way.first.seat) for way in ways if way.first and not way.tried}
    return tuple(
        way
        for way in ways
        if not (way.tried and way.first and (way.first.kind, way.first.seat) in proposed)
    )


def _without_guesses(ways: Sequence[ProvenRemedy]) -> tuple[ProvenRemedy, ...]:
    """Return the remedies without those found by trying that rest on the unknown.

    They stay if nothing certain was found.
    """
    if not any(way.certain for way in ways):
        return tuple(ways)
    return tuple(way for way in ways if way.certain or not way.tried)


def _without_repetition(
    game: Game[Any], state: Any, ways: Sequence[ProvenRemedy]
) -> tuple[ProvenRemedy, ...]:
    """Return the remedies without acts before that lead to the same table as an earlier one.

    Neither are two acts told again in the other order.
    """
    tables = list[Any]()
    kept = list[ProvenRemedy]()
    for way in ways:
        if way.then and any((one.first, one.then) == (way.then, way.first) for one in kept):
            continue
        if way.first is not None:
            after, _ = game.apply(state, way.first)
            table = (game.apply(after, way.then)[0] if way.then else after, way.draft)
            if table in tables:
                continue
            tables.append(table)
        kept.append(way)
    return tuple(kept)


def _does_it_too(first: Action | None, report: Action | None) -> bool:
    """Return whether an act does what another one does, and more of it."""
    if first is None or report is None or (first.kind, first.seat) != (report.kind, report.seat):
        return False
    names = report.form_fields()
    fields = [(getattr(report, name), getattr(first, name)) for name in names]
    return all(now == then or is_part(now, then) for now, then in fields) and any(
        now != then for now, then in fields
    )


# Remedies that another one does with less


def _undominated(
    game: Game[Any], state: Any, seat: int, ways: Sequence[ProvenRemedy]
) -> tuple[ProvenRemedy, ...]:
    """Return the remedies without those that need more than another one for the same."""
    aims = Counter(map(_aim, ways))
    compared = [way for way in ways if aims[_aim(way)] > 1 or way.remedy.instead or way.acts]
    if len(compared) < 2:
        return tuple(ways)
    seats = {seat, *(act.seat for way in compared for act in (way.first, way.then) if act)}
    left = {id(way): holdings(game, state, seats, way) for way in compared}
    worse = {
        id(way)
        for way in compared
        for other in compared
        if other is not way
        and _comparable(other, way)
        and not _are_choices_of_another(other, way, seat)
        and needs_more(way, left, other)
    }
    return tuple(way for way in ways if id(way) not in worse)


def _comparable(better: ProvenRemedy, worse: ProvenRemedy) -> bool:
    """Return whether two remedies lead to the same, whatever is paid for it."""
    instead = better.remedy.instead and worse.acts and not worse.remedy.instead
    return bool(instead) or _aim(better) == _aim(worse)


def _are_choices_of_another(one: ProvenRemedy, other: ProvenRemedy, seat: int) -> bool:
    """Return whether two acts of one kind come first, which somebody else is to choose between."""
    kinds = {act and (act.kind, act.seat) for act in (one.first, other.first)}
    return len(kinds) == 1 and one.first is not None and one.first.seat != seat


def _aim(way: ProvenRemedy) -> tuple[object, ...]:
    """Return what the report is for: all it names but what is paid."""
    report = way.report
    if report is None:
        return (id(way),)
    names = (name for name in report.form_fields() if name not in report.payments)
    return report.kind, report.seat, tuple((name, getattr(report, name)) for name in names)


def needs_more(
    way: ProvenRemedy, left: Mapping[int, Mapping[str, int]], other: ProvenRemedy
) -> bool:
    """Return whether a remedy needs more acts or things than another one, and nothing less.

    Args:
        way: the remedy.
        left: what each leaves to whoever acts, by `id`.
        other: the other one.
    """
    mine, others = left[id(way)], left[id(other)]
    if other.acts > way.acts or not _paid(other) <= _paid(way):
        return False
    names = mine.keys() | others.keys()
    gains = [others.get(name, 0) - mine.get(name, 0) for name in names]
    return min(gains, default=0) >= 0 and (other.acts < way.acts or max(gains, default=0) > 0)


def _paid(way: ProvenRemedy) -> Counter[str]:
    """Return what is laid down in payment: other things are no less, whatever their number."""
    acts = (act for act in (way.first, way.then, way.report) if act is not None)
    laid = (getattr(act, name) for act in acts for name in act.payments)
    return Counter(item for one in laid for item in ((one,) if isinstance(one, str) else one))


def holdings(
    game: Game[Any], state: Any, seats: Collection[int], way: ProvenRemedy
) -> Mapping[str, int]:
    """Return what some seats have of each family of things once a remedy is carried out."""
    for act in (way.first, way.then, way.report):
        if act is not None:
            state, _ = game.apply(state, act)
    held: Counter[str] = Counter()
    for account, item, amount in state.ledger.items():
        if account.partition(":")[2] in map(str, seats):
            held[f"{account} {family(item)}"] += amount
    return held


# Many alike


def _told_together(
    game: Game[Any],
    state: Any,
    draft: Draft,
    ways: Sequence[ProvenRemedy],
    complete: Collection[str],
) -> tuple[ProvenRemedy, ...]:
    """Return the remedies with those that are many alike told as one, where the first stood."""
    groups: dict[tuple[object, ...], list[ProvenRemedy]] = {}
    for way in ways:
        groups.setdefault(_likeness(draft, way), []).append(way)
    return tuple(
        each for group in groups.values() for each in _as_one(game, state, draft, group, complete)
    )


def _likeness(draft: Draft, way: ProvenRemedy) -> tuple[object, ...]:
    """Return what alike remedies have in common; of one without its like, only itself."""
    change = way.remedy.change or {}
    if way.remedy.code == CHANGE_BOTH:
        return "both", *sorted(change), way.certain
    if way.first is None and len(change) == 1 and "seat" not in change:
        [(name, value)] = change.items()
        if value is None or _is_left_out(way, name, value):
            return (id(way),)
        if not isinstance(value, tuple):
            return "value", name, way.certain
        if is_part(value, draft.values.get(name)):
            return "part", name, len(value), way.certain
        if way.tried:
            return "bag", name, way.certain
    return (id(way),)


def _is_left_out(way: ProvenRemedy, name: str, value: Any) -> bool:
    """Return whether a remedy leaves a field at its default: that is not one more of its kind."""
    return way.report is not None and value in leaving_out(type(way.report), name)


def leaving_out(model: type[Action], name: str) -> tuple[object, ...]:
    """Return the values of a field that name nothing: None, and the default if it has one."""
    field = model.model_fields[name]
    return (None,) if field.is_required() else (None, field.default)


def _as_one(
    game: Game[Any],
    state: Any,
    draft: Draft,
    group: Sequence[ProvenRemedy],
    complete: Collection[str],
) -> Iterable[ProvenRemedy]:
    how, name = (*_likeness(draft, group[0]), "")[:2]
    if len(group) <= MOST_ALIKE or how not in ("value", "part", "bag", "both"):
        return group
    if how == "both":
        first = group[0].remedy
        one_of_many = replace(first, params={**first.params, "extent": SOME})
        return (standing_for(group, one_of_many, str(first.params["field"])),)
    if how == "part" and _is_any_part(draft.values[str(name)], group, str(name)):
        size = len(group[0].draft.values[str(name)])
        params: Params = {"kind": draft.kind, "field": str(name), "number": size}
        return (standing_for(group, Remedy(FEWER, params, group[0].remedy.change), str(name)),)
    return (_any_value(game, state, draft, str(name), group, complete),)


def _is_any_part(bag: tuple[str, ...], group: Sequence[ProvenRemedy], name: str) -> bool:
    """Return whether any so many of the things named do, whichever they are."""
    parts = {tuple(sorted(way.draft.values[name])) for way in group}
    size = len(group[0].draft.values[name])
    return parts == {tuple(sorted(part)) for part in combinations(bag, size)}


def _any_value(
    game: Game[Any],
    state: Any,
    draft: Draft,
    name: str,
    group: Sequence[ProvenRemedy],
    complete: Collection[str],
) -> ProvenRemedy:
    model = game.action_models[draft.kind]
    names = model.form_fields()
    kept = {n: draft.values[n] for n in names[: names.index(name)]}
    before = Draft(draft.kind, draft.seat, kept)
    values = [way.draft.values[name] for way in group]
    candidates = game.candidates(state, before, name)
    extent = THESE if name in complete else SOME
    nothing = (*leaving_out(model, name), ())
    if isinstance(candidates, Choices):
        none = (draft.values.get(name), *nothing)
        others = {value for value in candidates.values if value not in none}
        extent = EVERY if others <= set(values) else extent
    named = extent == THESE and len(group) <= _MOST_NAMED
    shown = group if named else group[:MOST_ALIKE]
    labels = tuple(_label(game, state, before, name, way) for way in shown)
    params: Params = {
        "kind": draft.kind,
        "field": name,
        "values": labels,
        "number": len(values),
        "extent": extent,
        "unnamed": int(draft.values.get(name) in nothing),
    }
    return standing_for(group, Remedy(ANY_VALUE, params, group[0].remedy.change), name)


def _label(game: Game[Any], state: Any, before: Draft, name: str, way: ProvenRemedy) -> Value:
    """Return how a value is told: as it would be alone, or as the form lists it."""
    if way.remedy.code == CHANGE_FIELD and "value" in way.remedy.params:
        return way.remedy.params["value"]
    return game.label(state, before, name, way.draft.values[name])


# Order


def _taken_back_first(draft: Draft, ways: Sequence[ProvenRemedy]) -> tuple[ProvenRemedy, ...]:
    """Return the remedies with those that take back what was laid before those that add to it.

    The others stay where they are.
    """
    places = [place for place, way in enumerate(ways) if _adding(draft, way) is not None]
    ordered = sorted((ways[place] for place in places), key=lambda way: _adding(draft, way) or 0)
    by_place = dict(zip(places, ordered, strict=True))
    return tuple(by_place.get(place, way) for place, way in enumerate(ways))


def _adding(draft: Draft, way: ProvenRemedy) -> int | None:
    """Return whether bags of the report are taken from (0), exchanged (1) or added to (2)."""
    change = way.remedy.change or {}
    bags = [(value, draft.values.get(name)) for name, value in change.items()]
    if way.first is not None or not bags:
        return None
    if not all(isinstance(now, tuple) and isinstance(then, tuple) for now, then in bags):
        return None
    if all(is_part(now, then) for now, then in bags):
        return 0
    return 2 if all(is_part(then, now) for now, then in bags) else 1
