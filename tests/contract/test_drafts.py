"""Malformed drafts: fields out of order, values of the wrong kind.

Each function that takes a draft answers it, or raises `BadDraft`; no other exception comes out.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.kernel import legality
from companion.kernel.advice import remedies, ruling_dependencies
from companion.kernel.form import BadDraft, Draft
from companion.kernel.game import Game
from companion.rulebook.wording import Wording
from tests.games.elsewhere import is_small
from tests.games.random_play import any_action, play, slip
from tests.seeds import how_much

MATCHES = how_much("matches", everyday=1, before_release=3)

_NUMBERS = (True, -1, 99, 10**20, 1.5)
_SEVERAL: tuple[object, ...] = ((), ("x",), [], ["grey:1"], {"a": 1}, {1})
ODD: tuple[object, ...] = (None, *_NUMBERS, "", "x", "0", b"x", *_SEVERAL)
"""Odd values that a field may be given, of any kind."""
_ODD_SEATS = (-1, 7, 99, "0", None, 1.5, "x", [0])


def positions(game: Game[Any], seed: int, limit: int) -> Iterator[tuple[Any, Random]]:
    """Yield the states along a random match."""
    rng = Random(seed)
    for step in play(game, rng, limit):
        yield step.after, rng


def with_gaps(game: Game[Any], state: Any, rng: Random) -> Draft:
    """Return a report with any of its fields left out."""
    action = (slip if rng.random() < 0.7 else any_action)(game, state, rng)
    kept = [name for name in action.form_fields() if rng.random() < 0.6]
    return Draft(action.kind, action.seat, {name: getattr(action, name) for name in kept})


def spoilt(game: Game[Any], state: Any, rng: Random) -> Draft:
    """Return a report with something impossible in it."""
    draft = with_gaps(game, state, rng)
    names = game.action_models[draft.kind].form_fields()
    values, seat, kind = dict(draft.values), draft.seat, draft.kind
    for name in rng.sample(names, min(len(names), rng.randint(1, 2))):
        values[name] = rng.choice(ODD)
    if rng.random() < 0.2:
        values[rng.choice(("kind", "seat", "edition", "nothing"))] = rng.choice(ODD)
    if rng.random() < 0.2:
        seat = rng.choice(_ODD_SEATS)  # type: ignore[assignment]
    if rng.random() < 0.05:
        kind = rng.choice(("", "nothing"))
    return Draft(kind, seat, values)


def _asked(game: Game[Any], state: Any, draft: Draft) -> None:
    """Ask every question that the app ever asks of a draft."""
    private = bool(len(draft.values) % 2)
    refusal = legality.check_draft(game, state, draft, private=private)
    checked = legality.explain_draft(game, state, draft, private=private)
    assert (refusal is None) == all(c.verdict != "fails" for c in checked)
    ruling_dependencies.ruling_dependencies(
        game, state, draft, Wording(game.id).readings, private=private
    )
    if refusal:
        remedies.find_remedies(game, state, draft, refusal)


@pytest.mark.deep
@MATCHES
def test_draft_with_any_fields_left_out_is_answered(game: Game[Any], matches: int) -> None:
    asked = 0
    for seed in range(matches):
        for state, rng in positions(game, seed, 60):
            for _ in range(4):
                _asked(game, state, with_gaps(game, state, rng))
                asked += 1
    assert asked > 200 * matches or is_small(game)


@pytest.mark.deep
@MATCHES
def test_malformed_draft_is_answered_or_raises_bad_draft(game: Game[Any], matches: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(matches):
        for state, rng in positions(game, seed, 60):
            for _ in range(4):
                draft = spoilt(game, state, rng)
                try:
                    _asked(game, state, draft)
                    counts["answered"] += 1
                except BadDraft as error:
                    counts["refused"] += error.field in (*draft.values, "kind", "seat")
    assert counts["refused"] > 33 * matches or is_small(game), counts
    assert counts["refused"] + counts["answered"] > 133 * matches or is_small(game)


def test_accepted_draft_has_the_types_of_its_fields(game: Game[Any]) -> None:
    let_in = 0
    for state, rng in positions(game, 5, 40):
        draft = spoilt(game, state, rng)
        try:
            read = legality.read_draft(game, draft)
        except BadDraft:
            continue
        let_in += 1
        assert legality.read_draft(game, read) == read
        if legality.next_field(game, read) is None:
            legality.complete(game, read)
    assert let_in or is_small(game)


@pytest.mark.parametrize("field", ["kind", "seat", "nothing"])
def test_bad_draft_names_the_wrong_field(game: Game[Any], field: str) -> None:
    kind = next(iter(game.action_models))
    draft = {
        "kind": Draft("nothing", 0, {}),
        "seat": Draft(kind, -1, {}),
        "nothing": Draft(kind, 0, {"nothing": 1}),
    }[field]
    with pytest.raises(BadDraft) as caught:
        legality.read_draft(game, draft)
    assert caught.value.field == field


@pytest.mark.deep
@MATCHES
def test_check_since_a_field_equals_the_whole_check(game: Game[Any], matches: int) -> None:
    """Hold where nothing failed before that field."""
    refused = 0
    for seed in range(matches):
        for state, rng in positions(game, seed, 60):
            action = slip(game, state, rng)
            draft, private = Draft(action.kind, action.seat, {}), rng.random() < 0.5
            if legality.check_draft(game, state, draft, private=private):
                continue
            for name in action.form_fields():
                draft = draft.with_value(name, getattr(action, name))
                whole = legality.check_draft(game, state, draft, private=private)
                assert (
                    legality.check_draft(game, state, draft, private=private, since=name) == whole
                )
                if whole:
                    refused += 1
                    break
    assert refused > 3 * matches or is_small(game)
