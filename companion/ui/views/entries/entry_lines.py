"""One-line text of each entry of an acta, as of the moment it was recorded."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from typing_extensions import override

from companion.kernel.game import Game
from companion.kernel.memo import ById, memoised
from companion.kernel.models import Action, revised
from companion.kernel.pieces.ledger import Effect
from companion.kernel.values import Seat
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Clocked,
    Closed,
    ConsentTo,
    Edit,
    Entry,
    FactsEntered,
    Finished,
    Insert,
    Left,
    Move,
    Noted,
    Redone,
    Refereed,
    Remove,
    Replace,
    Reported,
    Reseated,
    Retold,
    RulingChanged,
    Started,
    Undone,
)
from companion.match.fold import Match
from companion.match.history import Moment, Moments, Version
from companion.match.steps import Step, adjust
from companion.match.table_count import is_count
from companion.match.timeline import UndoStep, is_one_act, recorded_together
from companion.rulebook.loader import AppWords
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.redaction import RedactedMatch, table_of


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Entry at the moment it was recorded: who had to act, and its text."""

    entry: Entry
    awaiting: tuple[Seat, ...]
    text: str
    effects: tuple[str, ...] = ()


def entry_lines(
    match: Match, wording: Wording, seats: Collection[Seat] = ()
) -> tuple[EntryLine, ...]:
    """Return every entry of the acta as a line, oldest first, struck-out ones too.

    Args:
        match: the match.
        wording: its words.
        seats: seats whose hidden things may be shown (`visibility.visible_seats`).
    """
    telling = telling_of(match, wording, seats)
    return tuple(telling.line(entry.id) for entry in match.entries)


def telling_of(match: Match, wording: Wording, seats: Collection[Seat] = ()) -> "EntryNarrator":
    """Return the narrator of a match, which renders single entries on request."""
    return EntryNarrator(moments_of(match), match, wording, seats)


_KEPT = 12
_moments: deque[tuple["_ViewerKey", Moments]] = deque(maxlen=_KEPT)
"""Cached moments of the matches used last, each with the viewer's key."""


def moments_of(match: Match) -> Moments:
    """Return the moments of a match; unknown ones are computed at once."""
    for _ in compute_moments(match):
        pass
    return _moments[0][1]


def compute_moments(match: Match) -> Iterator[None]:
    """Compute the unknown moments of a match, one entry at a time."""
    nearest = _nearest(match)
    if nearest is None or len(nearest.now.entries) < len(match.entries):
        # Copy, because this match may only be the preview of a correction.
        moments = nearest.copy() if nearest else Moments(match)
        yield from moments.follow(match)
    else:
        moments = nearest
        _moments.remove((_eyes(match), moments))
    _moments.appendleft((_eyes(match), moments))


def is_known(match: Match, ahead: int = 0) -> bool:
    """Return whether at most `ahead` moments of a match are still unknown."""
    nearest = _nearest(match)
    return len(match.entries) - (len(nearest.now.entries) if nearest else 1) <= ahead


def _nearest(match: Match) -> Moments | None:
    """Return the cached moments of the same match that reach furthest."""
    viewer = _eyes(match)
    candidates = [one for key, one in _moments if key == viewer and one.leads_to(match)]
    return max(candidates, key=lambda one: len(one.now.entries), default=None)


@dataclass(frozen=True, slots=True, eq=False)
class _ViewerKey:
    """Cache key of a match and its viewer: redacted matches of two viewers are kept apart."""

    seen: tuple[object, ...]
    table: object

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ViewerKey) and (
            self.table is other.table and self.seen == other.seen
        )


def _eyes(match: Match) -> _ViewerKey:
    whose: tuple[object, ...] = (match.started.match,)
    if isinstance(match, RedactedMatch):
        whose += (match.mine, match.looking, visibility.all_open(match))
    return _ViewerKey(whose, table_of(match))


