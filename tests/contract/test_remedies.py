"""Remedies of a ruling card are true: each is carried out here, and the report is legal then.

Tested in random positions of every game, with random readings of its rulings, after random wrong
reports.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.kernel import game as kernel
from companion.kernel import remedies
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.remedies import ProvenRemedy, draft_of
from companion.kernel.values import Term
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from tests.games.random_play import any_action, legal_action, play, sample_of, slip
from tests.seeds import how_much

_SLIPS = 4


def refused(game: Game[Any], rng: Random, limit: int) -> Iterator[tuple[Any, Action, Refusal]]:
    """Yield refused reports along a random match."""
    for step in play(game, rng, limit):
        for _ in range(_SLIPS):
            wrong = slip if rng.random() < 0.8 else any_action
            action = wrong(game, step.after, rng)
            if action.seat >= len(step.after.options.players):
                continue
            refusal = kernel.check(game, step.after, action)
            if refusal:
                yield step.after, action, refusal


def _check_way(game: Game[Any], state: Any, way: ProvenRemedy) -> None:
    """Carry out a remedy as a table would: report it, apply it, and report again."""
    if way.first is not None:
        first = game.read_action(way.first.model_dump(mode="json"))
        assert kernel.check(game, state, first) is None, way
        state, _ = game.apply(state, first)
    if kernel.next_field(game, way.draft) is None:
        report = game.read_action(kernel.complete(game, way.draft).model_dump(mode="json"))
        assert kernel.check(game, state, report) is None, way
        game.apply(state, report)
    else:
        assert kernel.check_draft(game, state, way.draft) is None, way


def _check_it_is_about_the_same(
    game: Game[Any], state: Any, action: Action, way: ProvenRemedy
) -> None:
    """Compare what is attempted, in words, before the remedy and after it.

    Amounts may differ, and so does what the remedy itself names.
    """
    if set(way.remedy.change or {}) - {"seat"} or kernel.next_field(game, way.draft) is not None:
        return
    report = kernel.complete(game, way.draft)
    after = state if way.first is None else game.apply(state, way.first)[0]
    wording = Wording(game.id, ("X",) * len(state.options.players), state.rulings)
    reported = game.describe(state, action)
    before = wording.action_attempt(action.kind, reported)
    then = wording.action_attempt(report.kind, game.describe(after, report))
    for term in _terms(tuple(reported.values())):
        name = wording.term(term.key)
        assert name not in before or name in then, (way, name, before, then)


def _terms(value: Any) -> Iterator[Term]:
    """Yield the terms within a value of a sentence."""
    if isinstance(value, tuple):
        for each in value:
            yield from _terms(each)
    elif isinstance(value, Term):
        yield value


def _check_card(game: Game[Any], state: Any, action: Action, refusal: Refusal) -> int:
    draft = draft_of(action)
    proven = remedies.find_remedies(game, state, draft, refusal).remedies
    wording = Wording(game.id, state.options.players, state.rulings)
    texts = [wording.remedy(way.remedy) for way in proven]
    for way, text in zip(proven, texts, strict=True):
        _check_way(game, state, way)
        _check_it_is_about_the_same(game, state, action, way)
        # A remedy must never advise giving up first.
        assert way.first is None or way.first.kind not in game.giving_up, way
        assert text, way
        assert MISSING not in text, text
    assert len(set(texts)) == len(texts), texts
    return len(proven)


def _campaign(game: Game[Any], matches: int, limit: int, enough: int = 0) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in range(matches):
        if enough and counts["remedies"] >= enough:
            break
        for state, action, refusal in refused(game, Random(seed), limit):
            shown = _check_card(game, state, action, refusal)
            counts["cards"] += 1
            counts["remedies"] += shown
            counts["cards with a remedy"] += bool(shown)
    return counts


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=2)
def test_every_remedy_is_legal_once_carried_out(game: Game[Any], matches: int) -> None:
    counts = _campaign(game, matches, 60)
    assert counts["remedies"] > 25 * matches, counts


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_fifty_thousand_remedies_are_legal_once_carried_out(game: Game[Any]) -> None:
    counts = _campaign(game, 1000, 400, enough=50_000)
    print(game.id, dict(counts))
    assert counts["remedies"] >= 50_000, counts


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=3)
def test_every_remedy_of_a_draft_can_be_completed(game: Game[Any], matches: int) -> None:
    """Remedies of a greyed-out choice lead to a legal report."""
    shown = 0
    for seed in range(matches):
        rng = Random(seed)
        for state, action, _ in refused(game, rng, 60):
            names = action.form_fields()
            kept = names[: rng.randrange(len(names) + 1)]
            draft = Draft(action.kind, action.seat, {n: getattr(action, n) for n in kept})
            refusal = kernel.check_draft(game, state, draft)
            if refusal is None:
                continue
            for way in remedies.find_remedies(game, state, draft, refusal).remedies:
                shown += 1
                after = state if way.first is None else game.apply(state, way.first)[0]
                assert next(_completions(game, after, way.draft), None) is not None, way
    assert shown > 5


def _completions(game: Game[Any], state: Any, draft: Draft) -> Iterator[Action]:
    if kernel.check_draft(game, state, draft) is not None:
        return
    name = kernel.next_field(game, draft)
    if name is None:
        yield kernel.complete(game, draft)
        return
    for value in kernel.values_to_try(game.candidates(state, draft, name)):
        yield from _completions(game, state, draft.with_value(name, value))


@pytest.mark.deep
@how_much("steps", everyday=15, before_release=90)
def test_remedy_certain_without_hidden_cards_is_legal_with_them(
    game: Game[Any], steps: int
) -> None:
    """Hidden cards make a remedy uncertain at most."""
    certain = 0
    for state, action, _ in refused(game, Random(7), steps):
        refusal = kernel.judge(game, state, action, private=False).refusal
        if refusal is None:
            continue
        for way in remedies.find_remedies(game, state, draft_of(action), refusal, seen=()).remedies:
            if way.certain:
                certain += 1
                _check_way(game, state, way)
    assert certain


@pytest.mark.deep
@how_much("most", everyday=6, before_release=60)
def test_report_refused_until_a_moment_stays_refused_until_then(game: Game[Any], most: int) -> None:
    """Play goes on at random after a refusal with an `until`."""
    moments = sample_of(game).UNTIL
    # In some games nothing of the kind is refused before a match is well under way.
    limit = getattr(sample_of(game), "UNTIL_WITHIN", 80)
    assert set(load_until(game)) == set(moments)
    seen: Counter[str] = Counter()
    for seed in range(6):
        if all(seen[moment] >= most for moment in moments):
            break
        rng = Random(seed)
        for state, action, refusal in refused(game, rng, limit):
            if refusal.until is None or seen[refusal.until] >= most:
                continue
            seen[refusal.until] += 1
            _stays_refused(game, state, action, moments[refusal.until], rng)
    assert set(seen) == set(moments)


def load_until(game: Game[Any]) -> dict[str, str]:
    """Return the words of each moment before which something is refused."""
    return Wording(game.id).data.words.until


def _stays_refused(game: Game[Any], then: Any, action: Action, moment: Any, rng: Random) -> None:
    state = then
    for _ in range(25):
        assert kernel.check(game, state, action) is not None, (action, state)
        act = legal_action(game, state, rng)
        if act is None:
            return
        state, _ = game.apply(state, act)
        if moment(then, state, action):
            return
