"""What a table agrees on before the match: bad options give refusals too."""

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
from companion.kernel.conditions import Condition
from companion.kernel.game import SetupDraft
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind
from companion.kernel.values import Counted, Params

Rule = Condition[SetupDraft]


def _city_not_cross_shaped(_draft: SetupDraft, options: CityOptions) -> Finding:
    # 21 tiles, 3-5-5-5-3.
    count = len(options.layout)
    if count == len(CELLS):
        return None
    params: Params = {"count": Counted(count, "baldosa"), "cells": len(CELLS)}
    return Failure(params)


def _unknown_tile(_draft: SetupDraft, options: CityOptions) -> Finding:
    # Only the tiles of the box lie in the city.
    strange = next((tile for tile in options.layout if tile not in TILES), None)
    return Failure({"tile": strange}) if strange is not None else None


def _tile_repeated(_draft: SetupDraft, options: CityOptions) -> Finding:
    # There is one of each tile.
    layout = options.layout
    twice = next((tile for tile in layout if layout.count(tile) > 1), None)
    if twice is None:
        return None
    missing = tuple(terms.place(tile) for tile in TILES if tile not in layout)
    return Failure({"tile": terms.place(twice), "missing": missing})


def _market_off_centre(_draft: SetupDraft, options: CityOptions) -> Finding:
    # The market lies in the middle.
    there = options.layout[CENTRE]
    return None if there == COURTYARD else Failure({"tile": terms.place(there)})


def _centre_not_around_market(_draft: SetupDraft, options: CityOptions) -> Finding:
    # The palace and the three temples lie on its four sides, unless the variant is played.
    if options.variant:
        return NOT_APPLICABLE
    away = tuple(tile for tile in SIDES if options.layout.index(tile) not in SIDES.values())
    if not away:
        return None
    return Failure({"tiles": tuple(map(terms.place, away))})


def _temple_on_other_side(draft: SetupDraft, options: CityOptions) -> Finding:
    # Which of them lies on which side is a ruling.
    if options.variant or draft.rulings["temple_sides"] == "any_side":
        return NOT_APPLICABLE
    wrong = tuple(tile for tile, cell in SIDES.items() if options.layout[cell] != tile)
    if not wrong:
        return None
    return Failure({"tiles": tuple(map(terms.place, wrong))}, ruling="temple_sides")


SETUP = (
    table.wrong_number_of_players(PLAYERS, "overview.players"),
    table.name_repeated("overview.players"),
    table.first_player_absent("turn.direction"),
    table.printed_number_missing(REQUIRED_FACTS, "components"),
    Rule(
        "city_not_cross_shaped",
        ("setup.city",),
        _city_not_cross_shaped,
        ("layout",),
        kind=Kind.EXISTENCE,
    ),
    Rule("unknown_tile", ("components.tiles",), _unknown_tile, ("layout",), kind=Kind.EXISTENCE),
    Rule(
        "tile_repeated",
        ("setup.city",),
        _tile_repeated,
        ("layout",),
        ("unknown_tile",),
        Kind.EXISTENCE,
    ),
    Rule(
        "market_off_centre",
        ("setup.centre",),
        _market_off_centre,
        ("layout",),
        ("city_not_cross_shaped", "unknown_tile"),
    ),
    Rule(
        "centre_not_around_market",
        ("setup.centre", "setup.variant"),
        _centre_not_around_market,
        ("layout", "variant"),
        ("city_not_cross_shaped", "tile_repeated"),
    ),
    Rule(
        "temple_on_other_side",
        ("setup.centre",),
        _temple_on_other_side,
        ("layout", "variant"),
        ("city_not_cross_shaped", "tile_repeated"),
    ),
)
