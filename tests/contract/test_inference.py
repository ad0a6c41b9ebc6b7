"""Inference: facts inferred from play are those printed in the box, never guesses."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.games.blue_moon_city.components import BUILDINGS
from companion.games.kingdom_of_solomon.components import (
    CARDS,
    ENDS,
    PARTS,
    TERRITORIES,
    blocks,
    cost,
    joined,
    puts_piece,
    site,
    yields,
)
from companion.games.santiago_de_cuba.buildings import WITH_FLOWER
from companion.kernel import legality
from companion.kernel.box.facts import FactValue
from companion.kernel.box.inference import infer_facts
from companion.kernel.game import Game
from companion.match.entries import Entry, FactsEntered, Reported, Started
from companion.match.fold import append, fold
from companion.ui.views.keep_in_box import inferred_facts
from tests.games.random_play import legal_action, sample_of
from tests.playthroughs.actas import FIRST

HIDDEN = {
    "blue_moon_city": tuple(f"tile.{tile}.values" for tile in BUILDINGS),
    "santiago_de_cuba": tuple(f"flower.{citizen}" for citizen in WITH_FLOWER),
    "kingdom_of_solomon": (
        *(fact(territory) for territory in TERRITORIES for fact in (yields, site)),
        *(fact(card) for card in CARDS for fact in (cost, puts_piece)),
        *map(joined, ENDS),
        *map(blocks, PARTS),
    ),
}
"""Values by game that a table can play without."""


def _learns(game: Game[Any], rng: Random, steps: int, seen: Counter[str]) -> None:
    """Play on a full box and on one with fewer values, and check the inferred ones."""
    options, _, rulings = sample_of(game).table(rng)
    facts = sample_of(game).full_facts(rng)
    if legality.check_setup(game, options, facts, rulings) is not None:
        return
    hidden = set(rng.sample(HIDDEN[game.id], rng.randint(1, len(HIDDEN[game.id]))))
    known = {fact: value for fact, value in facts.items() if fact not in hidden}
    whole, part = (game.setup(options, facts_of, rulings) for facts_of in (facts, known))
    for _ in range(steps):
        action = legal_action(game, whole, rng)
        if action is None or legality.check(game, part, action) is not None:
            return
        if legality.fact_needed(game, part, action) is not None:
            return
        for fact, value in infer_facts(game, part, action).items():
            assert fact in hidden
            assert facts[fact] == value, (fact, action)
            seen[action.kind] += 1
        whole, part = game.apply(whole, action)[0], game.apply(part, action)[0]


@pytest.mark.deep
@pytest.mark.parametrize("game_id", HIDDEN)
def test_inferred_facts_are_the_printed_ones(game_id: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        _learns(GAMES[game_id], Random(seed), 60, seen)
    assert seen


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game_id", HIDDEN)
def test_inferred_facts_are_the_printed_ones_in_many_matches(game_id: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        _learns(GAMES[game_id], Random(1000 + seed), 200, seen)
    print(f"{game_id}: {dict(seen)}")


def test_visit_under_an_unknown_flower_infers_its_colour() -> None:
    """Inferred colours are offered until typed; a consented action infers nothing."""
    game, typed_well = GAMES["santiago_de_cuba"], Counter[bool]()
    for seed in range(8):
        rng = Random(seed)
        options, _, rulings = sample_of(game).table(rng)
        facts: dict[str, FactValue] = sample_of(game).full_facts(rng)
        known = {f: v for f, v in facts.items() if f not in HIDDEN[game.id][:5]}
        started = Started(
            match="match-1",
            game=game.id,
            rules_version=game.version,
            options=options.model_dump(mode="json"),
            facts=known,
            rulings={**catalog(game.id).default_rulings, **rulings},
        )
        match = fold(GAMES, (Entry(seq=0, id="start", at=FIRST, body=started),))
        for number in range(1, 40):
            action = legal_action(game, match.state, rng)
            if action is None or legality.fact_needed(game, match.state, action):
                break
            body = Reported(action=action.model_dump(mode="json"))
            match = append(match, Entry(seq=number, id=f"entry-{number}", at=FIRST, body=body))
            offered = inferred_facts(match)
            if offered:
                entered = FactsEntered(facts=offered)
                typed = append(match, Entry(seq=number + 1, id="typed", at=FIRST, body=entered))
                typed_well[typed.broken is None] += 1
                assert inferred_facts(typed) == {}
                break
    assert typed_well[True] > 2
    assert not typed_well[False]
