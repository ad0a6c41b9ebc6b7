"""Values that become known after reports had answered them: what was told stays."""

from collections.abc import Mapping

from companion.kernel import game as kernel
from companion.kernel.box.facts import FactValue, Unknown
from companion.match.entries import Edit, FactsEntered, Insert, Replace
from companion.match.fold import Match


def told_before(match: Match, facts: Mapping[str, FactValue | None]) -> tuple[str, ...]:
    """Return what becomes known by typing some values and reports of a match have answered."""
    box, rulings = match.game.box, match.started.rulings
    values = {**match.facts, **{fact: value for fact, value in facts.items() if value is not None}}
    if box is None or kernel.check_setup(match.game, match.options, values, rulings):
        return ()
    now = box.of(match.start)
    known = box.of(match.game.setup(match.options, values, rulings)).other_than(now)
    told: set[str] = set()
    state = match.start
    for step in match.steps:
        if step.action is not None:
            told.update(match.game.tells(state, step.action))
        state = step.state
    return tuple(sorted(name for name in told & known if isinstance(now[name], Unknown)))


def with_told(match: Match, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Return the edits of an amendment; values among them say what reports had answered before."""
    facts: dict[str, FactValue | None] = {}
    for edit in edits:
        if isinstance(edit, Insert | Replace) and isinstance(edit.body, FactsEntered):
            facts |= edit.body.facts
    told = told_before(match, facts) if facts else ()
    return tuple(_telling(edit, told) for edit in edits)


def _telling(edit: Edit, told: tuple[str, ...]) -> Edit:
    if not isinstance(edit, Insert | Replace) or not isinstance(edit.body, FactsEntered):
        return edit
    return edit.model_copy(update={"body": edit.body.model_copy(update={"told": told})})
