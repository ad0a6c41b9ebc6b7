"""Look of peoples, elements, icons and texts: colour and symbol, never colour alone."""

from typing import Final

import flet as ft

from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CHARACTER,
    EARTH,
    FIRE,
    FREE,
    INFLUENCE,
    LEADERSHIP,
    PAIR,
    PROTECTED,
    RETRIEVE,
    STOP,
    SUPPORT,
)
from companion.ui.boards.face import BoardLook, SignLook
from companion.ui.widgets import Picture, Sign, sign

PEOPLES: Final = {
    "vulca": SignLook("#a3281d", "#ffffff", ft.Icons.VOLCANO),
    "hoax": SignLook("#3f4f8c", "#ffffff", ft.Icons.MENU_BOOK),
    "aqua": SignLook("#1565a8", "#ffffff", ft.Icons.WATER_DROP),
    "flit": SignLook("#4f6b75", "#ffffff", ft.Icons.AIR),
    "khind": SignLook("#7b3f98", "#ffffff", ft.Icons.GROUPS),
    "mimix": SignLook("#6b4a12", "#ffffff", ft.Icons.PETS),
    "pillar": SignLook("#8a6100", "#ffffff", ft.Icons.BUG_REPORT),
    "terrah": SignLook("#4a6322", "#ffffff", ft.Icons.PARK),
    "buka": SignLook("#0f5f5c", "#ffffff", ft.Icons.SAILING),
    "mutant": SignLook("#2b2b2b", "#ffffff", ft.Icons.BOLT),
    "bluff": SignLook("#4a4650", "#ffffff", ft.Icons.QUESTION_MARK),
}
"""Looks by the people printed on a card; `bluff` is a face-down card."""

ELEMENTS: Final = {
    FIRE: SignLook("#b93a0a", "#ffffff", ft.Icons.LOCAL_FIRE_DEPARTMENT),
    EARTH: SignLook("#5f4a1c", "#ffffff", ft.Icons.LANDSCAPE),
}

TYPES: Final = {
    LEADERSHIP: ft.Icons.CAMPAIGN,
    INFLUENCE: ft.Icons.DIRECTIONS_BOAT,
    CHARACTER: ft.Icons.PERSON,
    BOOSTER: ft.Icons.ARROW_CIRCLE_UP,
    SUPPORT: ft.Icons.FLAG,
}

ICONS: Final = {
    STOP: ft.Icons.PAN_TOOL,
    RETRIEVE: ft.Icons.REPLAY,
    PAIR: ft.Icons.PEOPLE,
    FREE: ft.Icons.REDEEM,
    PROTECTED: ft.Icons.LOCK,
    "GANG_COOL": ft.Icons.AC_UNIT,
    "GANG_TOP": ft.Icons.MILITARY_TECH,
    "GANG_FUN": ft.Icons.CELEBRATION,
    "GANG_NO": ft.Icons.DO_NOT_DISTURB_ON,
    "BLUFF_FIRE": ft.Icons.WHATSHOT,
    "BLUFF_EARTH": ft.Icons.FILTER_HDR,
    "BLUFF_NONE": ft.Icons.THEATER_COMEDY,
}

_BODY: Final = (
    "M4 20 C8 12 12 12 15 15 L10 5 L19 12 L24 4 L25 13 C29 15 30 20 27 25 "
    "C25 20 22 19 19 21 C16 25 10 26 4 20 Z"
)
DRAGON: Final = Picture(_BODY, side=32)
"""Sign of a dragon wherever it is not the piece itself."""

VERBS: Final[dict[str, Sign]] = {
    "move": ft.Icons.SWAP_HORIZ,
    "forbid": ft.Icons.BLOCK,
    "ignore": ft.Icons.VISIBILITY_OFF,
    "only_if": ft.Icons.RULE,
    "element": ft.Icons.CHANGE_CIRCLE,
    "times": ft.Icons.FILTER_2,
    "attract": DRAGON,
    "retreat_dragons": DRAGON,
    "extra_play": ft.Icons.ADD_TO_PHOTOS,
    "raise": ft.Icons.TRENDING_UP,
    "draw_cap": ft.Icons.LAYERS_CLEAR,
    "zero": ft.Icons.EXPOSURE_ZERO,
    "fight_again": ft.Icons.REPEAT,
    "floor": ft.Icons.VERTICAL_ALIGN_BOTTOM,
    "double_demand": ft.Icons.EXPOSURE_PLUS_2,
    "disclose": ft.Icons.VISIBILITY,
    "next_free": ft.Icons.EXPOSURE_PLUS_1,
    "force_retreat": ft.Icons.LOGOUT,
    "demand": ft.Icons.PRIORITY_HIGH,
    "free_if": ft.Icons.REDEEM,
    "cap_characters": ft.Icons.PERSON_OFF,
    "forbid_call": ft.Icons.VOICE_OVER_OFF,
    "hand_too": ft.Icons.STYLE,
    "cap_plays": ft.Icons.PRODUCTION_QUANTITY_LIMITS,
}
"""Icons by the first verb of a text."""

SHIELD: Final = ft.Icons.SHIELD_OUTLINED
HAND: Final = ft.Icons.STYLE
DECK: Final = ft.Icons.LAYERS
DISCARD: Final = ft.Icons.DELETE_OUTLINE
CRYSTAL: Final = ft.Icons.DIAMOND
MOON: Final = ft.Icons.NIGHTLIGHT


def _dragon(fill: str) -> Picture:
    return Picture(
        f'<path d="{_BODY}" fill="{fill}" stroke="#23201a" stroke-width="1.6" '
        'stroke-linejoin="round"/><circle cx="24" cy="11" r="1.4" fill="#23201a"/>',
        coloured=True,
        side=32,
    )


_LIT, _UNLIT = _dragon("#f2b705"), _dragon("#8aa0b8")


def dragon(size: float, *, lit: bool) -> ft.Control:
    """Return a dragon, lit if a side has attracted it."""
    return sign(_LIT if lit else _UNLIT, size)


LOOK: Final = BoardLook(
    {
        **PEOPLES,
        **ELEMENTS,
        **{f"type.{name}": icon for name, icon in TYPES.items()},
        **{f"icon.{name}": icon for name, icon in ICONS.items()},
        **{f"verb.{name}": icon for name, icon in VERBS.items()},
        "shield": SHIELD,
        "moon": MOON,
    }
)
