"""Preparation checklist."""

from datetime import UTC, datetime
from itertools import groupby

import pytest

from companion.games import GAMES
from companion.match.entries import Entry, Started
from companion.match.fold import Match, fold
from companion.rulebook import loader
from companion.rulebook.wording import Wording
from companion.ui.boards.parts import game_setup
from companion.ui.context import wording_of
from companion.ui.screens.preparation import presenter as preparation
from companion.ui.views.rulings.ruling_choices import agreed
from tests.games.refereed import REFEREED


def _match(players: tuple[str, ...]) -> Match:
    data = loader.load("blue_moon_city")
    started = Started(
        match="partida",
        game=data.id,
        rules_version=GAMES[data.id].version,
        options={"players": list(players)},
        facts=data.default_facts(),
        rulings=data.default_rulings(),
    )
    header = Entry(seq=0, id="inicio", at=datetime(2026, 1, 1, tzinfo=UTC), body=started)
    return fold(GAMES, (header,))


def _seen(players: tuple[str, ...], kept: str | None = None) -> preparation.Preparation:
    match = _match(players)
    wording = Wording(match.game.id, match.options.players, match.rulings, match.facts)
    return preparation.preparation(match, wording, kept)


def test_checklist_depends_on_the_number_of_players() -> None:
    two, four = _seen(("Ana", "Beto")), _seen(("Ana", "Beto", "Carla", "Dora"))
    assert two.steps
    assert [step.text for step in two.steps] != [step.text for step in four.steps]
    assert not any("…" in step.text for step in (*two.steps, *four.steps))


def test_touching_a_step_ticks_it_and_again_unticks_it() -> None:
    first = _seen(("Ana", "Beto")).steps[0].id
    kept = preparation.toggled(None, first)
    seen = _seen(("Ana", "Beto"), kept)
    assert seen.steps[0].done
    assert seen.left == len(seen.steps) - 1
    assert preparation.ticks(preparation.toggled(kept, first)) == frozenset()


@pytest.mark.parametrize("game", REFEREED)
def test_main_rulings_are_summarised_in_a_word_per_reading(game: str) -> None:
    """Readings of a main ruling have distinct words, apart from the rest."""
    rulings = {ruling.id: ruling for ruling in loader.load(game).rulings}
    words, first = loader.app_words(), game_setup(game).on_top
    for name in first:
        said = [agreed(rulings.values(), {name: r}, words, first) for r in rulings[name].playable]
        assert len({each[0] for each in said}) == len(said)
        assert all(len(each) == len(first) + 1 and "?" not in each[0] for each in said)
    other = next(r for r in rulings.values() if r.id not in first and len(r.playable) > 1)
    reading = next(r for r in other.playable if r != other.default)
    said_of_it = agreed(rulings.values(), {other.id: reading}, words, first)[-1]
    assert said_of_it == "1\u00a0decisión de esta mesa"
    assert agreed(rulings.values(), {}, words, first)[-1] == "lecturas recomendadas"


def test_unreadable_ticks_load_as_empty() -> None:
    assert preparation.ticks("{") == frozenset()
    assert preparation.ticks("[1]") == frozenset()


@pytest.mark.parametrize("game", REFEREED)
def test_steps_are_grouped_by_who_does_them(game: str) -> None:
    data = loader.load(game)
    listed = [step.who for step in data.steps]
    started = Started(
        match="partida",
        game=game,
        rules_version=GAMES[game].version,
        options={"players": ["Ana", "Beto"]},
        facts=data.default_facts(),
        rulings=data.default_rulings(),
    )
    header = Entry(seq=0, id="inicio", at=datetime(2026, 1, 1, tzinfo=UTC), body=started)
    match = fold(GAMES, (header,))
    seen = preparation.preparation(match, wording_of(match), None)
    groups = [who for who, _ in groupby(step.who for step in seen.steps)]
    assert len(groups) == len(set(groups)) > 1
    assert set(groups) <= set(listed)


def test_what_the_set_up_has_laid_is_not_shuffled() -> None:
    texts = {step.id: step.text for step in loader.load("santiago_de_cuba").steps}
    for laid in ("buildings", "citizens"):
        assert "ezcla" not in texts[laid]
        assert "plano" in texts[laid]
