"""The twelve buildings, each with its limits. What they do stands in `buildings.py`, as rows."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import Field

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import (
    ANY_GOOD,
    DEMANDED_GOOD,
    MOST_AT_ONCE,
    NEXT_TURN,
    NO_BUILDING,
    Act,
    Amount,
    Deed,
    Rule,
    another_good,
    earlier,
    goods_short,
    none_held,
    not_demanded,
    own_turn,
    step,
    supply_empty,
    wood_excluded,
)
from companion.games.santiago_de_cuba.buildings import BUILDINGS_DO, VERBS
from companion.games.santiago_de_cuba.components import (
    CITIZENS,
    PORT,
    WOOD,
    Citizen,
    Demanded,
    Good,
)
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import Phase, State, Stay, Turn
from companion.kernel import lines
from companion.kernel.acts import rule
from companion.kernel.form import Draft
from companion.kernel.lines import Doing
from companion.kernel.models import Action
from companion.kernel.picks import Pick, choice, number
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef, Term, Value

A = TypeVar("A", bound=Action)

USE: Final = "use_"


def building_of(kind: str) -> str:
    """The building that a kind of act uses."""
    return kind.removeprefix(USE)


# Whether a building can still be used, by whoever drove.


def _is_pending(state: State, act: Action) -> bool:
    """Whether a building is to be used now: then what happened before forbids nothing."""
    return state.is_due(act.seat, Phase.BUILDING)


def _visit_to_come(state: State, turn: Turn) -> bool:
    """Whether the building where the pawn ends may still be used, after one through Alonso."""
    return turn is state.turn and state.phase in (Phase.VISIT, Phase.BUILDING)


@earlier("visit.stay_zorro", "visit.stay_blocked")
def pawn_away(state: State, act: Action) -> Finding:
    """A pawn that stays off the board has no building."""
    if _is_pending(state, act):
        return NOT_APPLICABLE
    turn = own_turn(state, act.seat)
    if turn is None or turn.stay not in (Stay.ZORRO, Stay.BLOCKED):
        return NOT_APPLICABLE
    if state.pawns[act.seat] is not None:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_TURN)


_CAUSES = {
    "not_rolled": "ship.when_rolled",
    "covered": "port.demand",
    "supply": "citizens.supply",
}
"""The rule by which nobody could use a building."""


def _with_building(building: str) -> tuple[Rule, ...]:
    """What happened with a building."""
    named: dict[str, Value] = {"building": terms.building(building)}

    @earlier(f"building.{building}")
    def building_idle(state: State, act: Action) -> Finding:
        """There everyone could see that there was nothing to do."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        if turn is None or turn.idle is None or turn.idle[0] != building:
            return NOT_APPLICABLE
        why = turn.idle[1]
        params: Params = {"seat": SeatRef(act.seat), **named, "why": Term(f"of_no_use.{why}")}
        until = None if _visit_to_come(state, turn) else NEXT_TURN
        return Failure(params, cites=(_CAUSES[why],), until=until)

    @earlier("visit.use", f"building.{building}")
    def building_used(state: State, act: Action) -> Finding:
        """Once: the one where the pawn ends, or the one chosen with Alonso."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        if turn is None or _visit_to_come(state, turn) or building not in turn.used:
            return NOT_APPLICABLE
        return Failure({"seat": SeatRef(act.seat), **named}, until=NEXT_TURN)

    @earlier("visit.optional")
    def building_declined(state: State, act: Action) -> Finding:
        """What was declined is over."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        if turn is None or turn.unused != building or _visit_to_come(state, turn):
            return NOT_APPLICABLE
        return Failure({"seat": SeatRef(act.seat), **named}, until=NEXT_TURN)

    return (*NO_BUILDING, pawn_away, building_idle, building_used, building_declined)


# What all of them share.


class Use(Act[A]):
    """The use of the building after which its kind is called: its row, carried out."""

    def __init__(
        self, model: type[A], *happened: Rule, fields: dict[str, Pick[State]] | None = None
    ) -> None:
        """With what may have happened before, and how its fields read."""
        building = building_of(str(model.model_fields["kind"].default))
        earlier_on = (*happened, *_with_building(building))
        shared = (*step(Phase.BUILDING, happened=earlier_on), _another_building(building))
        super().__init__(model, *shared, fields=fields)
        self.building = building
        self.play(self._use)

    def _use(self, play: Play, act: A) -> None:
        if play.state.is_due(act.seat, Phase.BUILDING):
            *rest, due = play.state.agenda
            if due.of("building") != self.building:
                # The table lets another one be used than was due.
                play.kept = (*rest, due.with_of(building=self.building))
            play.done()
            self._note(play, act)
        rule = f"building.{self.building}"
        doing = Doing(act.seat, rule, terms.building(self.building), act)
        lines.perform(play, doing, BUILDINGS_DO[self.building], VERBS)

    def _note(self, play: Play, _act: A) -> None:
        turn = play.state.turn
        # What was declined through Alonso and used where the pawn went stays declined.
        if turn.unused != self.building:
            play.in_turn(used=(*turn.used, self.building))


