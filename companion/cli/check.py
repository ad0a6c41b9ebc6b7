"""`companion check`: every entry of an acta judged by the current rules, as plain data."""

from collections.abc import Iterable
from typing import Any

from companion.kernel.advice import ruling_dependencies
from companion.kernel.advice.remedies import draft_of
from companion.kernel.advice.ruling_dependencies import RulingDependency
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement, Note
from companion.match.entries import Entry, Reported
from companion.match.files.acta_file import Scan
from companion.match.files.acta_reader import OpenedActa
from companion.match.files.faults import Fault
from companion.match.fold import Match
from companion.match.review import EntryVerdict, Reviewed, review, verdict_of
from companion.match.steps import Step
from companion.match.timeline import Item
from companion.rulebook.loader import AppWords
from companion.rulebook.wording import Wording
from companion.ui.views import file_results
from companion.ui.views.entries.entry_lines import entry_lines, step_text

FAILING = frozenset({EntryVerdict.REFUSED, EntryVerdict.MALFORMED, EntryVerdict.NOT_JUDGED})


UNREADABLE = "unreadable"
"""Verdict of a line that is no entry, or that claims something impossible."""


def lines(match: Match) -> tuple[dict[str, Any], ...]:
    """Return one line per entry: `seq`, `verdict`, `code`, `rules`, `text` and, if needed, `why`.

    An entry accepted by consent has `consent`, with who gave it and the reason. A correction lists
    its insertions under `added`, each with its own verdict. `notes` holds every remark on an
    answer, and `rests_on` the table rulings it depends on.
    """
    wording = _wording(match)
    texts = [line.text for line in entry_lines(match, wording)]
    pairs = zip(review(match), texts, strict=True)
    return tuple(_line(match, wording, seen, text) for seen, text in pairs)


def _wording(match: Match) -> Wording:
    given = match.game.given_terms(match.options)
    return Wording(match.game.id, match.options.players, match.rulings, match.known, given=given)


def holds(checked: Iterable[dict[str, Any]]) -> bool:
    """Return whether every entry that counts is legal, unverifiable or consented."""
    return all(line["verdict"] not in FAILING for line in checked)


def last_line(match: Match, *, sealed: bool = False) -> dict[str, Any]:
    """Return the scores, the outcome, and whether a checksum proves the file unchanged."""
    wording = _wording(match)
    outcome = None if match.broken else match.outcome
    return {
        "scores": [
            {
                "seat": line.seat,
                "player": match.options.players[line.seat],
                "code": line.code,
                "amount": line.amount,
                "lacks": list(line.lacks),
                "rule": line.rule,
            }
            for line in match.game.score(match.state)
        ],
        "outcome": outcome
        and {
            "winners": list(outcome.winners),
            "contenders": list(outcome.contenders),
            "lacks": list(outcome.lacks),
            "reason": outcome.reason,
            "rule": outcome.rule,
            "text": wording.outcome(outcome),
        },
        "recorded": match.finished and match.finished.model_dump(mode="json", exclude={"type"}),
        "entries": len(match.entries),
        "sealed": sealed,
    }


def of_file(opened: OpenedActa, words: AppWords) -> tuple[dict[str, Any], ...]:
    """Return the lines of the readable and unreadable parts of a file, in file order.

    Entries keep their number in the file. Unreadable lines give their `line` and `field`.
    """
    entries = zip(opened.lines, opened.numbers, lines(opened.read), strict=True)
    read = [(at, {**line, "seq": number}) for at, number, line in entries]
    return _in_order(read, opened.faults, words)


def unopened(scanned: Scan, words: AppWords) -> tuple[dict[str, Any], ...]:
    """Return the readable lines of a file with a bad header. None of them can be judged."""
    entries = zip(scanned.lines, scanned.entries, strict=True)
    return _in_order([(at, _unjudged(entry)) for at, entry in entries], scanned.faults, words)


def _unjudged(entry: Entry) -> dict[str, Any]:
    verdict = str(EntryVerdict.NOT_JUDGED)
    said = entry.body.model_dump(mode="json")
    return {"seq": entry.seq, "verdict": verdict, "code": None, "rules": [], "said": said}


