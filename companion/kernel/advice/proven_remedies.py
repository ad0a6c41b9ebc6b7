"""Remedies that were carried out: what a ruling card shows of them, and what a touch applies."""

from dataclasses import dataclass
from typing import Final

from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import Remedy
from companion.kernel.values import Params, Value

CHANGE_FIELD: Final = "change_field"
"""Code of another value of one field, found by trying: parameters `kind`, `field`, `value`."""


ANY_VALUE: Final = "any_value"
"""Code of many alike values of one field.

Parameters `kind`, `field`, `values`, their `number`, `extent`: one of the constants below, and
`unnamed`: 1 if the report names nothing there.
"""


FEWER: Final = "fewer"
"""Code of any so many of the things named in one field: `kind`, `field`, `number`."""


CHANGE_BOTH: Final = "change_both"
"""Code of another value of one field, and a second remedy besides.

Parameters as of `CHANGE_FIELD`, and those of the second as `next_…`, with its `next_code`. With
`extent` `SOME` it is an example of many.
"""


OTHER_SEAT: Final = "other_seat"
"""Code of the same report by another seat: parameter `seat`."""


ACT_FIRST: Final = "act_first"
"""Code of an act to report before, found by trying: `kind`, `seat`, and its description."""


ANY_ACT_FIRST: Final = "any_act_first"
"""Code of any of many acts of one kind to report before: as `ACT_FIRST`, of one of them."""


ACTS_FIRST: Final = "acts_first"
"""Code of two acts to report before: as `ACT_FIRST`, and again for the second as `next_…`."""


EVERY: Final = "every"
"""Extent: every other value of the field is legal."""


THESE: Final = "these"
"""Extent: the values named or counted are legal, and no other."""


SOME: Final = "some"
"""Extent: the values named are legal, and others were not tried."""


def other_answer(act: Action, name: str, value: object, label: Value) -> Remedy:
    """Return the remedy of another answer to one question, told by the words of its field.

    Args:
        act: the refused report, or one made of its draft.
        name: the field.
        value: the answer.
        label: its words.
    """
    params: Params = {"kind": act.kind, "field": name, "value": label}
    return Remedy(CHANGE_FIELD, params, {name: value})


@dataclass(frozen=True, slots=True)
class ProvenRemedy:
    """Remedy that was carried out, with the report that is legal then."""

    remedy: Remedy
    draft: Draft
    """Changed report, as far filled in as the refused one."""
    first: Action | None
    certain: bool
    """True if nothing about it depends on what is unknown or hidden from the viewer."""
    wasteful: bool = False
    """True if something that the report pays would be lost for nothing."""
    then: Action | None = None
    """Act to report after the first one, and before the report."""
    report: Action | None = None
    """Changed report, or one that it can become."""
    tried: bool = False
    """True if it was found by trying; False: the game proposed it."""
    field: str = ""
    """Field to ask again where many values do: of the first act, or of the report without one."""
    alike: "tuple[ProvenRemedy, ...]" = ()
    """Remedies that it stands for, if it names many at once."""

    @property
    def acts(self) -> int:
        """Return the number of acts besides the report."""
        return (self.first is not None) + (self.then is not None)


@dataclass(frozen=True, slots=True)
class ProvenRemedies:
    """Proven remedies, nearest first."""

    remedies: tuple[ProvenRemedy, ...]
    exhausted: bool
    """True if every candidate was tried."""


NO_WAYS: Final = ProvenRemedies((), False)
"""Result for a report that is not refused, or was not searched."""


def draft_of(action: Action) -> Draft:
    """Return the complete draft of an action."""
    return Draft(action.kind, action.seat, {n: getattr(action, n) for n in action.form_fields()})
