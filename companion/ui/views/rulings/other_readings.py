"""Rulings that took effect earlier in a match: consequences of their other readings."""

from companion.match.counterfactual import CounterfactualAnswer
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.views.entries.entry_lines import step_text


def counterfactual_text(match: Match, other: CounterfactualAnswer, wording: Wording) -> str:
    """Describe a ruling, the consequences of another reading, and the answer it would give.

    Args:
        match: match as its reader sees it.
        other: counterfactual answer.
        wording: words of the match.
    """
    note = wording.ruling_note(other.ruling)
    return " ".join(filter(None, (note.text if note else "", *_there(match, other, wording))))


def is_relevant(match: Match, other: CounterfactualAnswer, kind: str, wording: Wording) -> bool:
    """Return whether a counterfactual is shown on the card of such a report.

    If its answer is unknown, it is shown only if the ruling is about the rules of the report
    itself. Otherwise it would stand on every card without saying anything.
    """
    if other.verdict is not None:
        return True
    rules = next((r.rules for r in wording.data.rulings if r.id == other.ruling), ())
    cited = {rule for condition in match.game.conditions_of(kind) for rule in condition.rules}
    return not cited.isdisjoint(rules)


def _there(match: Match, other: CounterfactualAnswer, wording: Wording) -> tuple[str, ...]:
    app = wording.app
    reading = wording.reading(other.ruling, other.reading)
    refused = _entry(match, other.refused, wording)
    if other.verdict is None:
        key = "ruling.earlier.unknown" if refused else "ruling.earlier.no_start"
        return (app(key, reading=reading, entry=refused),)
    since = _entry(match, other.since, wording) or app("ruling.earlier.start")
    let_stand = app("ruling.earlier.let_stand", entry=refused) if refused else ""
    why = wording.refusal(other.refusal).facts if other.refusal else ""
    then = app(f"ruling.earlier.{other.verdict}", reading=reading, since=since)
    return then, why, let_stand


def _entry(match: Match, item_id: str | None, wording: Wording) -> str:
    """Return the quoted text of an entry; empty if there is none."""
    step = next((s for s in match.steps if s.item.id == item_id), None)
    if step is None:
        return ""
    said = step_text(match, match.state_before(step.item.id), step, wording)
    return wording.app("ruling.rule.quoted", title=said.rstrip("."))
