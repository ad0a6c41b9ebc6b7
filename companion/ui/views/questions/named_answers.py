"""Answers that a sentence names, field by field, in an act that is begun."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal, get_args, get_origin

from companion.kernel import legality
from companion.kernel.form import (
    BadDraft,
    Choices,
    Draft,
    Field,
    OpenBag,
    OpenNumber,
    bounds,
    read,
)
from companion.kernel.game import Game
from companion.kernel.models import folded
from companion.kernel.values import Term
from companion.rulebook.search import synonyms_of
from companion.rulebook.stems import all_stems, listed, listed_stems
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import nothing_done, undone_by
from companion.ui.views.questions.clauses import sides
from companion.ui.views.questions.contradictions import named_things
from companion.ui.views.questions.counted_items import MOST_OF_ONE, counted_items, items_hinted
from companion.ui.views.questions.interpretations import (
    answer_words,
    field_so_far,
    is_unsaid_person,
    other_names,
)
from companion.ui.views.questions.named_acts import ANSWERED, PartialReading
from companion.ui.views.questions.named_sets import named_set
from companion.ui.views.questions.said_labels import (
    OWN,
    Said,
    counts_another,
    found_label,
    found_other_name,
    found_own,
    is_one_alone,
    of_another,
    stems_of,
)
from companion.ui.views.questions.sentence_words import (
    SILENCE,
    Label,
    Token,
    amounts_of,
    is_noun,
    is_small,
    is_without,
    label_words,
    own_words,
    tokens_of,
)

BEAM: Final = 8
"""Number of partial readings that are followed further."""
_PART: Final = 1.0
"""Weight of part of an answer."""
_BACK: Final = 0.05
"""Cost of an answer that is named before an earlier one."""
_FEW: Final = 3
"""Greatest number of answers that are also known by words that only mean about the same."""
_TWICE: Final = 1.0
"""Cost of a number that says two things."""


def filled(
    game: Game[Any],
    state: Any,
    wording: Wording,
    start: PartialReading,
    tokens: tuple[Token, ...],
    wholes: Sequence[frozenset[int]],
) -> Iterator[PartialReading]:
    """Yield the act with the answers that the sentence names, field by field.

    A field that it does not name is left out, and the form asks for it.

    Args:
        game: game of the match.
        state: state of the table.
        wording: wording of the match.
        start: the act.
        tokens: the sentence.
        wholes: places of the words of each thing with a number, which say nothing apart.
    """
    beam = [start]
    for name in game.action_models[start.draft.kind].form_fields():
        if name in start.draft.values:
            continue
        further: list[PartialReading] = []
        for each in beam:
            answers = sorted(
                (
                    one
                    for one in _answers(game, state, wording, each, name, tokens)
                    if not _takes_apart(wholes, one.used, one.used - each.used)
                ),
                key=lambda one: -one.score,
            )
            further += answers[:BEAM] or [each]
        beam = sorted(further, key=lambda one: -one.score)[:BEAM]
    for each in beam:
        yield _with_none(game, state, wording, each)


def _takes_apart(
    wholes: Sequence[frozenset[int]], used: frozenset[int], fresh: frozenset[int]
) -> bool:
    """Return whether words are used of which some name a thing with others that are not."""
    return any(fresh & whole and not whole <= used for whole in wholes)


def _with_none(
    game: Game[Any], state: Any, wording: Wording, heard: PartialReading
) -> PartialReading:
    """Return a reading with none of the one thing whose amount is not said, beside another's."""
    draft = heard.draft
    missing = [n for n in game.action_models[draft.kind].form_fields() if n not in draft.values]
    said = [value for value in draft.values.values() if type(value) is int]
    if len(missing) != 1 or len(said) != 1 or not nothing_done(wording, draft.kind):
        return heard
    field = game.candidates(state, draft, missing[0])
    if isinstance(field, Choices) and field.values[:1] == (0,):
        return replace(heard, draft=draft.with_value(missing[0], 0))
    return heard


