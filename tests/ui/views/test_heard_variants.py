"""Legality never decides what was heard.

Every sentence with which hearing is tuned is said again with other answers that its table offers:
what is illegal, what is doubtful and what is plainly legal are heard as what they say.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.form import Choices, Draft
from companion.match.fold import Match
from companion.ui.context import wording_of
from companion.ui.views.questions.interpretations import Reading, answer_words, verdict_on
from tests.ui.views.test_heard import FILES, heard_at, heard_table, offered_at

WITHOUT_NAMES = {"blue_moon"}
"""Games whose sentences name no answer by its whole label: there are bags of cards."""
OF_EACH_VERDICT = 3
"""Number of variants of one field with the same verdict."""


@dataclass(frozen=True)
class Variant:
    """Sentence with another answer in one field."""

    sentence: str
    kind: str
    field: str
    value: Any
    verdict: str


def _reported(game: str) -> Iterator[tuple[str, Draft]]:
    """Yield the sentences that report something, each with what it reports."""
    (path,) = (path for path in FILES if path.stem == game)
    match = heard_table(game)
    for sentence, report in tomllib.loads(path.read_text("utf-8"))["tuning"].items():
        read = heard_at(match, sentence) if report else ()
        if read:
            yield sentence, read[0].draft


def _variants(match: Match, sentence: str, draft: Draft) -> Iterator[Variant]:
    game, state, words = match.game, match.state, wording_of(match)
    everybody = frozenset(range(len(match.options.players)))
    for name, said in draft.values.items():
        try:
            field = game.candidates(state, draft, name)
        except (LookupError, ValueError, TypeError, AttributeError):
            continue
        if not isinstance(field, Choices) or said not in field.values:
            continue
        label = answer_words(game, state, words, draft, name, said)
        verdicts: Counter[str] = Counter()
        for value in field.values:
            other = draft.with_value(name, value)
            text = answer_words(game, state, words, draft, name, value)
            varied = re.sub(rf"\b{re.escape(label)}\b", text, sentence, flags=re.IGNORECASE)
            if value != said and varied != sentence:
                verdict = verdict_on(match, Reading(other, ""), everybody)
                verdicts[verdict] += 1
                if verdicts[verdict] <= OF_EACH_VERDICT:
                    yield Variant(varied, draft.kind, name, value, verdict)


@pytest.mark.parametrize("game", [path.stem for path in FILES])
def test_every_variant_is_heard_as_what_it_says(game: str) -> None:
    match = heard_table(game)
    missed, tried = [], Counter[str]()
    for sentence, draft in _reported(game):
        for variant in _variants(match, sentence, draft):
            tried[variant.verdict] += 1
            read = heard_at(match, variant.sentence)
            first = read[0].draft if read else None
            if first is None or (first.kind, first.values.get(variant.field)) != (
                variant.kind,
                variant.value,
            ):
                missed.append((variant, [one.text for one in read]))
    assert missed == []
    assert tried or game in WITHOUT_NAMES


def test_variants_are_illegal_doubtful_and_legal() -> None:
    verdicts = (
        variant.verdict
        for path in FILES
        for sentence, draft in _reported(path.stem)
        for variant in _variants(heard_table(path.stem), sentence, draft)
    )
    tried = set[str]()
    for verdict in verdicts:
        tried.add(verdict)
        if tried == {"refused", "open", "legal"}:
            return
    pytest.fail(f"only {tried}")


@pytest.mark.parametrize("game", [name for name in GAMES if name in {path.stem for path in FILES}])
def test_hearing_asks_for_no_verdict(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence is heard alike where nothing may be judged."""
    match = heard_table(game)
    reported = list(_reported(game))

    def judged(*_args: object, **_options: object) -> None:
        raise AssertionError("a verdict was asked for")

    for name in ("check_draft", "judge", "legal_of_kind", "check"):
        if hasattr(legality, name):
            monkeypatch.setattr(legality, name, judged)
    for sentence, draft in reported:
        assert offered_at(match, sentence)[0].draft == draft
