"""Independent reading of remedies that every game words by its fields.

What a sentence names is what it changes, and nothing else. What is said of how many values do is
held against trying every candidate on the bare state.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Choices, Draft, OpenBag
from tests.games.readings import Predicate, Readings

_FEWER = "solo <n:few> de lo nombrado"
_COUNTED = "(sirven <n:number>)"


class Change(NamedTuple):
    """How another answer to one question is told."""

    said: str
    """Sentence, with `{}` for the answer."""
    kind: str
    """Kind of the answer, as in a pattern."""
    other: str = ""
    """Any other answer, if the game has words for it."""
    none: str = ""
    """Sentence of an answer that names nothing."""
    named: Callable[[Any, Any], Any] = lambda _told, value: value
    """What an answer is called, or what it may be called, by the report and the answer."""


def told_changes(changes: Mapping[str, Change | str]) -> Readings:
    """Return the readings of other answers, by "kind.field"; of a fixed one, its words.

    A fixed answer stands after the field: "drive.decline.true".
    """
    readings: dict[str, list[tuple[str, Predicate]]] = {}
    for key, change in changes.items():
        kind, name, *fixed = key.split(".", 2)
        told = readings.setdefault(f"{kind}.{name}", [])
        if isinstance(change, str):
            told.insert(0, (change, _fixed(name, fixed[0])))
        else:
            told += _readings_of(name, change)
    places: dict[str, Any] = {}
    for key, change in changes.items():
        kind, name, *_ = key.split(".", 2)
        places[f"actions.{kind}.changes.{key.partition('.')[2]}"] = readings[f"{kind}.{name}"]
        if isinstance(change, Change) and change.other:
            places[f"actions.{kind}.others.{name}"] = readings[f"{kind}.{name}"]
    return places


_SOME = {"otro": "algún", "otra": "alguna", "otros": "algunos", "otras": "algunas"}


def _names_nothing(t: Any, name: str) -> bool:
    """Return whether a report names nothing in a field, or leaves it out."""
    value, field = getattr(t.action, name), type(t.action).model_fields[name]
    return value in (None, ()) or (not field.is_required() and value == field.default)


_NOTHING = (None, "none", "nothing", "plot.none", (), 0)


def _fixed(name: str, answer: str) -> Predicate:
    """Return whether one field changes, to yes, to no or to nothing."""
    said = {"true": (True,), "false": (False,), "yes": ("yes",), "no": ("no",)}
    meant = said.get(answer, _NOTHING)
    unnamed = answer == "card.without_name"
    return lambda t: list(t.differs) == [name] and (unnamed or t.differs[name] in meant)


def _readings_of(name: str, change: Change) -> Any:
    def changed(t: Any, new: Any) -> bool:
        return list(t.differs) == [name] and fits(new, change.named(t, t.differs[name]))

    def nothing(t: Any) -> bool:
        return t.differs in ({name: ()}, {name: 0}, {name: None})

    def fewer(t: Any, few: int) -> bool:
        return any_part(t, name, few)

    def every(t: Any) -> bool:
        legal = legal_values(t, name)
        return legal is not None and legal == others(t, name)

    def some(t: Any, named: str) -> bool:
        each = several(t, change.kind, named, "o")
        return all(is_legal(t, name, one, change) for one in each)

    def counted(t: Any, number: int) -> bool:
        legal = legal_values(t, name)
        return legal is not None and number == len(legal) > 1

    def listed(t: Any, number: int, named: str) -> bool:
        each, legal = several(t, change.kind, named, "y"), legal_values(t, name)
        every_one = all(
            any(fits(one, change.named(t, value)) for one in each) for value in legal or ()
        )
        return legal is not None and number == len(each) == len(legal) and every_one

    def lead(answer: str) -> str:
        return change.said.replace("{}", answer)

    def of(told: Predicate, *, nothing: bool) -> Predicate:
        return lambda t, **said: _names_nothing(t, name) == nothing and told(t, **said)

    other = change.other or "otra cosa"
    first, _, thing = other.partition(" ")
    yield lead(_FEWER), fewer
    for nothing_named in (False, True) if first in _SOME else (False,):
        one = f"{_SOME[first]} {thing}" if nothing_named else other
        for said, told in (
            (f"cualquier {thing if nothing_named else other}", every),
            (f"{one} {_COUNTED}", counted),
            (f"{one} (sirven <n:number>: <any:named>)", listed),
            (f"{one} (por ejemplo: <any:named>)", some),
        ):
            yield lead(said), of(told, nothing=nothing_named)
    if change.none:
        yield change.none, nothing
    yield lead(f"<{change.kind}:new>"), changed


def several(t: Any, kind: str, text: str, conjunction: str) -> list[Any]:
    """Return the answers that a list names: with semicolons, each may be a list itself."""
    lists = kind.endswith("*") or kind in ("bag", "seats")
    if ";" in text:
        head, _, last = text.rpartition(f"; {conjunction} ")
        parts = [*head.split("; "), last]
    else:
        one = kind.removesuffix("*")
        source = t.grammar.source("amount" if one == "bag" else one)
        parts = [m[0] for m in re.finditer(source, text)]
        rest = re.sub(source, "", text)
        assert not re.sub(rf"[, ]|\b[{conjunction}eu]\b", "", rest), (text, rest)
        kind = one
    value = [t.grammar.value(kind, part) for part in parts]
    assert value or lists, text
    return value


def fits(named: Any, value: Any) -> bool:
    """Return whether a name of a sentence is that of a value of a report."""
    if isinstance(value, frozenset):
        return any(fits(named, one) for one in value)
    match named:
        case Counter() if isinstance(value, int):
            return named.total() == value
        case Counter() if isinstance(value, str):
            return named.total() == 1 and fits(next(iter(named)), value)
        case Counter() if set(named) <= {"carta"}:
            return named.total() == len(value)
        case Counter():
            return _all_fit([*named.elements()], value)
        case tuple():
            return _all_fit(named, value)
        case str() if isinstance(value, str):
            one, other = named.replace(":", "."), value.replace(":", ".")
            return one == other or one.endswith(f".{other}")
        case str() if isinstance(value, tuple):
            return _all_fit((named,), value)
    return bool(named == value)


def _all_fit(named: Any, values: Any) -> bool:
    left = list(values) if isinstance(values, tuple | list) else [values]
    for one in named:
        one_of = next((value for value in left if fits(one, value)), None)
        if one_of is None:
            return False
        left.remove(one_of)
    return not left


# What the bare state says of other answers


def _candidates(t: Any, name: str) -> Any:
    values, names = draft_of(t.action).values, t.action.form_fields()
    before = {n: values[n] for n in names[: names.index(name)]}
    return t.game.candidates(t.state, Draft(t.action.kind, t.action.seat, before), name)


def others(t: Any, name: str) -> set[Any]:
    """Return all other answers to a question that name something."""
    field = type(t.action).model_fields[name]
    nothing = (None,) if field.is_required() else (None, field.default)
    said = (*nothing, getattr(t.action, name))
    return {value for value in _candidates(t, name).values if value not in said}


def legal_values(t: Any, name: str) -> set[Any] | None:
    """Return the other answers under which the report is legal; None of an open question.

    Those under which something is lost for nothing do not count, nor those that rest on the
    unknown where others do not.
    """
    if not isinstance(_candidates(t, name), Choices):
        return None
    answers = {value: _answer(t, name, value) for value in others(t, name)}
    certain = {value for value, answer in answers.items() if answer == "legal"}
    return certain or {value for value, answer in answers.items() if answer == "unverifiable"}


def _answer(t: Any, name: str, value: Any) -> str:
    values = {**draft_of(t.action).values, name: value}
    try:
        report = legality.complete(t.game, Draft(t.action.kind, t.action.seat, values))
    except ValidationError:
        return "refused"
    if legality.fact_needed(t.game, t.state, report):
        return "refused"
    judgement = legality.judge(t.game, t.state, report)
    wasteful = any(note.wasteful for note in judgement.notes)
    return "wasteful" if wasteful and not judgement.refusal else str(judgement.verdict)


def is_legal(t: Any, name: str, said: Any, change: Change) -> bool:
    """Return whether the report is legal with an answer that a sentence names."""
    candidates = _candidates(t, name)
    if isinstance(candidates, Choices):
        values = candidates.values
    else:
        values = tuple(each.draft.values[name] for each in t.way.alike)
    tried = [value for value in values if fits(said, change.named(t, value))]
    return any(_answer(t, name, value) != "refused" for value in tried)


def any_part(t: Any, name: str, few: int) -> bool:
    """Return whether the report is legal with any so many of the things named, and no more."""
    bag = getattr(t.action, name)
    assert isinstance(_candidates(t, name), OpenBag | Choices)
    parts = {tuple(sorted(part)) for part in combinations(bag, few)}
    return few < len(bag) and all(_answer(t, name, part) != "refused" for part in parts)
