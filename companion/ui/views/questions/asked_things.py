"""Things that a sentence names and a form only asks for: no answer that it offers is called so."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.kernel import legality
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.kernel.values import Term
from companion.ui.views.questions.contradictions import NamedThing
from companion.ui.views.questions.interpretations import field_so_far
from companion.ui.views.questions.named_acts import PartialReading


def without_assumed(one: PartialReading) -> PartialReading:
    """Return a reading without the answers among choices that no word of the sentence says."""
    values = one.draft.values
    said = {name: value for name, value in values.items() if name not in one.assumed}
    return replace(one, draft=Draft(one.draft.kind, one.draft.seat, said), assumed=frozenset())


def asked_things(
    game: Game[Any], state: Any, draft: Draft, things: Sequence[NamedThing]
) -> tuple[NamedThing, ...]:
    """Return the things of the kinds that the fields still to be filled in ask for."""
    families = set(_families(game, state, draft)) if things else ()
    return tuple(thing for thing in things if thing.family in families)


def has_no_answer(game: Game[Any], state: Any, draft: Draft) -> bool:
    """Return whether a form asks next for what it offers no answer to."""
    name = legality.next_field(game, draft)
    field = field_so_far(game, state, draft, name) if name else None
    return isinstance(field, Choices) and not field.values


def _families(game: Game[Any], state: Any, draft: Draft) -> Iterator[str]:
    for name in game.action_models[draft.kind].form_fields():
        field = None if name in draft.values else field_so_far(game, state, draft, name)
        for value in field.values[:_LOOKED_AT] if isinstance(field, Choices) else ():
            label = game.label(state, draft, name, value)
            if isinstance(label, Term):
                yield label.key.partition(".")[0]


_LOOKED_AT: Final = 40
"""Number of answers of which the kind is looked at."""
