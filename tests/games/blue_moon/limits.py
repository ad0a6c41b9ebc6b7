"""Limits on the number and kind of cards laid, written independently of the rules."""

from collections import Counter

from tests.games.blue_moon import naive
from tests.games.blue_moon.diary import (
    FACE_DOWN,
    LOADED,
    Told,
    at_sea,
    called_upon,
    counting,
    fog,
    kind_of,
    laid,
    lying,
    number_in,
    opens,
    power,
    speaking,
)


def plays(t: Told, boosters: list[str]) -> int:
    """Return how many plays some boosters are: two of a pair are one."""
    if fog(t):
        return len(boosters)
    words = Counter(naive.FIRST_WORDS.get(card, card) for card in boosters)
    return sum((n + 1) // 2 if word[0].isupper() else n for word, n in words.items())


def over_limit(t: Told) -> bool:
    """Return whether a report exceeds the boosters and supports of the turn."""
    more = counting(t, laid(t))
    cards = [*(earlier(t) if t.own else ()), *more]
    if not more:
        return False
    boosters = [card for card in cards if kind_of(card) == "booster"]
    supports = sum(kind_of(card) == "support" for card in cards)
    calls, speak = called_upon(t, t.action.seat), speaking(t, t.action.seat)
    number = 0 if "flit_31" in calls else plays(t, boosters)
    if "hoax_29" in calls or "buka_20" in speak:
        supports = 0
    else:
        supports = max(0, supports - len({"hoax_14", "buka_25"} & set(speak)))
    if "pillar_11" in speak:
        number = max(0, number - 1)
    limit = 0 if opens(t) else 1
    by_ruling = t.state.rulings["booster_pair_opening"] == "allowed"
    if opens(t) and by_ruling and len(boosters) == 2 and plays(t, boosters) == 1:
        limit = 1
    return number + supports > limit


def earlier(t: Told) -> list[str]:
    """Return the cards of the turn that were not free when they were played."""
    not_free = [card for card in t.diary.played if card not in t.diary.free]
    for _ in range(t.diary.free_bluffs):
        not_free.remove(FACE_DOWN)
    return [*not_free, *[LOADED] * t.diary.loaded]


def together(cards: list[str], *, icons: bool) -> bool:
    """Return whether some characters may be played in place of one."""
    if len(cards) < 2:
        return True
    words = {naive.FIRST_WORDS.get(card) for card in cards}
    gangs = {naive.GANGS.get(card) for card in cards}
    pair = len(cards) == 2 and len(words) == 1 and None not in words
    return icons and (pair or (len(gangs) == 1 and None not in gangs))


def own_characters(t: Told) -> list[str]:
    """Return the counting characters of the turn, with those reported."""
    before = [card for card in (earlier(t) if t.own else ()) if kind_of(card) == "character"]
    return [*before, *counting(t, t.action.cards)]


def late_gang(t: Told) -> bool:
    """Return whether a free character came before a gang of several."""
    free = [card for card in t.diary.of("character") if card in t.diary.free]
    return t.own and bool(free) and len(own_characters(t)) > 1


def forbids(t: Told, card: str) -> bool:
    """Return whether an active card of the opponent forbids to play this one."""
    against, kind = speaking(t, 1 - t.action.seat), kind_of(card)
    return (
        ("terrah_12" in against and card in naive.TEXTS)
        or ("terrah_16" in against and card not in naive.TEXTS)
        or ("terrah_25" in against and kind == "character" and max(naive.VALUES[card]) > 4)
        or ("hoax_13" in against and kind in ("leadership", "booster", "support"))
        or ("vulca_16" in against and kind == "character" and card not in naive.TEXTS)
        or ("vulca_24" in against and kind == "leadership")
        or ("khind_26" in against and kind == "support")
        or ("mimix_28" in against and kind == "booster")
        or ("vulca_25" in against and kind in ("character", "booster") and card in naive.TEXTS)
    )


def too_many(t: Told) -> bool:
    """Return whether the turn has more cards than a card of the opponent allows."""
    before = [*t.diary.played, *[LOADED] * t.diary.loaded]
    cards = [*(before if t.own else ()), *laid(t)]
    against = speaking(t, 1 - t.action.seat)
    fighting = [card for card in cards if kind_of(card) in ("character", "booster")]
    fights = kind_of(laid(t)[0]) in ("character", "booster")
    if "flit_10" in against and fights and len(fighting) > 1:
        return True
    if t.state.rulings["brain_drain_counts_leadership"] == "no":
        cards = [card for card in cards if kind_of(card) not in ("leadership", "influence")]
    return "hoax_26" in against and len(cards) > 1


def mutant_may(t: Told) -> bool:
    """Return whether the condition of the first mutant laid is met."""
    card = next(c for c in t.action.cards if c.startswith("mutant") or c == "buka_23")
    seat, element = t.action.seat, t.state.fight.element
    rival = power(t, 1 - seat, element)[0] if element else 0
    piles = t.state.piles
    return bool(
        {
            "mutant_105": rival >= 7,
            "mutant_106": rival >= 5 and element == "earth",
            "mutant_107": rival >= 5 and element == "fire",
            "mutant_103": len(piles[f"combat:{1 - seat}"]) + len(piles[f"support:{1 - seat}"]) >= 6,
            "mutant_102": number_in(t, 1 - seat, "hand") - number_in(t, seat, "hand")
            >= 2 - (len(t.action.cards) if t.state.rulings["mutant_in_hand"] == "laid" else 0),
            "mutant_104": len(lying(t.state, 1 - seat)) >= 3,
            "mutant_101": t.state.ledger.balance(f"seat:{1 - seat}", "dragon") >= 1,
            "buka_23": not at_sea(t, seat),
            "mutant_109": len(t.action.cards) == 1
            and not piles[f"combat:{seat}"]
            and not piles[f"support:{seat}"],
        }[card]
    )


def element_of(t: Told) -> str | None:
    if t.state.fight.element:
        return str(t.state.fight.element)
    return None if t.action.element == "same" else str(t.action.element)


def enough(t: Told) -> bool:
    """Return whether the power of a seat reaches that of the other one."""
    element = element_of(t) if t.action.kind == "announce" else t.state.fight.element
    if element is None:
        return True
    mine, shield = power(t, t.action.seat, element)
    return shield or mine >= power(t, 1 - t.action.seat, element)[0]
