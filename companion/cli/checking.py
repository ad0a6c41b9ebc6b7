"""`companion check`: every entry of an acta judged by today's rules, as plain data."""

from collections.abc import Iterable
from typing import Any

from companion.kernel.refusal import Judgement
from companion.match.entries import Entry, Reported
from companion.match.fold import Match, Step
from companion.match.review import EntryVerdict, Reviewed, review, verdict_of
from companion.rulebook.wording import Wording
from companion.ui.presenters.entries import step_text, told

FAILING = frozenset({EntryVerdict.REFUSED, EntryVerdict.MALFORMED, EntryVerdict.NOT_JUDGED})


def lines(match: Match) -> tuple[dict[str, Any], ...]:
    """One line per entry: `seq`, `verdict`, `code`, `rules`, `text` and, if need be, `why`.

    What stands by consent of the table says so under `consent`: by whom, and the reason given. A
    correction lists what it put in under `added`, each with its own verdict.
    """
    wording = Wording(match.game.id, match.options.players, match.rulings)
    texts = [line.text for line in told(match, wording)]
    pairs = zip(review(match), texts, strict=True)
    return tuple(_line(match, wording, seen, text) for seen, text in pairs)


def holds(found: Iterable[dict[str, Any]]) -> bool:
    """Whether every entry that counts is legal, unverifiable or consented."""
    return all(line["verdict"] not in FAILING for line in found)


def last_line(match: Match) -> dict[str, Any]:
    """The scores and how the match ended."""
    wording = Wording(match.game.id, match.options.players, match.rulings)
    outcome = None if match.broken else match.outcome
    return {
        "scores": [
            {
                "seat": line.seat,
                "player": match.options.players[line.seat],
                "code": line.code,
                "amount": line.amount,
                "rule": line.rule,
            }
            for line in match.game.score(match.state)
        ],
        "outcome": outcome
        and {
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "rule": outcome.rule,
            "text": wording.outcome(outcome),
        },
        "recorded": match.finished and match.finished.model_dump(mode="json", exclude={"type"}),
        "entries": len(match.entries),
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
        return line | _played(seen.step, wording)
    added = _added(match, seen.entry, wording)
    return line | ({"added": added} if added else {})


def _played(step: Step, wording: Wording) -> dict[str, Any]:
    found = _judged(step.judgement, wording)
    body = step.item.body
    if step.consented and isinstance(body, Reported) and body.consent:
        found["consent"] = {"by": body.consent.by, "reason": body.consent.reason}
    return found or {"rules": list(dict.fromkeys(e.rule for e in step.effects))}


def _added(match: Match, entry: Entry, wording: Wording) -> list[dict[str, Any]]:
    """What a correction put in that counts today."""
    return [
        {
            "id": step.item.id,
            "verdict": str(verdict_of(step)),
            "text": step_text(match, match.state_before(step.item.id), step, wording),
            **_played(step, wording),
        }
        for step in match.steps
        if step.item.entry.id == entry.id and step.item.id != entry.id
    ]


def _broken(match: Match, wording: Wording) -> dict[str, Any]:
    broken = match.broken
    assert broken is not None
    if broken.refusal and broken.fault is None:
        return _judged(Judgement(broken.refusal), wording)
    fault = broken.fault or "unreadable"
    return {"code": fault, "why": wording.app(f"hub.{fault}")}


def _judged(judgement: Judgement, wording: Wording) -> dict[str, Any]:
    refusal = judgement.refusal
    if refusal:
        why = wording.refusal(refusal).facts
        return {"code": refusal.code, "rules": list(refusal.rules), "why": why}
    notes = [note for note in judgement.notes if note.unverified]
    if not notes:
        return {}
    rules = dict.fromkeys(rule for note in notes for rule in note.rules)
    why = " ".join(wording.note(note).text for note in notes)
    return {"code": notes[0].code, "rules": list(rules), "why": why}
