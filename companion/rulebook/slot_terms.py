"""Names of the entries of a slot: by number, by what they show, or as given by the table."""

import re
from collections.abc import Iterator, Mapping

from companion.kernel.box.facts import SET_MARK, FactValues
from companion.kernel.box.slots import SlotSpec
from companion.rulebook.words import Words


def with_entries(words: Words, listed: tuple[SlotSpec, ...]) -> Words:
    """Return the words with a term for each entry of a slot, made from the general one, `card.*`.

    In it, `{n}` is the id of the entry, `{number}` the digits of that id, and `{one}` and `{other}`
    what the entry lies between.
    """
    terms = dict(words.terms)
    for slot in listed:
        terms = {**_terms(slot, terms), **terms}
    return words.model_copy(update={"terms": terms})


def _terms(slot: SlotSpec, terms: Mapping[str, str]) -> dict[str, str]:
    """Return the terms of the entries of a slot, made from the general one."""
    of_all = terms.get(slot.group("*"))
    if of_all is None:
        return {}
    return {slot.group(entry): _of_entry(of_all, slot, entry, terms) for entry in slot.entries}


def names(words: Words, listed: tuple[SlotSpec, ...], facts: FactValues) -> dict[str, str]:
    """Return the names given by a table with this box, by term key."""
    named = {key: name for slot in listed for key, name in slot.names(facts).items()}
    if not named:
        return {}
    terms = {**words.terms, **named}
    between = (_terms(slot, terms) for slot in listed if slot.between)
    return {**named, **{key: term for linked in between for key, term in linked.items()}}


def shown(words: Words, listed: tuple[SlotSpec, ...], facts: FactValues) -> dict[str, str]:
    """Return the descriptions of unnamed things by what is printed on them, by term key."""
    return {
        key: description
        for slot in listed
        for key, description in _face_descriptions(words, slot, facts)
    }


def _face_descriptions(
    words: Words, slot: SlotSpec, facts: FactValues
) -> Iterator[tuple[str, str]]:
    """Yield the descriptions of the entries of a slot by what they show, by term key."""
    terms, of_all = words.terms, words.shown.get(slot.id, "")
    for entry, face in slot.faces(facts).items() if of_all else ():
        said = {name: _in_brief(words, value) for name, value in face.items()}
        if any(said.values()):
            yield slot.group(entry), _of_entry(_with_known(of_all, said), slot, entry, terms)


def _in_brief(words: Words, value: object) -> str:
    parts = str(value).split(SET_MARK)
    return "/".join(words.brief.get(part, part) for part in parts)


def _with_known(of_all: str, said: Mapping[str, str]) -> str:
    """Fill in the parts in brackets of a description, without those of which nothing is known."""
    before: list[str] = []

    def filled(part: re.Match[str]) -> str:
        between, name, after = part.groups()
        if not said.get(name):
            return ""
        before.append(name)
        return f"{between if len(before) > 1 else between.lstrip(', ')}{said[name]}{after}"

    return re.sub(r"\[([^{\]]*)\{(\w+)\}([^\]]*)\]", filled, of_all)


def _of_entry(of_all: str, slot: SlotSpec, entry: str, terms: Mapping[str, str]) -> str:
    digits = "".join(filter(str.isdecimal, entry))
    term = of_all.replace("{n}", entry).replace("{number}", digits)
    if not slot.between:
        return term
    one, other = (terms[end] for end in slot.ends(entry))
    return term.replace("{one}", one).replace("{other}", other)
