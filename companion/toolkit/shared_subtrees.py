"""Subtrees shared by several screens: rendered, mounted and diffed once.

A Flet control belongs to one screen: it refers to its parent and takes the number of the control it
replaces. In a shared subtree the numbers follow from the position of each control, so it can
replace any subtree rendered for the same place, on every screen alike, and the patch is computed
once. A screen only registers the controls that can be touched.
"""

import weakref
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.object_patch import DiffBuilder, ReplaceOperation

from companion.toolkit.value_kinds import HOLDING, KINDS, ValueKind

_WAYS = 4
"""Number of transitions remembered per subtree, from what a table showed just before."""


class ControlNumbers(dict[Hashable, int]):
    """Fixed number of every place."""

    def __missing__(self, place: Hashable) -> int:
        number = self[place] = ControlId.next()
        return number


class Transition(NamedTuple):
    """Transition of a screen from one subtree to its replacement."""

    operations: tuple[dict[str, Any], ...]
    """Patch operations, with paths relative to the subtree."""
    new: tuple[BaseControl, ...]
    renewed: bool
    gone: "tuple[Gone, ...]"
    """Controls no longer touchable. `new` are those added, `renewed` tells if the root is one."""


class PackedChange:
    """Value of a patch operation, packed once for all screens."""

    __slots__ = ("packed", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.packed: bytes | None = None


class Gone:
    """Number of a control that was touchable. It keeps no reference to the control."""

    __slots__ = ("_i",)

    def __init__(self, number: int) -> None:
        self._i = number

    def will_unmount(self) -> None:
        """Do nothing, in place of the control's own method."""


class Common:
    """Record of a shared subtree, kept with its root control."""

    __slots__ = ("_is_touched", "_within", "packed", "ways")

    def __init__(self, part: BaseControl, touched: Iterable[BaseControl]) -> None:
        touchable = tuple(touched)
        # The record must not reference its own root, which has to be freed with the last screen
        # that shows it.
        self._within = tuple(control for control in touchable if control is not part)
        self._is_touched = len(self._within) < len(touchable)
        self.ways: list[tuple[weakref.ref[BaseControl], Transition]] = []
        self.packed: bytes | None = None
        """Packed form of the whole subtree, once it was sent."""

    def touched(self, part: BaseControl) -> tuple[BaseControl, ...]:
        """Return the touchable controls of the subtree."""
        return (part, *self._within) if self._is_touched else self._within


def noted(thing: Any) -> Common | None:
    """Return the record of a shared subtree, or None if the control is not one."""
    data = getattr(thing, "data", None)
    return data if type(data) is Common else None


def settle(part: Any, place: Hashable, numbers: ControlNumbers) -> None:
    """Make a newly rendered subtree shareable by any number of screens."""
    builder: Any = DiffBuilder(None, None, control_cls=BaseControl)
    part._frozen = True
    within: list[Any] = list(builder._configure_dataclass(part, None, True))
    _number(part, numbers[place, *_told_by(part)], numbers)
    if any(control._c == "C" for control in within):
        raise TypeError(f"what remembers something belongs to one screen: {place}")
    part.data = Common(part, filter(_is_touched, within))


def _is_touched(control: Any) -> bool:
    events, given = type(control)._event_fields, control._values
    if events.isdisjoint(given):
        return False
    return any(given[name] is not None for name in events & given.keys())


def _told_by(control: Any) -> tuple[type, Hashable]:
    """Return the type and key by which Flet identifies a control in its place."""
    key = control._values.get("key")
    return type(control), key if type(key) is str else getattr(key, "value", key)


def _number(control: Any, number: int, numbers: ControlNumbers) -> None:
    """Give every control of the subtree the number of its position: key in a list, else index."""
    control._i = number
    cls = type(control)
    names = _held_by[cls] if cls in _held_by else _held_by.setdefault(cls, _names(cls))
    # Read the stored values directly. Access by name would search the class for each of them.
    own, held = vars(control), [*control._values.items()]
    held += [(name, own[name]) for name in names if own.get(name)]
    for name, value in held:
        if not HOLDING[type(value)]:
            continue
        if isinstance(value, BaseControl):
            if type(value.data) is not Common:
                _number(value, numbers[number, name, *_told_by(value)], numbers)
        elif KINDS[type(value)] is ValueKind.LIST:
            turn = 0
            for each in value:
                if isinstance(each, BaseControl):
                    kind, key = _told_by(each)
                    if type(each.data) is not Common:
                        place = turn if key is None else -1
                        _number(each, numbers[number, name, place, kind, key], numbers)
                    turn += key is None


_held_by: dict[type, tuple[str, ...]] = {}
"""Cache by class of the other fields that can contain a control."""


def _names(cls: Any) -> tuple[str, ...]:
    return tuple(n for n in cls._structural_fields if not n.startswith("_") and n != "data")


def taking_over(
    builder: Any, parent: Any, path: list[Any], before: Any, part: Any, common: Common
) -> bool:
    """Replace the previous content by a shared subtree, if it was rendered for the same place.

    Args:
        builder: diff builder of one screen.
        parent: its parent there.
        path: its path there.
        before: the previous content.
        part: the new subtree.
        common: record of the new subtree.

    Returns:
        Whether it was possible; if not, it has to be sent whole.
    """
    if type(before) is not type(part) or before._i != part._i:
        return False
    way = _transition(before, part, common)
    part._parent = weakref.ref(parent)
    for operation in way.operations:
        builder.insert(ReplaceOperation(_from(path, operation)))
    new, gone = _lists(builder)
    new.extend((part, *way.new) if way.renewed else way.new)
    if noted(before) is None:
        # A subtree that belonged to this screen only is removed as a whole. Its unchanged controls
        # are added again at once.
        builder._removed_dataclasses[before._i] = before
        new.extend(common.touched(part))
    gone.extend(way.gone)
    return True


def _from(path: list[Any], operation: dict[str, Any]) -> dict[str, Any]:
    rebased = {**operation, "path": [*path, *operation["path"]]}
    if "from" in operation:
        rebased["from"] = [*path, *operation["from"]]
    return rebased


def _transition(before: Any, part: Any, common: Common) -> Transition:
    for known, way in common.ways:
        if known() is before:
            return way
    builder: Any = DiffBuilder(None, part, control_cls=BaseControl)
    builder._whole = part
    builder._compare_dataclasses(None, [], before, part, True)
    sent = tuple(_sent(operation) for operation in builder.execute())
    transition = Transition(sent, *_touched_since(before, part))
    builder.teardown()
    common.ways[_WAYS - 1 :] = []
    common.ways.insert(0, (weakref.ref(before), transition))
    return transition


def _sent(operation: dict[str, Any]) -> dict[str, Any]:
    """Return the operation without the value it removes, or with a value to be packed once."""
    if operation["op"] == "remove":
        return {name: of for name, of in operation.items() if name != "value"}
    value = operation.get("value")
    if HOLDING[type(value)] and noted(value) is None:
        return {**operation, "value": PackedChange(value)}
    return operation


def _touched_since(
    before: BaseControl, part: BaseControl
) -> tuple[tuple[BaseControl, ...], bool, tuple[Gone, ...]]:
    if noted(before) is None:
        return (), False, ()
    now, old = touched(part), {control._i: control for control in touched(before)}
    numbers = {control._i for control in now}
    new = [control for control in now if old.get(control._i) is not control]
    return (
        tuple(control for control in new if control is not part),
        any(control is part for control in new),
        tuple(Gone(number) for number in old if number not in numbers),
    )


def touched(part: BaseControl) -> tuple[BaseControl, ...]:
    """Return the touchable controls of a shared subtree."""
    common = noted(part)
    return common.touched(part) if common is not None else ()


def _lists(builder: Any) -> tuple[list[BaseControl], list[Gone]]:
    known = vars(builder).get("_of_parts")
    if known is None:
        known = builder._of_parts = ([], [])
    return known  # type: ignore[no-any-return]


def new_in(builder: Any) -> Iterable[BaseControl]:
    """Return the touchable controls of the new subtrees."""
    return vars(builder).get("_of_parts", ((), ()))[0]  # type: ignore[no-any-return]


def gone_from(builder: Any) -> Iterable[Gone]:
    """Return the formerly touchable controls of the replaced subtrees."""
    return vars(builder).get("_of_parts", ((), ()))[1]  # type: ignore[no-any-return]
