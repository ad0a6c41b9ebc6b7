"""Random play of any game: legal reports drawn field by field, and arbitrary ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Effect

LONGEST = 2000
"""Number of acts after which random play stops although the match has not ended."""


def sample_of(game: Game[Any]) -> Any:
    """Return the game's module of sample tables.

    It has `table(rng) -> (options, facts, rulings)`, good for a match, and `WEIGHTS`: by action
    kind, how often random play tries it. Where that depends on the state, `weights(state)` returns
    it.
    """
    return import_module(f"tests.games.{game.id}.sample")


def first_state(game: Game[Any], rng: Random) -> Any:
    """Return the first state of a match on a random table."""
    options, facts, rulings = sample_of(game).table(rng)
    refusal = legality.check_setup(game, options, facts, rulings)
    assert refusal is None, refusal
    return game.setup(options, facts, rulings)


def legal_action(
    game: Game[Any], state: Any, rng: Random, weights: Mapping[str, float] | None = None
) -> Action | None:
    """Return a random legal action, or None when there is none."""
    weights = weights_of(game, state) if weights is None else weights
    seats = game.awaiting(state)
    if not seats:
        return None
    for _ in range(30):
        seat = rng.choice(seats)
        kinds = [kind for kind, refusal in legality.legal_kinds(game, state, seat) if not refusal]
        if not kinds:
            continue
        kind = rng.choices(kinds, [weights.get(kind, 0.001) for kind in kinds])[0]
        action = _filled(game, state, Draft(kind, seat, {}), rng)
        if action is not None:
            return action
    listed = list(legality.legal_actions(game, state))
    return rng.choice(listed) if listed else None


def weights_of(game: Game[Any], state: Any) -> Mapping[str, float]:
    """Return the weight of each kind in this state."""
    sample = sample_of(game)
    weights: Mapping[str, float] = (
        sample.weights(state) if hasattr(sample, "weights") else sample.WEIGHTS
    )
    return weights


def _filled(game: Game[Any], state: Any, draft: Draft, rng: Random) -> Action | None:
    while (name := legality.next_field(game, draft)) is not None:
        values = list(legality.values_to_try(game.candidates(state, draft, name)))
        rng.shuffle(values)
        fitting = (draft.with_value(name, value) for value in values)
        fitting_draft = next(
            (d for d in fitting if legality.check_draft(game, state, d) is None), None
        )
        if fitting_draft is None:
            return None
        draft = fitting_draft
    action = legality.complete(game, draft)
    return action if legality.check(game, state, action) is None else None


def any_action(game: Game[Any], state: Any, rng: Random) -> Action:
    """Return a well-formed action, legal or not."""
    kind = rng.choice(list(game.action_models))
    draft = Draft(kind, rng.choice((0, 1, 2, 3)), {})
    while (name := legality.next_field(game, draft)) is not None:
        values = legality.values_to_try(game.candidates(state, draft, name))
        if not values:
            return any_action(game, state, rng)
        draft = draft.with_value(name, rng.choice(values))
    return legality.complete(game, draft)


def slip(game: Game[Any], state: Any, rng: Random) -> Action:
    """Return a mistaken report: a legal one with one thing changed, or of another seat."""
    action = legal_action(game, state, rng)
    return (
        any_action(game, state, rng) if action is None else _slipped_once(game, state, action, rng)
    )


def two_slips(game: Game[Any], state: Any, rng: Random) -> Action:
    """Return a report with two things changed, or one of them twice."""
    return _slipped_once(game, state, slip(game, state, rng), rng)


def _slipped_once(game: Game[Any], state: Any, action: Action, rng: Random) -> Action:
    names = ("seat", *action.form_fields())
    name = rng.choice(names)
    values = {"seat": action.seat, **{n: getattr(action, n) for n in action.form_fields()}}
    earlier = {n: values[n] for n in names[1 : names.index(name)]} if name != "seat" else {}
    draft = Draft(action.kind, action.seat, earlier)
    values[name] = _slipped(game, state, draft, name, values[name], rng)
    return game.read_action({"kind": action.kind, **values})


def paid_at_random(game: Game[Any], state: Any, rng: Random) -> Action:
    """Return a legal report with something else laid down for it, if it has anything to pay."""
    action = legal_action(game, state, rng)
    if action is None or not action.payments:
        return slip(game, state, rng)
    values = draft_of(action).values
    name = rng.choice(sorted(action.payments))
    names = action.form_fields()
    before = Draft(action.kind, action.seat, {n: values[n] for n in names[: names.index(name)]})
    candidates = game.candidates(state, before, name)
    if not isinstance(candidates, OpenBag) or not candidates.items:
        return slip(game, state, rng)
    laid = tuple(rng.choice(candidates.items)[0] for _ in range(rng.randrange(4)))
    bag = tuple(sorted((*laid, *rng.choices(((), values[name]), (2, 1))[0])))[:8]
    return legality.complete(game, Draft(action.kind, action.seat, {**values, name: bag}))


def _slipped(
    game: Game[Any], state: Any, draft: Draft, name: str, value: Any, rng: Random
) -> object:
    if name == "seat":
        return rng.randrange(len(state.options.players))
    match game.candidates(state, draft, name):
        case Choices(values=values) if values:
            return rng.choice(values)
        case OpenBag(items=items) if items:
            bag = list(value or ())
            if bag and rng.random() < 0.5:
                bag.pop(rng.randrange(len(bag)))
            else:
                bag.append(rng.choice(items)[0])
            return tuple(bag)
        case OpenNumber(minimum=low, maximum=high):
            return min(max((value or 0) + rng.choice((-1, 1, 2)), low), high)
        case _:
            return value


@dataclass(frozen=True)
class Played:
    """Action that was played, with the states around it."""

    before: Any
    action: Action
    effects: tuple[Effect, ...]
    after: Any


def played(game: Game[Any], seed: int, limit: int = LONGEST) -> Iterator[Played]:
    """Yield the match that `play` makes of a seed: played once, as far as it is read."""
    steps, further = _recorded(game.id, seed)
    for n in range(limit):
        if n == len(steps):
            step = next(further, None)
            if step is None:
                return
            steps.append(step)
        yield steps[n]


@cache
def _recorded(game_id: str, seed: int) -> tuple[list[Played], Iterator[Played]]:
    return [], play(GAMES[game_id], Random(seed), LONGEST)


def play(game: Game[Any], rng: Random, limit: int = LONGEST, state: Any = None) -> Iterator[Played]:
    """Yield a match of random legal actions, to its end or to the limit.

    It goes on from a state, or begins on a random table.
    """
    state = first_state(game, rng) if state is None else state
    for _ in range(limit):
        action = legal_action(game, state, rng)
        if action is None:
            return
        after, effects = game.apply(state, action)
        yield Played(state, action, effects, after)
        state = after
