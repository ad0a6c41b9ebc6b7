"""Match status: whose turn it is, what is due, what just happened."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise, permutations
from typing import Any

from companion.kernel import legality
from companion.kernel.box import by_hand
from companion.kernel.form import Draft
from companion.kernel.memo import ById, memoised
from companion.kernel.pieces.ledger import Happening, Transfer
from companion.kernel.pieces.settables import TURN
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.entries import Body, FactsEntered, Finished, Reported
from companion.match.fold import Match
from companion.match.steps import Step
from companion.match.table_count import counted_round
from companion.match.timeline import UndoStep, is_one_act
from companion.rulebook.ruling_cards import NoteLine
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.redaction import redacted_for_all
from companion.ui.views.entries.entry_lines import (
    closed_text,
    consent_text,
    in_short,
    one_change,
    retold_text,
    telling_of,
    told_effects,
    with_others,
)
from companion.ui.views.table.consequences import Handout, handouts
from companion.ui.views.table.scores import final_rows


@dataclass(frozen=True, slots=True)
class KindButton:
    """Kind of action at its fixed position, with the refusal that forbids it now."""

    kind: str
    label: str
    refusal: Refusal | None
    hopeless: bool = False
    """True if its form would offer nothing that the rules allow."""


@dataclass(frozen=True, slots=True)
class UndoLine:
    """Step up to which can be undone or redone."""

    id: str
    text: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Seat in the strip."""

    seat: Seat
    name: str
    acting: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class DutyLine:
    """Pending duty, with the action that fulfils it."""

    text: str
    action: str | None
    optional: bool
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SharedStatus:
    """Status shared by all screens of a table, whatever each of them may see."""

    acting: tuple[Seat, ...]
    headline: str
    now: str
    """Currently possible actions, in a few words; ending the turn only at its end."""
    duties: tuple[DutyLine, ...]
    last: str
    """Last action, as a sentence."""
    typed: str
    """Values of the table's own copy typed since then; empty if there are none."""


@dataclass(frozen=True, slots=True)
class MatchStatus(SharedStatus):
    """Match at one moment, as one device may see it."""

    version: int
    seats: tuple[SeatLine, ...]
    happened: tuple[str, ...]
    """Effects of the last action."""
    handouts: tuple[Handout, ...]
    notes: tuple[NoteLine, ...]
    """Notes shown when the last action was accepted."""
    over: bool
    broken: bool


def status_view(
    match: Match,
    wording: Wording,
    mine: Collection[Seat] = (),
    nouns: Mapping[str, str] | None = None,
    seats: Collection[Seat] | None = None,
) -> MatchStatus:
    """Build the view model of the match screen.

    Args:
        match: the match.
        wording: its words.
        mine: seats of this device.
        nouns: noun that counts each item family.
        seats: seats whose hidden things may be shown now; None: the default of this device.
    """
    step, shared = last_step(match), memoised(redacted_for_all(match), _told_to_all, ById(wording))
    seats = visibility.visible_seats(match, mine) if seats is None else seats
    return MatchStatus(
        version=len(match.entries),
        seats=tuple(
            SeatLine(seat, name, seat in shared.acting, seat in mine)
            for seat, name in enumerate(match.options.players)
        ),
        **{field.name: getattr(shared, field.name) for field in fields(shared)},
        happened=_happened(match, step, seats, wording) if step else (),
        handouts=handouts(match, step, wording, seats, nouns or {}),
        notes=_notes(match, step, wording, seats),
        over=match.outcome is not None,
        broken=match.broken is not None,
    )


def _happened(
    match: Match, step: Step, seats: Collection[Seat], wording: Wording
) -> tuple[str, ...]:
    """Return what the last step did, and first who consented to it."""
    consent = consent_text(step.item.body, wording) if step.consented else ""
    told = told_effects(match, step, seats, wording)
    return (*((consent,) if consent else ()), *told, *_totals(match, wording))


def _totals(match: Match, wording: Wording) -> tuple[str, ...]:
    """Return what decides at the end as one line, if it is a sum that the score has no line of."""
    return tuple(
        wording.app(
            "final.totals",
            label=row.label,
            ends=tuple(
                wording.app("final.ends_with", name=wording.player(cell.seat), amount=cell.shown)
                for cell in row.cells
            ),
        )
        for row in final_rows(match, wording)[:1]
    )


