"""Sentences of random reports, held against an independent reading of their words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from companion.games.urban_sprawl import GAME
from companion.kernel import legality
from companion.kernel.box.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.rulebook.wording import Wording
from companion.ui.views.rulings import ruling_view
from tests.games.readings import Grammar, Reader
from tests.games.sentences import Walk, long_run
from tests.games.urban_sprawl.sample import DATA, NAMES, lay
from tests.games.urban_sprawl.sentences.building import SITES
from tests.games.urban_sprawl.sentences.changes import CHANGES
from tests.games.urban_sprawl.sentences.effects import EFFECTS, all_told
from tests.games.urban_sprawl.sentences.ends import ENDS, UNREAD
from tests.games.urban_sprawl.sentences.reading import SprawlReport
from tests.games.urban_sprawl.sentences.refusals import REFUSALS
from tests.games.urban_sprawl.sentences.titles import TITLES
from tests.seeds import seeds

READER = Reader(
    Grammar(DATA.words, NAMES, whole_keys=True),
    {**TITLES, **EFFECTS, **ENDS, **REFUSALS, **SITES, **CHANGES},
    UNREAD,
)


@dataclass
class SprawlWalk(Walk):
    """Walk that checks also by which section whoever is awaited is awaited."""

    @override
    def report_of(self, state: Any, action: Any) -> SprawlReport:
        return SprawlReport(state, action)

    @override
    def wrong(self, state: Any, rng: Random) -> Iterator[Action]:
        for action in super().wrong(state, rng):
            if action.seat < state.players:
                yield action

    @override
    def end_step(self, told: SprawlReport) -> None:
        assert all_told(told), told.running

    @override
    def read_report(self, state: Any, action: Action) -> None:
        check_answer(state, action)
        super().read_report(state, action)


_ELECTIONS = {"office.chief": "elections.police"}
_SECTIONS = {
    "claim": "setup.buildings", "act": "turn", "line": "payout.table",
    "vocation": "vocation.take", "cash": "vocation.score", "tribute": "payments.mandatory",
    "media": "setup.media", "may_pay": "payments.optional", "by_hand": "table.by_hand",
}  # fmt: skip


def _section(state: Any) -> str:
    """Return the section that leaves what is due to whoever has to do it."""
    task = state.agenda[-1]
    about = dict(task.about)
    match str(task.code):
        case "show" if state.turns:
            return "upkeep"
        case "show":
            return "setup.deal" if about["deck"] == "planning" else "setup.row"
        case "elect" | "contractor":
            prize = about["prize"]
            return _ELECTIONS.get(prize, f"elections.{prize.partition('.')[2]}")
        case "which_building" if about["then"] != "move":
            return "table.active_decides"
        case code:
            return str(_SECTIONS.get(code) or about["rule"])


def check_answer(state: Any, action: Action) -> None:
    """Check the refusal of a report: whom it waits for, by which section."""
    refusal = legality.judge(GAME, state, action).refusal
    if refusal is None:
        return
    if refusal.code in ("not_your_turn", "other_step"):
        assert (action.seat in state.awaited) == (refusal.code == "other_step")
        assert _section(state) in refusal.rules, refusal
    elif refusal.code.startswith("nothing_") or refusal.code == "no_line_to_read":
        # What is not due is due from nobody: it is not refused because of who reports it.
        others = (action.model_copy(update={"seat": seat}) for seat in range(state.players))
        for other in others:
            again = legality.check(GAME, state, other)
            assert again is not None
            assert again.code == refusal.code


def check(seed: int, limit: int) -> Counter[str]:
    """Read the sentences of one random match; count them by place."""
    return SprawlWalk(GAME, READER).run(seed, limit)


def test_every_template_is_read() -> None:
    READER.check_complete()


@pytest.mark.parametrize("seed", seeds(12))
def test_sentences_say_what_was_reported_and_judged(seed: int) -> None:
    assert check(seed, 100)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_sentences_say_what_was_reported_and_judged_long_run() -> None:
    long_run(check, READER, matches=60, limit=400)


def test_permits_that_differ_only_in_one_value_are_told_apart() -> None:
    values: dict[str, FactValue] = {"zones": "civic", "size": 1, "payout": 4, "ballot": "no"}
    others: dict[str, FactValue] = {
        "zones": "civic-commercial",
        "size": 2,
        "payout": 5,
        "ballot": "yes",
    }
    for field, other in others.items():
        one = {f"permit.p1.{name}": value for name, value in values.items()}
        two = {f"permit.p2.{name}": value for name, value in (values | {field: other}).items()}
        words = Wording(GAME.id, ("Ana", "Beto"), DATA.default_rulings(), {**one, **two})
        names = [words.term(f"permit.p{n}").replace(str(n), "", 1) for n in (1, 2)]
        assert names[0] != names[1], names


def test_choice_not_made_yet_is_told_by_what_is_to_be_chosen() -> None:
    tie = {"prize": "office.mayor", "by": "vocation.media", "among": [1, 2]}
    state = lay({"airport": True, "tasks": [{"code": "elect", "seats": [3], "about": tie}]})
    draft = Draft("choose", 0, {})
    refusal = legality.check_draft(GAME, state, draft)
    assert refusal is not None
    words = Wording(GAME.id, state.options.players, state.rulings)
    shown = ruling_view.card_of(GAME, state, words, refusal, draft, seen=(0,))
    assert shown.card.title == "No se puede: desempatar unas elecciones"
