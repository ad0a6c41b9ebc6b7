"""Acts of using or skipping action spaces of the board and own building cards."""

from collections.abc import Iterable
from typing import Any, ClassVar, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    BEFORE,
    Act,
    Deed,
    VersionedDeed,
    asked,
    step,
)
from companion.games.kingdom_of_solomon.acts.payment import (
    card_without_goods,
    fortunes_short,
    lay_down,
    needless_card,
    unread,
)
from companion.games.kingdom_of_solomon.acts.resolve import (
    CARDS_LAID,
    FIELDS,
    Victim,
    conditions_of,
    known_moves,
    sentence_params,
)
from companion.games.kingdom_of_solomon.acts.territories import pawn_elsewhere
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    ARTISAN,
    TERRITORIES,
    Cubes,
    Extras,
    Fortunes,
    Heap,
    Space,
    Territory,
    heap,
)
from companion.games.kingdom_of_solomon.effects import carry_out, is_payment
from companion.games.kingdom_of_solomon.play import Play, bring_back
from companion.games.kingdom_of_solomon.state import CARD_ITEM, Phase, State
from companion.kernel.box.lines import LineContext
from companion.kernel.form import Draft, choice
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remark
from companion.kernel.values import Params, SeatRef


class UseSpace(VersionedDeed):
    """Use of an action space of the board, or of an own building card."""

    kind: Literal["use_space"] = "use_space"
    payments: ClassVar[frozenset[str]] = frozenset({"cards", "give"})
    space: Space
    give: Cubes = ()
    cards: Fortunes = ()
    """Fortune cards of goods used as part of the payment."""
    at: Territory | None = None
    """Territory that yields once more."""
    take: Cubes = ()
    victim: Victim | None = None
    """Seat whose cubes are taken."""
    stolen: Cubes = ()
    extras: Extras | None = None
    """Gains besides cubes, told if nobody had read it."""


USE_SPACE = Act(
    UseSpace,
    *step(Phase.RESOLVE),
    fields={
        "space": choice(
            lambda state, _draft: (*ACTIONS, *(c for c in CARD_ITEM if _built(state, c))),
            terms.term,
        ),
        "cards": CARDS_LAID,
        **FIELDS,
    },
)
USE_SPACE.sentence_params(sentence_params)


def _built(state: State, card: str) -> bool:
    return state.owner_of(card) is not None


@USE_SPACE.rule(
    "resolution",
    code="territory_is_harvested",
    fields="space",
    kind=ConditionKind.EXISTENCE,
    legal_basis=lambda _state, act: (_section(act.space),),
)
def territory_is_harvested(_state: State, act: UseSpace) -> Finding:
    """A territory gives goods; only the other spaces do something."""
    return Failure({"space": terms.term(act.space)}) if act.space in TERRITORIES else None


USE_SPACE.also(pawn_elsewhere("space", "resolution"))


def repeats(space: str, *, again: bool) -> bool:
    """Return whether a space gives once more what a territory gives."""
    return space == ARTISAN or again


@USE_SPACE.rule(
    "actions.artisan",
    code="no_other_pawn",
    fields="space",
    requires=("no_such_seat", "territory_is_harvested"),
    legal_basis=(),
)
def no_other_pawn(state: State, act: UseSpace) -> Finding:
    """The Artisan works only with another pawn on a territory, whatever is read of its text."""
    printed = known_moves(state, act.space)
    again = printed is not None and printed.again
    if not repeats(act.space, again=again) or act.edition < 3:
        return NOT_APPLICABLE
    if state.territories_of(act.seat):
        return None
    # Whether a pawn that is already resolved still counts is a ruling.
    stood = bool(state.stood_by(act.seat))
    if stood and state.rulings["artisan_space"] == "stood":
        return None
    params: Params = {"space": terms.term(act.space), "seat": SeatRef(act.seat)}
    return Failure(params, ruling="artisan_space" if stood else None)


