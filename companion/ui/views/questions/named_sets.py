"""Sets of things that a sentence names one by one: "las tierras 3, 4 y 5"."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_origin

from companion.kernel.form import BadDraft, Draft, read
from companion.kernel.game import Game
from companion.kernel.memo import memoised
from companion.kernel.models import Action
from companion.rulebook.wording import Wording
from companion.rulebook.words import Words
from companion.ui.views.questions.interpretations import answer_words
from companion.ui.views.questions.named_acts import ANSWERED, PartialReading
from companion.ui.views.questions.said_labels import said_at
from companion.ui.views.questions.sentence_words import Token, label_words


def named_set(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: PartialReading,
    name: str,
    tokens: tuple[Token, ...],
) -> Iterator[PartialReading]:
    """Yield the reading with a set of things that are all named, whether it is offered or not."""
    draft = so_far.draft
    spotted: dict[str, frozenset[int]] = {}
    members = _members(game, wording, draft.kind, name)
    texts = {item: answer_words(game, state, wording, draft, name, (item,)) for item in members}
    if len({*texts.values()}) < len(members):
        return  # A form that only tells how many there are names none.
    for item, text in texts.items():
        labels = [label_words(each) for each in (text, *_names_of(wording, item))]
        at = ((n, said_at(label, tokens, n)) for n in range(len(tokens)) for label in labels)
        places = next((frozenset(range(n, n + length)) for n, length in at if length), None)
        if places:
            spotted[item] = places
    used = frozenset[int]().union(*spotted.values())
    if len(spotted) > 1:
        heard = so_far.further(
            draft.with_value(name, tuple(spotted)), used, ANSWERED * len(spotted)
        )
        yield replace(heard, last=max(used), named=so_far.named | used)


def _names_of(wording: Wording, item: str) -> tuple[str, ...]:
    words = wording.data.words
    return (words.terms[item], *words.also.get(item, ()))


def _members(game: Game[Any], wording: Wording, kind: str, name: str) -> tuple[str, ...]:
    """Return what a field that takes a set of things may hold."""
    if get_origin(game.action_models[kind].model_fields[name].annotation) is not tuple:
        return ()
    return memoised(wording.data.words, _held_by, game.action_models[kind], name)


def _held_by(words: Words, model: type[Action], name: str) -> tuple[str, ...]:
    kind = model.model_fields["kind"].get_default()

    def fits(item: str) -> bool:
        try:
            read({kind: model}, Draft(kind, 0, {name: (item,)}))
        except BadDraft:
            return False
        return True

    return tuple(item for item in words.terms if fits(item))
