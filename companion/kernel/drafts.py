"""The gate of drafts: what comes from outside has the fields of its form, each of its kind."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from companion.kernel.form import Draft
from companion.kernel.models import Action


class BadDraft(ValueError):
    """What is handed over as a draft cannot be one."""

    def __init__(self, field: str) -> None:
        """With the field that cannot be what it says: also `kind` or `seat`."""
        super().__init__(field)
        self.field = field


def read(models: Mapping[str, type[Action]], draft: Draft) -> Draft:
    """The draft with each value as its field reads it.

    Raises:
        BadDraft: there is no such kind or field, or a value cannot be one of its field.
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
    """What the fields of an action are where a report leaves them out, as far as they may be."""
    fields = model.model_fields.items()
    return {name: field.get_default() for name, field in fields if not field.is_required()}


def _read(model: type[Action], name: str, value: object) -> Any:
    try:
        return _adapter(model, name).validate_python(value)
    except ValidationError as error:
        raise BadDraft(name) from error


@lru_cache(maxsize=512)
def _adapter(model: type[Action], name: str) -> TypeAdapter[Any]:
    found = model.model_fields[name]
    kind: Any = Annotated[(found.annotation, *found.metadata, None)]
    return TypeAdapter(kind)