def _answers(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: PartialReading,
    name: str,
    tokens: tuple[Token, ...],
) -> Iterator[PartialReading]:
    """Yield the reading with each answer to a field that the sentence can mean."""
    draft = so_far.draft
    field = field_so_far(game, state, draft, name)
    # What depends on an answer that is not known yet is left to the form.
    certain = legality.next_field(game, draft) == name
    required = not certain or game.action_models[draft.kind].model_fields[name].is_required()
    if ranked := _ranked(wording, so_far, name, field, tokens):
        yield ranked
        return
    match field:
        case Choices(values=values, optional=optional):
            more = (*values, *_amounts_beyond(game, wording, so_far, name, values, tokens))
            named = list(_chosen(game, state, wording, so_far, name, more, tokens))
            named += named_set(game, state, wording, so_far, name, tokens)
            if not named and len(field.there) == len(values):
                named = list(_ahead(so_far, name, field.there, tokens))
            if not named and len(values) <= _FEW:
                # What the answers so far leave no choice of may be told otherwise.
                others = _elsewhere(game, state, draft, name)
                if not certain and any(type(one) is int for one in others[:1]):
                    others = ()  # Of numbers, each belongs to what asks for it.
                if len(others) <= 1:
                    others = _beyond(game, state, draft, name)
                if len(values) > 1 and type(values[0]) in (int, bool):
                    others = ()
                named = list(_chosen(game, state, wording, so_far, name, others, tokens))
            yield from named
            if len(values) == 1 and not named and certain:
                yield so_far.assuming(name, values[0])
            elif optional and not named and not required:
                refused = _refused(game, state, wording, draft, name, values, tokens)
                default = game.action_models[draft.kind].model_fields[name].get_default()
                if refused is None:
                    yield so_far.assuming(name, default)
                else:
                    yield replace(so_far, draft=draft.with_value(name, refused))
        case OpenBag() as bag:
            named_so = so_far.used - so_far.act
            counted, used = counted_items(game, state, wording, draft, name, bag, tokens, named_so)
            if not used:
                # What a thing rules out may be said all the same.
                wider = Draft(draft.kind, draft.seat, dict([*draft.values.items()][1:]))
                other = field_so_far(game, state, wider, name)
                if isinstance(other, OpenBag):
                    counted, used = counted_items(
                        game, state, wording, draft, name, other, tokens, named_so
                    )
            vague = items_hinted(game, state, wording, draft, name, bag, tokens, counted)
            new = used - so_far.used
            fresh = [n for n in new if tokens[n].number is not None or not is_small(tokens[n])]
            if fresh and len(vague) > 1 and not vague <= so_far.used | used:
                # "Dos rojas y una verde": which red ones is asked.
                yield replace(so_far, score=so_far.score + _PART * len(used | vague))
                return
            if fresh:
                gained = 0.8 * ANSWERED * len(used - so_far.used)
                gained -= _TWICE * len(used & so_far.used)
                yield so_far.further(draft.with_value(name, counted), used, gained)
            elif beyond := tuple(_named_alone(game, state, wording, so_far, name, tokens)):
                yield from beyond
            elif vague - so_far.used:
                return
            elif not required or (certain and _says_none(wording, draft.kind, tokens)):
                yield replace(so_far, draft=draft.with_value(name, ()))
        case OpenNumber(minimum=least, maximum=most):
            low, high = bounds(game.action_models[draft.kind], name) or (least, most)
            amount = _asks_amount(wording, draft.kind, name)
            things = _counted_by(wording.field_label(draft.kind, name))
            counting = {n for n, _, stems in amounts_of(tokens) if stems & things}
            told = tuple(_told_amounts(game, state, wording, so_far, name, field, tokens))
            yield from told
            for n, token in enumerate(tokens if not told else ()):
                if (
                    n not in so_far.used
                    and token.number is not None
                    and (not token.one or (amount and (is_one_alone(tokens, n) or n in counting)))
                    and low <= token.number <= high
                    and not of_another(tokens, n, so_far.used)
                ):
                    gained = ANSWERED if certain else _PART
                    told_so = so_far.further(draft.with_value(name, token.number), {n}, gained)
                    yield replace(told_so, last=n)
        case _:
            return


def _ahead(
    so_far: PartialReading, name: str, row: Sequence[Any], tokens: tuple[Token, ...]
) -> Iterator[PartialReading]:
    """Yield the reading with the place that is so many steps ahead: "tres casillas"."""
    for n, number, stems in amounts_of(tokens):
        steps = number - 1
        if stems & listed_stems("questions.steps") and 0 <= steps < len(row):
            draft = so_far.draft.with_value(name, row[steps])
            yield so_far.further(draft, {n, n + 1}, ANSWERED)


def _elsewhere(game: Game[Any], state: Any, draft: Draft, name: str) -> tuple[Any, ...]:
    """Return what an answer may be without the first of those so far, or without any."""
    for values in (dict([*draft.values.items()][1:]), {}):
        wide = field_so_far(game, state, Draft(draft.kind, draft.seat, values), name)
        if isinstance(wide, Choices) and len(wide.values) > _FEW:
            return wide.values
    return wide.values if isinstance(wide, Choices) else ()


