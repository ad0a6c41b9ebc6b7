"""Offer to save values typed during a match to a box, in words."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from companion.kernel.box.facts import FactValue
from companion.kernel.memo import memoised
from companion.match.fold import Match
from companion.match.value_conflicts import shown_in
from companion.rulebook.wording import Wording
from companion.services.boxes.box_repository import Contrary
from companion.services.boxes.offers import BoxOffer, BoxOffers
from companion.services.boxes.profiles import BoxProfile
from companion.services.privacy.redaction import redacted_for_all


@dataclass(frozen=True)
class TargetBox:
    """Box that can receive the values."""

    box: BoxProfile | None
    """None: a new box."""
    text: str


@dataclass(frozen=True)
class BoxConflict:
    """Value on which box and table disagree, with a button for each."""

    contrary: Contrary
    text: str
    picks: tuple[tuple[FactValue, str], ...]


@dataclass(frozen=True)
class OfferView:
    """Offer of values that can be saved now."""

    text: str
    """Empty if only contradictions are left."""
    places: tuple[TargetBox, ...]
    disputes: tuple[BoxConflict, ...]


def offered(offer: BoxOffer, wording: Wording) -> OfferView:
    """Build the view model of an offer."""
    box, count = offer.box, len(offer.added)
    key = "boxes.offer.add" if box else "boxes.offer.new"
    text = wording.app(key, n=count, name=box.name if box else "") if count else ""
    return OfferView(
        text,
        _places(offer, wording) if count else (),
        tuple(_dispute(contrary, box, wording) for contrary in offer.contrary if box),
    )


def _places(offer: BoxOffer, wording: Wording) -> tuple[TargetBox, ...]:
    boxes = (offer.box,) if offer.box else offer.others
    known = tuple(TargetBox(box, wording.app("boxes.offer.to_box", name=box.name)) for box in boxes)
    return known if offer.box else (TargetBox(None, wording.app("boxes.offer.to_new")), *known)


def _dispute(difference: Contrary, box: BoxProfile, wording: Wording) -> BoxConflict:
    typed = wording.fact_shown(difference.fact, difference.typed)
    kept = wording.fact_shown(difference.fact, difference.kept)
    text = wording.app(
        "boxes.offer.contrary",
        fact=wording.fact_label(difference.fact),
        name=box.name,
        kept=kept,
        typed=typed,
    )
    picks = tuple(
        (value, wording.app("boxes.offer.pick", value=shown))
        for value, shown in ((difference.typed, typed), (difference.kept, kept))
    )
    return BoxConflict(difference, text, picks)


def new_name(match: Match, wording: Wording) -> str:
    """Return the name of a new box for a match."""
    return match.started.box or wording.app("boxes.default_name", game=wording.data.info.name)


def hint(match: Match, keeping: BoxOffers, wording: Wording) -> str:
    """Describe what happens to a value typed now."""
    words = wording.app
    if match.started.example:
        return words("form.ask_fact_hint.example")
    if not keeping.keeps(match):
        return words("form.ask_fact_hint.elsewhere")
    box = keeping.box_of(match)
    if box is None:
        return words("form.ask_fact_hint.no_box")
    return words("form.ask_fact_hint.box", name=box.name)


_TYPED: Final = 200
"""Maximum number of values in one entry."""


def changes_replay(before: Match, after: Match) -> bool:
    """Return whether the values change the replay, or break it.

    The last report may continue where it waited for the value, and then the duties change. That
    takes nothing back and does not count as a change.
    """
    if after.broken is not None:
        return before.broken is None or before.broken.item != after.broken.item
    pairs = zip(before.steps, after.steps, strict=False)
    changed = [n for n, (one, other) in enumerate(pairs, 1) if one.effects != other.effects]
    return bool(changed) and not (changed == [len(before.steps)] and _goes_on(before, after))


def _goes_on(before: Match, after: Match) -> bool:
    """Return whether the last step keeps its effects and only its pending duty changes."""
    one, other = before.steps[-1].effects, after.steps[len(before.steps) - 1].effects
    waited = before.game.duties(before.state) != after.game.duties(after.state)
    return waited and other[: len(one)] == one


def inferred_facts(match: Match) -> dict[str, FactValue]:
    """Return the values that the reports show and nobody has typed, by id.

    They are in force already, except in matches of earlier versions (`Started.learns`).
    """
    shown = ((fact, values) for fact, values in _of_all(match).items() if len(values) == 1)
    return dict(islice(((fact, values[0]) for fact, values in shown), _TYPED))


def contradicted(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return the values on which reports disagree, by id."""
    return {fact: values for fact, values in _of_all(match).items() if len(values) > 1}


def _of_all(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return `_shown`; what is found in a match of an earlier version suits all its viewers."""
    return memoised(match if match.started.learns else redacted_for_all(match), _shown)


def _shown(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return the values that reports show of each fact that nobody has typed."""
    shown: dict[str, tuple[FactValue, ...]] = {}
    if match.broken is None:
        for one in shown_in(match):
            if one.fact not in match.facts:
                values = (*shown.get(one.fact, ()), one.value)
                shown[one.fact] = tuple(dict.fromkeys(values))
    return shown