class EntryNarrator:
    """Narrator of entries, each at its own moment.

    Args:
        moments: moments of the match, up to its end.
        match: current match.
        wording: its words.
        seats: seats whose hidden things may be shown (`visibility.visible_seats`).
    """

    def __init__(
        self, moments: Moments, match: Match, wording: Wording, seats: Collection[Seat] = ()
    ) -> None:
        self._moments, self._match, self._wording, self._seats = moments, match, wording, seats

    def awaiting(self, entry_id: str) -> tuple[Seat, ...]:
        """Return the seats that had to act when the entry was recorded."""
        state = self._moments.by_id[entry_id].state
        return () if state is None else self._match.game.awaiting(state)

    def text(self, entry_id: str) -> str:
        """Return the text of an entry."""
        moment = self._moments.by_id.get(entry_id)
        return "" if moment is None else self._moment_text(moment)

    def about(self, entry_id: str) -> str:
        """Return the text of what a correction of one entry, an undo or a redo is about.

        It is told as it is from then on; something removed or moved, as it was until then. Empty
        for any other entry.
        """
        entry = self._moments.by_id[entry_id].entry
        match entry.body:
            case Undone() | Redone():
                return self.turned(self._moments.by_id[entry_id].turned, (entry.seq, 0))
            case Amended(edits=edits) if (n := _main(edits)) is not None:
                match edits[n]:
                    case Replace(target=changed):
                        return self._replaced(changed, (entry.seq, n + 1))[1]
                    case Insert(id=new):
                        return self._then(new, (entry.seq, n + 2))
                    case Remove(target=old) | Move(target=old) | ConsentTo(target=old):
                        return self._then(old, (entry.seq, n + 1))
        return ""

    def turned(self, steps: Sequence[UndoStep], place: tuple[int, int] | None = None) -> str:
        """Return the text of steps that go or come back together: one of them, and how many more.

        Args:
            steps: the steps in the order of play.
            place: place in the acta where they do; None: at its end.
        """
        acts = _acts(steps)
        # What was recorded at once goes by its last report.
        pairs = enumerate(pairwise(acts), 1)
        first = next((n for n, (one, other) in pairs if not is_one_act(one, other)), len(acts))
        last = place or (len(self._match.entries), 0)
        what = self._then(acts[first - 1].entry.id, last).rstrip(".")
        key = "entry.together" if first == len(acts) else "entry.further"
        return self._wording.app(key, what=what, n=len(acts) - 1) if len(acts) > 1 else what

    def effects(self, entry_id: str) -> tuple[str, ...]:
        """Return the effects of an entry, one line each."""
        moment = self._moments.by_id[entry_id]
        if len(acts := _acts(moment.turned)) > 1:
            place = (moment.entry.seq, 0)
            told = (self._then(each.entry.id, place).rstrip(".") for each in acts)
            return tuple(f"{text}." for text in told)
        if isinstance(moment.entry.body, Amended):
            return tuple(
                self._edit(edit, (moment.entry.seq, n))
                for n, edit in enumerate(moment.entry.body.edits, 1)
            )
        if moment.step is None:
            return ()
        return _told(self._match, moment.step, self._seats, self._wording, counted=moment.counted)

    def line(self, entry_id: str) -> EntryLine:
        """Return an entry as a line."""
        entry = self._moments.by_id[entry_id].entry
        return EntryLine(
            entry, self.awaiting(entry_id), self.text(entry_id), self.effects(entry_id)
        )

    def _moment_text(self, moment: Moment) -> str:
        app, entry = self._wording.app, moment.entry
        match entry.body:
            case Started():
                game = self._match.game
                played = game.played_name(self._match.options) or self._wording.data.info.name
                return app("entry.started" if game.judged else "entry.counted", game=played)
            case Undone():
                return app("entry.undone", what=self.about(entry.id))
            case Redone():
                return app("entry.redone", what=self.about(entry.id))
            case Amended(edits=edits) if (n := _main(edits)) is not None:
                return app(f"entry.amended_one.{edits[n].edit}", what=self.about(entry.id))
            case Amended(edits=edits):
                return app("entry.amended", n=len(edits))
            case Noted(text=text):
                return app("entry.noted", text=text)
            case Clocked(running=running, since=since):
                key = "resumed" if running else "paused_since" if since else "paused"
                return app(f"entry.clock_{key}")
            case Finished():
                return app("entry.finished")
            case Adjusted(reason=reason) if said := one_change(self.effects(entry.id)):
                # One text of a card may be the reason of many changes.
                return app("entry.changed", what=said, reason=reason)
            case Adjusted(reason=reason) if moment.counted:
                return app("entry.count", reason=reason)
            case body:
                return body_text(self._match.game, moment.state, body, self._wording)

    def _then(self, entry_id: str, place: tuple[int, int]) -> str:
        """Return the text of a recorded or inserted entry just before a position in the acta."""
        version = self._moments.version(entry_id, place)
        moment = self._moments.by_id.get(entry_id)
        # A count has no reason: what it changed tells it, as it was told then.
        if version and not (
            moment and _is_count(version.body) and version.body == moment.entry.body
        ):
            return self._version(version)
        return (
            self._moment_text(moment).rstrip(".") if moment and moment.entry.seq < place[0] else ""
        )

    def _replaced(self, target: str, place: tuple[int, int]) -> tuple[str, str]:
        """Return the texts of an entry before and after the edit there that replaced it."""
        seq, n = place
        was, now = (self._moments.version(target, at) for at in (place, (seq, n + 1)))
        if was and now and isinstance(was.body, FactsEntered | Adjusted):
            what, instead = differing(was.body, now.body)
            return self._version(replace(was, body=what)), self._version(replace(now, body=instead))
        return self._then(target, place), self._then(target, (seq, n + 1))

    def _version(self, version: Version) -> str:
        if isinstance(version.body, Adjusted) and (told := self._adjusted(version, version.body)):
            return told
        return body_text(self._match.game, version.state, version.body, self._wording)

    def _adjusted(self, version: Version, body: Adjusted) -> str:
        """Describe what an adjustment changes, beside its reason; empty if that is much."""
        done = adjust(self._match.game, version.state, body)
        effects = () if isinstance(done, str) else done[1]
        visible = visibility.visible_effects(self._match, effects, self._seats)
        told = memoised(self._wording, _lines, False, *map(ById, visible))
        if not 0 < len(told) <= _FEW_CHANGES:
            return ""
        what = "; ".join(text.rstrip(".") for text in told)
        return self._wording.app("entry.changed", what=what, reason=body.reason)

    def _edit(self, edit: Edit, place: tuple[int, int]) -> str:
        """Describe one edit. An inserted entry is named by its text from then on."""
        app, (seq, n) = self._wording.app, place
        match edit:
            case Replace(target=target):
                what, now = self._replaced(target, place)
                return app("entry.edit.replace", what=what, now=now)
            case Insert(id=new):
                return app("entry.edit.insert", what=self._then(new, (seq, n + 1)))
            case _:
                return app(f"entry.edit.{edit.edit}", what=self._then(edit.target, place))


