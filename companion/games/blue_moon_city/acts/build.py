"""Phase 2 on a building: paying for a section and building it."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from companion.games.blue_moon_city import payment, payment_options, rewards, terms
from companion.games.blue_moon_city.acts.common import (
    NEXT_TURN,
    Act,
    Deed,
    Laid,
    cards_in_hand,
    hand_cards,
    no_stones_left,
)
from companion.games.blue_moon_city.acts.move import MoveFigure
from companion.games.blue_moon_city.acts.turn import OWN_TURN, finale_only_offerings
from companion.games.blue_moon_city.components import (
    BUILDINGS,
    CARD_KINDS,
    COURTYARD,
    MOST_SECTIONS,
)
from companion.games.blue_moon_city.payment import Cards, Payment, UseKind
from companion.games.blue_moon_city.play import (
    Play,
    after_moving,
    discard,
    give_scales,
    in_turn,
    score_scales_if_due,
)
from companion.games.blue_moon_city.rewards import give
from companion.games.blue_moon_city.state import (
    HOMES,
    ON,
    Phase,
    Sections,
    State,
    hand,
    stone,
)
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft, choice
from companion.kernel.pieces.decks import clear_account, put
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term, Value


def would_finish(sections: Sections, section: int) -> bool:
    """Return whether a stone on that section is the building's last."""
    return all(seat is not None for i, seat in enumerate(sections) if i != section)


def master_builder(sections: Sections) -> Seat:
    """Return the seat with most stones; ties go to the one furthest left."""
    count = Counter(seat for seat in sections if seat is not None)
    most = max(count.values())
    return next(seat for seat in sections if seat is not None and count[seat] == most)


def contributors(sections: Sections, first: Seat, players: int) -> tuple[Seat, ...]:
    """Return the seats with a stone on the building, from the active player clockwise."""
    order = ((first + n) % players for n in range(players))
    return tuple(seat for seat in order if seat in sections)


def neighbour_tiles(state: State, tile: str) -> tuple[str, ...]:
    """Return the finished neighbours of a building, which reward its builders."""
    return tuple(beside for beside in state.beside(tile) if beside in state.finished)


def unknown_rewards(state: State, tile: str) -> tuple[str, ...]:
    """Return the unknown printed amounts needed to finish a building."""
    beside = ((other, "neighbour") for other in neighbour_tiles(state, tile))
    shares = ((tile, "star"), (tile, "each"), *beside)
    return tuple(fact for share in shares for fact in rewards.unknown(state, *share))


def finish(play: Play, seat: Seat, tile: str, filled: Sections) -> None:
    """Finish a building: pay star, everyone and neighbours, return stones and turn the tile."""
    state = play.state
    everyone, master = contributors(filled, seat, state.players), master_builder(filled)
    play.say("building_finished", "scoring.trigger", seat, tile=terms.place(tile))
    play.say("master_builder", "scoring.master_builder", master, tile=terms.place(tile))
    give(play, master, tile, "star", "scoring.master_builder")
    for builder in everyone:
        give(play, builder, tile, "each", "scoring.contributors")
    for beside in neighbour_tiles(state, tile):
        for builder in everyone:
            give(play, builder, beside, "neighbour", "scoring.neighbours")
    score_scales_if_due(play)
    clear_account(play, ON[tile], HOMES.__getitem__, "scoring.stones_back")
    _settle_owed_stones(play)
    play.change(finished=state.finished | {tile})


def _settle_owed_stones(play: Play) -> None:
    """Put stones that came back where offerings were made without one."""
    for seat in range(play.state.players):
        owed = -play.balance(SUPPLY, stone(seat))
        paid = min(owed, play.balance(hand(seat), stone(seat)))
        if paid > 0:
            rule = "additions.out_of_stones"
            play.move(stone(seat), paid, hand(seat), SUPPLY, rule, automatic=True)


