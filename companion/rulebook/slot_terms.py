"""What the entries of a slot are called: by their number, by what they show, or as a table does."""

from collections.abc import Iterator, Mapping

from companion.kernel.facts import SET_MARK, FactValues
from companion.kernel.slots import SlotSpec
from companion.rulebook.words import Words


def with_entries(words: Words, listed: tuple[SlotSpec, ...]) -> Words:
    """The words with a term for each entry of a slot: that of all of them, `card.*`.

    `{n}` in it stands for the id of the entry, `{number}` for the digits of that id, `{one}` and
    `{other}` for what the entry lies between.
    """
    terms = dict(words.terms)
    for slot in listed:
        terms = {**_terms(slot, terms), **terms}
    return words.model_copy(update={"terms": terms})


def _terms(slot: SlotSpec, terms: Mapping[str, str]) -> dict[str, str]:
    """The terms of the entries of a slot, made of the one that stands for all of them."""
    of_all = terms.get(slot.group("*"))
    if of_all is None:
        return {}
    return {slot.group(entry): _of_entry(of_all, slot, entry, terms) for entry in slot.entries}


def names(words: Words, listed: tuple[SlotSpec, ...], facts: FactValues) -> dict[str, str]:
    """By term key, what a table with this box calls what it named itself."""
    named = {key: name for slot in listed for key, name in slot.names(facts).items()}
    if not named:
        return {}
    terms = {**words.terms, **named}
    between = (_terms(slot, terms) for slot in listed if slot.between)
    return {**named, **{key: term for found in between for key, term in found.items()}}


def shown(words: Words, listed: tuple[SlotSpec, ...], facts: FactValues) -> dict[str, str]:
    """By term key, what is told apart by what is printed there, where nobody named it."""
    return {key: told for slot in listed for key, told in _shown(words, slot, facts)}


def _shown(words: Words, slot: SlotSpec, facts: FactValues) -> Iterator[tuple[str, str]]:
    """By term key, what entries of a slot are called by what they show."""
    terms, of_all = words.terms, words.shown.get(slot.id, "")
    for entry, face in slot.faces(facts).items() if of_all else ():
        shown = _of_entry(of_all, slot, entry, terms)
        for name, value in face.items():
            parts = str(value).split(SET_MARK)
            said = "/".join(words.brief.get(part, part) for part in parts)
            shown = shown.replace(f"{{{name}}}", said)
        yield slot.group(entry), shown


def _of_entry(of_all: str, slot: SlotSpec, entry: str, terms: Mapping[str, str]) -> str:
    digits = "".join(filter(str.isdecimal, entry))
    term = of_all.replace("{n}", entry).replace("{number}", digits)
    if not slot.between:
        return term
    one, other = (terms[end] for end in slot.ends(entry))
    return term.replace("{one}", one).replace("{other}", other)
