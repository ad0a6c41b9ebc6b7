"""Decisions of texts, their targets, demands and payments, written independently of the rules."""

from itertools import combinations
from typing import Any

from tests.games.blue_moon import naive
from tests.games.blue_moon.diary import (
    SEARCHING,
    Told,
    active,
    enthralled,
    holds,
    kind_of,
    lying,
    may_be_in,
    number_in,
    protected,
    room,
    speaking,
)


def by_text(t: Told) -> tuple[str, int]:
    """Return the card whose text waits for a decision, and its owner; ("", 0) where none does."""
    task = t.state.agenda[-1]
    return (task.of("card"), task.of("owner")) if task.code == "text" else ("", 0)


OWN_DECK = frozenset(("mimix_18", "mimix_20", "khind_29"))
"""Texts that reveal cards of one's own deck."""


UNSEEN = frozenset(
    (
        "hoax_27",
        "vulca_15",
        "mimix_19",
        "mimix_21",
        "khind_05",
        "khind_28",
        "khind_30",
        "hoax_15",
        "aqua_14",
        "aqua_31",
    )
)
"""Texts that take hidden cards."""


OF_RIVAL = frozenset(("terrah_15", "khind_08", "aqua_29"))
"""Texts by which the opponent chooses."""


ORDERS = frozenset(("mimix_20", "mimix_31", "khind_29", "aqua_29"))
"""Texts that are compulsory."""


def follows(t: Told) -> bool:
    """Return whether a text waits with its next line after another action."""
    return bool(t.state.agenda[-1].of("line"))


def from_where(t: Told) -> tuple[int, str]:
    """Return whose cards a text takes, and from which hidden place: hand, deck, discard."""
    card, owner = by_text(t)
    if card in ("buka_27", "buka_29"):
        return owner, "deck" if card == "buka_27" else "hand"
    if card in OWN_DECK:
        return owner, "hand" if follows(t) else "deck"
    if card == "mimix_31":
        return owner, "discard"
    if card == "khind_09":
        return 1 - owner, "deck"
    own = card in PAID or card == "aqua_11"
    return (owner, "hand") if own else (1 - owner, "hand")


CARGO = frozenset(("character", "booster", "support"))


def reached(t: Told) -> set[str]:
    """Return the cards that the text can be applied to."""
    card, owner = by_text(t)
    rival = 1 - owner
    safe = protected(t, rival)
    combat = {seat: set(t.state.piles[f"combat:{seat}"]) for seat in (0, 1)}
    fighters = active(t, rival, "character")
    spared = fighters if len(fighters) == 1 else set()
    match card:
        case "terrah_29" | "buka_19":
            return combat[rival] - safe
        case "buka_27":
            kinds = {"influence", *(CARGO if room(t, owner) else ())}
            return {c for c in may_be_in(t.state, owner, "deck") if kind_of(c) in kinds}
        case "buka_29":
            return {c for c in may_be_in(t.state, owner, "hand") if kind_of(c) in CARGO}
        case "aqua_30":
            return combat[rival] & set(lying(t.state, rival)) - safe
        case "vulca_30":
            return active(t, rival, "support") - safe
        case "vulca_14" | "terrah_19" | "khind_07" | "buka_22":
            return active(t, rival, "booster", "support") - safe
        case "flit_06":
            return set(fighters - spared - safe)
        case "khind_06":
            return set(filter(naive.shows_icon, lying(t.state, rival))) - spared - safe
        case "vulca_28":
            return set(lying(t.state, owner))
        case "mimix_30" | "pillar_12":
            return combat[owner] - {"pillar_12"} if card == "pillar_12" else combat[owner]
    if card == "mimix_18" and follows(t):
        return set(t.diary.shown)
    return may_be_in(t.state, *from_where(t))


def may_take(t: Told, number: int, *, drawn: bool) -> int:
    """Return how many of some cards the owner of the text may take into the hand."""
    _, owner = by_text(t)
    against = speaking(t, 1 - owner)
    if drawn and "vulca_26" in against:
        return 0
    if drawn and "khind_25" in against:
        number = min(number, max(0, 1 - t.diary.drawn))
    if "pillar_15" in against:
        return 0
    if "terrah_27" in against:
        number = min(number, max(0, 4 - number_in(t, owner, "hand")))
    return number