def _acts(steps: Sequence[UndoStep]) -> list[UndoStep]:
    """Return the steps without the box values that belong to the report after them."""
    brought = {
        step.entry.id
        for step, later in pairwise(steps)
        if isinstance(step.entry.body, FactsEntered) and is_one_act(step, later)
    }
    return [step for step in steps if step.entry.id not in brought]


def _main(edits: Sequence[Edit]) -> int | None:
    """Return the place of the edit that a correction is about; None if it is about several.

    Values that were read for it, and consents to what it breaks, go with it.
    """
    some = [
        n
        for n, edit in enumerate(edits)
        if not (isinstance(edit, Insert | Replace) and isinstance(edit.body, FactsEntered))
    ]
    if len(some) > 1:
        some = [n for n in some if not isinstance(edits[n], ConsentTo)]
    if len(edits) == 1:
        return 0
    return some[0] if len(some) == 1 else None


def _is_count(body: Body) -> bool:
    return isinstance(body, Adjusted) and not body.reason


_ONE_CHANGE = 2
"""Greatest number of effects of an adjustment of one thing."""


_FEW_CHANGES = 3
"""Greatest number of changes of an adjustment that name it where it is corrected."""


def one_change(told: Sequence[str]) -> str:
    """Return the description of an adjustment of one thing, or nothing if it changed more."""
    # What one place has more, another one mostly has less: the first says it all.
    return told[0].rstrip(".") if 0 < len(told) <= _ONE_CHANGE else ""


