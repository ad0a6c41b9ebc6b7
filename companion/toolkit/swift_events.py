"""Of what kind the event is that a control's handler gets: looked up once for each class.

Flet goes through the annotations of every class that the control is made from, and words each of
them, whenever something is touched.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any


def kinds_of_events(base_control: ModuleType) -> Callable[[Any, str], Any]:
    """The same answers as `get_event_field_type` of that module gives, each asked for once."""
    stock: Callable[[Any, str], Any] = base_control.get_event_field_type
    found: dict[tuple[type, str], Any] = {}

    def kind_of_event(control: Any, field_name: str) -> Any:
        key = type(control), field_name
        if key not in found:
            found[key] = stock(control, field_name)
        return found[key]

    # Names in annotations are looked up among those of whoever asks.
    return FunctionType(
        kind_of_event.__code__,
        vars(base_control),
        kind_of_event.__name__,
        None,
        kind_of_event.__closure__,
    )
