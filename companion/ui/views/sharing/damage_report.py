"""Damage report of an acta: the faults and what can still be imported, in words."""

from companion.match.files.acta_reader import Importable, OpenedActa
from companion.match.files.faults import Fault
from companion.rulebook.loader import AppWords

_NAMED = 5


def fault(damage: Fault, words: AppWords) -> str:
    """Describe one fault: line, field and reason."""
    return words(f"fault.{damage.code}", **damage.params)


def said(opened: OpenedActa, words: AppWords) -> tuple[str, ...]:
    """Describe what is lost and what can still be imported."""
    lines = list(dict.fromkeys(fault.line for fault in opened.faults))
    named = [fault(one, words) for one in opened.faults[:_NAMED]]
    more = len(opened.faults) - len(named)
    rest = (words("damaged.more", n=more),) if more else ()
    return (words("damaged.title"), *named, *rest, _offer(opened, lines, words))


def _offer(opened: OpenedActa, lines: list[int], words: AppWords) -> str:
    if all(fault.code == "bad_sum" for fault in opened.faults):
        return words("damaged.changed")
    if opened.kept is Importable.ALL_BUT:
        return words("damaged.all_but", n=len(lines))
    count = len(opened.offered.entries)
    return words("damaged.up_to", line=lines[0], n=count, lost=opened.dropped)
