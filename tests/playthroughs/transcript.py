"""Complete matches as readable text: every report, its effects and the end."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.game import Game
from companion.rulebook.loader import load
from companion.rulebook.wording import Wording

FOLDER = Path(__file__).parent
REPORT = "> "


@dataclass(frozen=True)
class Recorded:
    """Source of a transcript."""

    game: Game[Any]
    options: dict[str, Any]
    facts: dict[str, Any]
    """Values that differ from the box to start from."""
    rulings: dict[str, str]
    """Readings that differ from the default."""
    reports: tuple[dict[str, Any], ...]

    def start(self) -> Any:
        """Return the first state."""
        data = load(self.game.id)
        facts = {**data.default_facts(), **self.facts}
        rulings = {**data.default_rulings(), **self.rulings}
        options = self.game.options.model_validate(self.options)
        assert legality.check_setup(self.game, options, facts, rulings) is None
        return self.game.setup(options, facts, rulings)


def read(text: str) -> Recorded:
    """Return the source of a transcript."""
    head: dict[str, Any] = {}
    reports = []
    for line in text.splitlines():
        if line.startswith(REPORT):
            reports.append(json.loads(line.removeprefix(REPORT)))
        elif line.startswith("# "):
            name, _, value = line.removeprefix("# ").partition(": ")
            head[name] = json.loads(value)
    return Recorded(
        GAMES[head["game"]], head["options"], head["facts"], head["rulings"], tuple(reports)
    )


def written(recorded: Recorded) -> str:
    """Return the whole transcript."""
    return "\n".join(_lines(recorded)) + "\n"


def _lines(recorded: Recorded) -> Iterator[str]:
    game, state = recorded.game, recorded.start()
    given = game.given_terms(state.options)
    wording = Wording(game.id, state.options.players, state.rulings, given=given)
    for name in ("options", "facts", "rulings"):
        if name == "options":
            yield f"# game: {json.dumps(game.id)}"
        yield f"# {name}: {_plain(getattr(recorded, name))}"
    for report in recorded.reports:
        action = game.read_action(report)
        judgement = legality.judge(game, state, action)
        assert judgement.refusal is None, (report, judgement.refusal)
        yield ""
        yield REPORT + _plain(report)
        yield wording.action_sentence(action.kind, game.describe(state, action))
        yield from (f"  ? {wording.note(note).text}" for note in judgement.notes)
        state, effects = game.apply(state, action)
        yield from (f"  · {line}" for line in wording.effects(effects))
    yield ""
    yield from _end(game, state, wording)


def _end(game: Game[Any], state: Any, wording: Wording) -> Iterator[str]:
    for line in game.score(state):
        yield f"{wording.player(line.seat)}. {wording.score_line(line)}"
    outcome = game.outcome(state)
    assert outcome is not None
    yield f"= {outcome.reason}: {wording.outcome(outcome)}"


def _plain(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def files(game_id: str | None = None) -> list[Path]:
    """Return the transcripts of a game, or of all."""
    return sorted(FOLDER.glob(f"{game_id or '*'}/*.txt"))


def recording(game: Game[Any], table: Iterable[Any], actions: Iterable[Any]) -> Recorded:
    """Return a record of a match: `table` is its options, facts and rulings."""
    options, facts, rulings = table
    data = load(game.id)
    known, default = data.default_facts(), data.default_rulings()
    return Recorded(
        game,
        options.model_dump(mode="json"),
        {fact: value for fact, value in facts.items() if known.get(fact) != value},
        {ruling: reading for ruling, reading in rulings.items() if default[ruling] != reading},
        tuple(action.model_dump(mode="json") for action in actions),
    )
