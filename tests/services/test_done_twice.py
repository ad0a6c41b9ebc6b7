"""Acts of the house, asked for twice by a second touch or a slow network: done once, answered well.

The matrix of `test_roles` lists every operation of a device. One that is added there is tried here
as well, and fails if asking for it again does anything more.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.match.files import acta_codec, acta_file
from companion.services.hub import Hub
from companion.services.matches.results import NotAllowed, NotImported, NotSaved
from companion.services.sharing.shared_tables import NotJoined
from tests.services.test_roles import (
    MATRIX,
    ROLES,
    Operation,
    World,
    _begun,
    _done,
    _world,
)

OF_A_MATCH = {
    # Each tap has an id of its own: see `test_repeated_delivery`.
    "ScopedMatches:submit",
    # Its button goes with the first touch; who has agreed is not asked again.
    "Proposals:agree",
}
OF_THE_MATRIX = {
    f"{of.__name__}:{name}": how
    for of, listed in MATRIX.items()
    for name, how in listed.items()
    if f"{of.__name__}:{name}" not in OF_A_MATCH
}
COPIES: dict[str, Operation] = {
    "a copy": ("y", lambda v, _w: v.files.import_acta(_begun(), as_copy=True)),
    "a copy from a link": ("y", lambda v, w: v.files.import_packed(_packed(w), as_copy=True)),
}


def _packed(w: World) -> bytes:
    return acta_codec.pack(w.match.entries)


def _contents(hub: Hub, folder: Path) -> dict[str, Any]:
    """Return everything that a data folder holds."""
    with closing(sqlite3.connect(folder / "boxes.sqlite")) as file:
        kept = {of: file.execute(f"SELECT * FROM {of}").fetchall() for of in ("box", "setting")}
    matches = {one: acta_file.dumps(hub.store.load(one)) for one in hub.store.match_ids()}
    beside = {one: hub.store.attachments(one) for one in hub.store.match_ids()}
    return {**kept, "beside": beside, "matches": matches, "bin": hub.store.binned()}


@pytest.mark.parametrize(
    "how", [*OF_THE_MATRIX.values(), *COPIES.values()], ids=[*OF_THE_MATRIX, *COPIES]
)
def test_operation_asked_for_twice_is_done_once(how: Operation, tmp_path: Path) -> None:
    """Whoever may do it asks again, and hears again that it is done."""
    who, act = how
    with own_hub(tmp_path) as hub:
        world = _world(hub)
        client = world.visits[ROLES[who.index("y")]]
        assert _done(lambda: act(client, world))
        once = _contents(hub, tmp_path)
        again = act(client, world)
        assert not isinstance(again, NotAllowed | NotSaved | NotImported | NotJoined)
        assert _contents(hub, tmp_path) == once
