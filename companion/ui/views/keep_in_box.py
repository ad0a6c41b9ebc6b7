"""Offer to save values typed during a match to a box, in words."""

from dataclasses import dataclass

from companion.kernel.box.facts import FactValue
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.boxes.box_merge import Contrary
from companion.services.boxes.offers import BoxOffer, BoxOffers
from companion.services.boxes.profiles import BoxProfile


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
