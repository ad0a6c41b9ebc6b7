"""Values of this game as words are made from them. No sentences: those are in `rules_data`."""

from collections.abc import Iterable
from typing import Any

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba.components import DEMANDED
from companion.games.santiago_de_cuba.state import Phase, State
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.values import Counted, Params, SeatRef, Term, Value


def stop(name: str) -> Term:
    """A citizen, or the port."""
    return Term(f"stop.{name}")


def building(name: str) -> Term:
    """A building."""
    return Term(f"building.{name}")


def buildings(names: Iterable[str]) -> tuple[Value, ...]:
    """Several buildings, as a list."""
    return tuple(map(building, names))


def good(name: str) -> Term:
    """A good, in the plural."""
    return Term(f"good.{name}")


def goods(names: Iterable[str]) -> tuple[Value, ...]:
    """Several goods, as a list."""
    return tuple(map(good, names))


def amount(number: int, name: str) -> Counted:
    """So many of a good."""
    return Counted(number, f"good.{name}")


def die(number: int, name: str) -> Counted:
    """What the die of a good shows."""
    return Counted(number, f"die.{name}")


def flower(colour: str) -> Term:
    """The colour of a flower."""
    return Term(f"flower.{colour}")


def die_aside(name: str) -> Term:
    """The good of the die that was set aside, or that none was."""
    return Term("die.none_aside") if name == "none" else good(name)


def gift(what: str) -> Value:
    """What is given to El Zorro."""
    if what == "nothing":
        return Term("gift.nothing")
    return Counted(1, what if what in ("peso", "point") else f"good.{what}")


def seats(numbers: Iterable[int]) -> tuple[Value, ...]:
    """Several players, as a list."""
    return tuple(map(SeatRef, numbers))


def describe(state: State, action: Action) -> Params:
    """The parameters of the sentence that says what an action does."""
    params: dict[str, Value] = {"seat": SeatRef(action.seat)}
    match action:
        case acts.Drive(to=to):
            laps = acts.rounds(action, state.car)
            cost = state.cost(to, laps)
            free = Term("free" if state.steps(to, laps) else "standing_still")
            params |= {"stop": stop(to), "cost": Counted(cost, "peso") if cost else free}
        case acts.ChooseGood(good=name):
            params |= {"good": amount(1, name)}
        case acts.ClaimBuilding(building=name) | acts.UseOwnBuilding(building=name):
            params |= {"building": building(name)}
        case acts.VisitBuilding(building=name):
            params |= {"building": building(name)}
        case acts.GiveToZorro(what=what):
            # A number, so that a sentence can tell "da 1 peso" from "no da nada".
            given = int(what != "nothing")
            receiver = SeatRef(state.robber(action.edition))
            params |= {"what": gift(what), "given": given, "receiver": receiver}
        case acts.RollShip(aside=aside):
            shown = {name: getattr(action, name) for name in DEMANDED if name != aside}
            demand = tuple(die(number or 0, name) for name, number in shown.items())
            params |= {"demand": demand, "aside": die_aside(aside)}
        case acts.Decline():
            params |= _declined(state)
        case acts.SettleEmptyShip(fate=fate):
            params |= {"fate": Term(f"fate.{fate}")}
        case _:
            params |= _of_use(state, action)
    return params


def _declined(state: State) -> dict[str, Value]:
    """What is declined: what a citizen offers, or the use of a building; else an empty text."""
    turn = state.turn
    by_citizen = turn.phase in (Phase.GOOD, Phase.LAWYER)
    used = turn.using if turn.phase is Phase.BUILDING else None
    return {
        "citizen": stop(state.car) if by_citizen else "",
        "building": building(used) if used else "",
    }


def _of_use(state: State, action: Action) -> dict[str, Value]:
    match action:
        case acts.UseCasino(into=into, times=times):
            made = Counted(times, "point")
            money = Counted(times * state.facts.casino_pesos, "peso")
            bought = into == "points"
            return {"given": money if bought else made, "gained": made if bought else money}
        case acts.UseHarbourOffice(direction=direction):
            return {"direction": Term(f"direction.{direction}")}
        case acts.UseDistillery(amount=number):
            return {"given": amount(number, "sugar"), "gained": amount(number, "rum")}
        case acts.UseCigarFactory(amount=number):
            return {"given": amount(number, "tobacco"), "gained": amount(number, "cigars")}
        case acts.UseOffice(good=name):
            return {"good": amount(1, name)}
        case acts.UseCustoms(good=name):
            return {"good": good(name)}
        case acts.UseBlackMarket(give=give, take=take):
            return {"given": amount(1, give), "gained": amount(1, take)}
        case acts.UseNewspaper(citizen=citizen):
            return {"citizen": () if citizen == "none" else stop(citizen)}
        case acts.UseCafe(cigars=cigars, rum=rum):
            sold = {"cigars": cigars, "rum": rum}
            return {"goods": tuple(amount(n, name) for name, n in sold.items() if n)}
        case _:
            return {}


def label(_state: State, _draft: Draft, field: str, value: Any) -> Value:
    """The words for one value of one field of a draft."""
    match field:
        case "to":
            return stop(value)
        case "citizen":
            return Term("citizen.none") if value == "none" else stop(value)
        case "building":
            return building(value)
        case "good" | "give" | "take":
            return good(value)
        case "aside":
            return die_aside(value)
        case "what":
            return gift(value)
        case "into" | "direction" | "fate":
            return Term(f"{field}.{value}")
        case _ if value is None:
            return Term("die.aside")
        case _:
            return value  # type: ignore[no-any-return]
