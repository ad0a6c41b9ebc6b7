"""Second computation of a total, written card by card from the printed texts.

It shares no code with the rules: values and texts are written here again, as Python expressions.
The truth tests also use it for ignored texts and for icons.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

FIRE, EARTH = 0, 1

VALUES: Mapping[str, tuple[int, int]] = {
    "hoax_01": (5, 1), "hoax_02": (5, 0), "hoax_03": (4, 1), "hoax_04": (4, 0),
    "hoax_05": (3, 3), "hoax_06": (3, 2), "hoax_07": (2, 3), "hoax_08": (3, 1),
    "hoax_09": (1, 3), "hoax_10": (2, 2), "hoax_11": (2, 2), "hoax_12": (2, 2),
    "hoax_13": (2, 2), "hoax_14": (2, 2), "hoax_17": (1, 1), "hoax_18": (0, 0),
    "hoax_19": (2, 2), "hoax_20": (3, 3), "hoax_21": (2, 1), "hoax_22": (1, 2),
    "hoax_24": (1, 2), "flit_12": (0, 0), "mutant_105": (4, 4), "terrah_05": (1, 5),
    "vulca_01": (7, 0), "vulca_03": (6, 0), "vulca_04": (5, 4), "vulca_05": (5, 1),
    "vulca_06": (4, 3), "vulca_07": (3, 4), "vulca_08": (4, 2), "vulca_09": (2, 4),
    "vulca_10": (4, 1), "vulca_11": (1, 4), "vulca_12": (3, 2), "vulca_13": (2, 3),
    "vulca_14": (2, 2), "vulca_15": (2, 2), "vulca_16": (1, 1), "vulca_18": (3, 2),
    "vulca_19": (0, 0), "vulca_23": (3, 1), "vulca_24": (1, 1), "aqua_04": (4, 4),
    "mimix_06": (3, 5), "mutant_106": (4, 0), "terrah_01": (0, 7), "terrah_02": (3, 6),
    "terrah_03": (0, 6), "terrah_04": (4, 5), "terrah_06": (4, 3), "terrah_07": (3, 4),
    "terrah_08": (4, 1), "terrah_09": (4, 0), "terrah_10": (0, 4), "terrah_11": (3, 3),
    "terrah_12": (2, 2), "terrah_13": (2, 1), "terrah_14": (1, 2), "terrah_16": (1, 1),
    "terrah_17": (0, 0), "terrah_18": (2, 3), "terrah_20": (1, 3), "terrah_21": (1, 1),
    "terrah_22": (1, 1), "terrah_23": (1, 1), "flit_13": (0, 0), "mutant_107": (0, 4),
    "vulca_02": (6, 3), "mimix_03": (6, 1), "mimix_04": (1, 6), "mimix_05": (5, 3),
    "mimix_07": (5, 2), "mimix_08": (2, 5), "mimix_09": (4, 4), "mimix_10": (4, 4),
    "mimix_11": (4, 2), "mimix_12": (2, 4), "mimix_13": (3, 3), "mimix_14": (3, 3),
    "mimix_16": (3, 2), "mimix_17": (2, 3), "mimix_18": (2, 2), "mimix_19": (2, 2),
    "mimix_20": (2, 2), "mimix_21": (2, 2), "mimix_22": (2, 1), "mimix_23": (1, 2),
    "mimix_24": (1, 1), "mimix_25": (2, 1), "mimix_26": (1, 2), "mimix_27": (2, 2),
    "hoax_23": (2, 1), "khind_19": (2, 2), "mutant_104": (5, 5), "pillar_13": (2, 2),
    "flit_01": (4, 4), "flit_02": (4, 2), "flit_03": (2, 4), "flit_04": (3, 2),
    "flit_05": (2, 3), "flit_06": (2, 2), "flit_07": (2, 2), "flit_08": (2, 2),
    "flit_09": (2, 2), "flit_10": (2, 2), "flit_11": (0, 0), "flit_14": (0, 0),
    "flit_15": (3, 3), "flit_16": (3, 2), "flit_17": (2, 3), "flit_18": (3, 1),
    "flit_19": (1, 3), "flit_22": (2, 1), "flit_23": (1, 2), "flit_24": (2, 0),
    "flit_25": (0, 2), "flit_26": (1, 1), "mutant_109": (0, 0), "terrah_15": (1, 2),
    "khind_01": (2, 2), "khind_02": (2, 2), "khind_03": (2, 2), "khind_04": (2, 2),
    "khind_05": (2, 2), "khind_06": (2, 2), "khind_07": (2, 2), "khind_08": (2, 2),
    "khind_09": (2, 2), "khind_10": (3, 2), "khind_11": (2, 3), "khind_12": (3, 1),
    "khind_13": (1, 3), "khind_14": (0, 0), "khind_15": (3, 1), "khind_16": (1, 3),
    "khind_17": (3, 0), "khind_18": (0, 3), "khind_20": (2, 1), "khind_21": (1, 2),
    "khind_22": (1, 1), "hoax_15": (2, 2), "mutant_101": (8, 8), "pillar_01": (6, 2),
    "pillar_02": (2, 6), "pillar_03": (1, 5), "pillar_04": (0, 5), "pillar_05": (4, 3),
    "pillar_06": (3, 4), "pillar_07": (4, 2), "pillar_08": (4, 1), "pillar_09": (1, 4),
    "pillar_10": (4, 0), "pillar_11": (2, 2), "pillar_12": (2, 2), "pillar_14": (2, 1),
    "pillar_15": (1, 2), "pillar_28": (2, 2), "pillar_29": (2, 2), "mimix_15": (3, 3),
    "mutant_103": (6, 6), "aqua_01": (5, 5), "aqua_02": (5, 0), "aqua_03": (0, 5),
    "aqua_05": (4, 0), "aqua_06": (0, 4), "aqua_07": (3, 3), "aqua_08": (3, 3),
    "aqua_09": (3, 0), "aqua_10": (0, 3), "aqua_11": (2, 2), "aqua_12": (2, 0),
    "aqua_13": (0, 2), "aqua_14": (1, 1), "aqua_16": (2, 0), "aqua_17": (0, 2),
    "aqua_18": (0, 0), "aqua_21": (2, 0), "aqua_22": (0, 2), "aqua_23": (3, 0),
    "aqua_24": (0, 3), "aqua_25": (1, 1), "aqua_26": (1, 1), "flit_20": (2, 2),
    "hoax_16": (2, 2), "mutant_102": (7, 7), "terrah_24": (1, 1), "buka_01": (5, 4),
    "buka_02": (4, 5), "buka_03": (4, 4), "buka_04": (4, 3), "buka_05": (3, 4),
    "buka_06": (4, 2), "buka_07": (2, 4), "buka_08": (2, 4), "buka_09": (1, 4),
    "buka_10": (1, 4), "buka_11": (0, 4), "buka_12": (0, 4), "buka_13": (3, 3),
    "buka_14": (3, 3), "buka_15": (3, 3), "buka_16": (3, 3), "buka_17": (3, 3),
    "buka_18": (2, 2), "buka_19": (2, 2), "buka_20": (2, 2), "buka_21": (2, 1),
    "buka_22": (1, 1), "buka_23": (2, 2), "buka_24": (2, 2), "buka_25": (1, 1),
}  # fmt: skip
"""Fire and earth of every card that prints them."""

CHARACTERS = frozenset((
    "hoax_01", "hoax_02", "hoax_03", "hoax_04", "hoax_05", "hoax_06", "hoax_07", "hoax_08",
    "hoax_09", "hoax_10", "hoax_11", "hoax_12", "hoax_13", "hoax_14", "hoax_17", "flit_12",
    "mutant_105", "terrah_05", "vulca_01", "vulca_03", "vulca_04", "vulca_05", "vulca_06",
    "vulca_07", "vulca_08", "vulca_09", "vulca_10", "vulca_11", "vulca_12", "vulca_13",
    "vulca_14", "vulca_15", "vulca_16", "aqua_04", "mimix_06", "mutant_106", "terrah_01",
    "terrah_02", "terrah_03", "terrah_04", "terrah_06", "terrah_07", "terrah_08", "terrah_09",
    "terrah_10", "terrah_11", "terrah_12", "terrah_13", "terrah_14", "terrah_16", "terrah_17",
    "flit_13", "mutant_107", "vulca_02", "mimix_03", "mimix_04", "mimix_05", "mimix_07",
    "mimix_08", "mimix_09", "mimix_10", "mimix_11", "mimix_12", "mimix_13", "mimix_14",
    "mimix_16", "mimix_17", "mimix_18", "mimix_19", "mimix_20", "mimix_21", "mimix_22",
    "mimix_23", "mimix_24", "khind_19", "mutant_104", "pillar_13", "flit_01", "flit_02",
    "flit_03", "flit_04", "flit_05", "flit_06", "flit_07", "flit_08", "flit_09", "flit_10",
    "flit_11", "flit_14", "mutant_109", "terrah_15", "khind_01", "khind_02", "khind_03",
    "khind_04", "khind_05", "khind_06", "khind_07", "khind_08", "khind_09", "khind_10",
    "khind_11", "khind_12", "khind_13", "khind_14", "khind_15", "khind_16", "khind_17",
    "khind_18", "khind_20", "khind_21", "khind_22", "hoax_15", "mutant_101", "pillar_01",
    "pillar_02", "pillar_03", "pillar_04", "pillar_05", "pillar_06", "pillar_07", "pillar_08",
    "pillar_09", "pillar_10", "pillar_11", "pillar_12", "pillar_14", "pillar_15", "mimix_15",
    "mutant_103", "aqua_01", "aqua_02", "aqua_03", "aqua_05", "aqua_06", "aqua_07", "aqua_08",
    "aqua_09", "aqua_10", "aqua_11", "aqua_12", "aqua_13", "aqua_14", "hoax_16", "mutant_102",
    "buka_01", "buka_02", "buka_03", "buka_04", "buka_05", "buka_06", "buka_07", "buka_08",
    "buka_09", "buka_10", "buka_11", "buka_12", "buka_13", "buka_14", "buka_15", "buka_16",
    "buka_17", "buka_18", "buka_19", "buka_20", "buka_21", "buka_22", "buka_23",
))  # fmt: skip
BOOSTERS = frozenset((
    "hoax_18", "hoax_19", "pillar_26", "vulca_18", "vulca_19", "vulca_20", "vulca_21",
    "terrah_18", "terrah_19", "pillar_17", "mimix_25", "mimix_26", "flit_15", "flit_16",
    "flit_17", "flit_18", "flit_19", "flit_22", "flit_23", "flit_24", "flit_25", "flit_26",
    "flit_27", "aqua_20", "vulca_22", "pillar_16", "pillar_18", "pillar_19", "pillar_21",
    "pillar_22", "pillar_23", "pillar_24", "pillar_25", "pillar_27", "aqua_16", "aqua_17",
    "aqua_18", "aqua_19", "flit_20", "buka_24",
))  # fmt: skip
SUPPORTS = frozenset((
    "hoax_20", "hoax_21", "hoax_22", "hoax_24", "hoax_25", "hoax_26", "vulca_23", "vulca_24",
    "vulca_26", "vulca_27", "khind_26", "terrah_20", "terrah_21", "terrah_22", "terrah_23",
    "terrah_25", "terrah_26", "terrah_27", "mimix_27", "mimix_28", "hoax_23", "khind_25",
    "khind_27", "khind_28", "mimix_29", "pillar_28", "pillar_29", "vulca_25", "aqua_21",
    "aqua_22", "aqua_23", "aqua_24", "aqua_25", "aqua_26", "aqua_28", "terrah_24", "buka_25",
    "buka_26",
))  # fmt: skip
SHIELDS: Mapping[str, tuple[int, ...]] = {
    "hoax_18": (FIRE,), "mutant_105": (FIRE, EARTH), "vulca_19": (EARTH,),
    "mutant_106": (FIRE, EARTH), "terrah_17": (FIRE,), "mutant_107": (FIRE, EARTH),
    "mutant_104": (FIRE, EARTH), "flit_14": (EARTH,), "mutant_109": (FIRE, EARTH),
    "mutant_101": (FIRE, EARTH), "mimix_15": (FIRE, EARTH), "mutant_103": (FIRE, EARTH),
    "aqua_18": (FIRE, EARTH), "mutant_102": (FIRE, EARTH), "buka_23": (FIRE, EARTH),
}  # fmt: skip
RETRIEVE = frozenset((
    "hoax_05", "hoax_19", "hoax_24", "hoax_23", "flit_01", "flit_02", "flit_03", "flit_04",
    "flit_05", "flit_06", "flit_07", "flit_08", "flit_09", "flit_10", "flit_26", "pillar_28",
    "buka_03",
))  # fmt: skip
STOP = frozenset((
    "mutant_105", "mutant_106", "mutant_107", "mimix_20", "mimix_21", "mutant_104",
    "mutant_109", "mutant_101", "khind_31", "mutant_103", "mutant_102", "buka_23",
))  # fmt: skip
FREE = frozenset((
    "pillar_17", "mimix_22", "mimix_23", "mimix_24", "pillar_16", "pillar_18", "pillar_19",
    "pillar_29", "aqua_16", "aqua_17", "aqua_21", "aqua_22", "buka_24",
))  # fmt: skip
PROTECTED = frozenset((
    "aqua_02", "aqua_03", "aqua_05", "aqua_06", "aqua_09", "aqua_10", "aqua_23", "aqua_24",
    "buka_22",
))  # fmt: skip
PAIR = frozenset((
    "mimix_06", "mimix_03", "mimix_04", "mimix_05", "mimix_07", "mimix_08", "mimix_09",
    "mimix_10", "mimix_11", "mimix_12", "mimix_13", "mimix_14", "mimix_16", "mimix_17",
    "flit_15", "flit_16", "flit_17", "flit_18", "flit_19", "flit_22", "flit_23", "flit_24",
    "flit_25", "flit_26", "flit_27", "mimix_15", "flit_20",
))  # fmt: skip
FIRST_WORDS: Mapping[str, str] = {
    "mimix_06": "Heroine", "mimix_03": "Virgin", "mimix_04": "Virgin", "mimix_05": "Heroine",
    "mimix_07": "Spirit", "mimix_08": "Spirit", "mimix_09": "Amazon", "mimix_10": "Amazon",
    "mimix_11": "Dancer", "mimix_12": "Dancer", "mimix_13": "Wild", "mimix_14": "Wild",
    "mimix_16": "Young", "mimix_17": "Young", "flit_15": "Launch", "flit_16": "Launch",
    "flit_17": "Launch", "flit_18": "Launch", "flit_19": "Launch", "flit_22": "Launch",
    "flit_23": "Launch", "flit_24": "Launch", "flit_25": "Launch", "flit_26": "Launch",
    "flit_27": "Launch", "mimix_15": "Wild", "flit_20": "Launch",
}  # fmt: skip
"""First word of each card that shows PAIR."""
GANGS: Mapping[str, str] = {
    "khind_19": "NO", "khind_01": "COOL", "khind_02": "COOL", "khind_03": "COOL",
    "khind_04": "COOL", "khind_05": "TOP", "khind_06": "TOP", "khind_07": "TOP",
    "khind_08": "TOP", "khind_09": "TOP", "khind_10": "FUN", "khind_11": "FUN",
    "khind_12": "FUN", "khind_13": "FUN", "khind_14": "FUN", "khind_15": "NO", "khind_16": "NO",
    "khind_17": "NO", "khind_18": "NO", "khind_20": "NO", "khind_21": "NO", "khind_22": "NO",
}  # fmt: skip
"""Gang of each card that belongs to one."""
BLUFFS: Mapping[str, str] = {
    "buka_04": "", "buka_05": "", "buka_06": "", "buka_07": "fire", "buka_08": "earth",
    "buka_09": "fire", "buka_10": "earth", "buka_11": "fire", "buka_12": "earth", "buka_13": "",
    "buka_14": "", "buka_15": "", "buka_16": "", "buka_17": "", "buka_18": "", "buka_19": "",
    "buka_20": "", "buka_21": "",
}  # fmt: skip
"""Element of each bluff icon; the empty one has none."""
SHIPS: Mapping[str, int] = {"buka_28": 2, "buka_29": 3, "buka_30": 4}
"""Capacity of each ship."""
TEXTS = frozenset((
    "hoax_10", "hoax_11", "hoax_12", "hoax_13", "hoax_14", "hoax_17", "hoax_25", "hoax_26",
    "hoax_27", "hoax_28", "hoax_29", "flit_12", "mutant_105", "pillar_26", "vulca_14",
    "vulca_15", "vulca_16", "vulca_20", "vulca_21", "vulca_24", "vulca_26", "vulca_27",
    "vulca_28", "vulca_29", "vulca_30", "khind_26", "mutant_106", "terrah_12", "terrah_13",
    "terrah_14", "terrah_16", "terrah_19", "terrah_21", "terrah_22", "terrah_23", "terrah_25",
    "terrah_26", "terrah_27", "terrah_29", "terrah_30", "flit_13", "mutant_107", "pillar_17",
    "mimix_18", "mimix_19", "mimix_20", "mimix_21", "mimix_28", "mimix_30", "mimix_31",
    "mutant_104", "pillar_13", "flit_06", "flit_07", "flit_08", "flit_09", "flit_10", "flit_11",
    "flit_27", "flit_29", "flit_30", "flit_31", "aqua_20", "mutant_109", "terrah_15",
    "vulca_22", "khind_01", "khind_02", "khind_03", "khind_04", "khind_05", "khind_06",
    "khind_07", "khind_08", "khind_09", "khind_14", "khind_25", "khind_27", "khind_28",
    "khind_29", "khind_30", "aqua_30", "hoax_15", "mimix_29", "mutant_101", "pillar_11",
    "pillar_12", "pillar_14", "pillar_15", "pillar_16", "pillar_18", "pillar_19", "pillar_21",
    "pillar_22", "pillar_23", "pillar_24", "pillar_25", "pillar_27", "pillar_30", "khind_31",
    "mutant_103", "vulca_25", "aqua_11", "aqua_12", "aqua_13", "aqua_14", "aqua_19", "aqua_25",
    "aqua_26", "aqua_28", "aqua_29", "aqua_31", "hoax_16", "mutant_102", "terrah_24", "buka_13",
    "buka_14", "buka_15", "buka_16", "buka_17", "buka_18", "buka_19", "buka_20", "buka_21",
    "buka_22", "buka_23", "buka_24", "buka_25", "buka_26", "buka_27", "buka_28", "buka_29",
))  # fmt: skip
"""Cards with a text of power."""
WITH_ICON = (
    frozenset(SHIELDS)
    | FREE
    | STOP
    | RETRIEVE
    | PAIR
    | PROTECTED
    | frozenset(GANGS)
    | frozenset(BLUFFS)
)


FOR_ONE = frozenset((
    "pillar_26", "hoax_25", "vulca_21", "vulca_22", "pillar_21", "pillar_22", "pillar_23",
    "pillar_24", "pillar_25", "buka_26",
))  # fmt: skip
"""Cards that apply to one character."""


def face_down(card: str) -> bool:
    """Return whether a card is one that lies face down, whatever it is."""
    return card.startswith(("bluff_", "marked_"))


def shows_icon(card: str) -> bool:
    """Return whether a card counts as one with an icon."""
    return card in WITH_ICON or card.startswith("marked_")


def is_support(card: str) -> bool:
    """Return whether it counts as a support."""
    return card in SUPPORTS or face_down(card)


def _flit(card: str) -> bool:
    """Return whether it is a character of the Flit, which most texts that ignore spare."""
    return card.startswith("flit") and card in CHARACTERS


class Side(NamedTuple):
    """Active cards of one side that count."""

    there: tuple[str, ...]
    """Cards that are not ignored altogether."""
    speak: tuple[str, ...]
    """Cards among them whose text has an effect."""


def standing(
    mine: Sequence[str], theirs: Sequence[str], enthralled: Sequence[bool] = (False, False)
) -> tuple[Side, Side]:
    """Return what counts of both sides.

    Args:
        mine: the active cards of combat and support of one side.
        theirs: those of the other side.
        enthralled: whether Enthrall Opposition was called upon against mine, and against theirs.
    """
    lie, called = (mine, theirs), (enthralled[1], enthralled[0])
    # Enthrall Opposition has no effect against Tittertweet or Laughing Gas, unless the own
    # Flitterflutter removes the gas.
    enthralls = [
        called[n]
        and "flit_07" not in lie[1 - n]
        and ("khind_27" not in lie[1 - n] or "flit_08" in lie[n])
        for n in (0, 1)
    ]
    flutters = ["flit_08" in lie[n] and not enthralls[1 - n] for n in (0, 1)]
    gas = ["khind_27" in lie[n] and not flutters[1 - n] for n in (0, 1)]
    # Two gases cancel each other. A gas silenced by Tittertweet or Enthrall has no effect.
    hushed = [
        gas[n] and not gas[1 - n] and "flit_07" not in lie[1 - n] and not enthralls[1 - n]
        for n in (0, 1)
    ]
    sides = []
    for n in (0, 1):
        rival = lie[1 - n]
        mild = hushed[1 - n] or "flit_07" in rival

        def silent(card: str, n: int = n, mild: bool = mild) -> bool:
            return card not in PROTECTED and (enthralls[1 - n] or (mild and not _flit(card)))

        def says(card: str, n: int = n, rival: Sequence[str] = rival) -> bool:
            return card in rival and not enthralls[n]

        there = tuple(
            card
            for card in lie[n]
            if card in PROTECTED
            or not (
                # Flitterflutter, Trillilling, Hank Highflyer Hawk and Mad Mike Magpie.
                (flutters[1 - n] and is_support(card))
                or (says("flit_09") and card in BOOSTERS)
                or (says("flit_12") and card in CHARACTERS and not _flit(card))
                or (says("flit_13") and shows_icon(card) and not _flit(card))
            )
        )
        sides.append(Side(there, tuple(card for card in there if not silent(card))))
    return sides[0], sides[1]


def gone(
    mine: Sequence[str], theirs: Sequence[str], enthralled: Sequence[bool] = (False, False)
) -> set[str]:
    """Return those of my cards that do not count at all."""
    return set(mine) - set(standing(mine, theirs, enthralled)[0].there)


def speaking(
    mine: Sequence[str], theirs: Sequence[str], enthralled: Sequence[bool] = (False, False)
) -> list[str]:
    """Return those of my cards whose text has an effect."""
    return list(standing(mine, theirs, enthralled)[0].speak)


def iconless(
    mine: Sequence[str], theirs: Sequence[str], enthralled: Sequence[bool] = (False, False)
) -> set[str]:
    """Return those of my cards whose icons do not count, except STOP."""
    (there, _), (_, against) = standing(mine, theirs, enthralled)
    without_icons = {card for card in mine if card not in there}
    if "terrah_26" in against:
        # Impenetrable Fog: every icon of the opponent except STOP and PROTECTED.
        without_icons |= {card for card in mine if card not in PROTECTED}
    if "hoax_16" in against:
        # Mekarthas: all icons except STOP.
        without_icons |= set(mine)
    return without_icons


def power(
    mine: Sequence[str],
    theirs: Sequence[str],
    element: int,
    enthralled: Sequence[bool] = (False, False),
    *,
    raise_first: bool = True,
    multiply: bool = True,
) -> tuple[int, bool]:
    """Return the total of one side and whether a shield covers it.

    Args:
        mine: its active cards of combat and support.
        theirs: the active ones of the other side.
        element: 0 fire, 1 earth.
        enthralled: whether Enthrall Opposition was called upon against mine, and against theirs.
        raise_first: whether the potion comes before the doublings.
        multiply: whether two doublings make four.
    """
    (there, speak), (_, against) = standing(mine, theirs, enthralled)
    count = [c for c in there if c in VALUES or face_down(c)]
    # A boost for one character goes to the one that gains most from it, even an ignored one.
    single = [c for c in speak if c in FOR_ONE]
    targets = [c for c in mine if c in CHARACTERS] or [""]
    best = max(
        sum(
            _worth(
                _printed(card, element, against),
                list(_factors(card, speak, aim, element)),
                max(_least(card, speak, aim, element, against), default=0),
                raise_first,
                multiply,
            )
            for card in count
        )
        for aim in (
            dict(zip(single, picked, strict=True))
            for picked in product(targets, repeat=len(single))
        )
    )
    if "vulca_20" in speak:
        best = max(best, 6)
    if "aqua_19" in speak and element == FIRE:
        best = max(best, 7)
    if "aqua_20" in speak and element == EARTH:
        best = max(best, 7)
    bare = iconless(mine, theirs, enthralled)
    return best, any(element in SHIELDS.get(card, ()) for card in mine if card not in bare)


def _printed(card: str, element: int, against: Sequence[str]) -> int:
    """Return the printed value of a card, as far as the other side's cool gang lets it count."""
    value = 2 if face_down(card) else VALUES[card][element]
    if card in PROTECTED and "hoax_16" not in against:
        return value
    odd, even = ("khind_01", "khind_02") if card in CHARACTERS else ("khind_03", "khind_04")
    return 0 if (even if value % 2 == 0 else odd) in against else value


