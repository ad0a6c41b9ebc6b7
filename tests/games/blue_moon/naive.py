"""A second reckoning of a total, written card by card from the printed texts.

It shares no code with the rules: values and texts are said here again, in sentences of Python.
Whether a card with a text is ignored, and what its icons are, the truth of doubt lists asks too.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

FIRE, EARTH = 0, 1

VALUES: Mapping[str, tuple[int, int]] = {
    "hoax_01": (5, 1), "hoax_02": (5, 0), "hoax_03": (4, 1), "hoax_04": (4, 0), "hoax_05": (3, 3),
    "hoax_06": (3, 2), "hoax_07": (2, 3), "hoax_08": (3, 1), "hoax_09": (1, 3), "hoax_10": (2, 2),
    "hoax_11": (2, 2), "hoax_12": (2, 2), "hoax_13": (2, 2), "hoax_14": (2, 2), "hoax_17": (1, 1),
    "hoax_18": (0, 0), "hoax_19": (2, 2), "hoax_20": (3, 3), "hoax_21": (2, 1), "hoax_22": (1, 2),
    "hoax_24": (1, 2), "terrah_05": (1, 5), "flit_12": (0, 0), "mutant_105": (4, 4),
    "vulca_01": (7, 0), "vulca_03": (6, 0), "vulca_04": (5, 4), "vulca_05": (5, 1),
    "vulca_06": (4, 3), "vulca_07": (3, 4), "vulca_08": (4, 2), "vulca_09": (2, 4),
    "vulca_10": (4, 1), "vulca_11": (1, 4), "vulca_12": (3, 2), "vulca_13": (2, 3),
    "vulca_14": (2, 2), "vulca_15": (2, 2), "vulca_16": (1, 1), "vulca_18": (3, 2),
    "vulca_19": (0, 0), "vulca_23": (3, 1), "vulca_24": (1, 1), "aqua_04": (4, 4),
    "mimix_06": (3, 5), "mutant_106": (4, 0),
    "terrah_01": (0, 7), "terrah_02": (3, 6), "terrah_03": (0, 6), "terrah_04": (4, 5),
    "terrah_06": (4, 3), "terrah_07": (3, 4), "terrah_08": (4, 1), "terrah_09": (4, 0),
    "terrah_10": (0, 4), "terrah_11": (3, 3), "terrah_12": (2, 2), "terrah_13": (2, 1),
    "terrah_14": (1, 2), "terrah_16": (1, 1), "terrah_17": (0, 0), "terrah_18": (2, 3),
    "terrah_20": (1, 3), "terrah_21": (1, 1), "terrah_22": (1, 1), "terrah_23": (1, 1),
    "flit_13": (0, 0), "mutant_107": (0, 4), "vulca_02": (6, 3),
}  # fmt: skip
"""Fire and earth of every card that prints them."""

CHARACTERS = frozenset(VALUES) - {
    "hoax_18", "hoax_19", "vulca_18", "vulca_19", "hoax_20", "hoax_21", "hoax_22", "hoax_24",
    "vulca_23", "vulca_24", "terrah_18", "terrah_20", "terrah_21", "terrah_22", "terrah_23",
}  # fmt: skip
BOOSTERS = frozenset(
    (
        "hoax_18",
        "hoax_19",
        "pillar_26",
        "vulca_18",
        "vulca_19",
        "vulca_20",
        "vulca_21",
        "terrah_18",
        "terrah_19",
        "pillar_17",
    )
)
SUPPORTS = frozenset(
    ("hoax_20", "hoax_21", "hoax_22", "hoax_24", "hoax_25", "hoax_26", "vulca_23", "vulca_24",
     "vulca_26", "vulca_27", "khind_26", "terrah_20", "terrah_21", "terrah_22", "terrah_23",
     "terrah_25", "terrah_26", "terrah_27")
)  # fmt: skip
SHIELDS: Mapping[str, tuple[int, ...]] = {
    "hoax_18": (FIRE,),
    "vulca_19": (EARTH,),
    "mutant_105": (FIRE, EARTH),
    "mutant_106": (FIRE, EARTH),
    "mutant_107": (FIRE, EARTH),
    "terrah_17": (FIRE,),
}
FREE = frozenset(("pillar_17",))
STOP = frozenset(("mutant_105", "mutant_106", "mutant_107"))
RETRIEVE = frozenset(("hoax_05", "hoax_19", "hoax_24"))
PAIR = frozenset(("mimix_06",))
PROTECTED = frozenset[str]()
WITH_ICON = frozenset(SHIELDS) | FREE | STOP | RETRIEVE | PAIR | PROTECTED


def gone(
    mine: Sequence[str], theirs: Sequence[str], enthralled: Sequence[bool] = (False, False)
) -> set[str]:
    """Of mine, the cards that count for nothing at all.

    Args:
        mine: the active cards of combat and support of one side.
        theirs: those of the other side.
        enthralled: whether Enthrall Opposition is in force against mine, and against theirs.
    """
    found = set[str]()
    if enthralled[1]:
        return found
    if "flit_12" in theirs:
        # Hank Highflyer Hawk: the opponent's characters are ignored altogether.
        found |= {c for c in mine if c in CHARACTERS}
    if "flit_13" in theirs:
        # Mad Mike Magpie: the opponent's cards with any icon.
        found |= {c for c in mine if c in WITH_ICON}
    return {c for c in found if c not in PROTECTED and not c.startswith("flit_")}


def iconless(
    mine: Sequence[str], theirs: Sequence[str], enthralled: Sequence[bool] = (False, False)
) -> set[str]:
    """Of mine, the cards whose icons do not count, STOP apart."""
    found = gone(mine, theirs, enthralled)
    fog = "terrah_26" in theirs and not enthralled[1]
    if fog and "terrah_26" not in gone(theirs, mine, enthralled[::-1]):
        # Impenetrable Fog: every icon of the opponent but STOP and PROTECTED.
        found |= {c for c in mine if c not in PROTECTED}
    return found


def power(
    mine: Sequence[str],
    theirs: Sequence[str],
    element: int,
    enthralled: Sequence[bool] = (False, False),
    *,
    raise_first: bool = True,
    multiply: bool = True,
) -> tuple[int, bool]:
    """The total of one side and whether a shield covers it.

    Args:
        mine: its active cards of combat and support.
        theirs: the active ones of the other side.
        element: 0 fire, 1 earth.
        enthralled: whether Enthrall Opposition is in force against mine, and against theirs.
        raise_first: whether the potion comes before the doublings.
        multiply: whether two doublings make four.
    """
    nothing = gone(mine, theirs, enthralled)
    speak = [c for c in mine if c not in nothing and not enthralled[0]]
    count = [c for c in mine if c in VALUES and c not in nothing]
    # A card that is for one character is for whichever makes the most of it, even an ignored one.
    single = [c for c in speak if c in ("pillar_26", "hoax_25", "vulca_21")]
    targets = [c for c in mine if c in CHARACTERS] or [""]
    best = max(
        _sum(count, speak, dict(zip(single, picked, strict=True)), element, raise_first, multiply)
        for picked in product(targets, repeat=len(single))
    )
    if "vulca_20" in speak:
        best = max(best, 6)
    bare = iconless(mine, theirs, enthralled)
    return best, any(element in SHIELDS.get(c, ()) for c in mine if c not in bare)


def _sum(
    count: Sequence[str],
    speak: Sequence[str],
    aim: Mapping[str, str],
    element: int,
    raise_first: bool,
    multiply: bool,
) -> int:
    return sum(
        _worth(c, list(_factors(c, speak, aim, element)), aim, element, raise_first, multiply)
        for c in count
    )


def _factors(
    card: str, speak: Sequence[str], aim: Mapping[str, str], element: int
) -> Iterator[int]:
    if card in SUPPORTS and "hoax_12" in speak:
        yield 2  # Demegodas doubles every support.
    if element == EARTH and aim.get("hoax_25") == card:
        yield 2  # Duplicator of Strength doubles the earth of a character.
    if element == FIRE and aim.get("vulca_21") == card:
        yield 2  # Volcanic Gauntlets double the fire of a character.


def _worth(
    card: str,
    factors: Sequence[int],
    aim: Mapping[str, str],
    element: int,
    raise_first: bool,
    multiply: bool,
) -> int:
    value, times = VALUES[card][element], 1
    for factor in factors:
        times = times * factor if multiply else times + factor - 1
    least = 5 if aim.get("pillar_26") == card else 0
    return max(value, least) * times if raise_first else max(value * times, least)
