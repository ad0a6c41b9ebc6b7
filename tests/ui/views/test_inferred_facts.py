"""Facts inferred from what was played: those of the steps so far."""

from companion.games import GAMES
from companion.kernel.box.facts import FactValue
from companion.kernel.box.inference import infer_facts
from companion.match.entries import Started
from companion.match.fold import Match, fold
from companion.services.privacy.redaction import redact
from companion.ui.views.keep_in_box import changes_replay, inferred_facts
from tests.ui.tables import actas, read

GAME = "urban_sprawl"


def _long() -> Match:
    """Return the longest recorded match, of whose box hardly anything is known."""
    return max((read(path) for path in actas(GAME)), key=lambda match: len(match.steps))


def _plainly(match: Match) -> dict[str, FactValue]:
    """Return all that its steps show, examined from the first to the last."""
    facts: dict[str, FactValue] = {}
    for step in match.steps:
        if step.action is not None and step.read and not step.consented:
            facts |= infer_facts(GAMES[GAME], match.states_before[step.item.id], step.action)
    return {fact: value for fact, value in facts.items() if fact not in match.facts}


def test_facts_inferred_from_early_steps_are_kept() -> None:
    match = _long().before_step(40)
    first = inferred_facts(match.before_step(20))
    assert first
    assert first.items() <= inferred_facts(match).items()
    assert inferred_facts(match) == _plainly(match)


def test_undone_steps_infer_no_facts() -> None:
    match = _long().before_step(40)
    inferred_facts(match)
    back = match.before_step(15)
    assert inferred_facts(back) == _plainly(back)
    assert len(inferred_facts(back)) < len(inferred_facts(match))


def test_inferred_facts_are_the_same_for_every_viewer() -> None:
    match = _long().before_step(40)
    facts = inferred_facts(match)
    assert facts
    assert [inferred_facts(redact(match, seats)) for seats in ((0,), (1,), ())] == [facts] * 3


def test_match_of_an_earlier_version_puts_nothing_in_force_that_nobody_typed() -> None:
    match = _long()
    assert not match.started.learns
    assert inferred_facts(match)
    assert not any(step.shows for step in match.steps)
    assert (dict(match.learned), match.known) == ({}, match.facts)
    assert match.game.box is not None
    assert match.game.box.of(match.state) == match.game.box.of(match.start)


def test_inferred_facts_of_a_long_match_fit_one_entry() -> None:
    facts = inferred_facts(_long())
    assert len(facts) <= 200


def _knowing(match: Match, steps: int, fact: str, value: FactValue) -> Match:
    """Replay so many steps of a recorded match with a value known from its start."""
    header, *entries = match.entries[: 1 + steps]
    assert isinstance(header.body, Started)
    body = header.body.model_copy(update={"facts": {**match.facts, fact: value}})
    return fold(GAMES, (header.model_copy(update={"body": body}), *entries))


def test_value_awaited_by_the_last_report_changes_no_earlier_effect() -> None:
    """Lines of payouts are read off when their row pays; typed later they would be a correction."""
    match = _long()
    waiting = next(n for n, step in enumerate(match.steps, 1) if step.state.phase == "line")
    before, later = match.before_step(waiting), match.before_step(waiting + 1)
    fact = f"{before.state.due.of('row')}.line"
    after = _knowing(match, waiting, fact, (9, 5, 2, 1))
    assert len(after.steps[-1].effects) > len(before.steps[-1].effects)
    assert not changes_replay(before, after)
    assert changes_replay(later, _knowing(match, waiting + 1, fact, (9, 5, 2, 1)))