def from_deck(t: Told) -> int:
    """Return how many more cards may leave the deck, past the hand."""
    against = speaking(t, 1 - by_text(t)[1])
    if "vulca_26" in against:
        return 0
    return max(0, 1 - t.diary.drawn) if "khind_25" in against else 99


def wanted(t: Told) -> int:
    """Return how many cards a text takes; the maximum where fewer are allowed."""
    card, owner = by_text(t)
    rival = 1 - owner
    deck, discard = number_in(t, owner, "deck"), number_in(t, owner, "discard")
    if card in SEARCHING:
        banned = t.state.rulings["search_under_draw_ban"] == "not"
        return may_take(t, min(1, deck), drawn=banned)
    match card:
        case "vulca_14" | "terrah_19" | "flit_06" | "khind_06" | "khind_07":
            return 1
        case "aqua_11" | "aqua_14":
            return number_in(t, owner, "hand")
        case "aqua_29":
            return max(0, number_in(t, rival, "hand") - 5)
        case "aqua_31":
            return discard
        case "pillar_27" | "pillar_30":
            return number_in(t, rival, "hand")
        case "vulca_28" | "mimix_30" | "pillar_12":
            return may_take(t, 1, drawn=False)
        case "buka_27":
            banned = t.state.rulings["search_under_draw_ban"] == "not"
            return min(1, deck, len(reached(t)), from_deck(t) if banned else 1)
        case "buka_29":
            space = naive.SHIPS[card] - len(holds(t.state, owner)[card])
            return min(3, number_in(t, owner, "hand"), space, len(reached(t)))
        case "terrah_29" | "vulca_30" | "buka_19":
            return len(reached(t))
        case "aqua_30":
            left = protected(t, rival) & active(t, rival, "character")
            fights = active(t, rival, "character")
            return len(reached(t)) - bool(fights and not left)
        case "hoax_17" | "terrah_15":
            return min(2, number_in(t, rival, "hand"))
        case "pillar_13" | "khind_08":
            return min(1, number_in(t, rival, "hand"))
        case "khind_09":
            return min(1, number_in(t, rival, "deck"))
        case "mimix_18" if follows(t):
            return 1
        case "mimix_21" | "khind_30":
            number = 2 if card == "mimix_21" else 3
            return may_take(t, min(number, discard), drawn=False)
        case "mimix_31":
            return may_take(t, min(1, discard), drawn=False)
        case "hoax_15":
            return may_take(t, min(9 - number_in(t, owner, "hand"), deck), drawn=True)
    number = {
        "hoax_27": 5,
        "vulca_15": 2,
        "mimix_18": 3,
        "mimix_19": 3,
        "khind_05": 1,
        "khind_28": 1,
    }[card]
    return may_take(t, min(number, deck), drawn=True)


def usable(t: Told) -> set[str]:
    """Return the active cards whose text can be used once a turn."""
    return {"khind_06", "khind_07"} & set(lying(t.state, t.action.seat))


def hits(t: Told) -> bool:
    """Return whether the text to be used has a target."""
    rival = 1 - t.action.seat
    if t.action.card == "khind_07":
        return bool(active(t, rival, "booster", "support"))
    fighters = active(t, rival, "character")
    spared = fighters if len(fighters) == 1 else set()
    safe = protected(t, rival)
    return bool(set(filter(naive.shows_icon, lying(t.state, rival))) - spared - safe)


PAID = {
    "vulca_29": ("fire", 8),
    "terrah_30": ("earth", 8),
    "pillar_16": ("fire", 3),
    "pillar_17": ("earth", 3),
    "pillar_18": ("both", 2),
    "pillar_19": ("either", 5),
    "flit_30": ("character", 3),
    "aqua_28": ("character", 1),
}
"""Payment by card: what it demands and how much."""


def summed(cards: Any, element: int) -> int:
    return sum(naive.VALUES.get(card, (0, 0))[element] for card in cards)


