"""Fast encoding of patch paths, which mostly begin alike.

A message has a table of paths, in which each node is named once below its parent. Flet walks it
from the root for each change. Here the walk continues from the last position.
"""

from collections.abc import Callable
from typing import Any

from flet.controls.object_patch import ObjectPatchException, Operation

_OPERATIONS = {
    "remove": (Operation.Remove, ("path",), False),
    "replace": (Operation.Replace, ("path",), True),
    "add": (Operation.Add, ("path",), True),
    "move": (Operation.Move, ("from", "path"), False),
}
"""Operations by name: code, path fields, and whether there is a value."""


def patch_message(patch: Any) -> list[Any]:
    """Return the message of a patch: the path table, then each operation, as in Flet."""
    paths: list[Any] = [0]
    placed = _placing(paths)
    sent: list[Any] = [paths]
    for of in patch.patch:
        known = _OPERATIONS.get(of["op"])
        if known is None:
            raise ObjectPatchException(f"Unknown operation: {of['op']}")
        kind, ways, valued = known
        operation: list[Any] = [kind]
        for way in ways:
            operation += placed(of[way])
        if valued:
            operation.append(of["value"])
        sent.append(operation)
    return sent


def _placing(paths: list[Any]) -> Callable[[list[Any]], tuple[int, Any]]:
    """Return the function that gives a path by its index in the table, adding it if needed."""
    number = 0
    last: list[Any] = []
    # Table node of each prefix of the last path, the empty prefix first.
    places = [paths]

    def placed(path: list[Any]) -> tuple[int, Any]:
        nonlocal number, last
        if not path:
            return 0, 0
        around = path[:-1]
        alike = min(len(around), len(places) - 1)
        while around[:alike] != last[:alike]:
            alike -= 1
        del places[alike + 1 :]
        place = places[alike]
        for part in around[alike:]:
            if len(place) == 1:
                place.append({})
            inner = place[1].get(part)
            if inner is None:
                number += 1
                inner = place[1][part] = [number]
            places.append(inner)
            place = inner
        last = around
        return place[0], path[-1]

    return placed
