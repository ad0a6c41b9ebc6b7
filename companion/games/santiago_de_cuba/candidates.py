"""What each field of the form can be. Nothing here depends on what a seat hides."""

from companion.games.santiago_de_cuba.actions import MOST_AT_ONCE, MOST_LAPS
from companion.games.santiago_de_cuba.components import (
    BUILDINGS,
    DEMANDED,
    GOODS,
    PORT,
    ZORRO,
)
from companion.games.santiago_de_cuba.legality.turn import stands_active
from companion.games.santiago_de_cuba.state import State
from companion.kernel.facts import Unknown
from companion.kernel.form import AskFact, Choices, Draft, Field, OpenNumber

_GIFTS = ("peso", "point", *GOODS, "nothing")
_FEW = (1, 2, 3)


def candidates(state: State, draft: Draft, field: str) -> Field:
    """What a field can be: every value, legal or not, in a fixed order; or its bounds."""
    match draft.kind, field:
        case "drive", _:
            return _of_drive(state, draft, field)
        case "give_to_zorro", "what":
            return Choices(_GIFTS)
        case ("choose_good" | "use_office", "good") | ("use_black_market", "give" | "take"):
            return Choices(GOODS)
        case "use_customs", "good":
            return Choices(DEMANDED)
        case "roll_ship", "aside":
            return Choices((*DEMANDED, "none"))
        case "roll_ship", _:
            left_out = draft.values.get("aside") == field
            return Choices((None,) if left_out else tuple(dict.fromkeys(state.facts.faces[field])))
        case ("claim_building" | "use_own_building", "building"):
            return Choices(BUILDINGS)
        case "visit_building", "building":
            return Choices(state.options.buildings)
        case "visit_building", "decline":
            return Choices((False, True), optional=True)
        case "settle_empty_ship", "fate":
            return Choices(("leaves", "stays"))
        case _:
            return _of_use(state, draft, field)


def _of_drive(state: State, draft: Draft, field: str) -> Field:
    if field == "to":
        return Choices((*state.options.street, PORT))
    if field == "decline":
        only = (False,) if draft.values.get("to") == PORT else (False, True)
        return Choices(only, optional=True)
    # All the money of the box would not pay for more rounds.
    most = state.facts.pesos // max(1, len(state.stops) * state.facts.step_cost)
    return Choices(tuple(range(min(most, MOST_LAPS) + 1)), optional=True)


def _of_use(state: State, draft: Draft, field: str) -> Field:
    facts = state.facts
    match draft.kind, field:
        case "use_casino", "into":
            return Choices(("points", "pesos"))
        case "use_casino", "times":
            most = max(1, min(MOST_AT_ONCE, facts.pesos // max(1, facts.casino_pesos)))
            return OpenNumber(1, most, tuple(n for n in _FEW if n <= most))
        case "use_harbour_office", "direction":
            return Choices(("right", "left"))
        case "use_distillery", "amount":
            return Choices(tuple(range(1, facts.cubes["rum"] + 1)))
        case "use_cigar_factory", "amount":
            return Choices(tuple(range(1, facts.cubes["cigars"] + 1)))
        case "use_newspaper", "citizen":
            return Choices((*state.options.street, PORT, "none"), optional=True)
        case "use_cafe", ("cigars" | "rum"):
            return Choices(tuple(range(facts.cafe_each + 2)))
        case _:
            raise KeyError(field)


def asks(state: State, draft: Draft) -> tuple[AskFact, ...]:
    """The colour of the flower that decides where the pawn may go, if nobody knows it yet.

    Once it is known, the pawn that finds every building under it taken stays where it is.
    """
    citizen = _citizen_followed(state, draft)
    flower = state.facts.flowers.get(citizen) if citizen else None
    return (AskFact(flower.fact, compulsory=False),) if isinstance(flower, Unknown) else ()


def _citizen_followed(state: State, draft: Draft) -> str | None:
    """The citizen whose flower the pawn of this draft will follow, or follows now."""
    if draft.kind == "visit_building":
        return state.car
    to = draft.values.get("to")
    if draft.kind != "drive" or to is None or to in (PORT, ZORRO):
        return None
    return to if stands_active(state, to, draft.values.get("laps", 0)) else None