def pays(t: Told, cards: Any) -> bool:
    """Return whether these cards pay what is demanded."""
    card = t.action.card if t.action.kind == "meet_demand" else by_text(t)[0]
    what, least = PAID[card]
    if t.action.kind == "meet_demand" and card == doubled(t):
        least *= 2
    if what == "character":
        return sum(kind_of(card) == what for card in cards) >= least
    if what == "either":
        return max(summed(cards, 0), summed(cards, 1)) >= least
    if what == "both":
        # Some of the cards pay the fire, the others the earth.
        return any(
            summed(some, 0) >= least and summed(set(cards) - set(some), 1) >= least
            for size in range(len(cards))
            for some in combinations(cards, size)
        )
    return summed(cards, ("fire", "earth").index(what)) >= least


def no_card_too_many(t: Told) -> bool:
    cards = t.action.cards
    return not any(pays(t, [c for c in cards if c != card]) for card in cards)


def still_owed(t: Told) -> set[str]:
    """Return the opponent's active cards with a demand not met yet."""
    demanding = {c for c in speaking(t, 1 - t.action.seat) if c in DEMANDING}
    if t.own:
        demanding -= set(t.diary.met)
        demanding -= {"terrah_13"} if t.diary.of("support") else set()
        demanding -= {"terrah_14"} if t.diary.of("booster") else set()
    return demanding


CATERPILLARS = frozenset(("pillar_16", "pillar_17", "pillar_18", "pillar_19"))


DEMANDING = frozenset(("terrah_13", "terrah_14", "aqua_28")) | CATERPILLARS


def doubled(t: Told) -> str | None:
    """Return the opponent's caterpillar that Crysalus doubles."""
    against = speaking(t, 1 - t.action.seat)
    there = [card for card in against if card in CATERPILLARS]
    if "pillar_14" not in against or not there:
        return None
    return there[-1 if t.state.rulings["doubled_caterpillar"] == "last" else 0]


def takes_too_many(t: Told) -> bool:
    """Return whether the opponent's cards keep so many cards from the hand."""
    held = sum(t.state.ledger.held(f"hand:{t.action.seat}").values())
    against = speaking(t, 1 - t.action.seat)
    mud = "terrah_27" in against and held + len(t.action.cards) > max(4, held)
    return mud or "pillar_15" in against


def icon_works(t: Told, card: str) -> bool:
    mine, rival = lying(t.state, t.action.seat), lying(t.state, 1 - t.action.seat)
    against = (enthralled(t, t.action.seat), enthralled(t, 1 - t.action.seat))
    return card not in naive.iconless(mine, rival, against)


def rival_shows_retrieve(t: Told) -> bool:
    rival, mine = lying(t.state, 1 - t.action.seat), lying(t.state, t.action.seat)
    shown = naive.RETRIEVE & naive.CHARACTERS & set(rival)
    if t.state.rulings["ignored_icons_block_retrieve"] == "working":
        against = (enthralled(t, 1 - t.action.seat), enthralled(t, t.action.seat))
        shown -= naive.iconless(rival, mine, against)
    return bool(shown)


def hidden_as(t: Told) -> str:
    """Return one more card face down, as the table rules that it counts."""
    return "marked_99" if t.state.rulings["bluff_icons"] == "shown" else "bluff_99"


def crowd(t: Told) -> bool:
    """Return whether the opponent's Boatswain Mena Marn faces several active characters."""
    against = speaking(t, 1 - t.action.seat)
    return "buka_18" in against and len(active(t, t.action.seat, "character")) > 1


def to_show(t: Told) -> int:
    """Return how many cards the reporting seat has to show now."""
    task = t.state.agenda[-1]
    due = task.code == "bluffs_to_show" and task.of("seat") == t.action.seat
    return int(task.of("number")) if due else 0


def shown_face_down(t: Told) -> int:
    """Return how many hidden cards lie where those to be shown now lie."""
    called = t.state.agenda[-1].of("called")
    place = "support" if called else "discard"
    return int(t.state.ledger.held(f"{place}:{t.action.seat}").get("card", 0))
