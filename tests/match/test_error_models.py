"""Error models: mistakes that an act can have been."""

from companion.match.files.error_models import Cause, neighbours
from tests.ui.city_match import built


def _whose(kind: str) -> set[Cause]:
    match = built()
    step = next(step for step in match.steps if step.action and step.action.kind == kind)
    assert step.action
    before = match.state_before(step.item.id)
    return {cause for cause, _ in neighbours(match, before, step.action)}


def test_seat_that_could_not_act_is_no_hypothesis() -> None:
    """Beto may have moved as Ana did, but stands where there is nothing to build."""
    assert Cause.OTHER_SEAT in _whose("move_figure")
    assert Cause.OTHER_SEAT not in _whose("place_stone")