class PlaceStone(Deed):
    """Payment and building of a section where the figure stands."""

    kind: Literal["place_stone"] = "place_stone"
    payments: ClassVar[frozenset[str]] = frozenset({"cards"})
    section: Annotated[int, Field(ge=0, lt=MOST_SECTIONS)]
    """Index of the section from left to right, 0 first."""
    cards: Laid
    """Cards laid down for it; their uses are inferred."""


# Form


def _here(state: State, seat: Seat) -> str:
    """Return the tile of a seat's figure; an empty string for a nonexistent seat."""
    return state.standing(seat) if seat < state.players else ""


def _sections(state: State, draft: Draft) -> tuple[int, ...]:
    return tuple(range(len(state.sections(_here(state, draft.seat))) or MOST_SECTIONS))


def _section_label(state: State, draft: Draft, section: int) -> Value:
    tile = _here(state, draft.seat)
    if section >= len(state.sections(tile)):
        return Term(f"section.{section}")
    asked = state.need(tile, section)
    unknown = isinstance(asked, Unknown)
    return Term(f"section.{section}" if unknown else f"section_of.{asked}.{section}")


def _payments(state: State, draft: Draft) -> tuple[Cards, ...]:
    tile, section = _here(state, draft.seat), draft.values.get("section", 0)
    if section >= len(state.sections(tile)):
        return ()
    need = state.need(tile, section)
    if not isinstance(need, Unknown):
        return payment_options.proposals(state.terms_of(tile, need))
    # The value is unknown: offer the first payments for each possible value.
    each = (payment_options.proposals(state.terms_of(tile, value))[:3] for value in need.among)
    return tuple(cards for several in each for cards in several)


PLACE = Act(
    PlaceStone,
    *OWN_TURN,
    finale_only_offerings,
    fields={
        "section": choice(_sections, sentence=None, label_in=_section_label),
        "cards": hand_cards(CARD_KINDS, _payments),
    },
)


def section_of(state: State, tile: str, index: int) -> Value:
    """Return the value of a section, with its position if the value is ambiguous."""
    asked = _section_value(state, tile, index)
    alike = [n for n in range(len(state.sections(tile))) if _section_value(state, tile, n) == asked]
    return asked if alike == [index] else Term(f"section_of.{asked}.{index}")


def _section_value(state: State, tile: str, index: int) -> Value:
    """Return the value that a section asks for, or its position if unknown."""
    asked = state.need(tile, index)
    return Term(f"section.{index}") if isinstance(asked, Unknown) else asked


@PLACE.sentence_params
def _sentence_params(state: State, act: PlaceStone) -> Params:
    tile = _here(state, act.seat)
    known = act.section < len(state.sections(tile))
    section = section_of(state, tile, act.section) if known else Term(f"section.{act.section}")
    return {"tile": terms.place(tile) if tile else "", "section": section}


@PLACE.begun_params
def _begun(state: State, draft: Draft) -> Params:
    tile, section = _here(state, draft.seat), draft.values.get("section")
    if not tile:
        return {}
    told = isinstance(section, int) and section < len(state.sections(tile))
    return {
        "tile": terms.place(tile),
        "section": section_of(state, tile, section) if told and section is not None else (),
    }


@PLACE.asks_facts
def _wants(state: State, draft: Draft) -> tuple[str, ...]:
    """Return the unknown values of a building's sections."""
    tile = _here(state, draft.seat)
    if not state.sections(tile) or tile in state.finished:
        return ()
    values = state.facts.tiles[tile].values
    return (values.fact,) if isinstance(values, Unknown) else ()


@PLACE.needs_facts
def _requires(state: State, draft: Draft) -> tuple[str, ...]:
    """Return the unknown rewards of finishing the building."""
    tile, section = _here(state, draft.seat), draft.values.get("section")
    sections = state.sections(tile)
    if section is None or not sections or tile in state.finished:
        return ()
    return unknown_rewards(state, tile) if would_finish(sections, section) else ()


# Place to build


