"""Cuadre: an error planted in a recorded match is found from what lies on the table."""

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.match import acta_file
from companion.match.entries import Edit, Entry, Insert, Remove, Replace
from companion.match.errors import ActaError
from companion.match.fold import Match, Step, fold
from companion.match.reconcile import (
    Cause,
    Difference,
    Place,
    Suspect,
    _neighbours,
    _report,
    adjustment,
    difference,
    earliest,
    suspects,
)
from companion.match.review import amended

ACTAS = sorted(Path("tests/playthroughs").glob("*/*.acta"))
KINDS = ("missed", "twice", "otherwise", "seat")


@dataclass(frozen=True)
class Planted:
    """A table, what its acta says, and the error that makes them differ."""

    kind: str
    true: Match
    app: Match
    wanted: Difference


def places(match: Match) -> set[Place]:
    """Everything that a table can count."""
    items = match.game.items_of(match.state)
    return {
        (account, spec.family) for account in match.game.accounts(match.state) for spec in items
    }


def planted(rng: random.Random) -> Planted | None:
    """An error of one kind among the last reports of a recorded match; None if it shows nowhere."""
    entries = acta_file.loads(rng.choice(ACTAS).read_bytes())
    entries = tuple(e for e in entries if e.body.type != "finished")
    if len(entries) < 20:
        return None
    true = fold(GAMES, entries[: rng.randrange(15, len(entries))])
    step = rng.choice([step for step in true.steps if step.action is not None][-12:])
    kind = rng.choice(KINDS)
    edit = _error(rng, true, step, kind)
    try:
        app = amended(true, (edit,), "error-1", entries[0].at) if edit else None
    except ActaError:
        return None
    if app is None or app.broken:
        return None
    app = _as_reported(app)
    counted = {place: true.state.ledger.total(*place) for place in places(true)}
    wanted = difference(app, counted)
    return Planted(kind, true, app, wanted) if wanted else None


def _error(rng: random.Random, true: Match, step: Step, kind: str) -> Edit | None:
    assert step.action is not None
    if kind == "missed":
        return Remove(target=step.item.id)
    if kind == "twice":
        following = true.steps[true.steps.index(step) + 1 :]
        before = following[0].item.id if following else None
        return Insert(id="twice-1", before=before, body=step.item.body)
    cause = Cause.OTHER_SEAT if kind == "seat" else Cause.OTHERWISE
    before_it = true.state_before(step.item.id)
    near = [action for found, action in _neighbours(true, before_it, step.action) if found is cause]
    return Replace(target=step.item.id, body=_report(rng.choice(near))) if near else None


def _as_reported(match: Match) -> Match:
    """The match as if its effective entries had been reported one after another."""
    entries = [match.entries[0]]
    for item in match.timeline.items:
        entries.append(Entry(seq=len(entries), id=item.id, at=match.entries[0].at, body=item.body))
    return fold(GAMES, entries)


def explained(case: Planted) -> bool:
    """Whether one of the first three causes makes acta and table agree."""
    return any(_mends(case, suspect) for suspect in suspects(case.app, case.wanted, "new-1")[:3])


def _mends(case: Planted, suspect: Suspect) -> bool:
    after = amended(case.app, suspect.edits, "mend-1", case.app.entries[-1].at)
    if after.broken:
        return False
    return all(
        after.state.ledger.total(*place) == case.true.state.ledger.total(*place)
        for place in places(case.true)
    )


def _run(seed: int, amount: int) -> tuple[Counter[str], Counter[str]]:
    rng, tried, found = random.Random(seed), Counter[str](), Counter[str]()
    while sum(tried.values()) < amount:
        case = planted(rng)
        if case:
            tried[case.kind] += 1
            found[case.kind] += explained(case)
    return tried, found


def test_a_planted_error_is_among_the_first_three_causes() -> None:
    """Nine times in ten; a sample of the long run."""
    tried, found = _run(5, 10)
    assert sum(found.values()) >= 0.9 * sum(tried.values()), (tried, found)


@pytest.mark.campaign
def test_a_thousand_planted_errors() -> None:
    """The figure by kind is printed."""
    tried, found = _run(2026, 1000)
    print({kind: f"{found[kind]} of {tried[kind]}" for kind in tried})
    assert sum(found.values()) >= 900


def _recorded() -> Match:
    return fold(GAMES, acta_file.loads(ACTAS[0].read_bytes())[:30])


def test_where_nothing_differs_there_is_no_cause() -> None:
    match = _recorded()
    counted = {place: match.state.ledger.total(*place) for place in places(match)}
    assert difference(match, counted) == {}
    assert suspects(match, {}, "new-1") == ()
    assert earliest(match, {}) is None


def test_what_nothing_explains_is_left_to_an_adjustment() -> None:
    """Forty crystals from nowhere."""
    match = _recorded()
    place = ("seat:0", "crystal")
    wanted = difference(match, {place: match.state.ledger.total(*place) + 40})
    assert wanted == {place: 40}
    assert suspects(match, wanted, "new-1") == ()
    (posting,) = adjustment(wanted).postings
    assert (posting.account, posting.item, posting.amount) == ("seat:0", "crystal", 40)


def test_the_last_report_that_was_forgotten_comes_first() -> None:
    """As the report that would have been made, at the end."""
    true = _recorded()
    last = true.steps[-1]
    edit = Remove(target=last.item.id)
    app = _as_reported(amended(true, (edit,), "error-1", true.entries[0].at))
    counted = {place: true.state.ledger.total(*place) for place in places(true)}
    wanted = difference(app, counted)
    assert wanted
    first = suspects(app, wanted, "new-1")[0]
    assert (first.cause, first.whole) == (Cause.FORGOTTEN, True)
    assert earliest(app, wanted) is not None