def _named_alone(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: PartialReading,
    name: str,
    tokens: tuple[Token, ...],
) -> Iterator[PartialReading]:
    """Yield the reading with things that are named in full, but not there to be chosen."""
    draft = so_far.draft
    items: dict[str, range] = {}
    # What is given is no more than what is there, and only its verb tells what is done with it.
    asked = sides(tokens_of(wording.field_label(draft.kind, name)))[-1]
    told = so_far.act - so_far.nouns and not asked
    for thing in named_things(wording, tokens) if told else ():
        for item in (thing.key, thing.key.rpartition(".")[2]):
            label = _label_of(game, state, draft.with_value(name, item))
            if label == Term(thing.key) and so_far.used.isdisjoint(thing.places):
                items[item] = thing.places
    used = frozenset(n for places in items.values() for n in places)
    if items and sum(map(len, items.values())) == len(used):
        heard = so_far.further(draft.with_value(name, tuple(items)), used, ANSWERED * len(items))
        yield replace(heard, named=so_far.named | used)


def _beyond(game: Game[Any], state: Any, draft: Draft, name: str) -> tuple[Any, ...]:
    """Return what an answer may be at another table, where that is written out."""
    model = game.action_models[draft.kind]
    annotation = model.model_fields[name].annotation
    written = get_args(annotation) if get_origin(annotation) is Literal else ()
    return tuple(
        value
        for value in written
        if isinstance(_label_of(game, state, draft.with_value(name, value)), Term)
    )


def _label_of(game: Game[Any], state: Any, draft: Draft) -> Any:
    """Return the words of the last answer of a draft, if it can be one and has words."""
    *_, name = draft.values
    value = draft.values[name]
    for given in (value, (value,)):
        try:
            read({draft.kind: game.action_models[draft.kind]}, Draft(draft.kind, 0, {name: given}))
            return game.label(state, draft, name, value)
        except (BadDraft, LookupError, ValueError, TypeError, AttributeError):
            continue
    return None


def _amounts_beyond(
    game: Game[Any],
    wording: Wording,
    so_far: PartialReading,
    name: str,
    values: Sequence[Any],
    tokens: Sequence[Token],
) -> tuple[int, ...]:
    """Return the amounts that a sentence counts of what is asked, though there is less of it."""
    kind = so_far.draft.kind
    between = bounds(game.action_models[kind], name)
    if not between or not _asks_amount(wording, kind, name):
        return ()
    # "¿Cuántas cajas?" asks for one thing, "¿cuántas?" for what was named already.
    things = _counted_by(wording.field_label(kind, name))
    things = things or frozenset[str]().union(*(tokens[n].stems for n in so_far.used))
    said = {number for _, number, stems in amounts_of(tokens) if stems & things}
    # "Cojo 3" counts the only thing that is asked, of which no number can be chosen.
    only = len(game.action_models[kind].form_fields()) == len(values) == 1
    verbs = so_far.act - so_far.nouns if only else ()
    said |= {
        token.number
        for n, token in enumerate(tokens)
        if token.number is not None and n - 1 in verbs and not counts_another(tokens, n)
    }
    return tuple(sorted(n for n in said.difference(values) if between[0] <= n <= between[1]))


def _asks_amount(wording: Wording, kind: str, name: str) -> bool:
    return _begins_amount(wording.field_label(kind, name))


@lru_cache(maxsize=500)
def _begins_amount(question: str) -> bool:
    return bool(_HOW_MANY.match(folded(question)))


def _counted_by(question: str) -> frozenset[str]:
    """Return the stems of what a question counts: of "¿cuántas cajas?" those of "cajas"."""
    behind = _HOW_MANY.sub("", folded(question)) if _begins_amount(question) else ""
    return tokens_of(behind)[0].stems if behind.strip("? ") else frozenset()


_HOW_MANY: Final = re.compile(r"¿(?:[a-z]+ )?cuant[oa]s?\b")
"""Words with which a question asks for an amount: "¿por cuántos?"."""