def told_effects(
    match: Match, step: Step, seats: Collection[Seat], wording: Wording
) -> tuple[str, ...]:
    """Describe the effects of a step that these seats may see."""
    return _told(match, step, seats, wording, counted=is_count(match, step))


def _told(
    match: Match, step: Step, seats: Collection[Seat], wording: Wording, *, counted: bool
) -> tuple[str, ...]:
    visible = visibility.visible_effects(match, step.effects, seats)
    return memoised(wording, _lines, counted, *map(ById, visible))


def _lines(wording: Wording, counted: bool, *effects: ById[Effect]) -> tuple[str, ...]:
    """Describe the effects without repeats, memoised for all who see the same."""
    told = wording.counts if counted else wording.effects
    return tuple(dict.fromkeys(told(effect.thing for effect in effects)))


def with_others(match: Match, entry_id: str, text: str, wording: Wording) -> str:
    """Return the text of a report, with the number of those that were recorded together with it."""
    together = recorded_together(match.timeline, entry_id)
    others = sum(isinstance(step.entry.body, Reported) for step in together) - 1
    return wording.app("entry.together", what=text, n=others) if others > 0 else text


def step_text(match: Match, before: Any, step: Step, wording: Wording) -> str:
    """Return the text of a step, in terms of the state before it."""
    body = step.item.body
    if isinstance(body, Adjusted) and is_count(match, step):
        return wording.app("entry.count", reason=body.reason)
    if step.action is None:
        return body_text(match.game, before, body, wording)
    return memoised(wording, _action_text, ById(match.game), ById(before), ById(step.action))


def _action_text(
    wording: Wording, game: ById[Game[Any]], state: ById[Any], action: ById[Action]
) -> str:
    return action_text(game.thing, state.thing, action.thing, wording)


def in_short(match: Match, step: Step, wording: Wording) -> str:
    """Return the text of a step; an adjustment is only named as one, or as a count."""
    if isinstance(step.item.body, Adjusted):
        return wording.app(f"mesa.{'counted' if is_count(match, step) else 'adjusted'}")
    return step_text(match, match.state_before(step.item.id), step, wording)


def moment_text(match: Match, item_id: str, wording: Wording) -> str:
    """Return the text of the effective entry at a moment; empty if there is none."""
    step = next((step for step in match.steps if step.item.id == item_id), None)
    if step is not None:
        return in_short(match, step, wording)
    broken = match.broken
    if broken is None or broken.item.id != item_id:
        return ""
    return body_in(match, item_id, broken.item.body, wording)


def differing(old: Body, new: Body) -> tuple[Body, Body]:
    """Return two bodies of one entry without the box values, or changes, that both have."""
    match old, new:
        case FactsEntered(facts=was), FactsEntered(facts=now):
            same = {name for name, value in was.items() if now.get(name, ...) == value}
            parts = [{n: v for n, v in facts.items() if n not in same} for facts in (was, now)]
            if all(parts):
                return revised(old, facts=parts[0]), revised(new, facts=parts[1])
        case Adjusted(), Adjusted():
            return _without(old, new), _without(new, old)
    return old, new


def _without(body: Adjusted, other: Adjusted) -> Adjusted:
    return revised(
        body,
        postings=tuple(one for one in body.postings if one not in other.postings),
        settings=tuple(one for one in body.settings if one not in other.settings),
    )


def consent_text(body: Body, wording: Wording) -> str:
    """Describe who consented to a report, and why; empty without a consent."""
    if not isinstance(body, Reported) or body.consent is None:
        return ""
    consent = body.consent
    key = "history.consent_reason" if consent.reason else "history.consent"
    return wording.app(key, by=consent.by, reason=consent.reason)


