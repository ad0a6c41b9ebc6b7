"""What each entry of an acta says, as one line; told at the moment it was recorded."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.values import Seat
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Clocked,
    Edit,
    Entry,
    FactEntered,
    Finished,
    Insert,
    Noted,
    Redone,
    Replace,
    Reported,
    RulingChanged,
    Started,
    Undone,
)
from companion.match.fold import Match, Step, append, beginning
from companion.rulebook.wording import Wording
from companion.table import sight


@dataclass(frozen=True, slots=True)
class Told:
    """One entry as it was when it was recorded: who was to act, and what it says."""

    entry: Entry
    awaiting: tuple[Seat, ...]
    text: str
    effects: tuple[str, ...] = ()


def told(match: Match, wording: Wording, seats: Collection[Seat] = ()) -> tuple[Told, ...]:
    """Every entry of the acta in its own words, oldest first, struck-out ones too.

    Args:
        match: the match.
        wording: its words.
        seats: those whose hidden things may be shown (`sight.seen`).
    """
    texts: dict[str, str] = {}
    lines = []
    for entry, before, after in _moments(match):
        step = _step_of(match, after, entry, seats)
        text, effects = _told_one(before, after, entry, step, wording, texts)
        texts[entry.id] = text
        lines.append(Told(entry, _awaiting(before), text, effects))
    return tuple(lines)


def _moments(match: Match) -> Iterator[tuple[Entry, Match | None, Match]]:
    """Each entry with the match before and after it was recorded."""
    now = beginning(match)
    yield match.entries[0], None, now
    for entry in match.entries[1:]:
        before, now = now, append(now, entry, match)
        yield entry, before, now


def _awaiting(match: Match | None) -> tuple[Seat, ...]:
    return match.game.awaiting(match.state) if match else ()


def _step_of(match: Match, after: Match, entry: Entry, seats: Collection[Seat]) -> Step | None:
    """What an entry did, as far as it may be shown now."""
    if not after.steps or after.steps[-1].item.id != entry.id:
        return None
    return _told_step(match, after.steps[-1], seats)


def _told_step(match: Match, step: Step, seats: Collection[Seat]) -> Step:
    return replace(step, effects=sight.effects_told(match, step.effects, seats))


def told_effects(
    match: Match, step: Step, seats: Collection[Seat], wording: Wording
) -> tuple[str, ...]:
    """What a step did, as far as those who see these seats may know it."""
    return step_lines(_told_step(match, step, seats), wording)


def step_text(match: Match, before: Any, step: Step, wording: Wording) -> str:
    """What a step says, told on the table before it."""
    if step.action is None:
        return body_text(match.game, before, step.item.body, wording)
    return action_text(match.game, before, step.action, wording)


def in_short(match: Match, step: Step, wording: Wording) -> str:
    """What a step of a match says; of an adjustment no more than that it is one."""
    if step.action is None:
        return wording.app("mesa.adjusted")
    return action_text(match.game, match.state_before(step.item.id), step.action, wording)


def consent_text(body: Body, wording: Wording) -> str:
    """Who consented to what is reported, and why; empty where nobody had to."""
    if not isinstance(body, Reported) or body.consent is None:
        return ""
    consent = body.consent
    key = "history.consent_reason" if consent.reason else "history.consent"
    return wording.app(key, by=consent.by, reason=consent.reason)


def body_text(game: Game[Any], state: Any, body: Body, wording: Wording) -> str:
    """What a body of an acta says, told on some table; of an action, at least its kind."""
    app = wording.app
    match body:
        case Reported(action=raw):
            try:
                return action_text(game, state, game.read_action(raw), wording)
            except (KeyError, ValueError, TypeError):
                return wording.action_label(str(raw.get("kind", "")))
        case Adjusted(reason=reason):
            return app("entry.adjusted", reason=reason or app("entry.no_reason"))
        case FactEntered(fact=fact, value=value):
            shown = wording.fact_value(value)
            return app("entry.fact_entered", fact=wording.fact_label(fact), value=shown)
        case RulingChanged(ruling=ruling, reading=reading):
            found = wording.data.rulings_by_id.get(ruling)
            title, shown = found.title if found else ruling, wording.reading(ruling, reading)
            return app("entry.ruling_changed", ruling=title, reading=shown)
        case _:
            return ""


def _told_one(
    before: Match | None,
    after: Match,
    entry: Entry,
    step: Step | None,
    wording: Wording,
    texts: dict[str, str],
) -> tuple[str, tuple[str, ...]]:
    app = wording.app
    match entry.body:
        case Started():
            return app("entry.started", game=wording.data.info.name), ()
        case Undone(to=to):
            return app("entry.undone", what=texts.get(to, "")), ()
        case Redone(to=to):
            return app("entry.redone", what=texts.get(to, "")), ()
        case Amended(edits=edits):
            return app("entry.amended"), tuple(_edit(after, e, texts, wording) for e in edits)
        case Noted(text=text):
            return app("entry.noted", text=text), ()
        case Clocked(running=running, since=since):
            key = "resumed" if running else "paused_since" if since else "paused"
            return app(f"entry.clock_{key}"), ()
        case Finished():
            return app("entry.finished"), ()
        case body:
            state = before.state if before else after.start
            return body_text(after.game, state, body, wording), step_lines(step, wording)


def action_text(game: Game[Any], state: Any, action: Action, wording: Wording) -> str:
    """The sentence that says what an action does on this table."""
    return wording.action_sentence(action.kind, game.describe(state, action), action.seat)


def step_lines(step: Step | None, wording: Wording) -> tuple[str, ...]:
    """What a step did, a line for each consequence, without repeats."""
    return tuple(dict.fromkeys(wording.effects(step.effects))) if step else ()


def _edit(after: Match, edit: Edit, texts: dict[str, str], wording: Wording) -> str:
    """What one edit does. What it puts in is known by its own words from then on."""
    app = wording.app
    match edit:
        case Replace(target=target, body=body):
            before = texts.get(target, "")
            texts[target] = body_in(after, target, body, wording)
            return app("entry.edit.replace", what=before, now=texts[target])
        case Insert(id=new, body=body):
            texts[new] = body_in(after, new, body, wording)
            return app("entry.edit.insert", what=texts[new])
        case _:
            return app(f"entry.edit.{edit.edit}", what=texts.get(edit.target, ""))


def body_in(match: Match, item_id: str, body: Body, wording: Wording) -> str:
    """What a body says at its place in a match; where it is not played, on the table of the end."""
    return body_text(match.game, match.states_before.get(item_id, match.state), body, wording)
