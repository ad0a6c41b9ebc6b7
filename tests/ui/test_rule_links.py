"""Links to rules from within a match lead to the rules of that match, with its readings."""

import ast
from pathlib import Path

import companion.ui

UI = Path(companion.ui.__file__).parent
OUTSIDE = {
    "screens/disputes/dispute_file.py",
    "screens/disputes/screen.py",
    "screens/home/home_parts.py",
    "screens/rules/screen.py",
}
"""Files that show rules where there is no match: a dispute has rulings of its own moment."""


def _asks_for_general_rules(source: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "rules"
        and isinstance(node.value, ast.Name)
        and node.value.id == "routes"
        for node in ast.walk(ast.parse(source))
    )


def test_only_screens_outside_a_match_lead_to_the_general_rules() -> None:
    general = {
        path.relative_to(UI).as_posix()
        for path in UI.rglob("*.py")
        if _asks_for_general_rules(path.read_text("utf-8"))
    }
    assert general == OUTSIDE