def _told_to_all(match: Match, words: ById[Wording]) -> SharedStatus:
    wording = words.thing
    acting = () if match.outcome else match.game.awaiting(match.state)
    return SharedStatus(
        acting,
        _headline(match, wording, acting),
        _now(match, wording),
        _duties(match, wording),
        _last_text(match, last_step(match), wording),
        _typed_text(match, wording),
    )


def _headline(match: Match, wording: Wording, acting: tuple[Seat, ...]) -> str:
    outcome = match.outcome
    if outcome:
        return wording.outcome(outcome)
    key = "mesa.turn" if _has_turn(match, acting) else "mesa.between"
    return wording.app(key, names=tuple(wording.player(seat) for seat in acting))


def _has_turn(match: Match, acting: tuple[Seat, ...]) -> bool:
    """Return whether who acts has the turn: in that of another one may have to choose something."""
    settables = match.game.settables_of(match.state)
    whose = next((part.current(match.state) for part in settables if part.code == TURN), "")
    return not whose.isdecimal() or int(whose) in acting


def _now(match: Match, wording: Wording) -> str:
    if match.counting:
        return wording.app("counting.now", number=counted_round(match))
    duties = () if match.outcome else match.game.duties(match.state)
    shown = [duty for duty in duties if duty.optional] or duties
    duty_texts = [wording.duty_in_short(duty) for duty in shown]
    return capitalised(" · ".join(text for text in duty_texts if text))


def _duties(match: Match, wording: Wording) -> tuple[DutyLine, ...]:
    if match.outcome or match.counting:
        return ()
    return tuple(
        DutyLine(wording.duty(duty), duty.action, duty.optional, duty.seats)
        for duty in match.game.duties(match.state)
    )


def last_step(match: Match) -> Step | None:
    """Return the last step that did something at the table."""
    return next((step for step in reversed(match.steps) if step.effects or step.action), None)


def left_unread(match: Match) -> tuple[Step, Happening] | None:
    """Return the last report with what it left to the table because nobody has read it, or None."""
    last = next((step for step in reversed(match.steps) if step.action), None)
    if last is None or match.outcome is not None:
        return None
    told = (effect for effect in last.effects if isinstance(effect, Happening))
    left = next((effect for effect in told if effect.code == by_hand.UNREAD), None)
    return (last, left) if left else None


def state_before(match: Match, step: Step | None) -> Any:
    """Return the state before a step, or at the start."""
    return match.state_before(step.item.id) if step else match.start


def _last_text(match: Match, step: Step | None, wording: Wording) -> str:
    if match.retold:
        return retold_text(match.retold, wording)
    if match.closed:
        return closed_text(match.closed, wording)
    if step is None:
        return wording.app("mesa.nothing_yet")
    adjusted = _adjusted_text(match, step, wording) if step.action is None else ""
    return adjusted or with_others(match, step.item.id, in_short(match, step, wording), wording)


def _adjusted_text(match: Match, step: Step, wording: Wording) -> str:
    """Describe an adjustment of one thing that everybody may see; of others return nothing."""
    moved = [effect for effect in step.effects if isinstance(effect, Transfer)]
    places = {(place, effect.item) for effect in moved for place in (effect.source, effect.target)}
    if not all(visibility.counted(match, *place, ()) for place in places):
        return ""
    return one_change(told_effects(match, step, (), wording))


_FEW_VALUES = 2
"""Maximum number of values listed beside the last action."""


def _typed_text(match: Match, wording: Wording) -> str:
    """Describe typed values of the table's own copy, if nothing was reported or corrected since."""
    items = match.timeline.items
    body = items[-1].body if items else None
    # Values that a correction brought along are told with what it corrects.
    if not isinstance(body, FactsEntered) or items[-1].entry.body != body:
        return ""
    if len(body.facts) > _FEW_VALUES:
        return wording.app("mesa.typed_all", n=len(body.facts))
    return wording.app("mesa.typed", what="; ".join(wording.describe_facts(body.facts)))


def changed_text(match: Match, wording: Wording) -> str:
    """Describe the last entry if it reports nothing; of a correction of one act, the act.

    Only then are the moments of the whole acta computed.
    """
    return memoised(redacted_for_all(match), _changed_text, ById(wording))


