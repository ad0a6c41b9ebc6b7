"""Script that writes the recorded matches again, or makes those that a game lacks.

Usage: python -m tests.playthroughs.regenerate [GAME ...]

Existing ones keep their reports and get their text again; the example of the first screen gets
today's file form. For an end or a number of players without any, random matches are played until
one fits. The sample module of a game may give `ENDINGS`: by end, the weights of random play that
lead to it.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.match.files import value_catalog
from companion.match.files.acta_file import dumps
from companion.match.files.acta_reader import read_file
from companion.rulebook.loader import folder_of, load
from tests.games.random_play import legal_action, sample_of
from tests.playthroughs import actas, transcript

SEEDS = 3000
LONGEST = 260


@dataclass(frozen=True)
class Found:
    """Match with its end."""

    players: int
    reason: str
    recorded: transcript.Recorded


def main(names: list[str]) -> None:
    """Rewrite and complete the transcripts of these games, or of all."""
    for name in names or sorted(GAMES):
        for path in transcript.files(name):
            text = path.read_text(encoding="utf-8")
            recorded = transcript.read(text)
            path.write_text(transcript.written(recorded), encoding="utf-8")
            acta = actas.written(recorded, path.stem)
            path.with_suffix(".acta").write_text(acta, encoding="utf-8")
        _complete(GAMES[name])
        _example(name)


def _complete(game: Game[Any]) -> None:
    folder = transcript.FOLDER / game.id
    folder.mkdir(exist_ok=True)
    for reason in load(game.id).words.outcomes:
        if not list(folder.glob(f"{reason}_*.txt")):
            _write(game, next(_matches(game, reason)))
    have = {len(transcript.read(p.read_text()).options["players"]) for p in folder.glob("*.txt")}
    usual = next(iter(load(game.id).words.outcomes))
    for players in sorted(set(game.players) - have):
        _write(game, next(f for f in _matches(game, usual) if f.players == players))


def _example(name: str) -> None:
    """Rewrite the example of the first screen; at first, take half of a recorded match."""
    path = Path(str(folder_of(name))) / "ejemplo.acta"
    source = path if path.exists() else transcript.files(name)[0].with_suffix(".acta")
    header, *entries = read_file(GAMES, catalog, source.read_bytes()).entries
    if source != path:
        header = header.model_copy(
            update={"body": header.body.model_copy(update={"example": True})}
        )
        entries = entries[: len(entries) // 2]
    whole = [value_catalog.written(catalog(name), header), *entries]
    path.write_text(dumps(whole), encoding="utf-8")


def _write(game: Game[Any], ended: Found) -> None:
    path = transcript.FOLDER / game.id / f"{ended.reason}_{ended.players}.txt"
    path.write_text(transcript.written(ended.recorded), encoding="utf-8")
    acta = actas.written(ended.recorded, path.stem)
    path.with_suffix(".acta").write_text(acta, encoding="utf-8")
    print(path.name, len(ended.recorded.reports))


def _matches(game: Game[Any], reason: str) -> Iterator[Found]:
    """Yield finished matches with that end."""
    weights = getattr(sample_of(game), "ENDINGS", {}).get(reason)
    for seed in range(SEEDS):
        rng = Random(seed)
        table = sample_of(game).table(rng)
        actions: list[Action] = []
        state = game.setup(*table)
        while len(actions) < LONGEST and game.outcome(state) is None:
            action = legal_action(game, state, rng, weights)
            if action is None:
                break
            actions.append(action)
            assert legality.check(game, state, action) is None
            state, _ = game.apply(state, action)
        outcome = game.outcome(state)
        if outcome and outcome.reason == reason:
            recorded = transcript.recording(game, table, actions)
            yield Found(len(state.options.players), outcome.reason, recorded)


if __name__ == "__main__":
    main(sys.argv[1:])
