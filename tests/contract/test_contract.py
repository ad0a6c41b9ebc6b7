"""Contract that every game keeps, whatever its rules."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain, islice
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from pydantic import BaseModel

from companion.kernel import legality
from companion.kernel.box.facts import Unknown, settled
from companion.kernel.box.printed_values import PrintedValues
from companion.kernel.conditions import Condition, Verdict
from companion.kernel.conditions import judge as judged_by
from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import ADJUSTMENTS, Ledger, Transfer, Visibility, seat_account
from companion.kernel.refusal import Failure
from tests.games.random_play import Played, any_action, first_state, played, slip
from tests.seeds import how_much, seeds

SEEDS = seeds(3)
FEW = (0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2)))
"""Seeds of tests that judge much in each position."""
SHORT = 120


def _match(game: Game[Any], seed: int) -> tuple[Played, ...]:
    """Return a match that several tests read; nothing of it can change."""
    return tuple(played(game, seed, SHORT))


def _states(game: Game[Any], seed: int, number: int = 6) -> list[Any]:
    steps = _match(game, seed)
    every = max(1, len(steps) // number)
    return [step.before for step in steps[::every]] + [steps[-1].after]


@pytest.mark.deep
@how_much("matches", everyday=range(1), before_release=range(3))
def test_listed_actions_are_those_that_pass_the_check(game: Game[Any], matches: range) -> None:
    """Pruning loses nothing: a refused draft has no legal completion."""
    number = 2 if len(matches) == 1 else 6
    for state in chain.from_iterable(_states(game, seed, number) for seed in matches):
        seats = range(len(state.options.players))
        listed = {a.model_dump_json() for a in legality.legal_actions(game, state, seats)}
        checked = {
            action.model_dump_json()
            for seat in seats
            for kind in game.action_models
            for action in _unpruned(game, state, Draft(kind, seat, {}))
            if legality.check(game, state, action) is None
        }
        assert listed == checked
        for seat in seats:
            offered = {kind for kind, _refusal in legality.legal_kinds(game, state, seat)}
            assert {a.kind for a in legality.legal_actions(game, state, [seat])} <= offered


def test_field_offers_no_value_twice() -> None:
    # This holds for any input of a game: two controls with the same key would stop the page.
    assert Choices((2, 1, 2)).values == (2, 1)
    assert OpenNumber(0, 9, (3, 3, 5)).proposals == (3, 5)
    bag = OpenBag((("a", 1), ("b", 2), ("a", 4)), proposals=(("a", "b"), ("b",), ("b", "a")))
    assert bag.items == (("a", 4), ("b", 2))
    assert bag.proposals == (("a", "b"), ("b",))
    assert not bag.only


def test_bag_into_which_nothing_can_be_put_allows_only_what_is_offered() -> None:
    # Its one answer is not asked for.
    assert OpenBag((), proposals=((),)).only
    assert OpenBag((("a", 0),), proposals=((),)).only
    assert not OpenBag(()).only


def test_answer_is_certain_if_every_possible_value_gives_it() -> None:
    assert settled(3, lambda n: n > 2) is True
    unknown = Unknown("some.value", (2, 3, 4))
    assert settled(unknown, lambda n: n < 5) is True
    assert settled(unknown, lambda n: n < 2) is False
    assert settled(unknown, lambda n: n < 3) == unknown
    # With unknown candidates, nothing can be concluded.
    assert settled(Unknown("other.value"), lambda _n: True) == Unknown("other.value")


def _unpruned(game: Game[Any], state: Any, draft: Draft) -> Iterator[Action]:
    name = legality.next_field(game, draft)
    if name is None:
        yield legality.complete(game, draft)
        return
    for value in legality.values_to_try(game.candidates(state, draft, name)):
        yield from _unpruned(game, state, draft.with_value(name, value))


@pytest.mark.parametrize("seed", SEEDS)
def test_apply_is_pure_and_its_effects_balance(game: Game[Any], seed: int) -> None:
    for step in _match(game, seed):
        assert game.apply(step.before, step.action) == (step.after, step.effects)
        assert step.before.ledger.post(step.effects) == step.after.ledger
        assert game.invariants(step.after) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_actions_survive_json(game: Game[Any], seed: int) -> None:
    for step in _match(game, seed):
        data = json.loads(step.action.model_dump_json())
        assert game.read_action(data) == step.action


@pytest.mark.parametrize("seed", SEEDS)
def test_replayed_actions_give_the_same_state(game: Game[Any], seed: int) -> None:
    steps = _match(game, seed)
    state = steps[0].before
    for step in steps:
        state, _ = game.apply(state, game.read_action(step.action.model_dump(mode="json")))
    assert state == steps[-1].after


@pytest.mark.parametrize("seed", SEEDS)
def test_action_of_a_duty_can_be_begun(game: Game[Any], seed: int) -> None:
    """Judged with public knowledge: no duty names an act that the rules refuse from the start."""
    begun, steps = 0, _match(game, seed)
    for step in steps:
        for duty in game.duties(step.after):
            for seat in duty.seats if duty.action else ():
                begun += 1
                draft = Draft(str(duty.action), seat, {})
                assert legality.check_draft(game, step.after, draft, private=False) is None, duty
    assert begun > len(steps) / 2


@pytest.mark.deep
def test_nothing_is_legal_after_the_end(game: Game[Any]) -> None:
    ended = 0
    for seed in range(4):
        state = [step.after for step in played(game, seed)][-1]
        if game.outcome(state) is None:
            # This match was stopped at the limit of random play.
            continue
        ended += 1
        seats = range(len(state.options.players))
        assert game.awaiting(state) == ()
        assert game.duties(state) == ()
        assert list(legality.legal_actions(game, state, seats)) == []
    assert ended


class _Spy:
    """Action that records which of its fields are read."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.seen.add(name)
        return getattr(self.action, name)


