"""Reports that differ from a doubtful one by the answer that its left-out words may change."""

from collections.abc import Iterator
from dataclasses import replace

from companion.kernel import legality
from companion.kernel.form import Choices, Draft, OpenNumber, bounds
from companion.kernel.models import folded
from companion.rulebook.stems import listed
from companion.ui.views.questions.interpretations import Reading, field_so_far, half_of
from companion.ui.views.questions.sense import Sense


def varied(sense: Sense, first: Reading) -> Iterator[Reading]:
    """Yield a reading as somebody else's, with another number, or with the other of two answers.

    Args:
        sense: the sentence.
        first: the reading, which leaves out words.
    """
    left = [n for n in range(len(sense.tokens)) if n not in first.used]
    for draft, n in (*_by_another(sense, first.draft, left), *_with_number(sense, first, left)):
        yield half_of(sense.match, sense.wording, draft, sense.tokens, first.used | {n})
    denying = listed("questions.none", "questions.nothing")
    for n in left if first.unheard else ():
        if sense.tokens[n].denied or sense.tokens[n].text in denying:
            for name, value in first.draft.values.items():
                if isinstance(value, bool):
                    draft = first.draft.with_value(name, not value)
                    yield half_of(sense.match, sense.wording, draft, sense.tokens, first.used | {n})
            return


def answered(sense: Sense, first: Reading) -> Iterator[Reading]:
    """Yield an open reading with each answer that its form asks for next, in their order."""
    game, state = sense.match.game, sense.match.state
    name = legality.next_field(game, first.draft)
    field = field_so_far(game, state, first.draft, name) if name else None
    for value in field.values if name and isinstance(field, Choices) else ():
        draft = first.draft.with_value(str(name), value)
        yield half_of(sense.match, sense.wording, draft, sense.tokens, first.used)


def _by_another(sense: Sense, draft: Draft, left: list[int]) -> Iterator[tuple[Draft, int]]:
    """Yield a report as that of a person whose name it leaves out."""
    for seat, name in enumerate(sense.match.options.players):
        called = folded(name).split()[:1]
        for n in left:
            if [folded(sense.tokens[n].text)] == called and seat != draft.seat:
                yield replace(draft, seat=seat), n


def _with_number(sense: Sense, first: Reading, left: list[int]) -> Iterator[tuple[Draft, int]]:
    """Yield a report with a number that it leaves out as the answer to what asks for one."""
    game, state = sense.match.game, sense.match.state
    model = game.action_models[first.draft.kind]
    for n in left:
        number = sense.tokens[n].number
        if number is None or sense.tokens[n].text not in first.unheard:
            continue
        for name in model.form_fields():
            field = field_so_far(game, state, first.draft, name)
            there = isinstance(field, Choices) and number in filter(_is_number, field.values)
            least, most = bounds(model, name) or (0, -1)
            if there or (isinstance(field, OpenNumber) and least <= number <= most):
                yield first.draft.with_value(name, number), n


def _is_number(value: object) -> bool:
    return type(value) is int
