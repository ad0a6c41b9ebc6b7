"""Texts of random play of every game: they read well, whatever is reported."""

from collections.abc import Iterator
from itertools import chain, islice, product
from typing import Any

import pytest

from companion.kernel import legality
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.values import SeatRef
from companion.rulebook.loader import load
from tests.games.elsewhere import is_small
from tests.rulebook import rendered_texts, spanish
from tests.rulebook.rendered_texts import Said
from tests.seeds import how_much


def _wrong(game: Game[Any], texts: Iterator[Said]) -> list[str]:
    """Return the faults, once for each place."""
    reader = spanish.of_game(game, load(game.id), rendered_texts.NAMES)
    seen: set[str] = set()
    faulty: dict[str, str] = {}
    for one in texts:
        if one.text in seen:
            continue
        seen.add(one.text)
        faults = (*reader.faults(one.text, one.shape), *spanish.noughts(one.text))
        if faults:
            faulty.setdefault(one.where, f"{one.where}: {'; '.join(faults)}: «{one.text}»")
    print(f"{game.id}: {len(seen)} texts")
    return list(faulty.values())


def _of_tables(game: Game[Any], seed: int) -> Iterator[Said]:
    """Yield the texts of the set-up, of the forms, and of adjustments."""
    yield from rendered_texts.of_setup(game, seed)
    for state, wording in islice(rendered_texts.positions(game, seed, 60), 0, 60, 30):
        yield from rendered_texts.of_labels(game, state, wording)
        yield from rendered_texts.of_adjustments(game, state, wording)


MATCHES = how_much("matches", everyday=range(1), before_release=range(3))


@pytest.mark.deep
@how_much("steps", everyday=30, before_release=150)
def test_texts_of_a_match_read_well(game: Game[Any], steps: int) -> None:
    matches = range(1 if steps < 150 else 3)
    texts = (rendered_texts.of_match(game, seed, steps) for seed in matches)
    assert _wrong(game, chain.from_iterable(texts)) == []


@pytest.mark.deep
@MATCHES
def test_texts_around_a_match_read_well(game: Game[Any], matches: range) -> None:
    texts = (_of_tables(game, seed) for seed in matches)
    assert _wrong(game, chain.from_iterable(texts)) == []


@pytest.mark.campaign
def test_texts_of_many_matches_read_well(game: Game[Any]) -> None:
    matches = (rendered_texts.of_match(game, seed, 2000, 20, 0.3) for seed in range(100, 160))
    tables = (_of_tables(game, seed) for seed in range(100, 160))
    assert _wrong(game, chain.from_iterable(chain(matches, tables))) == []


@pytest.mark.deep
@how_much("every", everyday=6, before_release=1)
def test_different_legal_reports_have_different_sentences(game: Game[Any], every: int) -> None:
    """Sentences hold everything that was reported, so no two legal reports read alike."""
    action_by_sentence: dict[tuple[Any, str], Action] = {}
    matches = range(1 if every > 1 else 3)
    positions = chain.from_iterable(rendered_texts.positions(game, seed, 150) for seed in matches)
    for number, (state, wording) in enumerate(islice(positions, None, None, every)):
        for seat, kind in product(game.awaiting(state), game.action_models):
            for action in islice(legality.legal_of_kind(game, state, seat, kind), 200):
                param_name = {"seat": SeatRef(seat), **game.describe(state, action)}
                text = wording.action_sentence(kind, param_name)
                assert action_by_sentence.setdefault((number, text), action) == action, text
    assert len(action_by_sentence) > 1000 / every or is_small(game)
