"""Conditions on the options of a match, so that bad options are refused too."""

from typing import Final

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.components import (
    CELLS,
    CENTRE,
    COURTYARD,
    PLAYERS,
    REQUIRED_FACTS,
    SIDES,
    TILES,
    CityOptions,
)
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition
from companion.kernel.legality import SetupDraft
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Counted, Params


@rule("setup.city", code="city_not_cross_shaped", fields="layout", kind=ConditionKind.EXISTENCE)
def city_not_cross_shaped(_draft: SetupDraft, options: CityOptions) -> Finding:
    """21 tiles, 3-5-5-5-3."""
    count = len(options.layout)
    if count == len(CELLS):
        return None
    params: Params = {"count": Counted(count, "baldosa"), "cells": len(CELLS)}
    return Failure(params)


@rule("components.tiles", code="unknown_tile", fields="layout", kind=ConditionKind.EXISTENCE)
def unknown_tile(_draft: SetupDraft, options: CityOptions) -> Finding:
    """Only the tiles of the box lie in the city."""
    strange = next((tile for tile in options.layout if tile not in TILES), None)
    return Failure({"tile": strange}) if strange is not None else None


@rule(
    "setup.city",
    code="tile_repeated",
    fields="layout",
    requires="unknown_tile",
    kind=ConditionKind.EXISTENCE,
)
def tile_repeated(_draft: SetupDraft, options: CityOptions) -> Finding:
    """There is one of each tile."""
    layout = options.layout
    twice = next((tile for tile in layout if layout.count(tile) > 1), None)
    if twice is None:
        return None
    missing = tuple(terms.place(tile) for tile in TILES if tile not in layout)
    return Failure({"tile": terms.place(twice), "missing": missing})


@rule(
    "setup.centre",
    code="market_off_centre",
    fields="layout",
    requires=("city_not_cross_shaped", "unknown_tile"),
)
def market_off_centre(_draft: SetupDraft, options: CityOptions) -> Finding:
    """The market lies in the middle."""
    there = options.layout[CENTRE]
    return None if there == COURTYARD else Failure({"tile": terms.place(there)})


_A_CITY: Final = ("city_not_cross_shaped", "tile_repeated")


@rule(
    "setup.centre",
    "setup.variant",
    code="centre_not_around_market",
    fields=("layout", "variant"),
    requires=_A_CITY,
)
def centre_not_around_market(_draft: SetupDraft, options: CityOptions) -> Finding:
    """The palace and the three temples lie on its four sides, unless the variant is played."""
    if options.variant:
        return NOT_APPLICABLE
    away = tuple(tile for tile in SIDES if options.layout.index(tile) not in SIDES.values())
    return Failure({"tiles": tuple(map(terms.place, away))}) if away else None


@rule("setup.centre", code="temple_on_other_side", fields=("layout", "variant"), requires=_A_CITY)
def temple_on_other_side(draft: SetupDraft, options: CityOptions) -> Finding:
    """Which of them lies on which side is a ruling."""
    ruling = "temple_sides"
    if options.variant or draft.rulings[ruling] == "any_side":
        return NOT_APPLICABLE
    wrong = tuple(tile for tile, cell in SIDES.items() if options.layout[cell] != tile)
    return Failure({"tiles": tuple(map(terms.place, wrong))}, ruling=ruling) if wrong else None


SETUP: Final[tuple[Condition[SetupDraft], ...]] = (
    table.wrong_number_of_players(PLAYERS, "overview.players"),
    table.name_repeated("overview.players"),
    table.first_player_absent("turn.start_player"),
    table.printed_number_missing(REQUIRED_FACTS, "components"),
    city_not_cross_shaped,
    unknown_tile,
    tile_repeated,
    market_off_centre,
    centre_not_around_market,
    temple_on_other_side,
)