def _in_order(
    read: Iterable[tuple[int, dict[str, Any]]], faults: Iterable[Fault], words: AppWords
) -> tuple[dict[str, Any], ...]:
    spoilt = ((fault.line, _unreadable(fault, words)) for fault in faults)
    return tuple(line for _, line in sorted((*read, *spoilt), key=lambda pair: pair[0]))


def _unreadable(fault: Fault, words: AppWords) -> dict[str, Any]:
    return {
        "seq": None,
        "verdict": UNREADABLE,
        "code": fault.code,
        "rules": [],
        "line": fault.line,
        "field": fault.field,
        "why": file_results.fault(fault, words),
    }


def _line(match: Match, wording: Wording, seen: Reviewed, text: str) -> dict[str, Any]:
    line: dict[str, Any] = {
        "seq": seen.entry.seq,
        "verdict": str(seen.verdict),
        "code": None,
        "rules": [],
        "text": text,
    }
    if seen.verdict in (EntryVerdict.REFUSED, EntryVerdict.MALFORMED):
        return line | _broken(match, wording)
    if seen.step:
        return line | _played(match, seen.step, wording)
    added = _added(match, seen.entry, wording)
    return line | ({"added": added} if added else {})


def _played(match: Match, step: Step, wording: Wording) -> dict[str, Any]:
    line = _judged(step.judgement, wording)
    body = step.item.body
    if step.consented and isinstance(body, Reported) and body.consent:
        line["consent"] = {"by": body.consent.by, "reason": body.consent.reason}
    rests = _rests(match, step.item, step.action, wording)
    return {"rules": list(dict.fromkeys(e.rule for e in step.effects))} | line | rests


def _added(match: Match, entry: Entry, wording: Wording) -> list[dict[str, Any]]:
    """Return the insertions of a correction that count today."""
    return [
        {
            "id": step.item.id,
            "verdict": str(verdict_of(step)),
            "text": step_text(match, match.state_before(step.item.id), step, wording),
            **_played(match, step, wording),
        }
        for step in match.steps
        if step.item.entry.id == entry.id and step.item.id != entry.id
    ]


def _broken(match: Match, wording: Wording) -> dict[str, Any]:
    broken = match.broken
    assert broken is not None
    if broken.refusal and broken.fault is None:
        rests = _rests(match, broken.item, broken.action, wording)
        return _judged(Judgement(broken.refusal), wording) | rests
    fault = broken.fault or "unreadable"
    return {"code": fault, "why": wording.app(f"hub.{fault}")}


def _judged(judgement: Judgement, wording: Wording) -> dict[str, Any]:
    """Return the code, rules and reasons of an answer, and all its remarks."""
    refusal = judgement.refusal
    if refusal:
        why = wording.refusal(refusal).facts
        return {"code": refusal.code, "rules": list(refusal.rules), "why": why}
    judged: dict[str, Any] = {}
    notes = [note for note in judgement.notes if note.unverified]
    if notes:
        rules = dict.fromkeys(rule for note in notes for rule in note.rules)
        why = " ".join(wording.note(note).text for note in notes)
        judged = {"code": notes[0].code, "rules": list(rules), "why": why}
    if judgement.notes:
        judged["notes"] = [_note(note, wording) for note in judgement.notes]
    return judged


def _note(note: Note, wording: Wording) -> dict[str, Any]:
    return {
        "code": note.code,
        "verdict": str(EntryVerdict.UNVERIFIABLE) if note.unverified else "remark",
        "rules": list(note.rules),
        "text": wording.note(note).text,
    }


def _rests(match: Match, item: Item, action: Action | None, wording: Wording) -> dict[str, Any]:
    """Return the table rulings that the answer depends on."""
    if action is None:
        return {}
    before, draft = match.state_before(item.id), draft_of(action)
    dependencies = ruling_dependencies.ruling_dependencies(
        match.game, before, draft, wording.readings
    )
    return {"rests_on": [_hinge(dependency) for dependency in dependencies]} if dependencies else {}


def _hinge(dependency: RulingDependency) -> dict[str, Any]:
    return {
        "ruling": dependency.ruling,
        "reading": dependency.reading,
        "other": dependency.other,
        "other_verdict": dependency.verdict,
        "other_refused": dependency.refused,
    }
