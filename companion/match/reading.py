"""From the entries or the file of an acta to its match, with what it claims checked."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.kernel.facts import completed
from companion.kernel.game import Game
from companion.match import acta_file
from companion.match.catalog import Catalog, check_claims, in_todays_names
from companion.match.entries import Entry, Started
from companion.match.fold import Match, fold

Catalogs = Callable[[str], Catalog]
Games = Mapping[str, Game[Any]]


def read_file(games: Games, catalogs: Catalogs, data: bytes) -> Match:
    """The match of an acta in its file form, from anywhere.

    Raises:
        ActaError: it is none, or claims what cannot be.
    """
    entries = brought_up(games, catalogs, acta_file.loads(data))
    game = _game(entries)
    if game in games:
        for entry in entries:
            check_claims(catalogs(game), entry)
    return fold(games, entries)


def folded(games: Games, catalogs: Catalogs, entries: tuple[Entry, ...]) -> Match:
    """The match of an acta of our own, whichever version of this program wrote it.

    Raises:
        ActaError: its header does not fit, or an entry refers to what is not there.
    """
    return fold(games, brought_up(games, catalogs, entries))


def brought_up(games: Games, catalogs: Catalogs, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What an earlier version recorded, in the names of today and with what came later."""
    game = games.get(_game(entries))
    if game is None:
        return entries
    catalog = catalogs(game.id)
    entries = in_todays_names(catalog, entries)
    header, started = entries[0], entries[0].body
    assert isinstance(started, Started)
    update = {
        "options": game.options.of_record(started.options),
        "facts": completed(
            catalog.fact_specs, game.required_facts, started.rules_version, started.facts
        ),
        "rulings": {**catalog.earlier_rulings, **started.rulings},
    }
    body = started.model_copy(update=update)
    if body == started:
        return entries
    return (header.model_copy(update={"body": body}), *entries[1:])


def _game(entries: tuple[Entry, ...]) -> str:
    header = entries[0].body if entries else None
    return header.game if isinstance(header, Started) else ""
