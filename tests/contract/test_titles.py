"""A whole report is told whole.

No word of its title or of its sentence lacks its value, and no two reports of one kind are told
alike.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.rulebook import templates
from companion.rulebook.loader import load
from companion.rulebook.wording import Wording
from tests.games.elsewhere import is_small
from tests.games.random_play import any_action, legal_action, play
from tests.games.sentences import timely
from tests.seeds import how_much


@how_much("matches", everyday=1, before_release=10)
def test_every_whole_report_gives_each_value_of_its_title_and_sentence(
    game: Game[Any], matches: int
) -> None:
    words, told = load(game.id).words.actions, 0
    for seed in range(matches):
        rng = Random(seed)
        for step in play(game, rng, 80):
            for action in (any_action(game, step.after, rng), legal_action(game, step.after, rng)):
                if action is None or action.seat >= len(step.after.options.players):
                    continue
                params = game.describe(step.after, action)
                asked = words[action.kind]
                told += 1
                for template in (asked.attempt, asked.done):
                    missing = templates.parameters(template) - params.keys()
                    assert not missing, (action, missing)
    assert told > 80 * matches or is_small(game)


@how_much("matches", everyday=1, before_release=10)
def test_every_attempt_not_filled_in_yet_gives_each_value_of_its_title(
    game: Game[Any], matches: int
) -> None:
    words = load(game.id).words.actions
    for seed in range(matches):
        rng = Random(seed)
        for step in play(game, rng, 80):
            action = legal_action(game, step.after, rng)
            begun = words[action.kind].begun if action else None
            if action is None or begun is None:
                continue
            # It names what is known by then: with every answer, all of it is.
            params = game.describe_known(step.after, draft_of(action))
            said = {**templates.left_unsaid(begun), **params}
            missing = templates.parameters(begun) - said.keys()
            assert not missing, (action, missing)


@how_much("matches", everyday=1, before_release=10)
def test_title_names_the_first_answer(game: Game[Any], matches: int) -> None:
    named = 0
    for seed in range(matches):
        rng = Random(seed)
        for step in play(game, rng, 80):
            action, state = legal_action(game, step.after, rng), step.after
            fields = action.form_fields() if action else ()
            if action is None or len(fields) < 2:
                continue
            wording = Wording(game.id, state.options.players, state.rulings)
            draft = Draft(action.kind, action.seat, {fields[0]: getattr(action, fields[0])})
            title = wording.action_attempt(action.kind, game.describe_known(state, draft))
            bare = wording.action_attempt(action.kind, {})
            named += title != bare
    assert named or is_small(game)


@how_much("matches", everyday=1, before_release=10)
def test_no_two_reports_of_one_kind_are_told_alike(game: Game[Any], matches: int) -> None:
    told = 0
    for seed in range(matches):
        rng = Random(seed)
        for step in play(game, rng, 150):
            state = step.before
            wording = Wording(game.id, state.options.players, state.rulings)
            for action in (step.action, timely(game, state, rng)):
                for other in _with_another_answer(game, state, action, rng):
                    told += 1
                    for tell in (wording.action_attempt, wording.action_sentence):
                        texts = {
                            tell(one.kind, game.describe(state, one)) for one in (action, other)
                        }
                        assert len(texts) == 2, (action, other, texts)
    assert told > 80 * matches or is_small(game)


def _with_another_answer(
    game: Game[Any], state: Any, action: Action, rng: Random
) -> Iterator[Action]:
    """Yield a report with another answer to each of its questions in turn."""
    if action.seat >= len(state.options.players):
        return
    values = draft_of(action).values
    for place, name in enumerate(names := action.form_fields()):
        before = Draft(action.kind, action.seat, {n: values[n] for n in names[:place]})
        tried = legality.values_to_try(game.candidates(state, before, name))
        others = [value for value in tried if value != values[name]]
        if not others:
            continue
        with suppress(ValidationError):
            draft = Draft(action.kind, action.seat, {**values, name: rng.choice(others)})
            other = legality.complete(game, draft)
            if other != action:
                yield other
