"""Whatever the table asks is heard as it is said, legal or not.

Random reports at random positions of every game are said in several ways: as the app tells them, by
oneself and by another, without accents, and as a list of the answers behind one of the act's names.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber, bounds
from companion.kernel.models import folded
from companion.match.fold import Match
from companion.ui.context import wording_of
from companion.ui.views.questions.interpretations import (
    Reading,
    answer_words,
    field_so_far,
    report_text,
)
from tests.ui.tables import actas, read
from tests.ui.views.test_heard import FILES, heard_at, offered_at

GAMES: Final = [path.stem for path in FILES]
_HEARD: Final = 0.85
"""Least share of reports heard first as they were said."""
_WRONG: Final = 0.03
"""Greatest share that is shown alone with another answer than the one said."""
_MOST_WORDS: Final = 38


def _answer(rng: random.Random, match: Match, draft: Draft, name: str) -> Any:
    """Return any answer to a field, sometimes one that the answers so far rule out."""
    game, state = match.game, match.state
    field = field_so_far(game, state, draft, name)
    wide = field_so_far(game, state, Draft(draft.kind, draft.seat, {}), name)
    if isinstance(wide, Choices) and wide.values and rng.random() < 0.3:
        field = wide
    match field:
        case Choices(values=values) if values:
            return rng.choice(values)
        case OpenBag(items=items) if items:
            return tuple(rng.choice(items)[0] for _ in range(rng.choice((1, 1, 2))))
        case OpenNumber(minimum=least, maximum=most):
            low, high = bounds(game.action_models[draft.kind], name) or (least, most)
            return rng.randint(low, min(high, 9))
        case _:
            return None


def _drafts(rng: random.Random, name: str, tables: int) -> Iterator[tuple[Match, Draft]]:
    matches = [read(acta) for acta in actas(name)[:6]]
    for _ in range(tables):
        whole = rng.choice(matches)
        match = whole.before_step(rng.randrange(len(whole.steps)))
        kinds = match.game.kinds(match.state)
        for kind in rng.sample(list(kinds), min(3, len(kinds))):
            draft = Draft(kind, next(iter(match.game.awaiting(match.state)), 0), {})
            for field in match.game.action_models[kind].form_fields():
                draft = draft.with_value(field, _answer(rng, match, draft, field))
            yield match, draft


def _said(rng: random.Random, match: Match, draft: Draft) -> Iterator[str]:
    """Yield a report as people say it, if the app has a sentence for it."""
    try:
        text = report_text(match, wording_of(match), draft).replace("\u00a0", " ")
    except (LookupError, ValueError, TypeError, AttributeError):
        return
    if text.endswith("…"):
        return
    name = match.options.players[draft.seat]
    yield f"voy a {text}"
    yield folded(f"{name} va a {text}")
    words = wording_of(match).data.words.actions[draft.kind]
    head = rng.choice((words.name, *(one for one in words.said if not one.startswith("no "))))
    if answers := _labels(match, draft):
        yield f"quiero {head}: {', '.join(answers)}".casefold()


def _labels(match: Match, draft: Draft) -> list[str]:
    """Return the answers of a report in words, if all have some."""
    labels = []
    for name, value in draft.values.items():
        if value is None or value == () or isinstance(value, bool):
            continue
        try:
            one = (match.game, match.state, wording_of(match), draft, name)
            labels.append(
                " y ".join(
                    answer_words(*one, each)
                    for each in (value if isinstance(value, tuple) else (value,))
                )
            )
        except (LookupError, ValueError, TypeError, AttributeError):
            return []
    return labels


def _sorted(value: Any) -> Any:
    return tuple(sorted(value, key=str)) if isinstance(value, tuple) else value


def _contradicts(read: Reading, draft: Draft) -> bool:
    """Return whether a reading that holds every word has another answer than was said."""
    values = read.draft.values
    return read.unheard == () and any(
        name in values and value is not None and _sorted(values[name]) != _sorted(value)
        for name, value in draft.values.items()
        if read.draft.kind == draft.kind
    )


def _tried(seed: int, name: str, tables: int) -> tuple[Counter[str], list[tuple[str, str]]]:
    rng, tried, wrong = random.Random(seed), Counter[str](), []
    for match, draft in _drafts(rng, name, tables):
        for sentence in _said(rng, match, draft):
            if len(sentence.split()) > _MOST_WORDS:
                continue
            heard = heard_at(match, sentence)
            tried["all"] += 1
            told = report_text(match, wording_of(match), draft)
            right = bool(heard) and (heard[0].text == told or heard[0].draft == draft)
            tried["heard"] += right
            other = len(heard) == 1 and not right and _contradicts(heard[0], draft)
            if other and len(offered_at(match, sentence)) == 1:
                wrong.append((sentence, heard[0].text))
    return tried, wrong


@pytest.mark.parametrize("name", GAMES)
def test_random_reports_are_heard_as_they_are_said(name: str) -> None:
    tried, wrong = _tried(1, name, 6)
    assert tried["heard"] >= _HEARD * tried["all"] > 0, tried
    assert len(wrong) <= max(1, _WRONG * tried["all"]), wrong


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", GAMES)
def test_many_random_reports_are_heard_as_they_are_said(name: str, seed: int) -> None:
    tried, wrong = _tried(seed, name, 60)
    assert tried["heard"] >= _HEARD * tried["all"], (tried, wrong)
    assert len(wrong) <= max(1, _WRONG * tried["all"]), wrong
