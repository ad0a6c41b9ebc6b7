"""Names and docstrings stay readable: one meaning a class name, verbs first, nouns for modules."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_GAMES = ("companion/games/", "companion/ui/games/")
"""Folders in which each game has its own classes, called alike from game to game."""

_NOUNS = frozenset({"wording", "building", "scoring"})
"""Module names that end like a gerund or a participle and are nouns."""
_GERUND_OR_PARTICIPLE = re.compile(r"(?:^|_)\w+(?:ing|ed)$")

_ONE_OF_A_KIND = frozenset(
    {
        "errors",
        "presenter",
        "screen",
        "setup",
        "state",
        "effects",
        "decks",
        "cards",
        "play",
        "table",
    }
)
"""Module names that several packages use for the same kind of thing."""

_NO_VERB = frozenset(
    [
        "a",
        "all",
        "an",
        "and",
        "another",
        "any",
        "as",
        "at",
        "because",
        "between",
        "both",
        "by",
        "each",
        "every",
        "everybody",
        "everything",
        "for",
        "from",
        "how",
        "if",
        "in",
        "into",
        "it",
        "its",
        "no",
        "nobody",
        "nothing",
        "of",
        "on",
        "one",
        "only",
        "or",
        "several",
        "so",
        "some",
        "something",
        "than",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "two",
        "until",
        "what",
        "whatever",
        "when",
        "where",
        "whether",
        "which",
        "who",
        "whoever",
        "whose",
        "why",
        "with",
        "within",
        "without",
    ]
)
"""Words that begin a docstring which says what something is, and not what it does."""


@cache
def _sources(folder: str) -> tuple[tuple[str, ast.Module], ...]:
    """Return every module below a folder: its path from the root, and its tree."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted((ROOT / folder).rglob("*.py"))
    )


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_a_class_name_stands_for_one_thing() -> None:
    homes = defaultdict(list)
    for path, tree in _sources("companion"):
        if not path.startswith(_GAMES):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append(f"{path}:{node.lineno}")
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_modules_are_called_by_nouns() -> None:
    names = [path for path, _ in _sources("companion") if not path.endswith("__init__.py")]
    odd = [
        path
        for path in names
        if _GERUND_OR_PARTICIPLE.search(Path(path).stem) and Path(path).stem not in _NOUNS
    ]
    assert odd == []


def test_a_module_name_repeats_only_for_things_of_one_kind() -> None:
    """A view and its panel or screen may share a name; so may the parts that every game has."""
    homes = defaultdict(list)
    for path, _ in _sources("companion"):
        stem = Path(path).stem
        if stem not in _ONE_OF_A_KIND | {"__init__"} and not path.startswith(_GAMES):
            homes[stem].append(Path(path).parent.as_posix())
    ui = ("companion/ui/views", "companion/ui/panels", "companion/ui/screens")
    repeated = {
        name: where
        for name, where in homes.items()
        if len(where) > 1 and not all(folder.startswith(ui) for folder in where)
    }
    assert repeated == {}


@pytest.mark.parametrize("folder", ["companion", "tests"])
def test_names_say_what_things_are(folder: str) -> None:
    """`found` is the name of anything, and `told` of any text: neither says what it holds."""
    vague = []
    for path, tree in _sources(folder):
        vague += [f"{path}:{f.lineno} told()" for f in _functions(tree) if f.name == "told"]
        for node in ast.walk(tree):
            name = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
            name = node.arg if isinstance(node, ast.arg) else name
            if name == "found":
                vague.append(f"{path}:{getattr(node, 'lineno', 0)} found")
    assert vague == []


def test_models_are_copied_with_their_validators() -> None:
    """`model_copy` does not validate: what came from a device would stay as it came."""
    unvalidated = [
        f"{path}:{node.lineno}"
        for path, tree in _sources("companion")
        if str(path).startswith(("companion/services", "companion/ui"))
        and not str(path).startswith("companion/services/matches")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("model_copy", "model_construct")
    ]
    assert unvalidated == []


def _states_a_rule(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether it is a condition of a game, whose docstring is the rule itself."""
    return function.returns is not None and ast.unparse(function.returns) == "Finding"


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    odd = []
    for path, tree in _sources("companion"):
        for function in _functions(tree):
            text = ast.get_docstring(function)
            if text and not _states_a_rule(function):
                first = re.split(r"[^\w']", text, maxsplit=1)[0].lower()
                if first in _NO_VERB:
                    odd.append(f"{path}:{function.lineno} {function.name}: {text.splitlines()[0]}")
    assert odd == []


def test_docstrings_of_classes_name_what_they_are() -> None:
    odd = []
    for path, tree in _sources("companion"):
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef | ast.Module):
                continue
            text = ast.get_docstring(node) or ""
            if text.startswith(("What ", "Whether ", "Who ", "Whose ", "How ", "Where ")):
                odd.append(f"{path}:{getattr(node, 'lineno', 1)} {text.splitlines()[0]}")
    assert odd == []


@pytest.mark.parametrize(
    ("subject", "passes"),
    [
        ("Name stored keys in English", True),
        ("Focus the field that failed", True),
        ('Revert "What screens say alike is named once"', True),
        ("What screens say alike is named once", False),
        ("Names stored keys in English", False),
        ("Renamed stored keys", False),
        ("Tests: stored keys", False),
        ("Name stored keys in English.", False),
        ("Name " + "x" * 68, False),
    ],
)
def test_the_commit_hook_wants_a_short_imperative_subject(
    tmp_path: Path, subject: str, passes: bool
) -> None:
    message = tmp_path / "message"
    message.write_text(f"{subject}\n\nWhy.\n", encoding="utf-8")
    hook = ROOT / ".githooks/commit-msg"
    assert (subprocess.run([sys.executable, hook, message], check=False).returncode == 0) is passes
