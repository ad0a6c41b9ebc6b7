"""Acts of filling the offer and placing pawns one by one, or the rest on a bonus space."""

from typing import Any, ClassVar, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import BEFORE, NEXT_ROUND, Act, Deed, Rule, step
from companion.games.kingdom_of_solomon.acts.payment import card_label
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    BONUSES,
    CARDS,
    TERRITORIES,
    Bonus,
    CardId,
    Space,
)
from companion.games.kingdom_of_solomon.play import Play
from companion.games.kingdom_of_solomon.state import (
    CARD,
    CARD_ITEM,
    DECK,
    OFFER,
    ON,
    PAWNS,
    SEATS,
    Phase,
    State,
)
from companion.kernel.acts import rule
from companion.kernel.form import Draft, choice
from companion.kernel.pieces.decks import move_shown
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Counted, Params, Seat, SeatRef

# The offer


class TurnUp(Deed):
    """Building card turned up on an empty place of the board."""

    kind: Literal["turn_up"] = "turn_up"
    results: ClassVar[frozenset[str]] = frozenset({"card"})
    card: CardId


def _to_turn_up(state: State, _draft: Draft) -> tuple[str, ...]:
    return state.distinguishable(card for card in CARDS if card not in state.visible)


TURN_UP = Act(
    TurnUp,
    *step(
        Phase.TURN_UP,
        legal_basis=lambda state, _act: ("setup.cards" if state.round == 1 else "round.refill",),
    ),
    fields={"card": choice(_to_turn_up, terms.term, label_in=card_label)},
)


@TURN_UP.rule("round.refill", code="deck_empty", kind=ConditionKind.SHORTAGE)
def deck_empty(state: State, _act: TurnUp) -> Finding:
    """Cards are turned up as long as there are any."""
    return None if state.ledger.balance(DECK, CARD) > 0 else Failure()


@TURN_UP.rule("setup.cards", code="card_seen", fields="card", kind=ConditionKind.EXISTENCE)
def card_seen(state: State, act: TurnUp) -> Finding:
    """Each card is there once."""
    owner = state.owner_of(act.card)
    if owner is None and not state.offered(act.card):
        return None
    whose = () if owner is None else (SeatRef(owner),)
    return Failure({"card": terms.term(act.card), "owner": whose})


@TURN_UP.play
def _turn_up(play: Play, act: TurnUp) -> None:
    move_shown(play, (CARD_ITEM[act.card],), DECK, OFFER, "round.refill")


# Pawns


@rule("placement.bonus", code="already_claimed", requires=BEFORE, legal_basis=())
def already_claimed(state: State, act: Any) -> Finding:
    """Whoever claims a bonus space places nothing more."""
    if not state.claimed(act.seat):
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_ROUND)


@rule("placement", code="no_pawns_left", requires="no_such_seat", kind=ConditionKind.SHORTAGE)
def no_pawns_left(state: State, act: Any) -> Finding:
    """One places what one has."""
    if state.pawns(act.seat) > 0:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_ROUND)


_TURN: tuple[Rule, ...] = (*step(Phase.PLACE), already_claimed)
_PLACING: tuple[Rule, ...] = (*_TURN, no_pawns_left)


class PlacePawn(Deed):
    """Pawn placed on a territory, an action space, or an own building card."""

    kind: Literal["place_pawn"] = "place_pawn"
    space: Space


def _spaces(state: State) -> tuple[str, ...]:
    return (*TERRITORIES, *ACTIONS, *state.visible)


PLACE = Act(
    PlacePawn,
    *_PLACING,
    fields={"space": choice(lambda state, _draft: _spaces(state), terms.term)},
)


def card_in_deck(state: State, act: PlacePawn) -> Finding:
    """A card that nobody has turned up is no space."""
    if act.space not in CARD_ITEM:
        return NOT_APPLICABLE
    if state.offered(act.space) or state.owner_of(act.space) is not None:
        return None
    return Failure({"card": terms.term(act.space)})


PLACE.rule("placement.cards", code="card_in_deck", fields="space", kind=ConditionKind.EXISTENCE)(
    card_in_deck
)


@PLACE.rule("placement.cards", code="offered_card", fields="space", requires="card_in_deck")
def offered_card(state: State, act: PlacePawn) -> Finding:
    """The cards that lie on the board are no spaces yet."""
    if act.space not in CARD_ITEM:
        return NOT_APPLICABLE
    return Failure({"card": terms.term(act.space)}) if state.offered(act.space) else None


@PLACE.rule(
    "building.card",
    "placement.cards",
    code="card_of_another",
    fields="space",
    requires=("no_such_seat", "offered_card"),
)
def card_of_another(state: State, act: PlacePawn) -> Finding:
    """A card is an action space of whoever built it."""
    if act.space not in CARD_ITEM:
        return NOT_APPLICABLE
    owner = state.owner_of(act.space)
    if owner == act.seat:
        return None
    return Failure({"card": terms.term(act.space), "owner": SeatRef(owner or 0)})


