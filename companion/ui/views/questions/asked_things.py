"""Things that a sentence names and a form only asks for: no answer that it offers is called so."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.kernel import legality
from companion.kernel.form import Choices, Draft, OpenBag
from companion.kernel.game import Game
from companion.kernel.values import Term
from companion.rulebook.wording import Wording
from companion.ui.views.questions.contradictions import NamedThing
from companion.ui.views.questions.interpretations import answer_words, field_so_far
from companion.ui.views.questions.named_acts import PartialReading
from companion.ui.views.questions.sentence_words import tokens_of


def without_assumed(one: PartialReading) -> PartialReading:
    """Return a reading without the answers among choices that no word of the sentence says."""
    values = one.draft.values
    said = {name: value for name, value in values.items() if name not in one.assumed}
    return replace(one, draft=Draft(one.draft.kind, one.draft.seat, said), assumed=frozenset())


def left_open(game: Game[Any], one: PartialReading) -> PartialReading:
    """Return a reading without its last answer, if it is whole though something is undecided."""
    one = without_assumed(one)
    draft = one.draft
    if legality.next_field(game, draft) is not None or not draft.values or one.named:
        return one
    last = [*draft.values][-1]
    return without_assumed(replace(one, assumed=frozenset((last,))))


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
    if isinstance(field, OpenBag):
        return not field.items
    return isinstance(field, Choices) and not field.values


def has_numbers(game: Game[Any], state: Any, wording: Wording, draft: Draft) -> bool:
    """Return whether every answer that a form asks for next has a number."""
    name = legality.next_field(game, draft)
    field = field_so_far(game, state, draft, name) if name else None
    if name is None or not isinstance(field, Choices):
        return False
    labels = [answer_words(game, state, wording, draft, name, each) for each in field.values]
    return all(any(token.number is not None for token in tokens_of(label)) for label in labels)


def _families(game: Game[Any], state: Any, draft: Draft) -> Iterator[str]:
    for name in game.action_models[draft.kind].form_fields():
        field = None if name in draft.values else field_so_far(game, state, draft, name)
        for value in field.values[:_LOOKED_AT] if isinstance(field, Choices) else ():
            label = game.label(state, draft, name, value)
            if isinstance(label, Term):
                yield label.key.partition(".")[0]


_LOOKED_AT: Final = 40
"""Number of answers of which the kind is looked at."""
