"""Ruling dependencies are true: under the other reading, a check answers as the card says.

Tested in random positions of every game and on the tables of its rule cases, with and without
knowledge of the acting seat's hand.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice import remedies, ruling_dependencies
from companion.kernel.advice.remedies import draft_of
from companion.kernel.advice.ruling_dependencies import RulingDependency
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.rulebook.wording import Wording
from tests.games import cases
from tests.games.elsewhere import is_small
from tests.games.random_play import any_action, legal_action, play, sample_of, slip
from tests.seeds import how_much

_CASES = Path(__file__).parents[1] / "games"

Said = tuple[str, str | None]

_SELDOM = {"santiago_de_cuba", "kingdom_of_solomon"}
"""Games whose random wrong reports hardly ever depend on a reading: their cases do."""

EVERY = how_much("every", everyday=3, before_release=1)
"""One rule case of how many is tested."""


def _reports(game: Game[Any], state: Any, rng: Random) -> Iterator[Action]:
    drawn = [legal_action(game, state, rng), any_action(game, state, rng)]
    drawn += [slip(game, state, rng) for _ in range(3)]
    yield from (a for a in drawn if a is not None and a.seat < len(state.options.players))


def _checked(game: Game[Any], state: Any, action: Action, private: bool) -> Said:
    """Return the answer of a check to a report."""
    judgement = legality.judge(game, state, action, private=private)
    if judgement.refusal:
        return "refused", judgement.refusal.code
    covered = not private and legality.depends_on_hidden(game, action.kind)
    lacks = legality.fact_needed(game, state, action) is not None
    return "unverifiable" if covered or lacks else judgement.verdict, None


def _other(game: Game[Any], state: Any, dependency: RulingDependency) -> Any:
    return game.with_rulings(state, {**state.rulings, dependency.ruling: dependency.other})


def _holds(game: Game[Any], state: Any, action: Action) -> Counter[str]:
    """Check that exactly the readings that change the answer are named, with that answer."""
    all_readings, counts = Wording(game.id).readings, Counter[str]()
    for private in (True, False):
        now = _checked(game, state, action, private)
        dependencies = ruling_dependencies.ruling_dependencies(
            game, state, draft_of(action), all_readings, private=private
        )
        said = {
            (dependency.ruling, dependency.other): (dependency.verdict, dependency.refused)
            for dependency in dependencies
        }
        answers = {
            (ruling, other): _checked(game, read_so, action, private)
            for ruling, in_force in state.rulings.items()
            for other in set(all_readings[ruling]) - {in_force}
            for read_so in [game.with_rulings(state, {**state.rulings, ruling: other})]
        }
        assert said == {key: answer for key, answer in answers.items() if answer != now}
        counts.update(verdict for verdict, _ in said.values())
    return counts


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=3)
def test_answer_names_the_readings_that_would_change_it(game: Game[Any], matches: int) -> None:
    named = Counter[str]()
    # In some games answers seldom depend on a reading: play more matches until one does.
    for seed in range(matches if game.id in _SELDOM else 60):
        if named and seed >= matches:
            break
        rng = Random(seed)
        for step in islice(play(game, rng, 60), None, None, 2):
            for action in _reports(game, step.after, rng):
                named += _holds(game, step.after, action)
    assert named or game.id in _SELDOM or is_small(game)


def _of_cases(game: Game[Any], every: int) -> Iterator[tuple[Any, Action]]:
    """Yield the tables of the rule cases, or a part of them that no other case shifts."""
    for case in cases.load(_CASES / game.id / "cases"):
        if crc32(case.title.encode()) % every == 0:
            yield sample_of(game).lay(case.given), game.read_action(case.report)


@pytest.mark.deep
@EVERY
def test_unverifiable_answer_under_a_reading_is_not_called_legal(
    game: Game[Any], every: int
) -> None:
    named = Counter[str]()
    for state, action in _of_cases(game, every):
        named += _holds(game, state, action)
    if every == 1:
        assert min(named[verdict] for verdict in ("legal", "refused", "unverifiable"))


@pytest.mark.deep
@EVERY
def test_unfinished_report_is_legal_only_if_it_can_be_completed(every: int) -> None:
    """Tested under the other reading, with the last fields missing."""
    counts = Counter[str]()
    for game in GAMES.values():
        all_readings = Wording(game.id).readings
        for state, action in _of_cases(game, every):
            for draft, private in _begun(action):
                for dependency in ruling_dependencies.ruling_dependencies(
                    game, state, draft, all_readings, private=private
                ):
                    counts[dependency.verdict] += 1
                    _check_draft(game, _other(game, state, dependency), draft, dependency, private)
    if every == 1:
        assert min(counts["legal"], counts["refused"]), counts


def _begun(action: Action) -> Iterator[tuple[Draft, bool]]:
    names = action.form_fields()
    for kept in range(len(names)):
        values = {name: getattr(action, name) for name in names[:kept]}
        for private in (True, False):
            yield Draft(action.kind, action.seat, values), private


def _check_draft(
    game: Game[Any], state: Any, draft: Draft, dependency: RulingDependency, private: bool
) -> None:
    refusal = legality.check_draft(game, state, draft, private=private)
    assert (refusal.code if refusal else None) == dependency.refused
    assert (dependency.verdict == "refused") == (refusal is not None)
    if not refusal:
        completions = remedies.completions(game, state, draft, private=private)
        legal = any(_checked(game, state, a, private) == ("legal", None) for a in completions)
        assert (dependency.verdict == "legal") == legal


@pytest.mark.parametrize(
    ("game_id", "title", "private", "said"),
    [
        ("blue_moon_city", "Una amarilla sin la ofrenda normal", True, "sí se podría."),
        (
            "blue_moon_city",
            "Una amarilla sin la ofrenda normal",
            False,
            "quedaría por comprobar si se puede.",
        ),
        (
            "blue_moon",
            "Negarse muchas veces seguidas se puede",
            True,
            "quedaría por comprobar si se puede.",
        ),
    ],
)
def test_ruling_note_names_the_verdict_of_the_other_reading(
    game_id: str, title: str, private: bool, said: str
) -> None:
    game, sample = GAMES[game_id], sample_of(GAMES[game_id])
    (case,) = (c for c in cases.load(_CASES / game_id / "cases") if c.title == title)
    state, draft = sample.lay(case.given), draft_of(game.read_action(case.report))
    wording = Wording(game.id, state.options.players, state.rulings)
    dependencies = ruling_dependencies.ruling_dependencies(
        game, state, draft, wording.readings, private=private
    )
    (note,) = wording.rests_on(dependencies)
    assert note.other.endswith(f"» {said}")
