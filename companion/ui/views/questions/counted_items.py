"""Items that a sentence counts out for a field that asks for several."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from companion.kernel.form import Draft, OpenBag
from companion.kernel.game import Game
from companion.rulebook.search import synonyms_of
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.ui.views.questions.clauses import receivers, sides
from companion.ui.views.questions.said_labels import counts_another, said_at, stems_of
from companion.ui.views.questions.sentence_words import (
    Label,
    Token,
    counted,
    is_small,
    label_stems,
    names_of_things,
    tokens_of,
    words_of,
)

_APART: Final = 2
"""Least distance of two words that do not stand together."""
MOST_OF_ONE: Final = 30
"""Greatest number of one item that is heard."""


def counted_items(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    name: str,
    bag: OpenBag,
    tokens: tuple[Token, ...],
    told: Collection[int] = (),
) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the items that a sentence counts out: "dos rojas 1 y una verde"."""
    labels = _labels(game, state, wording, draft, name, bag)
    things = frozenset[str]().union(*(label_stems(names[0]) for names in labels.values()))
    said = frozenset[str]().union(*(token.stems for token in tokens))
    spoken = {item: names for item, names in labels.items() if _begins(names, said)}
    elsewhere = _elsewhere(game, wording, draft, name, tokens, things)
    items, used = _counted_out(spoken, tokens, receivers(tokens) | elsewhere, told)
    if not items:
        items, used = _counted_out(spoken, tokens, elsewhere, told)
    asked = frozenset[str]().union(*words_of(wording.field_label(draft.kind, name)))
    head = _heading(tokens, used, asked)
    if head and len({*items}) > 1:
        listed_items, places = _counted_out(spoken, tokens, elsewhere.union(range(head)), told)
        items, used = (listed_items, places | {head - 1}) if listed_items else (items, used)
    plain = _plain_item(wording, draft.kind, name, bag, labels)
    if not items:
        numbered = _by_number(labels, tokens)
        alone = _counted_alone(wording, draft.kind, name, plain, tokens)
        return numbered if numbered[0] else alone
    for n, (token, behind) in enumerate(pairwise(tokens)) if plain else ():
        if token.number and n not in used and behind.text in listed("questions.besides"):
            items += [plain] * min(token.number, MOST_OF_ONE)
            used |= {n, n + 1}
    return tuple(items), frozenset(used)


def items_hinted(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    name: str,
    bag: OpenBag,
    tokens: tuple[Token, ...],
    known: Collection[str] = (),
) -> frozenset[int]:
    """Return the places of a word that only some items have, and of how many: "dos rojas".

    It tells nothing if one of the items that are known has it.
    """
    names = _labels(game, state, wording, draft, name, bag)
    labels = {item: label_stems(one[0]) for item, one in names.items()}
    told = frozenset[str]().union(*(labels[item] for item in known if item in labels))
    for n, token in enumerate(tokens):
        some = sum(bool(token.stems & label) for label in labels.values())
        small = is_small(token) or token.number is not None or token.stems & told
        if 1 < some < len(labels) and not small:
            return frozenset((n - 1, n) if n and tokens[n - 1].number else (n,))
    return frozenset()


def _labels(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, name: str, bag: OpenBag
) -> Mapping[str, tuple[Label, ...]]:
    return names_of_things(
        tuple(
            (item, wording.value_label(game.label(state, draft, name, item)))
            for item, _ in bag.items
        )
    )


def _counted_out(
    labels: Mapping[str, tuple[Label, ...]],
    tokens: tuple[Token, ...],
    silent: Collection[int],
    told: Collection[int],
) -> tuple[list[str], set[int]]:
    """Return the items that are counted out, but for those that begin at silent places.

    A number that names another thing counts none: "en el hueco 13, flor".
    """
    items: list[str] = []
    used = set[int]()
    n = end = 0
    whole = False
    while n < len(tokens):
        many = None if n in told or _ends_at_mark(tokens, n) else tokens[n].number
        start = n if many is None else counted(tokens, n)
        best: tuple[int, str] | None = None
        for item, names in labels.items():
            small = start < len(tokens) and is_small(tokens[start])
            by = [*names[:2], *(one for one in names[2:] if not small or len(one) > 1)]
            length = max(said_at(label, tokens, start) for label in by)
            if length and (best is None or length > best[0]):
                best = (length, item)
        if best is None or start in silent or (n and tokens[n - 1].text == "sin"):
            n += 1
            continue
        length, item = best
        together = all(is_small(token) for token in tokens[end:n]) and n - end < _APART
        again = many is None and together and items[-1:] == [item]
        whole, before = any(said_at(label, tokens, start) for label in labels[item][:2]), whole
        # A name and a word of it that stand together say it once: "Flor la Roja", "la roja, Flor".
        items += [item] * min(many or 1, MOST_OF_ONE) if not again or (whole and before) else []
        used |= set(range(n, start + length))
        n = end = start + length
    return items, used


