"""A new game runs as it is written: its tests, the contract, the layers."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("companion", "rules_data", "tests")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the program and of what the tests of one game need."""
    heavy = ("__pycache__", "golden", "e2e", "releases", "*.acta", "corpus")
    for name in COPIED:
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns(*heavy))
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"), "utf-8")
    return tmp_path


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.deep
def test_new_game_is_offered_and_its_tests_pass(checkout: Path) -> None:
    made = _run(checkout, "companion", "new-game", "cinco_islas")
    assert made.returncode == 0, made.stderr
    assert "companion/games/cinco_islas" in made.stdout
    written = [p for p in checkout.rglob("*.py") if "cinco_islas" in p.as_posix()]
    assert not any("games.pebbles" in path.read_text("utf-8") for path in written)
    rules = _run(checkout, "companion", "rules", "cinco_islas")
    assert "Coger piedras [taking]" in rules.stdout
    assert (checkout / "companion/games/__init__.py").read_text("utf-8").count(
        '"urban_sprawl"'
    ) == 1
    own = _run(checkout, "pytest", "-n", "0", "tests/games/cinco_islas")
    assert own.returncode == 0, own.stdout
    contract = _run(checkout, "pytest", "-n", "0", "tests/contract/test_contract.py", "-k", "cinco")
    assert contract.returncode == 0, contract.stdout
    layers = _run(checkout, "importlinter.cli", "--no-cache")
    assert layers.returncode == 0, layers.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Damas", "no sirve de nombre"),
        ("class", "no sirve"),
        ("pebbles", "Ya hay un juego"),
        ("blue_moon", "Ya hay un"),
    ],
)
def test_bad_or_taken_name_is_refused(name: str, said: str) -> None:
    refused = _run(ROOT, "companion", "new-game", name)
    assert refused.returncode == 2
    assert said in refused.stderr
