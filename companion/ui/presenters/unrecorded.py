"""Why the hub did not record something, in words."""

from companion.rulebook.loader import AppWords
from companion.table.answers import Answer, Blocked, Malformed, NotAllowed, NotSaved


def unrecorded(words: AppWords, answer: Answer) -> str:
    """Why something was not recorded and will not be as it is: one sentence."""
    match answer:
        case Blocked():
            return words("hub.blocked")
        case NotAllowed(code=code):
            return words(f"share.not_allowed.{code}")
        case NotSaved(code=code):
            return words(f"store.{code}")
        case Malformed(errors=errors) if errors and f"hub.{errors[0].code}" in words:
            return words(f"hub.{errors[0].code}")
        case _:
            return words("hub.unreadable")
