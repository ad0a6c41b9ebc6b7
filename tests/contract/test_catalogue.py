"""Words and rule sections of a game: closed both ways with its codes."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.games import package_of
from companion.kernel.box import by_hand
from companion.kernel.conditions import Condition
from companion.kernel.game import Game
from companion.rulebook.completeness import data_gaps, missing_words
from companion.rulebook.loader import load
from companion.rulebook.sections import Enforcement
from companion.rulebook.templates import MISSING, problems
from companion.rulebook.wording import Wording
from tests.games.random_play import played, sample_of
from tests.seeds import seeds


def _conditions(game: Game[Any]) -> Iterator[Condition[Any]]:
    for listed in game.conditions.values():
        yield from listed
    yield from game.setup_conditions


class _Source(NamedTuple):
    """Texts in the source of a game."""

    strings: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]
    """Patterns of the texts put together in it."""
    calls: frozenset[tuple[str, int, str]]
    """Texts given to calls: name called, position of the argument, and the text."""


def _rules(game_id: str) -> Iterator[ast.Module]:
    """Yield the source of the rules of a game, file by file."""
    folder = Path(str(import_module(package_of(game_id)).__file__)).parent
    for path in sorted(folder.rglob("*.py")):
        if path.parent.name != "screens":
            yield ast.parse(path.read_text(encoding="utf-8"))


@cache
def _source(game_id: str) -> _Source:
    strings, patterns, calls = set[str](), list[re.Pattern[str]](), set[tuple[str, int, str]]()
    for module in _rules(game_id):
        for node in ast.walk(module):
            if isinstance(node, ast.Call):
                calls.update(_given(node))
            elif isinstance(node, ast.JoinedStr):
                patterns.append(_pattern(node))
            elif (text := _text(node)) is not None:
                strings.add(text)
    return _Source(frozenset(strings), tuple(patterns), frozenset(calls))


def _text(node: ast.AST) -> str | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    parts = (
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
        for part in node.values
    )
    return re.compile("".join(parts))


def _given(node: ast.Call) -> Iterator[tuple[str, int, str]]:
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    for position, code in enumerate(node.args):
        if (text := _text(code)) is not None:
            yield name, position, text


def _called(game: Game[Any], *names: str, position: int = 0) -> set[str]:
    """Return the literal codes given to calls of these names."""
    calls = _source(game.id).calls
    return {text for name, place, text in calls if name in names and place == position}


def test_game_data_have_no_gaps(game: Game[Any]) -> None:
    assert missing_words(game) == ()
    assert data_gaps(load(game.id)) == ()


def test_conditions_and_their_words_match(game: Game[Any]) -> None:
    assert {c.code for c in _conditions(game)} == set(load(game.id).words.conditions)


def test_actions_and_their_fields_have_words(game: Game[Any]) -> None:
    words = load(game.id).words.actions
    assert set(words) == set(game.action_models)
    for kind, model in game.action_models.items():
        assert set(words[kind].fields) == set(model.form_fields())


@pytest.mark.parametrize(
    ("section", "calls", "position"),
    [
        ("remedies", ("Remedy",), 0),
        ("effects", ("say", "happening", "Happening"), 0),
        ("duties", ("Duty",), 0),
        ("problems", ("Problem",), 0),
        ("scores", ("ScoreLine",), 1),
        ("outcomes", ("Outcome",), 1),
    ],
)
def test_codes_and_their_words_match(
    game: Game[Any], section: str, calls: tuple[str, ...], position: int
) -> None:
    worded = set(getattr(load(game.id).words, section))
    assert _called(game, *calls, position=position) <= worded
    strings, patterns, _ = _source(game.id)
    # Lines left to the table are worded under a code of the kernel.
    shared = {by_hand.BY_HAND} if by_hand.KIND in game.action_models else set()
    for code in worded - strings - shared:
        # Codes such as `reveal:card` word effects of the ledger.
        assert ":" in code or any(p.fullmatch(code) for p in patterns), code


def test_settables_have_words(game: Game[Any]) -> None:
    words, met = load(game.id).words, set[str]()
    for state in _tables(game):
        for settable in game.settables_of(state):
            named = words.settable(settable.code)
            assert named is not None, settable.code
            met.add(named[0])
    assert met == set(words.settables.values())


def _tables(game: Game[Any]) -> Iterator[Any]:
    """Yield first states of random tables."""
    for seed in range(10):
        options, facts, rulings = sample_of(game).table(Random(seed))
        yield game.setup(options, facts, rulings)


def test_sections_cited_by_conditions_exist(game: Game[Any]) -> None:
    """See `test_enforced_sections.py` for those that are enforced."""
    cited = {rule for condition in _conditions(game) for rule in condition.rules}
    assert cited <= {section.id for section in load(game.id).rulebook}


@pytest.mark.deep
def test_rules_cited_by_effects_exist(game: Game[Any]) -> None:
    book = {section.id for section in load(game.id).rulebook}
    for seed in range(4):
        for step in played(game, seed, 300):
            assert {effect.rule for effect in step.effects} <= book


def test_rulings_are_used_and_cite_existing_sections(game: Game[Any]) -> None:
    """Every ruling changes something, and none is named that does not exist."""
    data, strings = load(game.id), _source(game.id).strings
    for ruling in data.rulings:
        assert ruling.id in strings, ruling.id
        assert set(ruling.rules) <= {section.id for section in data.rulebook}


def test_templates_have_no_problems(game: Game[Any]) -> None:
    words = load(game.id).words
    lexicon = words.lexicon()
    groups = (words.remedies, words.effects, words.transfers, words.duties, words.outcomes)
    templates = [template for group in groups for template in group.values()]
    templates += [text for c in words.conditions.values() for text in (c.refusal, c.remark or "")]
    templates += [text for a in words.actions.values() for text in (a.attempt, a.done)]
    assert [problem for t in templates for problem in problems(t, lexicon)] == []


@pytest.mark.parametrize("seed", seeds(4))
def test_random_match_is_described_without_gaps_or_codes(game: Game[Any], seed: int) -> None:
    """Hold for effects, duties and sentences of a whole random match."""
    steps = list(played(game, seed, 400))
    state = steps[0].before
    wording = Wording(game.id, state.options.players, state.rulings)
    for step in steps:
        texts = list(wording.effects(step.effects))
        texts += [wording.duty(duty) for duty in game.duties(step.after)]
        params = game.describe(step.before, step.action)
        texts.append(wording.action_sentence(step.action.kind, params))
        texts.append(wording.action_attempt(step.action.kind, params))
        for text in texts:
            assert MISSING not in text, text
            assert not re.search(r"[a-z]_[a-z]|[a-z]\.[a-z]", text), text


def test_rulebook_coverage_is_printed_and_some_section_enforced(game: Game[Any]) -> None:
    book = [section for section in load(game.id).rulebook if section.states_rule]
    counts = {kind: sum(s.enforcement is kind for s in book) for kind in Enforcement}
    shown = ", ".join(f"{kind} {count}" for kind, count in counts.items())
    print(f"{game.id}: {len(book)} sections that state rules: {shown}")
    assert counts[Enforcement.ENFORCED] > 0


def _names_and_codes(game_id: str) -> tuple[set[str], set[str]]:
    """Return the functions of a game's conditions, and the codes declared above them."""
    names, codes = set[str](), set[str]()
    for module in _rules(game_id):
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef):
                names.add(node.name.strip("_"))
                declared = [k for d in node.decorator_list for k in getattr(d, "keywords", ())]
                codes |= {_text(k.value) or "" for k in declared if k.arg == "code"}
    return names, codes - {""}


def test_each_declared_code_has_a_function_of_its_name(game: Game[Any]) -> None:
    """A search for a code finds what decides it; the code itself outlives a rename."""
    names, codes = _names_and_codes(game.id)
    assert codes
    assert codes - names == set()


def test_every_item_of_a_table_is_told_apart_from_others_in_words(game: Game[Any]) -> None:
    for step in played(game, 0, 60):
        wording = Wording(game.id, step.after.options.players)
        items = {item for _, item, _ in step.after.ledger.items()}
        told = {item: wording.item_label(item) for item in items}
        assert not [item for item in items if told[item] == item.replace(":", ".")]
        assert len(set(told.values())) == len(items), told