@pytest.mark.parametrize("seed", SEEDS)
def test_conditions_read_only_the_fields_they_need(game: Game[Any], seed: int) -> None:
    rng = Random(seed)
    for state in _states(game, seed):
        for _ in range(150):
            action = any_action(game, state, rng)
            _spy_on(game.conditions[action.kind], state, action)


def _spy_on(conditions: tuple[Condition[Any], ...], state: Any, action: Action) -> None:
    unmet: set[str] = set()
    for condition in conditions:
        if not unmet.isdisjoint(condition.requires):
            unmet.add(condition.code)
            continue
        spy = _Spy(action)
        if isinstance(condition.test(state, spy), Failure):
            unmet.add(condition.code)
        unasked = set(type(action).model_fields) - set(action.form_fields())
        assert spy.seen <= {*condition.fields, *unasked}, (condition.code, spy.seen)


@pytest.mark.parametrize("seed", SEEDS)
def test_arbitrary_reports_are_answered_and_explained(game: Game[Any], seed: int) -> None:
    """The check is total, and agrees with the explanation and with the whole draft."""
    rng = Random(seed)
    for state in _states(game, seed):
        for _ in range(100):
            action = any_action(game, state, rng)
            refusal = legality.check(game, state, action)
            failed = [c.code for c in legality.explain(game, state, action) if c.verdict == "fails"]
            assert (refusal.code if refusal else None) == next(iter(failed), None)
            values = {name: getattr(action, name) for name in action.form_fields()}
            draft = Draft(action.kind, action.seat, values)
            assert legality.check_draft(game, state, draft) == refusal
            beyond = legality.beyond_consent(game, state, action)
            if refusal and not refusal.overrulable:
                assert beyond == refusal


@pytest.mark.parametrize("seed", SEEDS)
def test_action_the_table_may_consent_to_can_be_applied(game: Game[Any], seed: int) -> None:
    rng = Random(seed)
    for state in _states(game, seed):
        for _ in range(100):
            action = any_action(game, state, rng)
            if legality.beyond_consent(game, state, action) is None:
                after, effects = game.apply(state, action)
                assert state.ledger.post(effects) == after.ledger


@pytest.mark.deep
@pytest.mark.parametrize("seed", FEW)
def test_judgement_is_the_same_with_citing_conditions_tested(game: Game[Any], seed: int) -> None:
    rng = Random(seed)
    for step in played(game, seed):
        state, reports = step.before, [step.action]
        reports += [slip(game, state, rng) for _ in range(3)]
        for action in reports:
            by_all = judged_by(game.conditions[action.kind], state, action)
            assert legality.judge(game, state, action) == by_all


def test_presumed_conditions_come_earlier(game: Game[Any]) -> None:
    for conditions in (*game.conditions.values(), game.setup_conditions):
        before: set[str] = set()
        for condition in conditions:
            assert set(condition.requires) <= before, condition.code
            assert condition.code not in before
            before.add(condition.code)