USE_SPACE.also(
    fortunes_short,
    card_without_goods,
    *conditions_of(
        "space",
        {"action": "actions", "building": "building.card"},
        "territory_is_harvested",
        by_cards=True,
    ),
)


def _pays(state: State, act: UseSpace, worth: Heap) -> bool:
    printed = known_moves(state, act.space)
    return printed is not None and is_payment(printed, heap(act.give), worth)


USE_SPACE.also(
    needless_card("actions", "space", "give", requires="wrong_payment", pays=_pays),
)


def _of_supply(_state: State, act: UseSpace) -> tuple[str, ...]:
    return ("resolution.supply", *(("fortune.goods",) if act.cards else ()))


@USE_SPACE.rule(
    "resolution.supply",
    "fortune.goods",
    code="paid_for_less",
    fields=("space", "give", "cards", "at", "take"),
    requires=("wrong_payment", "wrong_gain"),
    legal_basis=(),
    sections=_of_supply,
)
def paid_for_less(state: State, act: UseSpace) -> Finding:
    """A payment is gone, also if the supply has less than the space gives for it."""
    printed = known_moves(state, act.space)
    if printed is None or printed.again or not (act.give or act.cards):
        return NOT_APPLICABLE
    free = printed.gain - printed.gain_plain
    full = sum(printed.gained.values()) + printed.gain
    if len(act.take) >= full:
        return None if full else NOT_APPLICABLE
    params: Params = {
        "space": terms.term(act.space),
        "full": terms.cubes_of(printed.gained, free, printed.gain_plain),
        "got": terms.heap(heap(act.take)),
    }
    return Remark(params, wasteful=not act.take and not act.stolen)


@USE_SPACE.asks_facts
def _wants_lines(state: State, draft: Draft) -> Any:
    space = draft.values.get("space")
    if space is None or space in TERRITORIES:
        return ()
    return asked(state, f"{space}.lines", *unread(draft))


@USE_SPACE.play
def _use_space(play: Play, act: UseSpace) -> None:
    bring_back(play, act.seat, act.space)
    lay_down(play, act.seat, act.cards, "fortune.goods")
    doing = LineContext(act.seat, _section(act.space), terms.term(act.space), act)
    carry_out(play, doing, act.space)


def _section(space: str) -> str:
    return "building.card" if space in CARD_ITEM else "actions"


class SkipSpace(Deed):
    """Return of a pawn without using its action space."""

    kind: Literal["skip_space"] = "skip_space"
    space: Space


SKIP = Act(
    SkipSpace,
    *step(Phase.RESOLVE),
    fields={"space": choice(lambda state, _draft: (*TERRITORIES, *_usable(state)), terms.term)},
)


def _usable(state: State) -> Iterable[str]:
    return (*ACTIONS, *(c for c in CARD_ITEM if _built(state, c)))


@SKIP.rule(
    "resolution.territory",
    code="territory_gives",
    fields="space",
    legal_basis=("resolution.optional",),
)
def territory_gives(_state: State, act: SkipSpace) -> Finding:
    """What a territory gives is collected."""
    return Failure({"space": terms.term(act.space)}) if act.space in TERRITORIES else None


@SKIP.rule(
    "resolution",
    code="nothing_to_skip",
    requires=BEFORE,
    legal_basis=(),
)
def nothing_to_skip(state: State, act: SkipSpace) -> Finding:
    """There is a space that may be left unused."""
    if any(state.pawn_on(space) == act.seat for space in _usable(state)):
        return None
    return Failure({"seat": SeatRef(act.seat)})


SKIP.also(pawn_elsewhere("space", "resolution"))


@SKIP.play
def _skip(play: Play, act: SkipSpace) -> None:
    bring_back(play, act.seat, act.space)
    play.say("space_not_used", "resolution.optional", act.seat, space=terms.term(act.space))
