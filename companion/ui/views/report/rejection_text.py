"""Reasons why the hub did not record something, in words."""

from companion.kernel.values import Params
from companion.rulebook.wording import Wording
from companion.services.matches.results import (
    Answer,
    Blocked,
    FieldError,
    NotAllowed,
    NotSaved,
    UnreadableInput,
)


def unrecorded(wording: Wording, answer: Answer) -> str:
    """Describe in one sentence why something was rejected for good."""
    words = wording.app
    match answer:
        case Blocked():
            return words("hub.blocked")
        case NotAllowed(code=code):
            return words(f"share.not_allowed.{code}")
        case NotSaved(code=code):
            return words(f"store.{code}")
        case UnreadableInput(errors=errors) if errors and f"hub.{errors[0].code}" in words:
            return words(f"hub.{errors[0].code}", **_facts(wording, errors[0]))
        case UnreadableInput(errors=errors) if errors and _is_of_a_fact(wording, errors[0]):
            error = errors[0]
            why = words(f"fact.problem.{error.code}", **error.params)
            return words("fact.refused", fact=wording.fact_label(error.field), why=why)
        case _:
            return words("hub.unreadable")


def _is_of_a_fact(wording: Wording, error: FieldError) -> bool:
    """Return whether an error says why a printed value cannot be typed."""
    return error.field in wording.data.facts_by_id and f"fact.problem.{error.code}" in wording.app


def _facts(wording: Wording, error: FieldError) -> Params:
    """Return the parameters of an error that a sentence uses; for a place, what would lie there."""
    account, item = error.params.get("account"), error.params.get("item")
    if not isinstance(account, str) or not isinstance(item, str):
        return {}
    what = wording.holding_label(account, item)
    return {"what": what, "amount": error.params.get("amount", 0)}
