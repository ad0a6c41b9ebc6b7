"""The port: the loading round."""

from collections.abc import Iterator
from typing import Final, Literal

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.actions import Amount, Deed
from companion.games.santiago_de_cuba.acts.common import DEMANDED_GOOD, Act
from companion.games.santiago_de_cuba.components import WOOD, Demanded
from companion.games.santiago_de_cuba.flow import (
    Play,
    advance_flag,
    end_turn,
    leave_if_complete,
    points,
    set_die,
)
from companion.games.santiago_de_cuba.legality import happened
from companion.games.santiago_de_cuba.legality.common import (
    goods_short,
    none_held,
    not_demanded,
    step,
)
from companion.games.santiago_de_cuba.state import ITEM_OF, SEATS, Phase, Resume, State
from companion.kernel.acts import rule
from companion.kernel.effects import Transfer
from companion.kernel.form import Draft
from companion.kernel.ledger import SUPPLY
from companion.kernel.picks import Pick, number
from companion.kernel.refusal import Failure, Finding, Remedy
from companion.kernel.values import Params, Seat


class LoadGoods(Deed):
    """In a loading round, goods of one kind go on the ship."""

    kind: Literal["load_goods"] = "load_goods"
    good: Demanded
    amount: Amount


class LoadWood(Deed):
    """In a loading round, wood goes on the ship in place of one good."""

    kind: Literal["load_wood"] = "load_wood"
    good: Demanded
    """The good that it stands for."""
    amount: Amount


class PassLoading(Deed):
    """Whoever passes loads nothing more in this round."""

    kind: Literal["pass_loading"] = "pass_loading"


Load = LoadGoods | LoadWood


def _up_to_the_highest_face(state: State, draft: Draft) -> tuple[int, int]:
    return 1, max(state.facts.faces[draft.values["good"]])


AMOUNT: Final[Pick[State]] = number(_up_to_the_highest_face)

LOAD_GOODS = Act(
    LoadGoods,
    *step(Phase.LOADING, happened=happened.LOADED_GOODS),
    fields={"good": DEMANDED_GOOD.untold, "amount": AMOUNT},
)
LOAD_WOOD = Act(
    LoadWood,
    *step(Phase.LOADING, happened=happened.LOADED_WOOD),
    fields={"good": DEMANDED_GOOD, "amount": AMOUNT},
)
PASS = Act(PassLoading, *step(Phase.LOADING, happened=happened.ROUND, grounds=("port.passing",)))


@LOAD_GOODS.told
def _goods(_state: State, act: LoadGoods) -> Params:
    return {"goods": terms.amount(act.amount, act.good)}


@LOAD_WOOD.told
def _wood(_state: State, act: LoadWood) -> Params:
    return {"goods": terms.amount(act.amount, WOOD)}


def _as_demanded(state: State, act: Load) -> Iterator[Remedy]:
    asked = state.demand(act.good)
    yield Remedy("load_at_most", {"asked": asked}, {"amount": asked})


@rule("port.demand", needs=("good", "amount"), presumes="not_demanded", mend=_as_demanded)
def more_than_demanded(state: State, act: Load) -> Finding:
    """Never more than the die shows."""
    asked = state.demand(act.good)
    if act.amount <= asked:
        return None
    params: Params = {"good": terms.good(act.good), "asked": asked, "loaded": act.amount}
    return Failure(params)


LOAD_GOODS.also(
    not_demanded("port.loading"),
    more_than_demanded,
    none_held(lambda act: act.good, "port.loading", "good"),
    goods_short(lambda act: act.good, lambda act: act.amount, "port.loading", ("good", "amount")),
)
LOAD_WOOD.also(
    none_held(lambda _act: WOOD, "port.wood"),
    not_demanded("port.wood"),
    more_than_demanded,
    goods_short(lambda _act: WOOD, lambda act: act.amount, "port.wood", ("amount",)),
)


@LOAD_GOODS.play
def _load_goods(play: Play, act: LoadGoods) -> None:
    _load(play, act, act.good, play.state.value, "port.points")


@LOAD_WOOD.play
def _load_wood(play: Play, act: LoadWood) -> None:
    _load(play, act, WOOD, play.facts.wood_points, "port.wood")


def _load(play: Play, act: Load, paid: str, each: int, rule: str) -> None:
    seat, amount = act.seat, act.amount
    play.do(Transfer(ITEM_OF[paid], amount, SEATS[seat], SUPPLY, "port.loading"))
    points(play, seat, amount * each, rule)
    set_die(play, act.good, max(0, play.state.demand(act.good) - amount), "port.demand")
    loading = play.turn.phase is Phase.LOADING
    if leave_if_complete(play, "port.complete"):
        if loading:
            play.in_turn(loaded=(seat, paid), round_over="complete")
            end_turn(play)
    elif _next_loads(play, seat):
        rest = tuple(other for other in play.turn.waiting if other != seat)
        play.in_turn(waiting=(*rest, seat), loaded=(seat, paid))
    elif loading:
        play.in_turn(loaded=(seat, paid))


def _next_loads(play: Play, seat: Seat) -> bool:
    """Whether it was this seat's go in the round."""
    turn = play.turn
    return turn.phase is Phase.LOADING and turn.waiting[:1] == (seat,)


@PASS.play
def _pass(play: Play, act: PassLoading) -> None:
    turn = play.turn
    if turn.phase is not Phase.LOADING:
        return
    waiting = tuple(seat for seat in turn.waiting if seat != act.seat)
    play.in_turn(waiting=waiting)
    play.say("passed", "port.passing", act.seat)
    # When all have passed, the ship stays and the value rises.
    if not waiting:
        play.in_turn(round_over="all_passed")
        if advance_flag(play, "port.all_passed", Resume.LOADING):
            end_turn(play)