def _begins(names: Sequence[Label], said: frozenset[str]) -> bool:
    """Return whether a sentence has a word of a name that may not be left out, or none is so."""
    return any(
        next(
            (n is not None or bool(stems & said) for stems, n, optional in name if not optional),
            True,
        )
        for name in names
    )


def _heading(tokens: Sequence[Token], used: Collection[int], asked: frozenset[str]) -> int:
    """Return the place behind what only says that items follow: "cartas: azul 1"; 0: none does."""
    marks = (n for n, token in enumerate(tokens) if token.pause and n - 1 in used)
    return next((n for n in marks if tokens[n - 1].stems & asked), 0)


def _ends_at_mark(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a mark stands behind a word: of "13, flor" the number counts nothing."""
    return place + 1 < len(tokens) and tokens[place + 1].pause


def _elsewhere(
    game: Game[Any],
    wording: Wording,
    draft: Draft,
    name: str,
    tokens: tuple[Token, ...],
    things: frozenset[str],
) -> frozenset[int]:
    """Return the places of what is got, where a field asks what is given, or the other way round.

    It only matters to an act that asks both.
    """
    fields = game.action_models[draft.kind].form_fields()
    asked = {one: sides(tokens_of(wording.field_label(draft.kind, one)))[-1] for one in fields}
    others = {*asked.values()} - {"", asked[name]}
    told = enumerate(sides(tokens, things) if asked[name] else ())
    return frozenset(n for n, side in told if side in others)


def _plain_item(
    wording: Wording, kind: str, name: str, bag: OpenBag, labels: Mapping[str, tuple[Label, ...]]
) -> str:
    """Return the item that is no more than what the question names; "" if none is."""
    asked = stems_of(wording.field_label(kind, name))
    return next((each for each, _ in bag.items if _all_in(labels[each][0], asked)), "")


def _by_number(
    labels: Mapping[str, tuple[Label, ...]], tokens: tuple[Token, ...]
) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the items that pay and are told by their numbers: "con la 14 y la 11"."""
    items, places, paying = list[str](), set[int](), False
    for n, token in enumerate(tokens):
        article = n > 0 and tokens[n - 1].text in listed("questions.articles")
        if paying and article and token.number is not None and not counts_another(tokens, n):
            numbered = [
                item
                for item, names in labels.items()
                if token.number in {number for _, number, _ in names[0]}
            ]
            if len(numbered) != 1:
                return (), frozenset()
            items += numbered
            places.add(n)
        else:
            means = token.text in listed("questions.means")
            paying = means or (paying and is_small(token))
    return tuple(items), frozenset(places)


def _counted_alone(
    wording: Wording, kind: str, name: str, plain: str, tokens: tuple[Token, ...]
) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return as many of what the question names as a number behind its verb says: "tiro dos"."""
    asked = stems_of(wording.field_label(kind, name))
    about = asked.union(*(synonyms_of(wording.data.rulebook).get(stem, ()) for stem in asked))
    for n, token in enumerate(tokens[1:], 1):
        ends = n + 1 == len(tokens) or tokens[n + 1].text in listed("questions.then")
        if plain and token.number and ends and tokens[n - 1].stems & about:
            return (plain,) * min(token.number, MOST_OF_ONE), frozenset((n,))
    return (), frozenset()


def _all_in(label: Label, stems: frozenset[str]) -> bool:
    """Return whether words have every word of a label."""
    return bool(label) and all(each & stems for each, _, _ in label)