def _move_first(state: State, act: PlaceStone) -> Iterator[Remedy]:
    """Propose moving to unfinished buildings within reach."""
    here, reach = state.standing(act.seat), state.steps_left(act.seat)
    if state.turn_of(act.seat).phase is not Phase.MOVE:
        return
    near = [tile for tile in BUILDINGS if 0 < state.distance(here, tile) <= reach]
    for tile in sorted(near, key=lambda tile: state.distance(here, tile)):
        if tile not in state.finished:
            move = MoveFigure(seat=act.seat, to=tile)
            yield Remedy("move_first", {"tile": terms.place(tile)}, first=move)


def _until_it_moves(state: State, act: PlaceStone) -> str | None:
    """Return when the figure may move again, if it is bound to its tile for this turn."""
    return NEXT_TURN if state.turn_of(act.seat).phase is Phase.BUILD else None


@PLACE.rule(
    "tiles.market",
    "place_stone.where",
    code="nothing_built_on_market",
    requires="no_such_seat",
    kind=ConditionKind.EXISTENCE,
    suggest=_move_first,
)
def nothing_built_on_market(state: State, act: PlaceStone) -> Finding:
    """The market has no sections: offerings are made there."""
    if state.standing(act.seat) != COURTYARD:
        return None
    return Failure(until=_until_it_moves(state, act))


@PLACE.rule(
    "place_stone.finished",
    code="tile_finished",
    requires=("no_such_seat", "nothing_built_on_market"),
    kind=ConditionKind.EXISTENCE,
    suggest=_move_first,
)
def tile_finished(state: State, act: PlaceStone) -> Finding:
    """A finished building is turned over: nothing is left to build."""
    tile = state.standing(act.seat)
    if tile not in state.finished:
        return None
    return Failure({"tile": terms.place(tile)}, until=_until_it_moves(state, act))


# Section

_AT_A_BUILDING: Final = ("no_such_seat", "nothing_built_on_market", "tile_finished")
_AT_A_SECTION: Final = (*_AT_A_BUILDING, "no_such_section")
SECTION_FREE: Final = (*_AT_A_SECTION, "section_taken")
"""Conditions without which a payment makes no sense."""


def where(state: State, act: PlaceStone) -> dict[str, Value]:
    """Return the sentence parameters for the section of a report."""
    tile = state.standing(act.seat)
    return {"tile": terms.place(tile), "section": section_of(state, tile, act.section)}


def _free(state: State, act: PlaceStone) -> dict[Value, int]:
    """Return the other free sections by label, only the first of each value."""
    tile = state.standing(act.seat)
    by_need = {
        _section_value(state, tile, index): index
        for index, owner in reversed(list(enumerate(state.sections(tile))))
        if owner is None and index != act.section
    }
    return {section_of(state, tile, index): index for index in by_need.values()}


def other_sections(state: State, act: PlaceStone) -> Iterator[Remedy]:
    """Propose the other free sections of the tile."""
    for said, index in _free(state, act).items():
        yield Remedy("other_section", {"section": said}, {"section": index})


def _sections_and_payments(state: State, act: PlaceStone) -> Iterator[Remedy]:
    """Propose the other free sections, with these cards or with cards that pay them."""
    yield from other_sections(state, act)
    tile, cards = state.standing(act.seat), getattr(act, "cards", ())
    for said, index in _free(state, act).items():
        asked = state.dearest_terms(tile, index)
        if cards and not payment.best(cards, asked).enough:
            paid = payment_options.proposals(asked)[0]
            params: Params = {"section": said, "cards": terms.counted(paid)}
            yield Remedy("other_section_with", params, {"section": index, "cards": paid})


_OF_A_SECTION: Final[dict[str, Any]] = {
    "fields": "section",
    "kind": ConditionKind.EXISTENCE,
    "suggest": _sections_and_payments,
}


@PLACE.rule("tiles.sections", requires=_AT_A_BUILDING, code="no_such_section", **_OF_A_SECTION)
def no_such_section(state: State, act: PlaceStone) -> Finding:
    """One to three sections; the palace has four."""
    tile = state.standing(act.seat)
    count = len(state.sections(tile))
    if act.section < count:
        return None
    return Failure({"tile": terms.place(tile), "count": Counted(count, "seccion")})


