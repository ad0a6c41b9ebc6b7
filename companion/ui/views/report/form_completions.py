"""Form completions: everything left to ask, answered by one touch.

Pure, like the form itself.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any, Final

from companion.kernel.form import Choices, Draft, Field, OpenBag
from companion.kernel.game import Game
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.report_form import Form

MOST: Final = 20
"""Maximum number of completions on a screen; beyond it, fields are asked one by one."""
_ANSWERS: Final = 2
"""Maximum number of answers that one touch says at once; more could not be read at a glance."""
_TRIED: Final = 60
"""Maximum number examined; if many are refused, the fields themselves say why."""


def ways_on(
    game: Game[Any], state: Any, form: Form, places: Collection[str], *, private: bool
) -> tuple[Draft, ...]:
    """Return all completions of a form; none if they are too many or differ in one field only.

    Args:
        game: game of the match.
        state: state that the form is about.
        form: form so far.
        places: places that the board answers; a field for one of them is asked on the board.
        private: True if hidden things of the acting seat limit what is possible.
    """
    if form.asking is None or form.asking in form.draft.values:
        return ()
    legal = completions(game, state, form, places, private=private) or ()
    if len(legal) < 2 or len(names := differing(legal)) < 2:
        return ()
    answers = {len(answering(draft, names)) for draft in legal}
    # Where nothing at all may be the answer, each question has its own «nada».
    return legal if min(answers) > 0 and max(answers) <= _ANSWERS else ()


def completions(
    game: Game[Any], state: Any, form: Form, places: Collection[str], *, private: bool
) -> tuple[Draft, ...] | None:
    """Return every legal completion of a form; None if they are too many, or cannot be listed."""
    drafts = tuple(islice(_whole(game, state, form, places, private), _TRIED + 1))
    if None in drafts or len(drafts) > _TRIED:
        return None
    legal = tuple(d for d in drafts if d and forms.legal(game, state, d, private=private))
    return legal if len(legal) <= MOST else None


def with_nothing_more(game: Game[Any], state: Any, form: Form, *, private: bool) -> Draft | None:
    """Return the draft with nothing in each field that is left to ask.

    None if it could not be recorded, or if only one field is left, which has its own «nada».
    """
    asked = 0
    while form.asking is not None:
        values = _values(game.candidates(state, form.draft, form.asking), ())
        nothing = [value for value in values if value in (None, ())]
        if not nothing:
            return None
        asked += 1
        form = forms.answered(game, form, nothing[0])
        form = forms.with_forced_answers(game, state, form, greyed=private)
    whole = asked > 1 and forms.legal(game, state, form.draft, private=private)
    return form.draft if whole else None


def differing(drafts: Collection[Draft]) -> tuple[str, ...]:
    """Return the fields in which drafts differ, in the order of the form."""
    first = next(iter(drafts))
    return tuple(
        name
        for name in first.values
        if any(draft.values.get(name) != first.values[name] for draft in drafts)
    )


def answering(draft: Draft, names: Collection[str]) -> tuple[str, ...]:
    """Return those of the fields to which a draft answers more than nothing or nobody."""
    return tuple(name for name in names if draft.values[name] not in (None, (), ""))


def _whole(
    game: Game[Any], state: Any, form: Form, places: Collection[str], private: bool
) -> Iterator[Draft | None]:
    """Yield complete drafts one by one; None where an answer cannot be listed."""
    form = forms.with_forced_answers(game, state, form, greyed=private)
    if form.asking is None:
        yield form.draft
        return
    values = _values(game.candidates(state, form.draft, form.asking), places)
    if not values:
        yield None
    for value in values:
        yield from _whole(game, state, forms.answered(game, form, value), places, private)


def _values(field: Field, places: Collection[str]) -> tuple[Any, ...]:
    match field:
        case Choices(values=values) if not any(value in places for value in values):
            return values
        case OpenBag(proposals=proposals):
            return proposals
        case _:
            return ()


def summed_up(bag: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return each item of a bag with its count, in order."""
    return tuple(sorted(Counter(bag).items()))
