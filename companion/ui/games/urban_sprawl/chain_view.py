"""View model of the end of a turn: steps done, due with their seats, and next."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.games.urban_sprawl.components import CONTRACTOR
from companion.games.urban_sprawl.state import Then
from companion.games.urban_sprawl.view import SprawlTable, SprawlTask
from companion.kernel.values import Counted
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.templates import listed
from companion.rulebook.wording import Wording
from companion.ui.games.urban_sprawl.views import StepView
from companion.ui.views.entries.entry_lines import in_short

_TURN: Final = ("act", "claim")
"""Codes of due tasks outside a chain: a turn, or the first buildings."""
_BEGINS: Final = ("end_turn", "claim_start")
"""Acts after which a chain begins."""
_SPENDS: Final = ("build", "take_card", "take_favor", "invest")
"""Acts of a turn; the chain of their consequences begins with them."""
_SHOWN: Final = 8
"""Maximum number of done steps listed."""


def steps_of(match: Match, wording: Wording) -> tuple[StepView, ...]:
    """Return the steps of the end of a turn; none during a turn, or after the match."""
    if match.outcome is not None:
        return ()
    view: SprawlTable = match.game.public_view(match.state, None)
    agenda = view.agenda
    if not agenda or agenda[0].code in _TURN:
        return ()
    now, *rest = agenda
    if not view.offices[CONTRACTOR].in_play:
        # While this office is not in play nobody can receive it, so the step is not shown.
        rest = [task for task in rest if task.code != Then.CONTRACTOR_GIVEN]
    return (
        *(StepView(text, "done") for text in _done(match, wording)),
        StepView(_task_text(now, wording), "now", tuple(now.awaited)),
        *(StepView(text, "next") for text in _next(rest, wording)),
    )


def _done(match: Match, wording: Wording) -> tuple[str, ...]:
    """Return the acts reported since the chain began, the latest last."""
    texts: list[str] = []
    for step in reversed(match.steps):
        kind = _kind(step)
        if kind in _BEGINS or len(texts) == _SHOWN:
            break
        if kind:
            texts.append(in_short(match, step, wording))
        if kind in _SPENDS:
            break
    return tuple(reversed(texts))


def _kind(step: Step) -> str:
    return step.action.kind if step.action else ""


def _next(tasks: Sequence[SprawlTask], wording: Wording) -> Iterator[str]:
    """Yield the following steps, automatic or of a seat, without the unnoticeable ones."""
    before = ""
    for task in tasks:
        text = _task_text(task, wording)
        if text and text != before:
            yield text
        before = text


def _task_text(task: SprawlTask, wording: Wording) -> str:
    key = f"chain.{_code(task)}"
    return wording.of_table(key, _params(task, wording)) if key in wording.own else ""


def _code(task: SprawlTask) -> str:
    """Return the code of a task; a card revealed for a seat is dealt."""
    return "deal" if task.about.get("place") == "" else str(task.code)


def _params(task: SprawlTask, wording: Wording) -> dict[str, Any]:
    """Return the subjects of a task, by the names of its template."""
    about = task.about
    names = ("place", "row", "office", "card", "prize", "vocation", "building", "cause")
    params: dict[str, Any] = {name: wording.term(str(about.get(name) or "")) for name in names}
    deck, doing = str(about.get("deck", "")), about.get("doing")
    # A task of a card names the card as its cause. The remaining lines of a card name it in
    # `doing`.
    params["card"] = params["card"] or params["cause"] or (doing.cause if doing else "")
    params["amount"] = Counted(about["amount"], about["what"]) if "amount" in about else ""
    params["then"] = wording.term(f"then_{about['then']}") if "then" in about else ""
    params["name"] = listed([wording.player(seat) for seat in task.awaited])
    params["what"] = params["place"] or wording.term(f"deck.{deck}")
    return params
