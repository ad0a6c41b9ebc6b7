"""Damage report of an acta: the faults and what can still be imported, in words."""

from companion.match.faults import Fault
from companion.match.reading import Kept, Opened
from companion.rulebook.loader import AppWords

_NAMED = 5


def fault(found: Fault, words: AppWords) -> str:
    """Describe one fault: line, field and reason."""
    return words(f"fault.{found.code}", **found.params)


def said(found: Opened, words: AppWords) -> tuple[str, ...]:
    """Describe what is lost and what can still be imported."""
    lines = list(dict.fromkeys(fault.line for fault in found.faults))
    named = [fault(one, words) for one in found.faults[:_NAMED]]
    more = len(found.faults) - len(named)
    rest = (words("damaged.more", n=more),) if more else ()
    return (words("damaged.title"), *named, *rest, _offer(found, lines, words))


def _offer(found: Opened, lines: list[int], words: AppWords) -> str:
    if all(fault.code == "bad_sum" for fault in found.faults):
        return words("damaged.changed")
    if found.kept is Kept.ALL_BUT:
        return words("damaged.all_but", n=len(lines))
    count = len(found.offered.entries)
    return words("damaged.up_to", line=lines[0], n=count, lost=found.dropped)