def test_needs_of_a_condition_are_fields_of_the_form(game: Game[Any]) -> None:
    for kind, conditions in game.conditions.items():
        for condition in conditions:
            assert set(condition.fields) <= set(game.action_models[kind].form_fields())


@pytest.mark.parametrize("seed", SEEDS)
def test_first_field_choices_have_words(game: Game[Any], seed: int) -> None:
    for state in _states(game, seed, 2):
        for kind, model in game.action_models.items():
            for name in islice(model.form_fields(), 1):
                draft = Draft(kind, 0, {})
                candidates = game.candidates(state, draft, name)
                for value in candidates.values if isinstance(candidates, Choices) else ():
                    assert game.label(state, draft, name, value) is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_states_are_deeply_immutable(game: Game[Any], seed: int) -> None:
    for state in _states(game, seed, 2):
        assert list(_mutable_parts(state, "state")) == []


def _mutable_parts(value: object, path: str) -> Iterator[str]:
    if value is None or isinstance(value, str | int | Enum | Ledger):
        return
    if isinstance(value, tuple | frozenset):
        for part in value:
            yield from _mutable_parts(part, f"{path}[]")
    elif isinstance(value, MappingProxyType | PrintedValues):
        for key, part in value.items():
            yield from _mutable_parts(part, f"{path}[{key}]")
    elif isinstance(value, BaseModel) and value.model_config.get("frozen"):
        for name in type(value).model_fields:
            yield from _mutable_parts(getattr(value, name), f"{path}.{name}")
    elif is_dataclass(value) and getattr(value, "__dataclass_params__").frozen:  # noqa: B009
        for one in fields(value):
            yield from _mutable_parts(getattr(value, one.name), f"{path}.{one.name}")
    else:
        yield f"{path}: {type(value).__name__}"


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_balance_changes_nothing_for_another_seat(game: Game[Any], seed: int) -> None:
    """Neither its view nor the answers to its drafts depend on a hidden balance."""
    state = first_state(game, Random(seed))
    seats = range(len(state.options.players))
    for spec in game.items_of(state):
        if spec.balance is not Visibility.OWNER:
            continue
        for seat in seats:
            gift = Transfer(spec.family, 5, ADJUSTMENTS, seat_account(seat), "table.adjustment")
            richer = game.with_ledger(state, state.ledger.post([gift]))
            assert game.public_view(richer, seat) != game.public_view(state, seat)
            for other in (None, *(s for s in seats if s != seat)):
                assert game.public_view(richer, other) == game.public_view(state, other)
            assert _answers_to_drafts(game, richer, seat) == _answers_to_drafts(game, state, seat)


def _answers_to_drafts(game: Game[Any], state: Any, seat: int) -> list[object]:
    """Return the answers to drafts of a seat, judged without knowledge of its hand."""
    return [
        legality.check_draft(game, state, draft, private=False)
        for kind in game.action_models
        for draft in _drafts(game, state, Draft(kind, seat, {}))
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_private_conditions_are_not_disclosed(game: Game[Any], seed: int) -> None:
    """List with and without that knowledge differ only in what depends on it."""
    rng, kept = Random(seed), set[str]()
    private = {c.code for each in game.conditions.values() for c in each if c.private}
    for state in _states(game, seed):
        for _ in range(100):
            action = any_action(game, state, rng)
            whole = legality.explain(game, state, action)
            public = legality.explain(game, state, action, private=False)
            for full, some in zip(whole, public, strict=True):
                if some.verdict is Verdict.UNTOLD:
                    kept.add(some.code)
                    assert (some.finding, some.legal_basis) == (None, ())
                else:
                    assert some == full
                    assert some.code not in private or some.verdict is Verdict.MOOT
    assert bool(kept) == bool(private)


def _drafts(game: Game[Any], state: Any, draft: Draft) -> Iterator[Draft]:
    yield draft
    name = legality.next_field(game, draft)
    if name is not None and len(draft.values) < 2:
        candidates = game.candidates(state, draft, name)
        for value in legality.values_to_try(candidates):
            yield draft.with_value(name, value)


@pytest.mark.parametrize("seed", SEEDS)
def test_settables_can_be_set_to_each_of_their_values(game: Game[Any], seed: int) -> None:
    for state in _states(game, seed, 1):
        codes = [settable.code for settable in game.settables_of(state)]
        assert len(codes) == len(set(codes))
        for settable in game.settables_of(state):
            values = settable.values(state)
            if values:
                assert settable.current(state) in values
            for value in values:
                assert settable.current(settable.set(state, value)) == value
                assert settable.label(value) is not None