def _another_building(building: str) -> Rule:
    @rule("visit.use", presumes="other_step", grounds=("visit.use", f"building.{building}"))
    def another_building(state: State, _act: Action) -> Finding:
        """The building whose action is pending is used, and no other."""
        using = state.using
        if using == building:
            return None
        pending = Term("building.none") if using is None else terms.building(using)
        return Failure({"building": terms.building(building), "pending": pending})

    return another_building


def _amount_of(good: str) -> Callable[[State, Draft], tuple[int, int]]:
    """From one to all that there are of a good."""
    return lambda state, _draft: (1, state.facts.cubes[good])


# Casino.


class UseCasino(Deed):
    """Pesos into points, or points into pesos."""

    kind: Literal["use_casino"] = "use_casino"
    into: Literal["points", "pesos"]
    times: Amount
    """How many points are bought or sold."""


def _most_points(state: State, _draft: Draft) -> tuple[int, int]:
    return 1, max(1, min(MOST_AT_ONCE, state.facts.pesos // max(1, state.facts["casino.pesos"])))


@earlier("building.casino", needs="into")
def casino_one_way(state: State, act: UseCasino) -> Finding:
    """Pesos into points or points into pesos, not both."""
    turn = own_turn(state, act.seat)
    if turn is None or turn.into in (None, act.into) or _visit_to_come(state, turn):
        return NOT_APPLICABLE
    done = Term(f"into.{turn.into}")
    return Failure({"seat": SeatRef(act.seat), "done": done}, until=NEXT_TURN)


class _Casino(Use[UseCasino]):
    def _note(self, play: Play, act: UseCasino) -> None:
        super()._note(play, act)
        play.in_turn(into=act.into)


CASINO = _Casino(
    UseCasino,
    casino_one_way,
    fields={
        "into": choice(("points", "pesos"), lambda way: Term(f"into.{way}"), told=None),
        "times": number(_most_points, proposals=(1, 2, 3)),
    },
)


@CASINO.told
def _changed(state: State, act: UseCasino) -> Params:
    made = Counted(act.times, "point")
    money = Counted(act.times * state.facts["casino.pesos"], "peso")
    bought = act.into == "points"
    return {"given": money if bought else made, "gained": made if bought else money}


def _casino_short(state: State, seat: int, into: str, times: int) -> Finding:
    buying = into == "points"
    noun = "peso" if buying else "point"
    price = times * state.facts["casino.pesos"] if buying else times
    held = state.pesos(seat) if buying else state.points(seat)
    if held >= price:
        return None
    params: Params = {
        "seat": SeatRef(seat),
        "price": Counted(price, noun),
        "held": Counted(held, noun),
    }
    return Failure(params)


def _affordable(state: State, seat: int, into: str) -> int:
    """How many points a seat can buy, or sell."""
    if into == "points":
        return state.pesos(seat) // state.facts["casino.pesos"]
    return state.points(seat)


def _other_way(state: State, act: UseCasino) -> Iterator[Remedy]:
    other = "pesos" if act.into == "points" else "points"
    most = min(getattr(act, "times", 1), _affordable(state, act.seat, other))
    way = Term(f"into.{other}")
    yield Remedy("exchange_the_other_way", {"into": way}, {"into": other, "times": most})


def _exchange_less(state: State, act: UseCasino) -> Iterator[Remedy]:
    most = _affordable(state, act.seat, act.into)
    yield Remedy("exchange_at_most", {"most": most}, {"times": most})


@CASINO.rule(
    "building.casino",
    needs="into",
    presumes="no_such_seat",
    kind=Kind.SHORTAGE,
    private=True,
    mend=_other_way,
)
def no_exchange_possible(state: State, act: UseCasino) -> Finding:
    """At least one point is bought or sold."""
    return _casino_short(state, act.seat, act.into, 1)


@CASINO.rule(
    "building.casino",
    needs=("into", "times"),
    presumes="no_exchange_possible",
    kind=Kind.SHORTAGE,
    private=True,
    mend=_exchange_less,
)
def exchange_too_large(state: State, act: UseCasino) -> Finding:
    """Only what one has is changed."""
    return _casino_short(state, act.seat, act.into, act.times)


# Bank and church: whoever goes there has what they give at once.


class UseBank(Deed):
    """Pesos from the supply."""

    kind: Literal["use_bank"] = "use_bank"


class UseChurch(Deed):
    """Points from the supply."""

    kind: Literal["use_church"] = "use_church"


BANK = Use(UseBank)
CHURCH = Use(UseChurch)


# Harbour office.


class UseHarbourOffice(Deed):
    """The value marker moves one flag."""

    kind: Literal["use_harbour_office"] = "use_harbour_office"
    direction: Literal["right", "left"]


HARBOUR_OFFICE = Use(
    UseHarbourOffice,
    fields={"direction": choice(("right", "left"), lambda way: Term(f"direction.{way}"))},
)


def _go_right(_state: State, _act: UseHarbourOffice) -> Iterator[Remedy]:
    yield Remedy("go_right", change={"direction": "right"})


@HARBOUR_OFFICE.rule("building.harbour_office", needs="direction", mend=_go_right)
def first_flag(state: State, act: UseHarbourOffice) -> Finding:
    """From the first flag the marker only goes to the right."""
    if act.direction == "right":
        return NOT_APPLICABLE
    return None if state.ship.flag > 0 else Failure({"value": state.value})


# Distillery and cigar factory: so many of one good for as many of another.


class UseDistillery(Deed):
    """Sugar cane into as much rum."""

    kind: Literal["use_distillery"] = "use_distillery"
    amount: Amount


class UseCigarFactory(Deed):
    """Tobacco into as many cigars."""

    kind: Literal["use_cigar_factory"] = "use_cigar_factory"
    amount: Amount


def _exchange(model: type[A], given: str, gained: str) -> Use[A]:
    def exchange_less(state: State, _act: Any) -> Iterator[Remedy]:
        left = state.supply(gained)
        yield Remedy("exchange_only", {"most": terms.amount(left, gained)}, {"amount": left})

    act = Use(model, fields={"amount": number(_amount_of(gained))})
    section = f"building.{act.building}"

    @act.told
    def _told(_state: State, act: Any) -> Params:
        so_many = act.amount
        return {"given": terms.amount(so_many, given), "gained": terms.amount(so_many, gained)}

    act.also(
        none_held(lambda _act: given, section),
        supply_empty(lambda _act: gained, section),
        goods_short(lambda _act: given, lambda act: act.amount, section, ("amount",)),
    )

    @act.rule(
        section,
        "citizens.supply",
        needs="amount",
        presumes="supply_empty",
        kind=Kind.SHORTAGE,
        mend=exchange_less,
    )
    def supply_short(state: State, act: Any) -> Finding:
        """As many as are given, and as many as there are."""
        left = state.supply(gained)
        if left >= act.amount:
            return None
        needed = terms.amount(act.amount, gained)
        return Failure({"left": terms.amount(left, gained), "needed": needed})

    return act


DISTILLERY = _exchange(UseDistillery, "sugar", "rum")
CIGAR_FACTORY = _exchange(UseCigarFactory, "tobacco", "cigars")


# Office and customs: the ship asks for less.


class UseOffice(Deed):
    """One good that the ship asks for, for a fixed number of points."""

    kind: Literal["use_office"] = "use_office"
    good: Good


class UseCustoms(Deed):
    """A die of the ship is set to 0."""

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


# Black market.


class UseBlackMarket(Deed):
    """One good for one of another kind."""

    kind: Literal["use_black_market"] = "use_black_market"
    give: Good
    take: Good


BLACK_MARKET = Use(
    UseBlackMarket,
    fields={
        "give": replace(ANY_GOOD, told_as="given"),
        "take": replace(ANY_GOOD, told_as="gained"),
    },
)
BLACK_MARKET.also(
    wood_excluded("give", "building.black_market"),
    none_held(lambda act: act.give, "building.black_market", "give"),
    wood_excluded("take", "building.black_market", "wood_not_for_sale"),
)


@BLACK_MARKET.rule("building.black_market", needs=("give", "take"), mend=another_good("take"))
def same_good(_state: State, act: UseBlackMarket) -> Finding:
    """One good for one of another kind."""
    return Failure({"good": terms.good(act.give)}) if act.give == act.take else None


BLACK_MARKET.also(
    supply_empty(
        lambda act: act.take, "building.black_market", "take", presumes="wood_not_for_sale"
    )
)


# Sawmill.


class UseSawmill(Deed):
    """One wood for points and pesos."""

    kind: Literal["use_sawmill"] = "use_sawmill"


SAWMILL = Use(UseSawmill)
SAWMILL.also(none_held(lambda _act: WOOD, "building.sawmill"))


# Newspaper.


class UseNewspaper(Deed):
    """Pesos from the supply, and perhaps a citizen is turned face down."""

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
            told=lambda name: () if name == "none" else terms.stop(name),
            optional=True,
        )
    },
)


