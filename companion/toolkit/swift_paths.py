"""How what has changed is told, with less work: one way after the other, which mostly begin alike.

A message has a table of ways, in which each place is named once, by the place around it. Flet walks
through it from the top for each thing that has changed; here it goes on from where the last one
stood.
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
"""By name: how it is told, the ways in it, and whether there is a value."""


def told(patch: Any) -> list[Any]:
    """What is sent of a patch: the table of ways, and then each operation, as Flet has it."""
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
    """What gives a way by the number of its place in a table, which it adds to it."""
    number = 0
    last: list[Any] = []
    # The place of each beginning of the last way, the empty one first.
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