def body_text(game: Game[Any], state: Any, body: Body, wording: Wording) -> str:
    """Return the text of a body on a given state; for an action, at least its kind."""
    app = wording.app
    match body:
        case Reported(action=raw):
            try:
                return action_text(game, state, game.read_action(raw), wording)
            except (KeyError, ValueError, TypeError):
                return wording.action_label(str(raw.get("kind", "")))
        case Adjusted(reason=reason):
            return app("entry.adjusted", reason=reason or app("entry.no_reason"))
        case FactsEntered(facts=facts):
            descriptions = wording.describe_facts(facts)
            return app("entry.facts_entered", n=len(descriptions), facts="; ".join(descriptions))
        case RulingChanged(ruling=ruling, reading=reading):
            ruling_text = wording.data.rulings_by_id.get(ruling)
            title, shown = (
                ruling_text.title if ruling_text else ruling,
                wording.reading(ruling, reading),
            )
            return app("entry.ruling_changed", ruling=title, reading=shown)
        case Refereed(judged=False, assumed=assumed):
            return app("entry.counting_assumed" if assumed else "entry.counting")
        case Refereed():
            return app("entry.refereed")
        case Closed():
            return closed_text(body, wording)
        case Retold():
            return retold_text(body, wording)
        case Reseated():
            return _reseated_text(body, wording)
        case Left(seat=seat, reason=reason):
            return app("entry.left", name=wording.player(seat), reason=reason)
        case _:
            return ""


def closed_text(body: Closed, wording: Wording) -> str:
    """Return how a table ended its match: by agreement, or because somebody gave up."""
    if not body.gave_up:
        return wording.app("entry.closed", reason=body.reason)
    who = tuple(map(wording.player, body.gave_up))
    return wording.app("entry.gave_up", who=who, reason=body.reason)


def retold_text(body: Retold, wording: Wording) -> str:
    """Return that a match was played without the app, when, and with which result."""
    day = date_said(body.played, body.played.astimezone(), wording.app)
    ends = tuple(
        wording.app("final.ends_with", name=wording.player(seat), amount=amount)
        for seat, amount in enumerate(body.points)
    )
    who = tuple(map(wording.player, body.winners))
    return wording.app("entry.retold", day=day, who=who, ends=ends, note=body.note)


def _reseated_text(body: Reseated, wording: Wording) -> str:
    """Return who sits where, and who begins, as a table has corrected it."""
    first = body.options.get("first_seat")
    begins = body.players[first] if type(first) is int and first < len(body.players) else ""
    return wording.app("entry.reseated", who=body.players, first=begins, reason=body.reason)


def action_text(game: Game[Any], state: Any, action: Action, wording: Wording) -> str:
    """Return the sentence that describes an action on this state."""
    return wording.action_sentence(action.kind, game.describe(state, action), action.seat)


def body_in(match: Match, item_id: str, body: Body, wording: Wording) -> str:
    """Return the text of a body at its place in a match.

    A body that is not replayed is described on the final state.
    """
    return body_text(match.game, match.states_before.get(item_id, match.state), body, wording)


def ago(moment: datetime, now: datetime, words: AppWords) -> str:
    """Describe how long ago something was: "hace 5 minutos", "ayer", "el 3 de mayo"."""
    here = moment.astimezone(now.tzinfo)
    minutes = int((now - here).total_seconds() // 60)
    days = (now.date() - here.date()).days
    if minutes < 1:
        return words("time.now")
    if minutes < 60:
        return words("time.minutes_ago", n=minutes)
    if days == 0:
        return words("time.hours_ago", n=minutes // 60)
    if days == 1:
        return words("time.yesterday")
    if days < 7:
        return words("time.days_ago", n=days)
    month = words(f"start.month.{here.month}")
    if here.year == now.year:
        return words("start.date", day=here.day, month=month)
    return words("start.date_year", day=here.day, month=month, year=str(here.year))


def date_said(moment: datetime, now: datetime, words: AppWords) -> str:
    """Format the day of a time: "14 de noviembre de 2026"."""
    here = moment.astimezone(now.tzinfo)
    month = words(f"start.month.{here.month}")
    return words("time.day", day=here.day, month=month, year=str(here.year))


def local_time(moment: datetime, now: datetime) -> str:
    """Format the hour, with the day if it is another one."""
    here = moment.astimezone(now.tzinfo)
    if here.date() == now.date():
        return here.strftime("%H:%M")
    return here.strftime("%d/%m %H:%M")