@PLACE.rule(
    "place_stone.free_section", requires=_AT_A_SECTION, code="section_taken", **_OF_A_SECTION
)
def section_taken(state: State, act: PlaceStone) -> Finding:
    """Each section takes one stone."""
    owner = state.sections(state.standing(act.seat))[act.section]
    if owner is None:
        return None
    return Failure({**where(state, act), "owner": SeatRef(owner)})


PLACE.also(no_stones_left("place_stone.own_stone"))


@PLACE.rule("tiles.rewards", requires=SECTION_FREE, code="reward_unknown", **_OF_A_SECTION)
def reward_unknown(state: State, act: PlaceStone) -> Finding:
    """Nothing can be handed out before somebody reads what the tile gives."""
    tile = state.standing(act.seat)
    if not would_finish(state.sections(tile), act.section):
        return NOT_APPLICABLE
    return Failure({"tile": terms.place(tile)}) if unknown_rewards(state, tile) else None


PLACE.also(*cards_in_hand("cards", "place_stone.payment"))

# The payment is judged in `pay.py`. Effects of the act:


@PLACE.play
def _place(play: Play, act: PlaceStone) -> None:
    seat, tile = act.seat, play.state.standing(act.seat)
    _pay(play, act, tile)
    put(play, stone(seat), hand(seat), ON[tile], "place_stone.own_stone", space=act.section)
    filled = play.state.sections(tile)
    play.change(quiet_turns=0)
    # In version 1, a building that the table allowed during the last offerings ended them. Old
    # actas depend on it.
    phase = Phase.BUILD if act.edition == 1 else after_moving(play.state.turn)
    in_turn(play, seat, phase=phase, stones=play.state.turn.stones + 1)
    _dragon_scales(play, seat, tile)
    if None not in filled:
        finish(play, seat, tile, filled)


def _pay(play: Play, act: PlaceStone, tile: str) -> None:
    """Discard the cards and report their uses."""
    state, rule = play.state, "place_stone.payment"
    discard(play, act.seat, act.cards, rule)
    if not act.cards:
        play.say("unpaid", rule, act.seat)
        return
    unknown = isinstance(state.need(tile, act.section), Unknown)
    paid = payment.best(act.cards, state.dearest_terms(tile, act.section))
    if unknown and (not paid.enough or act.edition == 1):
        play.say("paid_unverified", rule, act.seat, cards=terms.cards(act.cards))
        return
    code = "paid_whatever_is_asked" if unknown else "paid"
    colour = terms.colour(paid.colour)
    play.say(code, rule, act.seat, value=paid.value, need=paid.need, colour=colour)
    if not paid.plain:
        _say_how(play, act.seat, paid)


_SAID: Final = {
    UseKind.RECOLOURED_BY_ONE: "paid_as_recoloured",
    UseKind.RECOLOURED_BY_TWO: "paid_as_recoloured",
}
"""Report codes of uses whose name differs from the way."""


def _say_how(play: Play, seat: Seat, paid: Payment) -> None:
    colour = terms.colour(paid.colour)
    for use in paid.uses:
        said = {"cards": terms.cards(use.cards), "colour": colour}
        rule = payment.SECTION_OF[use.way]
        play.say(_SAID.get(use.way, f"paid_as_{use.way}"), rule, seat, **said)
    if paid.unused:
        cards = terms.cards(paid.unused)
        play.say("paid_as_extra", "place_stone.overpay", seat, cards=cards)


def _dragon_scales(play: Play, seat: Seat, tile: str) -> None:
    """Give a scale for each dragon on the tile, once a turn however many stones are placed."""
    turn, dragons = play.state.turn, play.state.dragons_on(tile)
    if not dragons or (turn.seat == seat and tile in turn.scaled):
        return
    in_turn(play, seat, scaled=turn.scaled | {tile})
    give_scales(play, seat, dragons, "dragons.scales")
    score_scales_if_due(play)
