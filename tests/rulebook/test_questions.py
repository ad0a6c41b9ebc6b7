"""Questions in ordinary Spanish find the section that answers them.

`questions/<game>.toml` has them in parts: what the search was tuned with, and what was never looked
at for that. A question may have several sections that answer it.
"""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from companion.games import GAMES
from companion.rulebook import loader
from companion.rulebook.search import search

FILES: Final = sorted((Path(__file__).parent / "questions").glob("*.toml"))
AMONG: Final = (1, 3, 10)
TO_REACH: Final = {"tuning": (0.88, 0.97, 0.99), "unseen": (0.65, 0.85, 0.96)}
"""By part, the share of questions answered by the first hit, among three, and among ten."""


@lru_cache
def _asked(part: str) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Return game, question and sections that answer it."""
    asked = []
    for path in FILES:
        for question, sections in tomllib.loads(path.read_text("utf-8")).get(part, {}).items():
            answers = frozenset([sections] if isinstance(sections, str) else sections)
            asked.append((path.stem, question, answers))
    return tuple(asked)


def _answered(game: str, question: str, answers: frozenset[str]) -> int:
    """Return the place of the first hit that answers; past all of them if none does."""
    hits = search(GAMES[game], question, AMONG[-1])
    return next((n for n, hit in enumerate(hits) if hit.section.id in answers), AMONG[-1])


@pytest.mark.parametrize("part", TO_REACH)
def test_sections_that_answer_exist(part: str) -> None:
    for game, question, answers in _asked(part):
        rulebook = loader.load(game).rulebook
        assert all(section in rulebook for section in answers), question


@pytest.mark.parametrize("part", TO_REACH)
def test_questions_find_their_section(part: str) -> None:
    places = [_answered(*each) for each in _asked(part)]
    shares = tuple(sum(place < among for place in places) / len(places) for among in AMONG)
    assert all(share >= least for share, least in zip(shares, TO_REACH[part], strict=True)), shares


def test_many_words_find_no_less_than_few() -> None:
    """Words that the right section lacks do not shut it out."""
    few = [hit.section.id for hit in search(GAMES["blue_moon_city"], "empate escamas")]
    many = search(
        GAMES["blue_moon_city"], "qué pasa si hay empate de escamas entre mi hermana y yo"
    )
    assert few[0] in [hit.section.id for hit in many[:3]]
