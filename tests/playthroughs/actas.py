"""Recorded matches in their file form: actas with fixed times and ids."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.bootstrap import catalog
from companion.kernel.models import Action
from companion.match.entries import Entry, Finished, Reported, Started
from companion.match.files import value_catalog
from companion.match.files.acta_file import dumps
from companion.rulebook.loader import load
from tests.playthroughs.transcript import Recorded

FIRST = datetime(2026, 11, 14, 17, 30, tzinfo=UTC)
PACE = timedelta(seconds=40)


def written(recorded: Recorded, name: str, *, example: bool = False) -> str:
    """Return the acta of a recorded match; a complete one ends with its recorded end."""
    entries = [_header(recorded, name, example)]
    game, state = recorded.game, recorded.start()
    for report in recorded.reports:
        action = game.read_action(report)
        state, _ = game.apply(state, action)
        entries.append(_entry(entries, Reported(action=report), _author(recorded, action)))
    outcome = game.outcome(state)
    if outcome and not outcome.contenders:
        end = Finished(winners=outcome.winners, reason=outcome.reason)
        entries.append(_entry(entries, end, ""))
    return dumps(entries)


def _header(recorded: Recorded, name: str, example: bool) -> Entry:
    data = load(recorded.game.id)
    started = Started(
        match=f"{recorded.game.id}-{name}",
        game=recorded.game.id,
        rules_version=recorded.game.version,
        options=recorded.options,
        facts={**data.default_facts(), **recorded.facts},
        rulings={**data.default_rulings(), **recorded.rulings},
        example=example,
    )
    header = Entry(seq=0, id=f"{name}-0000", at=FIRST, body=started)
    return value_catalog.written(catalog(recorded.game.id), header)


def _entry(before: Iterable[Entry], body: Any, author: str) -> Entry:
    seq = len(list(before))
    return Entry(seq=seq, id=f"entry-{seq:04}", at=FIRST + PACE * seq, author=author, body=body)


def _author(recorded: Recorded, action: Action) -> str:
    return str(recorded.options["players"][action.seat])
