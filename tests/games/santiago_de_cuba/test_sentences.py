"""Sentences of random reports, held against an independent reading of their words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from companion.games.santiago_de_cuba import GAME
from companion.kernel.models import Action
from companion.rulebook.wording import Wording
from tests.games.random_play import Played
from tests.games.readings import Grammar, Reader
from tests.games.santiago_de_cuba.diary import Diary
from tests.games.santiago_de_cuba.sample import DATA, NAMES, lay
from tests.games.santiago_de_cuba.sentences.changes import CHANGES
from tests.games.santiago_de_cuba.sentences.effects import EFFECTS
from tests.games.santiago_de_cuba.sentences.ends import ENDS, UNREAD
from tests.games.santiago_de_cuba.sentences.reading import SantiagoReport
from tests.games.santiago_de_cuba.sentences.refusals import REFUSALS
from tests.games.santiago_de_cuba.sentences.titles import TITLES
from tests.games.santiago_de_cuba.test_truth import late
from tests.games.sentences import Walk, long_run
from tests.seeds import seeds

READER = Reader(
    Grammar(DATA.words, NAMES),
    {**TITLES, **EFFECTS, **ENDS, **REFUSALS, **CHANGES},
    UNREAD,
)


@dataclass
class SantiagoWalk(Walk):
    """Walk with a diary of the turns, and of what buildings were of no use."""

    diary: Diary = field(default_factory=Diary)
    idle: dict[str, Any] = field(default_factory=dict)
    loaded: tuple[int, str] | None = None

    @override
    def report_of(self, state: Any, action: Any) -> SantiagoReport:
        said = SantiagoReport(state, action)
        said.diary, said.idle, said.loaded = self.diary, self.idle, self.loaded
        ship = state.ship
        dice = None if ship.demand is None else dict(ship.demand)
        said.running = {"flag": ship.flag, "ship": ship.number, "dice": dice}
        return said

    @override
    def note(self, step: Played) -> None:
        before = set(self.diary.current.idle) if self.diary.current else set()
        self.diary.note(step)
        page = self.diary.current or self.diary.before
        for building in page.idle - before if page else ():
            self.idle[building] = step.after
        act: Any = step.action
        if act.kind in ("load_goods", "load_wood"):
            self.loaded = (act.seat, "wood" if act.kind == "load_wood" else act.good)

    @override
    def end_step(self, told: SantiagoReport) -> None:
        ship = told.after.ship
        dice = None if ship.demand is None else dict(ship.demand)
        there = {"flag": ship.flag, "ship": ship.number, "dice": dice}
        assert told.after.over or there == {key: told.running[key] for key in there}

    @override
    def wrong(self, state: Any, rng: Random) -> Iterator[Action]:
        yield from super().wrong(state, rng)
        yield late(state, self.diary, rng)


def check(seed: int, limit: int) -> Counter[str]:
    """Read the sentences of one random match; count them by place."""
    return SantiagoWalk(GAME, READER).run(seed, limit)


def test_every_template_is_read() -> None:
    READER.check_complete()


@pytest.mark.parametrize("seed", seeds(12))
def test_sentences_say_what_was_reported_and_judged(seed: int) -> None:
    assert check(seed, 100)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_sentences_say_what_was_reported_and_judged_long_run() -> None:
    long_run(check, READER, matches=80, limit=400)


@pytest.mark.parametrize(
    ("reading", "said"),
    [("before_conversion", "con 5 mercancías."), ("", "con 2 mercancías de sobra.")],
)
def test_goods_that_were_changed_are_not_among_those_that_break_a_tie(
    reading: str, said: str
) -> None:
    """Ana has 10 points and 5 goods, of which 3 make a point; Beto has 11 points and none."""
    readings = next(r.readings for r in DATA.rulings if r.id == "tie_goods")
    other = reading or next(one for one in readings if one != "before_conversion")
    nothing = dict.fromkeys(("sugar", "citrus", "tobacco"), 0)
    state = lay(
        {
            "over": True,
            "rulings": {"tie_goods": other},
            "has": {"0": {**nothing, "sugar": 5, "point": 10}, "1": {**nothing, "point": 11}},
        }
    )
    outcome = GAME.outcome(state)
    assert outcome is not None
    text = Wording(GAME.id, state.options.players, state.rulings).outcome(outcome)
    assert text.replace("\u00a0", " ").endswith(said), text
