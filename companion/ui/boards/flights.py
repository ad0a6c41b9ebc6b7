"""What was put somewhere just now, for boards on which it is seen going there."""

from companion.match.fold import Match
from companion.match.steps import Step
from companion.ui.views.glance import last_step


def just_played(match: Match) -> Step | None:
    """The last step, if it is what was recorded last: not what an undo or a mend leads back to."""
    step = last_step(match)
    return step if step is not None and match.entries[-1].id == step.item.id else None
