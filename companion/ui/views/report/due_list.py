"""Rows of the due reports of a seat, each answered by one touch, all recorded together.

Pure: the rows are judged one after the other, each on the table as the rows before it leave it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.form_completions import completions
from companion.ui.views.report.interaction import Due, DueList


@dataclass(frozen=True)
class DueRow:
    """Row of the list."""

    due: Due
    key: str
    """Key that no other row has."""
    ways: tuple[Draft, ...] = ()
    """Reports offered, each as one touch."""
    chosen: Draft | None = None
    """Report that will be recorded; None: it is left for later."""
    asks: tuple[str, ...] = ()
    """Printed values that nobody has read."""
    many: bool = False
    """True if there are too many answers to offer them here."""
    refusal: Refusal | None = None
    """Reason why its report is not possible; None if it is."""

    @property
    def forced(self) -> bool:
        """Return whether its report is the only possible answer."""
        return self.chosen is not None and len(self.ways) == 1


def _key(due: Due, before: Sequence[DueRow]) -> str:
    """Return the key of the row of something due; what is due again has a number besides."""
    start = due[0]
    again = sum(row.due == due for row in before)
    parts = (start.kind, *map(_plain, start.values.values()), *([str(again)] if again else ()))
    return ":".join(parts)


def _plain(value: Any) -> str:
    return "+".join(value) if isinstance(value, tuple) else str(value)


def due_rows(
    match: Match,
    seat: Seat,
    dues: Sequence[Due],
    given: DueList,
    *,
    private: bool,
) -> tuple[DueRow, ...]:
    """Return the rows, each judged on the table as the chosen reports before it leave it.

    Args:
        match: match with the values typed in the list.
        seat: seat that reports.
        dues: what is due, in the order in which it is carried out.
        given: answers so far.
        private: True if hidden things of the seat limit what is possible.
    """
    game, state = match.game, match.state
    rows: list[DueRow] = []
    for due in dues:
        row = _row(match, state, seat, due, _key(due, rows), given, private=private)
        if row.chosen is not None:
            state, _ = game.apply(state, legality.complete(game, row.chosen))
        rows.append(row)
    return tuple(rows)


def reports_of(game: Game[Any], rows: Sequence[DueRow]) -> tuple[Action, ...]:
    """Return what the chosen answers report, in order."""
    return tuple(legality.complete(game, row.chosen) for row in rows if row.chosen is not None)


def _row(
    match: Match, state: Any, seat: Seat, due: Due, key: str, given: DueList, *, private: bool
) -> DueRow:
    game = match.game
    first, *others = (Draft(start.kind, seat, start.values) for start in due)
    form = forms.with_forced_answers(game, state, forms.form_of_draft(game, first), greyed=private)
    refusal = legality.check_draft(game, state, form.draft, private=private)
    asks = () if refusal else _unread(game, state, form, private=private)
    offered = () if refusal or asks else completions(game, state, form, (), private=private)
    rest = tuple(d for d in others if forms.legal(game, state, d, private=private))
    ways = (*(offered or ()), *rest)
    if key in given.answers:
        chosen = given.answers[key]
    else:
        chosen = _last(match, due, seat, ways) or _only(offered)
    return DueRow(
        due, key, ways, chosen if chosen in ways else None, asks, offered is None, refusal
    )


def _only(offered: Sequence[Draft] | None) -> Draft | None:
    return offered[0] if offered and len(offered) == 1 else None


def _unread(game: Game[Any], state: Any, form: forms.Form, *, private: bool) -> tuple[str, ...]:
    """Return the unread values that a report rests on, or that it would leave to be checked."""
    asked = tuple(ask.fact for ask in game.asks(state, form.draft))
    if asked or form.asking is None:
        return asked
    values = legality.values_to_try(game.candidates(state, form.draft, form.asking))
    drafts = (form.draft.with_value(form.asking, value) for value in values[:1])
    actions = (legality.complete(game, d) for d in drafts if forms.is_whole(game, d))
    notes = (n for a in actions for n in legality.judge(game, state, a, private=private).notes)
    return tuple(dict.fromkeys(n.fact for n in notes if n.unverified and n.fact))[:1]


def _last(match: Match, due: Due, seat: Seat, ways: Sequence[Draft]) -> Draft | None:
    """Return the way that the seat reported when the same was due the last time."""
    answers: Mapping[str, Mapping[str, Any]] = {start.kind: start.values for start in due}
    for step in reversed(match.steps):
        action = step.action
        if action is None or action.seat != seat or action.kind not in answers:
            continue
        if all(getattr(action, name) == value for name, value in answers[action.kind].items()):
            return next((way for way in ways if _says(way, action)), None)
    return None


def _says(way: Draft, action: Action) -> bool:
    return way.kind == action.kind and all(
        getattr(action, name) == value for name, value in way.values.items()
    )
