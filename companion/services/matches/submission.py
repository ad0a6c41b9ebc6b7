"""Judgement of a submission in the current state: every reason not to record it, in order."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ValidationError

from companion.kernel.box.facts import FactValue
from companion.kernel.game import Game
from companion.kernel.refusal import Judgement
from companion.kernel.values import Params
from companion.match.entries import (
    ActaError,
    Adjusted,
    Amended,
    Body,
    Clocked,
    Closed,
    Entry,
    FactsEntered,
    Finished,
    Insert,
    Left,
    Redone,
    Refereed,
    Replace,
    Reported,
    RulingChanged,
    Started,
    Undone,
    id_before,
)
from companion.match.files.acta_reader import unreadable_next
from companion.match.files.faults import Fault
from companion.match.files.value_catalog import Catalog
from companion.match.fold import Match, appending
from companion.match.resumable import Resumable
from companion.match.steps import impossible
from companion.match.turn_clock import standing
from companion.match.value_conflicts import told_before, with_told
from companion.services.matches.results import (
    AlreadyRecorded,
    Answer,
    Blocked,
    FieldError,
    LookAlike,
    Overtaken,
    Recorded,
    Refused,
    Submission,
    UnreadableInput,
    field_errors,
)

_ON_THE_END = Reported | Adjusted | RulingChanged | Refereed | Closed | Left
"""Bodies that say something of the present, which nobody knows while an entry is broken."""


def judging(
    match: Match,
    submission: Submission,
    catalog: Catalog,
    at: datetime,
    foreseen: Match | None = None,
) -> Resumable[Answer]:
    """Judge a submission, as resumable work; `Recorded` holds the longer match, still unsaved.

    Args:
        match: the match.
        submission: the entry to record.
        catalog: the printed values and rulings of its game.
        at: the current time.
        foreseen: the previewed outcome, if there is one.
    """
    if submission.id in match.ids:
        return AlreadyRecorded(match)
    *before, last = _one_by_one(match, submission)
    for part in before:
        answer = yield from _judging_body(match, part, catalog, at, None)
        if not isinstance(answer, Recorded):
            return answer
        match = answer.match
    return (yield from _judging_body(match, last, catalog, at, None if before else foreseen))


def _one_by_one(match: Match, submission: Submission) -> tuple[Submission, ...]:
    """Return a submission in the parts that are entries of their own: values, then reports."""
    parts = [submission]
    before: tuple[Body, ...] = (*reversed(submission.first), *_values(match, submission))
    for body in before:
        parts.insert(0, replace(submission, id=id_before(parts[0].id), body=body))
    return tuple(parts)


def _values(match: Match, submission: Submission) -> tuple[FactsEntered, ...]:
    """Return the values typed for a report, as far as they are new."""
    if submission.values is None or not isinstance(submission.body, Reported):
        return ()
    facts = submission.values.facts
    new = {fact: value for fact, value in facts.items() if match.facts.get(fact) != value}
    return (FactsEntered(facts=new),) if new else ()


def _judging_body(
    match: Match,
    submission: Submission,
    catalog: Catalog,
    at: datetime,
    foreseen: Match | None,
) -> Resumable[Answer]:
    try:
        body = _normal(match, submission.body)
        entry = Entry(
            seq=len(match.entries),
            id=submission.id,
            at=at,
            author=submission.author,
            device=submission.device,
            body=body,
        )
        fault = unreadable_next(match, catalog, entry)
    except ValidationError as error:
        return UnreadableInput(match, field_errors(error))
    except (ValueError, KeyError, TypeError):
        return UnreadableInput(match, (FieldError("", "unreadable"),))
    errors = _claims(body, catalog) or _contradictions(match, body, catalog) or _unreadable(fault)
    if errors:
        return UnreadableInput(match, errors)
    return _overlapping(match, entry, submission) or (yield from _playing(match, entry, foreseen))


def _normal(acta: Match, body: Body) -> Body:
    """Return the body as it is stored: actions read and written by the current rules."""
    game = acta.game
    match body:
        case Reported():
            return _normal_report(game, body)
        case FactsEntered(facts=facts):
            return body.model_copy(update={"told": told_before(acta, facts)})
        case Amended(edits=edits):
            return body.model_copy(
                update={
                    "edits": tuple(
                        edit.model_copy(update={"body": _normal_report(game, edit.body)})
                        if isinstance(edit, Replace | Insert) and isinstance(edit.body, Reported)
                        else edit
                        for edit in with_told(acta, edits)
                    )
                }
            )
        case _:
            return body


def _normal_report(game: Game[Any], body: Reported) -> Reported:
    action = game.read_action(body.action).model_dump(mode="json")
    return body.model_copy(update={"action": action, "rules_version": game.version})


def _claims(body: Body, catalog: Catalog) -> tuple[FieldError, ...]:
    """Return errors for impossible claims: unprintable values, unknown readings."""
    match body:
        case Started() | Finished():
            return (FieldError("type", "not_submittable"),)
        case FactsEntered(facts=facts):
            errors = (_misread(fact, value, catalog) for fact, value in facts.items())
            return tuple(error for error in errors if error)
        case RulingChanged(ruling=ruling, reading=reading):
            return () if catalog.has_reading(ruling, reading) else (_unknown_ruling(ruling),)
        case Amended(edits=edits):
            bodies = [edit.body for edit in edits if isinstance(edit, Replace | Insert)]
            return tuple(error for inner in bodies for error in _claims(inner, catalog))
        case _:
            return ()


def _contradictions(match: Match, body: Body, catalog: Catalog) -> tuple[FieldError, ...]:
    """Return errors for typed values that cannot stand beside the others of the box."""
    if not isinstance(body, FactsEntered):
        return ()
    typed = {fact: value for fact, value in body.facts.items() if value is not None}
    values = {**match.facts, **typed}
    problems = (catalog.contradiction(values, fact) for fact in typed)
    return tuple(FieldError(p.fact, p.code, p.params) for p in problems if p)


def _misread(fact: str, value: FactValue | None, catalog: Catalog) -> FieldError | None:
    if not catalog.knows_fact(fact):
        return FieldError(fact, "unknown_fact")
    problem = catalog.fact_problem(fact, value)
    return FieldError(fact, problem.code, problem.params) if problem else None


def _unreadable(fault: Fault | None) -> tuple[FieldError, ...]:
    if fault is None:
        return ()
    code = fault.code if fault.code == "duplicate_id" else "unreadable"
    return (FieldError(fault.field, code, fault.params),)


def _unknown_ruling(ruling: str) -> FieldError:
    return FieldError(ruling, "unknown_ruling")


def _overlapping(match: Match, entry: Entry, submission: Submission) -> Answer | None:
    """Return an answer if entries recorded by others since the screen was drawn affect this one."""
    body = entry.body
    if isinstance(body, Undone) and any(s.entry.id == body.to for s in match.timeline.future):
        return AlreadyRecorded(match)
    if isinstance(body, Redone) and any(s.entry.id == body.to for s in match.timeline.past):
        return AlreadyRecorded(match)
    if isinstance(body, Clocked) and not body.since and standing(match) is body.running:
        # Two devices paused the clock at once, or the request was sent twice.
        return AlreadyRecorded(match)
    if submission.anyway or submission.seen is None:
        return None
    since = match.entries[submission.seen :]
    if isinstance(body, Undone):
        struck = tuple(e for e in since if any(s.entry is e for s in match.timeline.past))
        struck = tuple(e for e in struck if e.id != body.to)
        return Overtaken(match, struck) if struck else None
    if isinstance(body, Reported | Adjusted):
        live = {item.id for item in match.timeline.items}
        for other in since:
            if other.id in live and other.device != entry.device and _same(other.body, body):
                return LookAlike(match, other)
    return None


def _same(one: BaseModel, other: BaseModel) -> bool:
    if isinstance(one, Reported) and isinstance(other, Reported):
        return one.action == other.action
    return one == other


def _playing(match: Match, entry: Entry, foreseen: Match | None) -> Resumable[Answer]:
    body = entry.body
    if match.broken and isinstance(body, _ON_THE_END):
        return Blocked(match)
    try:
        after = yield from appending(match, entry, foreseen)
    except ActaError as error:
        return UnreadableInput(match, (FieldError("", error.code, error.params),))
    broken = after.broken
    if broken and broken.item.id == entry.id:
        if broken.refusal and broken.fault is None:
            return Refused(match, Judgement(broken.refusal), broken.action)
        return UnreadableInput(
            match, (FieldError(broken.fact or "", broken.fault or "unreadable"),)
        )
    unsound = _impossible(match, after, entry)
    if unsound:
        return UnreadableInput(match, (unsound,))
    own = after.steps[-1] if after.steps and after.steps[-1].item.id == entry.id else None
    return Recorded(after, entry, own)


def _impossible(before: Match, after: Match, entry: Entry) -> FieldError | None:
    """Return why an adjustment that is judged for the first time can never be right, or None."""
    states, broken = after.states_before, after.broken
    for item_id, body in (*_adjustments(entry), *_reached(before, after)):
        if broken and broken.item.id == item_id:
            return FieldError("", broken.fault or "unreadable")
        problem = impossible(after.game, states[item_id], body) if item_id in states else None
        if problem is not None:
            params: Params = {
                "account": problem.account,
                "item": problem.item,
                "amount": problem.amount,
            }
            return FieldError("", problem.code, params)
    return None


def _reached(before: Match, after: Match) -> Iterator[tuple[str, Adjusted]]:
    """Yield the adjustments behind an entry that did not hold, which is settled now."""
    if before.broken is None:
        return
    known = {step.item.id for step in before.steps}
    for step in after.steps:
        if step.item.id not in known and isinstance(step.item.body, Adjusted):
            yield step.item.id, step.item.body


def _adjustments(entry: Entry) -> Iterator[tuple[str, Adjusted]]:
    """Yield the adjustments that an entry makes or corrects, by effective entry."""
    match entry.body:
        case Adjusted():
            yield entry.id, entry.body
        case Amended(edits=edits):
            for edit in edits:
                if isinstance(edit, Insert | Replace) and isinstance(edit.body, Adjusted):
                    yield edit.id if isinstance(edit, Insert) else edit.target, edit.body
