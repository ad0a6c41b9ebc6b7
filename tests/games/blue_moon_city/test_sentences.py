"""Sentences of random reports, held against an independent reading of their words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from companion.games.blue_moon_city import GAME
from companion.games.blue_moon_city.components import CARD_KINDS, COLOUR_AND_SECTIONS, EXAMPLE_CITY
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of, find_remedies
from companion.kernel.models import Action
from companion.rulebook.wording import Wording
from tests.games.blue_moon_city.sample import DATA, NAMES, lay
from tests.games.blue_moon_city.sentences.changes import CHANGES
from tests.games.blue_moon_city.sentences.costs import COSTS
from tests.games.blue_moon_city.sentences.effects import EFFECTS
from tests.games.blue_moon_city.sentences.ends import ENDS, REMEDIES, UNREAD
from tests.games.blue_moon_city.sentences.reading import CityReport
from tests.games.blue_moon_city.sentences.refusals import REFUSALS
from tests.games.blue_moon_city.sentences.titles import TITLES
from tests.games.blue_moon_city.test_truth import payment
from tests.games.readings import Grammar, Reader
from tests.games.sentences import Walk, long_run
from tests.seeds import seeds

READER = Reader(
    Grammar(DATA.words, NAMES),
    {**TITLES, **EFFECTS, **ENDS, **REMEDIES, **REFUSALS, **COSTS, **CHANGES},
    UNREAD,
)


@dataclass
class CityWalk(Walk):
    """Walk with payments like those of players."""

    # That nothing is owed any more is not told: all scales go back at once.
    untold: tuple[str, ...] = ("scale_owed",)

    @override
    def report_of(self, state: Any, action: Any) -> CityReport:
        return CityReport(state, action)

    @override
    def unit(self, item: str) -> str:
        return "card" if item.startswith("card:") else item

    @override
    def wrong(self, state: Any, rng: Random) -> Iterator[Action]:
        yield from super().wrong(state, rng)
        yield payment(state, rng)
        yield of_anything(state, rng)

    @override
    def end_step(self, told: CityReport) -> None:
        uses = told.running.get("uses")
        assert uses is None or uses == Counter(told.action.cards)


def of_anything(state: Any, rng: Random) -> Action:
    """Return a report with cards that no form offers, or that have functions together."""
    here = state.figures[state.turn.seat]
    colour, sections = COLOUR_AND_SECTIONS.get(here, ("red", 1))
    other = rng.choice(CARD_KINDS)
    browns = rng.choices(("brown:1", "brown:2", "brown:3"), k=rng.randint(2, 5))
    several = (
        ["white:1", *[other] * rng.randint(1, 6)],
        ["white:2", other],
        [f"{colour}:{rng.randint(1, 3)}" if colour not in ("any", "green") else other, "white:1"],
        ["green:1"] * rng.randint(1, 4),
        browns,
        [*browns, "green:1"],
    )
    section = rng.randrange(sections)
    reports: tuple[dict[str, Any], ...] = (
        *({"kind": "place_stone", "section": section, "cards": cards} for cards in several),
        {"kind": "move_figure", "to": rng.choice(state.layout), "cards": [other, "grey:2"]},
        {"kind": "move_dragon", "dragon": "vulca", "card": other, "to": rng.choice(state.layout)},
        {"kind": "place_stone", "section": 3, "cards": [other]},
        {"kind": "declare_stalemate", "winners": [rng.randrange(4)]},
    )
    return GAME.read_action({**rng.choice(reports), "seat": state.turn.seat})


def check(seed: int, limit: int) -> Counter[str]:
    """Read the sentences of one random match; count them by place."""
    return CityWalk(GAME, READER).run(seed, limit)


def test_every_template_is_read() -> None:
    READER.check_complete()


@pytest.mark.parametrize("seed", seeds(12))
def test_sentences_say_what_was_reported_and_judged(seed: int) -> None:
    assert check(seed, 80)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_sentences_say_what_was_reported_and_judged_long_run() -> None:
    long_run(check, READER, matches=60, limit=400)


ALL_STONES_LAID = {"royal_palace": [0] * 4, "university": [0] * 3, "thermae": [0] * 3}
"""Ten stones of the first seat, by tile."""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Ana puede hacer una ofrenda si paga 7 cristales"),
        (
            {"turn": {"offerings": 1}},
            "Ana puede hacer otra ofrenda si paga 7 cristales y el recargo de una amarilla",
        ),
        ({"stones": ALL_STONES_LAID}, None),
    ],
)
def test_offering_that_can_be_made_is_told(given: dict[str, Any], said: str | None) -> None:
    state = lay({"figures": {0: "courtyard"}, "players": 3, **given})
    words = Wording(GAME.id, state.options.players, state.rulings)
    told = [words.duty(duty) for duty in GAME.duties(state) if duty.code == "may_offer"]
    assert [text.replace("\u00a0", " ") for text in told] == ([said] if said else [])


def test_flight_takes_the_place_of_steps_where_they_are_not_mixed() -> None:
    rulings = {"grey_one_with_steps": "no"}
    state = lay({"figures": {0: EXAMPLE_CITY[0]}, "rulings": rulings})
    report = {"kind": "move_figure", "seat": 0, "to": EXAMPLE_CITY[-1], "cards": ["grey:2"]}
    action = GAME.read_action(report)
    refusal = legality.check(GAME, state, action)
    assert refusal is not None
    ways = find_remedies(GAME, state, draft_of(action), refusal).remedies
    words = Wording(GAME.id, state.options.players, state.rulings)
    flights = [way for way in ways if way.draft.values["cards"] == ("grey:1",)]
    assert [words.remedy(way.remedy) for way in flights] == ["cambias la gris 2 por una gris 1"]
