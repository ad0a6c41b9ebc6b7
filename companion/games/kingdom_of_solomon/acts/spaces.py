"""Acts of using or skipping action spaces of the board and own building cards."""

from collections.abc import Iterable
from typing import Any, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import BEFORE, Act, Deed, asked, step
from companion.games.kingdom_of_solomon.acts.resolve import (
    FIELDS,
    Victim,
    conditions_of,
    sentence_params,
)
from companion.games.kingdom_of_solomon.acts.territories import pawn_elsewhere
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    TERRITORIES,
    Cubes,
    Space,
    Territory,
)
from companion.games.kingdom_of_solomon.effects import carry_out
from companion.games.kingdom_of_solomon.play import Play, bring_back
from companion.games.kingdom_of_solomon.state import CARD_ITEM, Phase, State
from companion.kernel.form import Draft
from companion.kernel.lines import LineContext
from companion.kernel.picks import choice
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import SeatRef


class UseSpace(Deed):
    """Use of an action space of the board, or of an own building card."""

    kind: Literal["use_space"] = "use_space"
    space: Space
    give: Cubes = ()
    at: Territory | None = None
    """Territory that yields once more."""
    take: Cubes = ()
    victim: Victim | None = None
    """Seat whose cubes are taken."""
    stolen: Cubes = ()


USE_SPACE = Act(
    UseSpace,
    *step(Phase.RESOLVE),
    fields={
        "space": choice(
            lambda state, _draft: (*ACTIONS, *(c for c in CARD_ITEM if _built(state, c))),
            terms.term,
        ),
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


USE_SPACE.also(
    pawn_elsewhere("space", "resolution"),
    *conditions_of("space", "actions", "territory_is_harvested"),
)


@USE_SPACE.asks_facts
def _wants_lines(state: State, draft: Draft) -> Any:
    space = draft.values.get("space")
    return () if space is None or space in TERRITORIES else asked(state, f"{space}.lines")


@USE_SPACE.play
def _use_space(play: Play, act: UseSpace) -> None:
    bring_back(play, act.seat, act.space)
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
    "resolution",
    code="nothing_to_skip",
    requires=BEFORE,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def nothing_to_skip(state: State, act: SkipSpace) -> Finding:
    """There is a space that may be left unused."""
    if any(state.pawn_on(space) == act.seat for space in _usable(state)):
        return None
    return Failure({"seat": SeatRef(act.seat)})


SKIP.also(pawn_elsewhere("space", "resolution"))


@SKIP.rule("resolution.territory", code="territory_gives", fields="space")
def territory_gives(_state: State, act: SkipSpace) -> Finding:
    """What a territory gives is collected."""
    return Failure({"space": terms.term(act.space)}) if act.space in TERRITORIES else None


@SKIP.play
def _skip(play: Play, act: SkipSpace) -> None:
    bring_back(play, act.seat, act.space)
    play.say("space_not_used", "resolution.optional", act.seat, space=terms.term(act.space))