def _factors(
    card: str, speak: Sequence[str], aim: Mapping[str, str], element: int
) -> Iterator[int]:
    if is_support(card) and "hoax_12" in speak:
        yield 2  # Demegodas doubles every support.
    if card in BOOSTERS and "flit_11" in speak:
        yield 2  # Carl Kamikaze Crow doubles every booster.
    if card in CHARACTERS and "khind_14" in speak:
        yield 2  # FunFun doubles every character.
    for twice in ("hoax_25", "vulca_22"):
        if element == EARTH and aim.get(twice) == card:
            yield 2  # Duplicator of Strength and Titanic Gauntlets double the earth of one.
    for twice in ("vulca_21", "buka_26"):
        if element == FIRE and aim.get(twice) == card:
            yield 2  # Volcanic Gauntlets and Duplicator of Fire double the fire of one.
    if aim.get("pillar_21") == card:
        yield 2  # Potion of Cosmic Power doubles both.


def _least(
    card: str, speak: Sequence[str], aim: Mapping[str, str], element: int, against: Sequence[str]
) -> Iterator[int]:
    """Yield the values to which cards raise this one."""
    both = [_printed(card, each, against) for each in (FIRE, EARTH)]
    if face_down(card) and "buka_21" in speak:
        yield 4  # Powdermaster Yina Ko.
    if aim.get("pillar_26") == card:
        yield 5  # Potion of Prodigious Passion.
    if aim.get("pillar_22") == card:
        yield sum(both)  # Potion of Conjoining.
    if aim.get("pillar_23") == card:
        yield max(both)  # Potion of Mutation.
    if element == FIRE and aim.get("pillar_24") == card:
        yield 6  # Potion of Sparkling Fire.
    if element == EARTH and aim.get("pillar_25") == card:
        yield 6  # Potion of Trembling Earth.


def _worth(
    value: int,
    factors: Sequence[int],
    least: int,
    raise_first: bool,
    multiply: bool,
) -> int:
    times = 1
    for factor in factors:
        times = times * factor if multiply else times + factor - 1
    return max(value, least) * times if raise_first else max(value * times, least)
