"""Event types of handlers, looked up once per class.

Flet goes through the annotations of all base classes of a control on every event.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any


def kinds_of_events(base_control: ModuleType) -> Callable[[Any, str], Any]:
    """Return a cached version of that module's `get_event_field_type`."""
    stock: Callable[[Any, str], Any] = base_control.get_event_field_type
    kinds: dict[tuple[type, str], Any] = {}

    def kind_of_event(control: Any, field_name: str) -> Any:
        key = type(control), field_name
        if key not in kinds:
            kinds[key] = stock(control, field_name)
        return kinds[key]

    # Names in annotations are resolved in the globals of the caller, so run the function with those
    # of `base_control`.
    return FunctionType(
        kind_of_event.__code__,
        vars(base_control),
        kind_of_event.__name__,
        None,
        kind_of_event.__closure__,
    )