def _other_citizens(_state: State, _act: UseNewspaper) -> Iterator[Remedy]:
    yield Remedy("choose_nobody", change={"citizen": "none"})
    for name in CITIZENS:
        yield Remedy("choose_citizen", {"citizen": terms.stop(name)}, {"citizen": name})


@NEWSPAPER.rule("building.newspaper", needs="citizen", mend=_other_citizens)
def port_is_no_citizen(_state: State, act: UseNewspaper) -> Finding:
    """Only citizens are turned face down."""
    if act.citizen == "none":
        return NOT_APPLICABLE
    return Failure() if act.citizen == PORT else None


@NEWSPAPER.rule("building.newspaper", needs="citizen", mend=_other_citizens)
def already_inactive(state: State, act: UseNewspaper) -> Finding:
    """Only a citizen who is face up can be turned face down."""
    if act.citizen not in CITIZENS:
        return NOT_APPLICABLE
    if act.citizen not in state.inactive:
        return None
    return Failure({"citizen": terms.stop(act.citizen)})


# Café.


class UseCafe(Deed):
    """Cigars and rum back to the supply, for points."""

    kind: Literal["use_cafe"] = "use_cafe"
    cigars: Annotated[int, Field(ge=0, le=99)]
    rum: Annotated[int, Field(ge=0, le=99)]


