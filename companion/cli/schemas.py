"""JSON Schema of a game: options, printed values and actions."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from pydantic import TypeAdapter

from companion.kernel.box.facts import (
    ChoiceSpec,
    FactSpec,
    IntSpec,
    IntsSpec,
    LinesSpec,
    LinksSpec,
    TextSpec,
    VerbForm,
)
from companion.kernel.game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(game: Game[Any], facts: Sequence[FactSpec]) -> dict[str, Any]:
    """Return one schema with three definitions: `options`, `facts` and `action`."""
    actions: Any = reduce(or_, game.actions)
    inner: dict[str, Any] = TypeAdapter(actions).json_schema(ref_template="#/$defs/{model}")
    defs: dict[str, Any] = inner.pop("$defs", {})
    options = game.options.model_json_schema(ref_template="#/$defs/{model}")
    defs |= options.pop("$defs", {})
    return {
        "$schema": DIALECT,
        "$id": f"companion:{game.id}:{game.version}",
        "title": game.id,
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ("options", "facts", "action")],
        "$defs": {**defs, "options": options, "facts": _facts(facts), "action": inner},
    }


def _facts(specs: Sequence[FactSpec]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {spec.id: _fact(spec) for spec in specs},
    }


def _fact(spec: FactSpec) -> dict[str, Any]:
    match spec:
        case IntSpec(minimum=low, maximum=high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case IntsSpec(count=count, minimum=low, maximum=high):
            return {
                "type": "array",
                "items": {"type": "integer", "minimum": low, "maximum": high},
                "minItems": count,
                "maxItems": count,
            }
        case ChoiceSpec(options=options):
            return {"enum": list(options)}
        case TextSpec(longest=longest):
            return {"type": "string", "minLength": 1, "maxLength": longest}
        case LinksSpec(among=among):
            return {"type": "array", "items": {"enum": list(among)}, "uniqueItems": True}
        case LinesSpec(verbs=verbs, most=most):
            lines = [_line(verb, form) for verb, form in verbs.items()]
            return {"type": "array", "items": {"oneOf": lines}, "maxItems": most}


def _line(verb: str, form: VerbForm) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [
        {"const": verb},
        {"type": "integer", "minimum": form.minimum, "maximum": form.maximum},
        {"enum": list(form.things or ("",))},
        {"type": "string", "maxLength": form.longest},
    ]
    return {"type": "array", "prefixItems": parts, "items": False, "minItems": 1}
