"""Acts of using the buildings, each with its limits; the effects are in `..buildings`."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import Field

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import (
    ANY_GOOD,
    DEMANDED_GOOD,
    Deed,
    goods_short,
    none_held,
    not_demanded,
    wood_excluded,
)
from companion.games.santiago_de_cuba.acts.exchange import EXCHANGES
from companion.games.santiago_de_cuba.acts.use import Use
from companion.games.santiago_de_cuba.buildings import BUILDINGS, CITIZENS, Citizen
from companion.games.santiago_de_cuba.components import PORT, WOOD, Demanded, Good
from companion.games.santiago_de_cuba.state import State
from companion.kernel.advice.proven_remedies import other_answer
from companion.kernel.form import Draft, choice, number
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remedy
from companion.kernel.values import Params, Term, Value

A = TypeVar("A", bound=Action)


# Bank and church: both give something at once


class UseBank(Deed):
    """Bank: pesos from the supply."""

    kind: Literal["use_bank"] = "use_bank"


class UseChurch(Deed):
    """Church: points from the supply."""

    kind: Literal["use_church"] = "use_church"


BANK = Use(UseBank)
CHURCH = Use(UseChurch)


# Harbour office


class UseHarbourOffice(Deed):
    """Harbour office: the value marker moves one flag."""

    kind: Literal["use_harbour_office"] = "use_harbour_office"
    direction: Literal["right", "left"]


HARBOUR_OFFICE = Use(
    UseHarbourOffice,
    fields={"direction": choice(("right", "left"), lambda way: Term(f"direction.{way}"))},
)


def _go_right(_state: State, _act: UseHarbourOffice) -> Iterator[Remedy]:
    yield Remedy("go_right", change={"direction": "right"})


@HARBOUR_OFFICE.rule(
    "building.harbour_office", code="first_flag", fields="direction", suggest=_go_right
)
def first_flag(state: State, act: UseHarbourOffice) -> Finding:
    """From the first flag the marker only goes to the right."""
    if act.direction == "right":
        return NOT_APPLICABLE
    return None if state.ship.flag > 0 else Failure({"value": state.value})


# Office and customs: they lower what the ship asks for


class UseOffice(Deed):
    """Office: one good that the ship asks for, for a fixed number of points."""

    kind: Literal["use_office"] = "use_office"
    good: Good


class UseCustoms(Deed):
    """Customs: a die of the ship is set to 0."""

    kind: Literal["use_customs"] = "use_customs"
    good: Demanded


OFFICE = Use(UseOffice, fields={"good": ANY_GOOD})
OFFICE.also(
    wood_excluded("good", "building.office"),
    not_demanded("building.office", "wood_excluded"),
    none_held(lambda act: act.good, "building.office", "good"),
)

CUSTOMS = Use(UseCustoms, fields={"good": DEMANDED_GOOD})
CUSTOMS.also(not_demanded("building.customs"))


# Sawmill


class UseSawmill(Deed):
    """Sawmill: one wood for points and pesos."""

    kind: Literal["use_sawmill"] = "use_sawmill"


SAWMILL = Use(UseSawmill)
SAWMILL.also(none_held(lambda _act: WOOD, "building.sawmill"))


# Newspaper


class UseNewspaper(Deed):
    """Newspaper: pesos from the supply, and optionally a citizen turned face down."""

    kind: Literal["use_newspaper"] = "use_newspaper"
    citizen: Literal[Citizen, "port", "none"] = "none"


def _citizen(name: str) -> Value:
    return Term("citizen.none") if name == "none" else terms.stop(name)


NEWSPAPER = Use(
    UseNewspaper,
    fields={
        "citizen": choice(
            lambda state, _draft: (*state.options.street, PORT, "none"),
            _citizen,
            sentence=lambda name: () if name == "none" else terms.stop(name),
            optional=True,
        )
    },
)


def _other_citizens(_state: State, act: UseNewspaper) -> Iterator[Remedy]:
    yield Remedy("choose_nobody", change={"citizen": "none"})
    for name in CITIZENS:
        yield other_answer(act, "citizen", name, terms.stop(name))


@NEWSPAPER.rule(
    "building.newspaper", code="port_is_no_citizen", fields="citizen", suggest=_other_citizens
)
def port_is_no_citizen(_state: State, act: UseNewspaper) -> Finding:
    """Only citizens are turned face down."""
    if act.citizen == "none":
        return NOT_APPLICABLE
    return Failure() if act.citizen == PORT else None


@NEWSPAPER.rule(
    "building.newspaper", code="already_inactive", fields="citizen", suggest=_other_citizens
)
def already_inactive(state: State, act: UseNewspaper) -> Finding:
    """Only a citizen who is face up can be turned face down."""
    if act.citizen not in CITIZENS:
        return NOT_APPLICABLE
    if act.citizen not in state.inactive:
        return None
    return Failure({"citizen": terms.stop(act.citizen)})


# Café


class UseCafe(Deed):
    """Café: cigars and rum back to the supply, for points."""

    kind: Literal["use_cafe"] = "use_cafe"
    cigars: Annotated[int, Field(ge=0, le=99)]
    rum: Annotated[int, Field(ge=0, le=99)]


def _up_to_one_too_many(state: State, _draft: Draft) -> tuple[int, int]:
    return 0, state.facts["cafe.each"] + 1


CAFE = Use(
    UseCafe, fields={"cigars": number(_up_to_one_too_many), "rum": number(_up_to_one_too_many)}
)


@CAFE.sentence_params
def _sold(_state: State, act: UseCafe) -> Params:
    sold = {"cigars": act.cigars, "rum": act.rum}
    return {"goods": tuple(terms.amount(n, name) for name, n in sold.items() if n)}


_SOLD: Final = ("cigars", "rum")


def _sell_less(state: State, act: Any) -> Iterator[Remedy]:
    """Propose as much as the café takes and the seat has of each good, if that is anything."""
    most = state.facts["cafe.each"]
    wanted = {good: getattr(act, good, 0) for good in _SOLD}
    less = {good: min(n, most, state.good(act.seat, good)) for good, n in wanted.items()}
    if any(less.values()):
        goods = tuple(terms.amount(n, good) for good, n in less.items() if n)
        change = {good: n for good, n in less.items() if n != wanted[good]}
        yield Remedy("sell_at_most", {"most": goods}, change)


def _sells(good: str) -> None:
    """Declare the limit and the shortage condition of a good."""

    @CAFE.rule("building.cafe", code=f"too_many_{good}", fields=good, suggest=_sell_less)
    def too_many(state: State, act: UseCafe) -> Finding:
        """At most one cigar and one rum."""
        most, sold = state.facts["cafe.each"], getattr(act, good)
        if sold <= most:
            return None
        return Failure({"sold": terms.amount(sold, good), "most": terms.amount(most, good)})

    def sold(act: UseCafe) -> int:
        number: int = getattr(act, good)
        return number

    code = f"{good}_short"
    CAFE.also(goods_short(lambda _act: good, sold, "building.cafe", (good,), code, _sell_less))


for _good in _SOLD:
    _sells(_good)


def _sell_one(_state: State, _act: UseCafe) -> Iterator[Remedy]:
    for good in _SOLD:
        yield Remedy("sell", {"goods": terms.amount(1, good)}, {good: 1})


@CAFE.rule("building.cafe", code="nothing_sold", fields=("cigars", "rum"), suggest=_sell_one)
def nothing_sold(_state: State, act: UseCafe) -> Finding:
    """Using the café means giving at least one thing; not using it is said otherwise."""
    return None if act.cigars or act.rum else Failure()


_OTHERS: Final = (BANK, CHURCH, HARBOUR_OFFICE, OFFICE, SAWMILL, NEWSPAPER, CAFE, CUSTOMS)
USES: Final[tuple[Use[Any], ...]] = tuple(
    sorted((*EXCHANGES, *_OTHERS), key=lambda use: BUILDINGS.index(use.building))
)
"""Acts of using buildings, in rulebook order."""

USE_OF: Final = {use.building: use.kind for use in USES}
"""Kind of act that uses each building."""