def _changed_text(match: Match, words: ById[Wording]) -> str:
    entry = match.entries[-1]
    # The end of the match is written down with the report that brought it.
    if isinstance(entry.body, Reported | Finished):
        return ""
    telling = telling_of(match, words.thing)
    return telling.about(entry.id) or telling.text(entry.id)


def _notes(
    match: Match, step: Step | None, wording: Wording, seats: Collection[Seat]
) -> tuple[NoteLine, ...]:
    if step is None:
        return ()
    notes = visibility.visible_notes(match, step, seats)
    return tuple(wording.note(note, step.shows) for note in notes)


def kind_buttons(
    match: Match, wording: Wording, seat: Seat, mine: Collection[Seat] = (), state: Any = None
) -> tuple[KindButton, ...]:
    """Return all kinds of action in fixed order, with the refusal of each now or on `state`."""
    return _shared(match, wording, seat, mine, state, _kinds)


def told_apart(
    match: Match, wording: Wording, seat: Seat, mine: Collection[Seat] = (), state: Any = None
) -> tuple[KindButton, ...]:
    """Return the same kinds, also with what their forms would offer; this takes longer."""
    return _shared(match, wording, seat, mine, state, _told_apart)


def _shared(
    match: Match,
    wording: Wording,
    seat: Seat,
    mine: Collection[Seat],
    state: Any,
    kinds: Callable[..., tuple[KindButton, ...]],
) -> tuple[KindButton, ...]:
    private = visibility.private_for(match, mine, seat)
    if state is None and (not private or visibility.all_open(match)):
        # The result uses nothing hidden, so all viewers share it.
        return memoised(redacted_for_all(match), kinds, ById(wording), seat, private)
    return kinds(match, ById(wording), seat, private, state)


def _kinds(
    match: Match, wording: ById[Wording], seat: Seat, private: bool, state: Any = None
) -> tuple[KindButton, ...]:
    at = match.state if state is None else state
    return tuple(
        KindButton(kind, wording.thing.action_label(kind), refusal)
        for kind, refusal in legality.legal_kinds(match.game, at, seat, private=private)
    )


def _told_apart(
    match: Match, wording: ById[Wording], seat: Seat, private: bool, state: Any = None
) -> tuple[KindButton, ...]:
    at = match.state if state is None else state
    return tuple(
        replace(
            each,
            hopeless=legality.is_dead_end(
                match.game, at, Draft(each.kind, seat, {}), private=private
            ),
        )
        for each in _kinds(match, wording, seat, private, state)
    )


def acting_seat(match: Match, mine: Collection[Seat] = (), state: Any = None) -> Seat:
    """Return the default reporter: an acting seat of this device, else any of its seats."""
    acting = match.game.awaiting(match.state if state is None else state)
    of_mine = [seat for seat in acting if seat in mine]
    return next(iter((*of_mine, *sorted(mine), *acting)), 0)


STEPS = 20
"""Number of steps listed at once."""


def undo_lines(match: Match, wording: Wording, first: int = 0) -> tuple[UndoLine, ...]:
    """Return steps that can be undone, latest first, after the first `first`."""
    return _step_lines(match, wording, match.timeline.past, first)


def redo_lines(match: Match, wording: Wording, first: int = 0) -> tuple[UndoLine, ...]:
    """Return steps that can be redone, next one first, after the first `first`."""
    return _step_lines(match, wording, match.timeline.future, first)


def _step_lines(
    match: Match, wording: Wording, steps: Sequence[UndoStep], first: int
) -> tuple[UndoLine, ...]:
    telling, end = telling_of(match, wording), len(steps) - first
    shown = steps[max(0, end - STEPS) : max(0, end)]
    # What was recorded together goes and comes back together.
    before = {
        report.entry.id: before
        for pair in pairwise(shown)
        for before, report in permutations(pair)
        if is_one_act(before, report)
    }
    with_reports = {step.entry.id for step in before.values()}

    def text(step: UndoStep) -> str:
        told = [step]
        while told[0].entry.id in before:
            told.insert(0, before[told[0].entry.id])
        reports = [each for each in told if not isinstance(each.entry.body, FactsEntered)]
        return " ".join(telling.text(each.entry.id) for each in reports or told)

    return tuple(
        UndoLine(step.entry.id, text(step), _seat(step.entry.body))
        for step in reversed(shown)
        if step.entry.id not in with_reports
    )


def _seat(body: Body) -> Seat | None:
    return body.action.get("seat") if isinstance(body, Reported) else None
