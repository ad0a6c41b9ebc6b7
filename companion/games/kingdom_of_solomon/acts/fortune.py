"""Act of playing fortune cards in any turn."""

from typing import Any, ClassVar, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    NO_SUCH_SEAT,
    Act,
    VersionedDeed,
    asked,
    match_over,
    no_fortune,
    shortfall,
)
from companion.games.kingdom_of_solomon.acts.payment import card_label, lay_down
from companion.games.kingdom_of_solomon.acts.resolve import (
    FIELDS,
    Victim,
    conditions_of,
    sentence_params,
)
from companion.games.kingdom_of_solomon.components import (
    FORTUNES,
    Cubes,
    Extras,
    FortuneId,
    Territory,
)
from companion.games.kingdom_of_solomon.effects import carry_out, goods_on, moves
from companion.games.kingdom_of_solomon.play import Play
from companion.games.kingdom_of_solomon.state import State
from companion.kernel.box.facts import Unknown
from companion.kernel.box.lines import LineContext
from companion.kernel.form import Draft, choice
from companion.kernel.refusal import NOT_APPLICABLE, Finding, Remark


class PlayFortune(VersionedDeed):
    """Fortune card played in any turn."""

    kind: Literal["play_fortune"] = "play_fortune"
    payments: ClassVar[frozenset[str]] = frozenset({"give"})
    card: FortuneId
    give: Cubes = ()
    at: Territory | None = None
    take: Cubes = ()
    victim: Victim | None = None
    stolen: Cubes = ()
    extras: Extras | None = None
    """Gains besides cubes, told if nobody had read it."""


PLAY_FORTUNE = Act(
    PlayFortune,
    NO_SUCH_SEAT,
    match_over,
    fields={
        "card": choice(
            lambda state, _draft: state.distinguishable(FORTUNES), terms.term, label_in=card_label
        ),
        **FIELDS,
    },
)
PLAY_FORTUNE.sentence_params(sentence_params)


PLAY_FORTUNE.also(no_fortune(), *conditions_of("card", {"fortune": "fortune"}))


@PLAY_FORTUNE.rule("resolution.supply", "fortune.goods", code="gain_lost", fields="card")
def gain_lost(state: State, act: PlayFortune) -> Finding:
    """What a card gives comes from the supply; only as a payment it needs no cubes there."""
    effect = state.lines_of(act.card)
    if isinstance(effect, Unknown):
        return NOT_APPLICABLE
    gained = moves(effect).gained
    if not gained:
        return NOT_APPLICABLE
    short = shortfall(state.available(gained), gained)
    if not short:
        return None
    pays = goods_on(effect) is not None
    return Remark({"short": terms.heap(short), "pays": int(pays)}, wasteful=True)


@PLAY_FORTUNE.asks_facts
def _wants_card(state: State, draft: Draft) -> Any:
    card = draft.values.get("card")
    return () if card is None else asked(state, f"{card}.lines")


@PLAY_FORTUNE.play
def _play_fortune(play: Play, act: PlayFortune) -> None:
    cause = terms.term(act.card)
    lay_down(play, act.seat, (act.card,), "fortune")
    carry_out(play, LineContext(act.seat, "fortune", cause, act), act.card)
