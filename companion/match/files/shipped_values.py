"""Compact form of a header: only the printed values that differ from the shipped ones."""

from companion.match.entries import FORMAT, Entry, Started
from companion.match.errors import ActaError
from companion.match.files.value_catalog import Catalog


def written(catalog: Catalog, header: Entry) -> Entry:
    """Return the header as it is stored and exported; unchanged without shipped values."""
    started = header.body
    if not isinstance(started, Started) or not catalog.shipped or started.shipped is not None:
        return header
    version = max(catalog.shipped)
    shipped, facts = catalog.shipped[version], started.facts
    update = {
        "facts": {fact: v for fact, v in facts.items() if shipped.get(fact) != v},
        "unknown": tuple(fact for fact in shipped if fact not in facts),
        "shipped": version,
    }
    return header.model_copy(update={"body": started.model_copy(update=update)})


def filled_in(catalog: Catalog, header: Entry) -> Entry:
    """Return the header with all known values of its box.

    Raises:
        ActaError: `newer_rules`, if a later program shipped them.
    """
    started = header.body
    if not isinstance(started, Started) or started.shipped is None:
        return header
    shipped = catalog.shipped.get(started.shipped)
    if shipped is None:
        raise ActaError("newer_rules")
    left_out = {fact: v for fact, v in shipped.items() if fact not in started.unknown}
    update = {
        "facts": {**left_out, **started.facts},
        "unknown": (),
        "shipped": None,
        "format": FORMAT,
    }
    return header.model_copy(update={"body": started.model_copy(update=update)})