@PLACE.rule("placement.occupied", code="space_has_pawn", fields="space")
def space_has_pawn(state: State, act: PlacePawn) -> Finding:
    """One pawn on a space, whoever's it is."""
    there = state.pawn_on(act.space)
    if there is None:
        return None
    return Failure({"space": terms.term(act.space), "other": SeatRef(there)}, until=NEXT_ROUND)


@PLACE.rule(
    "placement.rival",
    code="rival_building",
    fields="space",
    requires="no_such_seat",
    legal_basis=(),
)
def rival_building(state: State, act: PlacePawn) -> Finding:
    """No pawn on a territory with somebody else's building, but for the High Priest."""
    owner = _rival(state, act)
    if owner is None:
        return NOT_APPLICABLE if act.space not in TERRITORIES else None
    if state.priest == act.seat:
        return NOT_APPLICABLE
    return Failure({"space": terms.term(act.space), "owner": SeatRef(owner)})


@PLACE.rule(
    "temple.priest_pawn",
    code="priest_used",
    fields="space",
    requires=("no_such_seat", "rival_building"),
)
def priest_used(state: State, act: PlacePawn) -> Finding:
    """The High Priest opens one such territory in a round."""
    if _rival(state, act) is None or state.priest != act.seat:
        return NOT_APPLICABLE
    if not state.priest_used:
        return None
    return Failure({"space": terms.term(act.space)}, until=NEXT_ROUND)


def _rival(state: State, act: PlacePawn) -> int | None:
    """Return the owner of another seat's building where the pawn goes, or None."""
    if act.space not in TERRITORIES:
        return None
    owner = state.piece_on(act.space)
    return None if owner == act.seat else owner


@PLACE.play
def _place(play: Play, act: PlacePawn) -> None:
    seat, state = act.seat, play.state
    if _rival(state, act) is not None and state.priest == seat:
        play.change(priest_used=True)
    play.move(PAWNS[seat], 1, SEATS[seat], ON[act.space], "placement")
    if state.is_due(seat, Phase.PLACE):
        play.to_the_back(seat)


class ClaimBonus(Deed):
    """Claim of a bonus space with all remaining pawns."""

    kind: Literal["claim_bonus"] = "claim_bonus"
    bonus: Bonus


CLAIM = Act(ClaimBonus, *_PLACING, fields={"bonus": choice(BONUSES, terms.term)})


@CLAIM.rule("setup.bonus", code="bonus_not_in_play", fields="bonus", kind=ConditionKind.EXISTENCE)
def bonus_not_in_play(state: State, act: ClaimBonus) -> Finding:
    """With fewer people some bonus spaces are covered."""
    if act.bonus in state.bonuses:
        return None
    return Failure({"bonus": terms.term(act.bonus), "players": Counted(state.players, "jugador")})


@CLAIM.rule("placement.bonus", code="bonus_taken", fields="bonus")
def bonus_taken(state: State, act: ClaimBonus) -> Finding:
    """Each of them is claimed by one."""
    there = state.pawn_on(act.bonus)
    if there is None:
        return None
    return Failure({"bonus": terms.term(act.bonus), "other": SeatRef(there)}, until=NEXT_ROUND)


def _pawns_put(state: State, seat: Seat) -> int:
    # Whether a claim needs all pawns is a ruling: the Spanish definitions mention one.
    left = state.pawns(seat) if seat < state.players else 0
    return left if state.rulings["bonus_needs"] == "all" else min(1, left)


@CLAIM.sentence_params
def _claimed_with(state: State, act: ClaimBonus) -> Params:
    return {"pawns": Counted(_pawns_put(state, act.seat), "pawn")}


@CLAIM.play
def _claim(play: Play, act: ClaimBonus) -> None:
    seat, all_of_them = act.seat, play.state.rulings["bonus_needs"] == "all"
    number = play.state.pawns(seat) if all_of_them else 1
    play.move(PAWNS[seat], number, SEATS[seat], ON[act.bonus], "placement.bonus")


class KeepPawns(Deed):
    """Decision to keep the remaining pawns, as no space is open any more."""

    kind: Literal["keep_pawns"] = "keep_pawns"


KEEP = Act(KeepPawns, *_TURN)


@KEEP.rule("placement.nowhere", code="somewhere_to_go", requires="no_such_seat")
def somewhere_to_go(state: State, act: KeepPawns) -> Finding:
    """Whoever can place a pawn does."""
    open_to = (
        s for s in _spaces(state) if state.pawn_on(s) is None and _may_enter(state, act.seat, s)
    )
    space = next(open_to, None) if state.pawns(act.seat) else None
    if space is None and state.pawns(act.seat):
        space = next((b for b in state.bonuses if state.pawn_on(b) is None), None)
    return None if space is None else Failure({"space": terms.term(space)})


def _may_enter(state: State, seat: int, space: str) -> bool:
    if space in CARD_ITEM:
        return state.owner_of(space) == seat
    if space not in TERRITORIES:
        return True
    owner = state.piece_on(space)
    if owner is None or owner == seat:
        return True
    return state.priest == seat and not state.priest_used


@KEEP.play
def _keep(play: Play, act: KeepPawns) -> None:
    if play.state.is_due(act.seat, Phase.PLACE):
        play.stop_waiting_for(act.seat)
    play.say("pawns_kept", "placement.nowhere", act.seat)
