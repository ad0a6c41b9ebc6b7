"""Boxes with any printed values within their bounds: refused, or playable.

Nothing fails; each value that a form offers can be reported; and there is a legal act, or the
broken invariant is reported with its place or its fix.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import pytest

from companion.kernel import legality
from companion.kernel.box.facts import (
    ChoiceSpec,
    FactSpec,
    FactValue,
    IntSpec,
    IntsSpec,
    LinesSpec,
    LinksSpec,
    TextSpec,
    TypedLine,
)
from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber
from companion.kernel.game import Game
from companion.rulebook.loader import load
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from tests.games.random_play import legal_action, sample_of
from tests.seeds import how_much

_STEPS = 25


def _printed(spec: FactSpec, rng: Random) -> FactValue:
    """Return a value that can be typed, often one at its bounds."""

    def number(low: int, high: int) -> int:
        return rng.choice((low, high, rng.randint(low, high)))

    match spec:
        case IntSpec():
            return number(spec.minimum, spec.maximum)
        case IntsSpec():
            drawn = [number(spec.minimum, spec.maximum) for _ in range(spec.count)]
            return tuple(sorted(drawn, reverse=True) if spec.descending else drawn)
        case ChoiceSpec():
            return rng.choice(spec.options)
        case TextSpec():
            return "ñ" * number(1, spec.longest)
        case LinksSpec():
            return tuple(place for place in spec.among if rng.random() < 0.5)
        case LinesSpec():
            return tuple(_line(spec, rng, number) for _ in range(rng.randint(0, spec.most)))


def _line(spec: LinesSpec, rng: Random, number: Callable[[int, int], int]) -> TypedLine:
    verb = rng.choice(list(spec.verbs))
    form = spec.verbs[verb]
    each = number(form.minimum, form.maximum)
    return TypedLine(verb, each, rng.choice(form.things or ("",)), "ñ" * min(1, form.longest))


def _table(game: Game[Any], rng: Random) -> tuple[Any, dict[str, FactValue], dict[str, str]]:
    options, facts, rulings = sample_of(game).table(rng)
    specs = load(game.id).facts
    typed = rng.sample(specs, min(rng.choice((1, 2, 5, len(specs))), len(specs)))
    return options, {**facts, **{spec.id: _printed(spec, rng) for spec in typed}}, rulings


def _offered(game: Game[Any], state: Any, draft: Draft, rng: Random) -> Iterator[Draft]:
    """Yield drafts with each value that the next field offers, the bounds included."""
    name = legality.next_field(game, draft)
    if name is None:
        return
    match game.candidates(state, draft, name):
        case Choices(values=values):
            values_offered: tuple[Any, ...] = values
        case OpenNumber(minimum=low, maximum=high):
            values_offered = (low, high)
        case OpenBag(items=items, proposals=bags):
            values_offered = (*bags, *((item,) for item, _ in items))
        case _:
            values_offered = ()
    drafts = [draft.with_value(name, value) for value in values_offered]
    yield from drafts
    if drafts:
        yield from _offered(game, state, rng.choice(drafts), rng)


def _all_can_be_reported(game: Game[Any], state: Any, rng: Random) -> None:
    for kind in game.action_models:
        seat = rng.randrange(len(state.options.players))
        for draft in _offered(game, state, Draft(kind, seat, {}), rng):
            assert legality.read_draft(game, draft) == draft


def _holds_or_is_told(game: Game[Any], state: Any) -> bool:
    problems = legality.problems(game, state)
    assert all(problem.places or problem.parts or problem.fixes for problem in problems), problems
    return not problems


def _run(game: Game[Any], seeds: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        options, facts, rulings = _table(game, rng)
        refusal = legality.check_setup(game, options, facts, rulings)
        if refusal:
            counts["refused"] += 1
            card = Wording(game.id, options.players, rulings).refusal(refusal)
            assert card.facts
            assert MISSING not in card.facts
            continue
        state = game.setup(options, facts, rulings)
        sound = _holds_or_is_told(game, state)
        for _ in range(_STEPS):
            _all_can_be_reported(game, state, rng)
            action = legal_action(game, state, rng)
            if action is None:
                break
            state, _ = game.apply(state, action)
            sound = sound and _holds_or_is_told(game, state)
        counts["sound" if sound else "told"] += 1
    return counts


@pytest.mark.deep
@how_much("boxes", everyday=6, before_release=40)
def test_any_box_is_refused_playable_or_reported_as_broken(game: Game[Any], boxes: int) -> None:
    assert _run(game, range(boxes))["sound"] > boxes // 4


def _farthest(spec: FactSpec) -> tuple[FactValue, ...]:
    """Return the bounds of a number, or every choice; other kinds have none."""
    match spec:
        case IntSpec():
            return spec.minimum, spec.maximum
        case IntsSpec():
            return (spec.minimum,) * spec.count, (spec.maximum,) * spec.count
        case ChoiceSpec():
            return spec.options
        case _:
            return ()


def _told_only_later(game: Game[Any], fact: str, value: FactValue, seed: int, steps: int) -> str:
    """Return the problem of one changed value met in play but not at the set-up."""
    rng = Random(seed)
    options, facts, rulings = sample_of(game).table(rng)
    facts = {**facts, fact: value}
    if legality.check_setup(game, options, facts, rulings):
        return ""
    state = game.setup(options, facts, rulings)
    if legality.problems(game, state):
        return ""
    for _ in range(steps):
        action = legal_action(game, state, rng)
        if action is None:
            break
        state, _ = game.apply(state, action)
    problems = legality.problems(game, state)
    return f"{fact} = {value}: {problems[0].code}" if problems else ""


def _met_later(game: Game[Any], specs: Iterable[FactSpec], seeds: int, steps: int) -> list[str]:
    reports = (
        _told_only_later(game, spec.id, value, seed, steps)
        for spec in specs
        for value in _farthest(spec)
        for seed in range(seeds)
    )
    return [report for report in reports if report]


@pytest.mark.deep
def test_impossible_box_is_reported_at_the_setup(game: Game[Any]) -> None:
    specs = load(game.id).facts
    assert _met_later(game, Random(1).sample(specs, min(12, len(specs))), 1, 40) == []


@pytest.mark.campaign
def test_numbers_at_their_bounds_are_reported_at_the_setup(game: Game[Any]) -> None:
    assert _met_later(game, load(game.id).facts, 3, 250) == []


@pytest.mark.campaign
def test_hundreds_of_random_boxes_are_refused_or_playable(game: Game[Any]) -> None:
    counts = _run(game, range(400))
    print(game.id, dict(counts))
    assert counts["sound"] > 100