def _ranked(
    wording: Wording,
    so_far: PartialReading,
    name: str,
    field: Field | None,
    tokens: tuple[Token, ...],
) -> PartialReading | None:
    """Return the reading with the number beside a place in a row that its question asks for."""
    asked = {token.ordinal for token in tokens_of(wording.field_label(so_far.draft.kind, name))}
    places = [n for n, token in enumerate(tokens) if token.ordinal is not None]
    none = listed("questions.none")
    numbers = [
        n
        for n, token in enumerate(tokens)
        if (token.number is not None and not token.one) or token.text in none
    ]
    for place, at in zip(places, numbers, strict=False):
        number, ranked = tokens[at].number or 0, tokens[place].ordinal in asked
        if ranked and len(places) == len(numbers) and _can_be(field, number):
            draft = so_far.draft.with_value(name, number)
            return so_far.further(draft, {place, at}, ANSWERED)
    return None


def _can_be(field: Field | None, number: int | None) -> bool:
    if isinstance(field, OpenNumber):
        return number is not None and field.minimum <= number <= field.maximum
    return isinstance(field, Choices) and any(
        type(value) is int and value == number for value in field.values
    )


def _refused(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    name: str,
    values: Sequence[Any],
    tokens: tuple[Token, ...],
) -> Any:
    """Return the answer that turns something down, if a sentence does: "y no quiero nada"."""
    lists = ("taking", "getting", "robbing")
    taking = frozenset[str]().union(*(listed_stems(f"questions.{each}") for each in lists))
    denied = [token for token in tokens if token.denied]
    silent = listed("questions.nothing") | listed("questions.between")
    leaves = any(
        token.text in listed("questions.leaving") and behind.text in _LEFT
        for token, behind in pairwise(tokens)
    )
    turned_down = leaves or any(token.text in silent or token.stems & taking for token in denied)
    if len(values) != len(_EITHER) or not turned_down:
        return None
    refusing = listed_stems("questions.refusing")
    labels = {value: answer_words(game, state, wording, draft, name, value) for value in values}
    return next((value for value in values if stems_of(labels[value]) & refusing), None)


_EITHER_OF: Final = 2
"""Number of answers of which a word of both still names the first."""
_LEFT: Final = ("de", "del", "a", "al")
"""Words between a verb that leaves something, and what it leaves: "paso de la flor"."""
_EITHER: Final = (False, True)
"""Answers of a field that takes something, or turns it down."""


def _says_none(wording: Wording, kind: str, tokens: tuple[Token, ...]) -> bool:
    """Return whether a sentence denies an act that can be reported as done with nothing."""
    groups, own = synonyms_of(wording.data.rulebook), undone_by(wording, kind)
    alike = own.union(*(groups.get(stem, ()) for stem in own))
    return any(token.denied and token.stems & alike for token in tokens)


