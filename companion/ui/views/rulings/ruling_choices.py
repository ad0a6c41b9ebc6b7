"""Ruling in words, with the chosen reading."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.match.counterfactual import CounterfactualAnswer
from companion.match.fold import Match
from companion.rulebook.loader import AppWords, RulingText
from companion.rulebook.wording import Wording
from companion.ui.views.entries.entry_lines import step_text


@dataclass(frozen=True)
class ReadingView:
    """Reading of a ruling."""

    id: str
    text: str
    default: bool
    chosen: bool


@dataclass(frozen=True)
class RulingView:
    """Point on which the rulebook is in doubt, with its readings in order."""

    id: str
    title: str
    question: str
    why: str
    basis: str
    readings: tuple[ReadingView, ...]
    changed: bool
    """True if the table chose another reading than the default."""

    @property
    def in_force(self) -> str:
        """Return the text of the chosen reading."""
        return next((reading.text for reading in self.readings if reading.chosen), "")


def ruling_view(ruling: RulingText, chosen: Mapping[str, str], words: AppWords) -> RulingView:
    """Build the view model of a ruling, with the chosen reading."""
    reading = chosen.get(ruling.id, ruling.default)
    return RulingView(
        id=ruling.id,
        title=ruling.title,
        question=ruling.question,
        why=ruling.why,
        basis=words(f"ruling.basis.{ruling.basis}"),
        readings=tuple(
            ReadingView(name, ruling.words.get(name, name), name == ruling.default, name == reading)
            for name in ruling.readings
        ),
        changed=reading != ruling.default,
    )


def agreed(
    rulings: Iterable[RulingText], chosen: Mapping[str, str], words: AppWords, first: Sequence[str]
) -> tuple[str, ...]:
    """Describe the agreements of a table: its required decisions, and how it reads the rules.

    Args:
        rulings: rulings of the game.
        chosen: reading of each ruling that was decided.
        words: words of the interface.
        first: rulings that every table decides.
    """
    by_id = {ruling.id: ruling for ruling in rulings}
    if not by_id:
        return ()
    said = (by_id[name].short.get(chosen.get(name, by_id[name].default)) for name in first)
    changed = sum(
        ruling_view(ruling, chosen, words).changed
        for ruling in by_id.values()
        if ruling.id not in first
    )
    read = words("new.rulings_changed", n=changed) if changed else words("new.as_advised")
    return (*filter(None, said), read)


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
