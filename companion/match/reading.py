"""From the entries or the file of an acta to its match, with what it claims checked."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.kernel.game import Game
from companion.match import acta_file
from companion.match.catalog import Catalog, check_claims, with_default_rulings
from companion.match.entries import Entry, Started
from companion.match.fold import Match, fold

Catalogs = Callable[[str], Catalog]
Games = Mapping[str, Game[Any]]


def read_file(games: Games, catalogs: Catalogs, data: bytes) -> Match:
    """The match of an acta in its file form, from anywhere.

    Raises:
        ActaError: it is none, or claims what cannot be.
    """
    entries = acta_file.loads(data)
    game = _game(entries)
    if game in games:
        check_claims(catalogs(game), entries)
    return folded(games, catalogs, entries)


def folded(games: Games, catalogs: Catalogs, entries: tuple[Entry, ...]) -> Match:
    """The match of an acta of our own; rulings that its game did not have yet take their default.

    Raises:
        ActaError: its header does not fit, or an entry refers to what is not there.
    """
    game = _game(entries)
    if game in games:
        entries = with_default_rulings(catalogs(game), entries)
    return fold(games, entries)


def _game(entries: tuple[Entry, ...]) -> str:
    header = entries[0].body if entries else None
    return header.game if isinstance(header, Started) else ""
