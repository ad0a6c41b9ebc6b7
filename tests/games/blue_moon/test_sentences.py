"""Sentences of random reports, held against an independent reading of their words."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from typing_extensions import override

from companion.games.blue_moon import GAME
from tests.games.blue_moon.diary import Diary
from tests.games.blue_moon.sample import DATA, NAMES
from tests.games.blue_moon.sentences.changes import CHANGES
from tests.games.blue_moon.sentences.effects import EFFECTS
from tests.games.blue_moon.sentences.ends import ENDS, UNREAD
from tests.games.blue_moon.sentences.reading import MoonReport
from tests.games.blue_moon.sentences.refusals import REFUSALS
from tests.games.blue_moon.sentences.titles import TITLES
from tests.games.blue_moon.sentences.turns import TURNS
from tests.games.random_play import Played
from tests.games.readings import Grammar, Reader
from tests.games.sentences import Walk, long_run
from tests.seeds import seeds

WORDS = DATA.words.model_copy(
    update={"terms": {key: text for key, text in DATA.words.terms.items() if ".marked_" not in key}}
)
"""Words in which a card face down has one key: those that show their icons are told alike."""
READER = Reader(
    Grammar(WORDS, NAMES), {**TITLES, **EFFECTS, **ENDS, **REFUSALS, **TURNS, **CHANGES}, UNREAD
)


@dataclass
class MoonWalk(Walk):
    """Walk with a diary of the turn."""

    diary: Diary = field(default_factory=Diary)

    @override
    def report_of(self, state: Any, action: Any) -> MoonReport:
        report = MoonReport(state, action)
        report.diary = self.diary
        if self.diary.turn == (-1, -1):
            self.diary.turn = (state.turn.number, state.turn.seat)
        return report

    @override
    def note(self, step: Played) -> None:
        self.diary.note(step)

    @override
    def end_step(self, told: MoonReport) -> None:
        won = told.running.get("dragons")
        goes_on = len(told.after.ends) == len(told.state.ends)
        if won and goes_on and told.action.kind == "announce":
            moved = told.running.get("attracted", 0) + told.running.get("missed", 0)
            assert won[1] == moved, told.running


def check(seed: int, limit: int) -> Counter[str]:
    """Read the sentences of one random match; count them by place."""
    return MoonWalk(GAME, READER).run(seed, limit)


def test_every_template_is_read() -> None:
    READER.check_complete()


@pytest.mark.parametrize("seed", seeds(12))
def test_sentences_say_what_was_reported_and_judged(seed: int) -> None:
    assert check(seed, 100)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_sentences_say_what_was_reported_and_judged_long_run() -> None:
    long_run(check, READER, matches=80, limit=300)
