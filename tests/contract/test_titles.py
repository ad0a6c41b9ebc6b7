"""A whole report is told whole: no word of its title or of its sentence lacks its value."""

from random import Random
from typing import Any

from companion.kernel.forms.form import Draft
from companion.kernel.game import Game
from companion.rulebook import templates
from companion.rulebook.loader import load
from tests.games.elsewhere import is_small
from tests.games.random_play import any_action, legal_action, play
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
        for step in play(game, Random(seed), 80):
            for kind in game.kinds(step.after):
                params = game.describe_begun(step.after, Draft(kind, 0, {}))
                begun = words[kind].begun
                if begun is not None:
                    missing = templates.parameters(begun) - params.keys()
                    assert not missing, (kind, missing)