def _chosen(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: PartialReading,
    name: str,
    values: Sequence[Any],
    tokens: tuple[Token, ...],
) -> Iterator[PartialReading]:
    draft = so_far.draft
    groups = synonyms_of(wording.data.rulebook)
    about = frozenset(
        stem
        for word in re.findall(r"[^\W_]+", wording.field_label(draft.kind, name).casefold())
        if word not in listed("questions.links")
        for own in all_stems(word)
        for stem in (own, *groups.get(own, ()))
    )
    amount = _asks_amount(wording, draft.kind, name)
    counts_more = _counts_more(game, wording, draft.kind, name)
    things = so_far.used - so_far.act | (frozenset() if counts_more else so_far.nouns)
    needed = game.action_models[draft.kind].model_fields[name].is_required()
    said = Said(so_far.used, things if amount else frozenset(), amount and needed)
    named: list[tuple[float, frozenset[int], PartialReading]] = []
    told = so_far.used - so_far.act
    rest = [SILENCE if n in told else token for n, token in enumerate(tokens)]
    texts = tuple(answer_words(game, state, wording, draft, name, value) for value in values)
    # What all answers are called tells none apart, and neither does what means the same.
    shared = frozenset[str].intersection(*map(stems_of, texts)) if len(texts) > 1 else frozenset()
    meant, numbers = _sounds(groups, tokens)
    for value, text, own in zip(values, texts, own_words(texts), strict=True):
        label = label_words(text)
        # "Sin flor" is said by what is missing.
        label = label[1:] if text.startswith("sin ") else label
        names = other_names(game, state, wording, draft, name, value)
        if not names and not (stems_of(text) & meant or numbers & {word[1] for word in label}):
            continue
        label = _with_alike(groups, label, None if len(values) <= _FEW else shared)
        other = found_other_name(names, tokens)
        heard = other or found_label(label, tokens, about, said) or found_own(own, tokens)
        if heard and is_unsaid_person(game, state, wording, draft, name, value, tokens):
            continue
        if heard and heard[0] <= told and heard[1] >= OWN:
            # "De Tob a Tob": what is said twice may answer twice.
            heard = found_label(label, rest, about, said) or heard
        if heard is None or (amount and not needed and heard[1] <= 1):
            # An amount that need not be said belongs to its word: "dos vueltas".
            continue
        used, share = heard
        if amount and so_far.act <= used and any(tokens[n].one for n in used):
            continue  # "Un edificio" counts nothing where it alone tells the act.
        begins = folded(text).split()[:1]
        without = any(is_without(tokens, n) for n in used)
        if begins in (["con"], ["sin"]) and without is not (begins == ["sin"]):
            continue
        if begins == ["no"]:
            # What is called a "no" is said by a denial alone; without one, the other is.
            if not any(tokens[n].denied for n in used):
                if value is not False:
                    continue
                value = True
        elif any(tokens[n].denied for n in used):
            # "No la uso" says the other of two answers, and nothing where there are more.
            rather = [each for each in values if each != value]
            if len(rather) != 1:
                continue
            value = rather[0]
        # The whole name of a thing may be among the words of the act, beside its verb.
        beside = so_far.act - used or all(is_noun(tokens, n) for n in used)
        whole = share >= OWN and (other or _needed(label) == len(used)) and beside
        fresh = used - (told if whole else so_far.used)
        if fresh:
            gained = (ANSWERED if share >= OWN else _PART) * share * (1 + 0.4 * (len(fresh) - 1))
            if min(used) < so_far.last:
                gained -= _BACK
            filled = draft.with_value(name, value)
            named_now = fresh if share >= OWN else frozenset[int]()
            heard_so = replace(
                so_far.further(filled, used, gained),
                last=max(used),
                named=so_far.named | named_now,
            )
            named.append((share, used, heard_so))
    # What all of many answers are called chooses none.
    if len(named) == len(values) > _EITHER_OF and len({used for _, used, _ in named}) == 1:
        return
    # Part of a label says nothing where the whole of another says these words and more.
    yield from (
        each
        for share, used, each in named
        if not any(other > share and used <= words for other, words, _ in named)
    )


def _needed(label: Label) -> int:
    """Return how many words of a label have to be said."""
    return sum(not optional for _, _, optional in label) or len(label)


def _counts_more(game: Game[Any], wording: Wording, kind: str, name: str) -> bool:
    """Return whether an act counts something in another field than this one."""
    fields = game.action_models[kind].model_fields
    return any(
        get_origin(fields[other].annotation) is tuple or _asks_amount(wording, kind, other)
        for other in game.action_models[kind].form_fields()
        if other != name
    )


def _sounds(
    groups: Mapping[str, tuple[str, ...]], tokens: Sequence[Token]
) -> tuple[frozenset[str], frozenset[int]]:
    """Return all stems of a sentence, with those that mean about the same, and all its numbers."""
    stems = {stem for token in tokens for stem in token.stems}
    alike = {other for stem in stems for other in groups.get(stem, ())}
    numbers = {
        number for token in tokens for number in (token.number, token.ordinal) if number is not None
    }
    return frozenset(stems | alike), frozenset(numbers)


def _with_alike(
    groups: Mapping[str, tuple[str, ...]], label: Label, only: frozenset[str] | None
) -> Label:
    """Return a label with the words that mean about the same as its own, or as some of them."""
    return tuple(
        (
            stems.union(*(groups.get(stem, ()) for stem in stems))
            if only is None or stems & only
            else stems,
            number,
            optional,
        )
        for stems, number, optional in label
    )


def _told_amounts(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: PartialReading,
    name: str,
    field: OpenNumber,
    tokens: tuple[Token, ...],
) -> Iterator[PartialReading]:
    """Yield the last number of a report as that with which it tells an amount of the sentence.

    Of changes at three to one, "cambio seis" are two.
    """
    said = amounts_of(tokens)
    if not said:
        return
    for number in range(field.minimum, min(field.maximum, MOST_OF_ONE) + 1):
        draft = so_far.draft.with_value(name, number)
        if legality.next_field(game, draft) is not None:
            return
        params = game.describe(state, legality.complete(game, draft))
        told = amounts_of(tokens_of(wording.action_attempt(draft.kind, params)))
        for at, amount, stems in said:
            if any(amount == other and stems & words for _, other, words in told):
                yield so_far.further(draft, {at, at + 1}, ANSWERED)
