"""Validation of drafts from outside: each has the fields of its form, each of its type."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from companion.kernel.forms.form import Draft
from companion.kernel.models import Action


class BadDraft(ValueError):
    """Error of a draft that cannot be parsed."""

    def __init__(self, field: str) -> None:
        """Store the field with the invalid value; it may also be `kind` or `seat`."""
        super().__init__(field)
        self.field = field


def read(models: Mapping[str, type[Action]], draft: Draft) -> Draft:
    """Parse each value of a draft by the type of its field.

    Raises:
        BadDraft: there is no such kind or field, or a value does not fit its field.
    """
    kind = draft.kind
    if not isinstance(kind, str) or kind not in models:
        raise BadDraft("kind")
    model, values = models[kind], draft.values
    if not isinstance(values, Mapping):
        raise BadDraft("kind")
    strange = values.keys() - set(model.form_fields())
    if strange:
        raise BadDraft(min(map(str, strange)))
    seat: int = _read(model, "seat", draft.seat)
    return Draft(kind, seat, {name: _read(model, name, values[name]) for name in values})


@lru_cache(maxsize=128)
def defaults(model: type[Action]) -> Mapping[str, Any]:
    """Return the default values of an action's fields that a report may omit."""
    fields = model.model_fields.items()
    return {name: field.get_default() for name, field in fields if not field.is_required()}


def _read(model: type[Action], name: str, value: object) -> Any:
    try:
        return _adapter(model, name).validate_python(value)
    except ValidationError as error:
        raise BadDraft(name) from error


@lru_cache(maxsize=512)
def _adapter(model: type[Action], name: str) -> TypeAdapter[Any]:
    field_info = model.model_fields[name]
    kind: Any = Annotated[(field_info.annotation, *field_info.metadata, None)]
    return TypeAdapter(kind)