def _up_to_one_too_many(state: State, _draft: Draft) -> tuple[int, int]:
    return 0, state.facts["cafe.each"] + 1


CAFE = Use(
    UseCafe, fields={"cigars": number(_up_to_one_too_many), "rum": number(_up_to_one_too_many)}
)


@CAFE.told
def _sold(_state: State, act: UseCafe) -> Params:
    sold = {"cigars": act.cigars, "rum": act.rum}
    return {"goods": tuple(terms.amount(n, name) for name, n in sold.items() if n)}


def _sells(good: str) -> None:
    """At most so many of a good, and no more than one has."""

    def sell_less(state: State, _act: UseCafe) -> Iterator[Remedy]:
        most = state.facts["cafe.each"]
        yield Remedy("sell_at_most", {"most": terms.amount(most, good)}, {good: most})

    @CAFE.rule("building.cafe", code=f"too_many_{good}", needs=good, mend=sell_less)
    def too_many(state: State, act: UseCafe) -> Finding:
        """At most one cigar and one rum."""
        most, sold = state.facts["cafe.each"], getattr(act, good)
        if sold <= most:
            return None
        return Failure({"sold": terms.amount(sold, good), "most": terms.amount(most, good)})

    def sold(act: UseCafe) -> int:
        number: int = getattr(act, good)
        return number

    CAFE.also(goods_short(lambda _act: good, sold, "building.cafe", (good,), f"{good}_short"))


_sells("cigars")
_sells("rum")


def _sell_one(_state: State, _act: UseCafe) -> Iterator[Remedy]:
    for good in ("cigars", "rum"):
        yield Remedy("sell", {"goods": terms.amount(1, good)}, {good: 1})


@CAFE.rule("building.cafe", needs=("cigars", "rum"), mend=_sell_one)
def nothing_sold(_state: State, act: UseCafe) -> Finding:
    """Using the café means giving at least one thing; not using it is said otherwise."""
    return None if act.cigars or act.rum else Failure()


USES: Final[tuple[Use[Any], ...]] = (
    CASINO,
    BANK,
    CHURCH,
    HARBOUR_OFFICE,
    DISTILLERY,
    CIGAR_FACTORY,
    OFFICE,
    BLACK_MARKET,
    SAWMILL,
    NEWSPAPER,
    CAFE,
    CUSTOMS,
)
"""In the order in which the rulebook explains them."""

USE_OF: Final = {use.building: use.kind for use in USES}
"""By building, the kind of act that uses it."""
