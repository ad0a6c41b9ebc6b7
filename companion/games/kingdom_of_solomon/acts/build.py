"""Acts of paying for building cards, which put buildings on the map."""

from typing import ClassVar, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    NEXT_ROUND,
    Act,
    Deed,
    VersionedDeed,
    asked,
    step,
)
from companion.games.kingdom_of_solomon.acts.payment import (
    cards_laid,
    cost_of,
    lay_down,
    payment,
    payment_conditions,
    printed_cost,
    unread,
)
from companion.games.kingdom_of_solomon.components import (
    NO,
    NO_SITE,
    TERRITORIES,
    YES,
    CardId,
    Cubes,
    Fortunes,
    Site,
    cost,
    heap,
    points,
    puts_piece,
)
from companion.games.kingdom_of_solomon.play import UNREAD, Play, give, leave_unread, score_printed
from companion.games.kingdom_of_solomon.state import (
    CARD_ITEM,
    OFFER,
    ON,
    PAWNS,
    PIECES,
    PRIEST,
    SEATS,
    Phase,
    State,
)
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.form import Draft, choice
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Unverified
from companion.kernel.values import Params, Seat, SeatRef

# Building cards


class BuildCard(VersionedDeed):
    """Purchase of a card of the offer; most put a building on a site."""

    kind: Literal["build_card"] = "build_card"
    payments: ClassVar[frozenset[str]] = frozenset({"cards", "pay"})
    card: CardId
    site: Site
    pay: Cubes
    cards: Fortunes = ()
    """Fortune cards of goods used as part of the payment."""


BUILD_CARD = Act(
    BuildCard,
    *step(Phase.BUILD),
    fields={
        "card": choice(lambda state, _draft: state.visible, terms.term),
        "site": choice((*TERRITORIES, NO_SITE), terms.term),
        "pay": payment(cost_of("card")),
        "cards": cards_laid(cost_of("card")),
    },
)


@BUILD_CARD.sentence_params
def _sentence_params(_state: State, act: BuildCard) -> Params:
    return {"where": () if act.site == NO_SITE else terms.several((act.site,))}


@BUILD_CARD.asks_facts
def _wants_points(state: State, draft: Draft) -> tuple[str, ...]:
    card, site = draft.values.get("card"), draft.values.get("site")
    doubted = () if card is None or not _only_with_a_site(state) else (puts_piece(card),)
    lacked = doubted if site == NO_SITE else ()
    return asked(state, *lacked, *map(points, _points_on(state, card, site)), *unread(draft))


def _points_on(state: State, card: str | None, site: str | None) -> tuple[str, ...]:
    """Return the sources of a building's points: its card, by ruling its site, or both."""
    where = state.rulings["building_points"]
    on_card = () if card is None or where == "site" else (card,)
    on_site = () if site in (None, NO_SITE) or where == "card" else (site,)
    return (*on_card, *filter(None, on_site))


@BUILD_CARD.rule("building.one", code="second_card", requires="no_such_seat", legal_basis=())
def second_card(state: State, act: BuildCard) -> Finding:
    """One card in a round."""
    if act.seat not in state.built:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_ROUND)


@BUILD_CARD.rule("building.offer", code="not_on_offer", fields="card", kind=ConditionKind.EXISTENCE)
def not_on_offer(state: State, act: BuildCard) -> Finding:
    """Only the cards that lie on the board can be built."""
    return None if state.offered(act.card) else Failure({"card": terms.term(act.card)})


@BUILD_CARD.rule("building.plot", code="site_taken", fields="site")
def site_taken(state: State, act: BuildCard) -> Finding:
    """A site is for one building."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    owner = state.piece_on(act.site)
    if owner is None:
        return None
    return Failure({"territory": terms.term(act.site), "owner": SeatRef(owner)})


@BUILD_CARD.rule("building.plot", code="no_site_there", fields="site")
def no_site_there(state: State, act: BuildCard) -> Finding:
    """A building goes on a building site."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    has_site = state.has_site(act.site)
    if isinstance(has_site, Unknown):
        return Unverified({"territory": terms.term(act.site)}, has_site.fact, YES)
    return None if has_site else Failure({"territory": terms.term(act.site)})


@BUILD_CARD.rule(
    "building.no_building", "end.last_round", code="site_needed", fields=("card", "site")
)
def site_needed(state: State, act: BuildCard) -> Finding:
    """A card with a building puts one on the map, unless every site is full."""
    if act.site != NO_SITE:
        return NOT_APPLICABLE
    puts = state.printed[puts_piece(act.card)]
    if state.sites_full:
        return NOT_APPLICABLE
    if isinstance(puts, Unknown):
        return Unverified({"card": terms.term(act.card)}, puts.fact, NO)
    return Failure({"card": terms.term(act.card)}) if puts == YES else None


@BUILD_CARD.rule("building.no_building", code="no_building_card", fields=("card", "site"))
def no_building_card(state: State, act: BuildCard) -> Finding:
    """A card without a building puts none on the map."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    puts = state.printed[puts_piece(act.card)]
    if isinstance(puts, Unknown):
        return Unverified({"card": terms.term(act.card)}, puts.fact, YES)
    return Failure({"card": terms.term(act.card)}) if puts == NO else None


@BUILD_CARD.rule(
    "building.pieces",
    code="no_pieces",
    fields="site",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
    legal_basis=(),
)
def no_pieces(state: State, act: BuildCard) -> Finding:
    """Each has five; the one that marks the High Priest can be put on the map too."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    return None if _spare(state, act.seat) else Failure({"seat": SeatRef(act.seat)})


def _spare(state: State, seat: Seat) -> int:
    held, piece = state.ledger.balance, PIECES[seat]
    return held(SEATS[seat], piece) + held(PRIEST, piece)


BUILD_CARD.also(
    *payment_conditions(
        lambda state, act: printed_cost(state, act.card),
        lambda _state, act: cost(act.card),
        "building.cost",
        "card",
    )
)


@BUILD_CARD.rule("building.points", code="card_points_unknown", fields="card", legal_basis=())
def card_points_unknown(state: State, act: BuildCard) -> Finding:
    """Every card has its points, unless by ruling its site has them."""
    if act.card not in _points_on(state, act.card, None):
        return NOT_APPLICABLE
    worth = state.printed[points(act.card)]
    if isinstance(worth, Unknown):
        return Unverified({"card": terms.term(act.card)}, worth.fact)
    return None


@BUILD_CARD.rule("building.points", code="site_points_unknown", fields="site", legal_basis=())
def site_points_unknown(state: State, act: BuildCard) -> Finding:
    """By ruling every site has its points."""
    if act.site not in _points_on(state, None, act.site):
        return NOT_APPLICABLE
    worth = state.printed[points(act.site)]
    if isinstance(worth, Unknown):
        return Unverified({"territory": terms.term(act.site)}, worth.fact)
    return None


@BUILD_CARD.play
def _build_card(play: Play, act: BuildCard) -> None:
    seat, cause = act.seat, terms.term(act.card)
    worthless = _worthless(play.state, act)
    lay_down(play, seat, act.cards, "fortune.goods")
    give(play, seat, heap(act.pay), "building.cost", cause)
    play.move(CARD_ITEM[act.card], 1, OFFER, SEATS[seat], "building.card")
    if act.site != NO_SITE:
        _put_piece(play, seat, act.site)
    if worthless is True:
        play.say("card_without_points", "end.last_round", seat, card=cause)
    elif act.site == NO_SITE and play.state.rulings["building_points"] == "site":
        play.say("points_on_no_site", "building.points", seat, card=cause)
    if isinstance(worthless, Unknown):
        leave_unread(play, seat, worthless.fact, "end.last_round", cause)
    for thing in () if worthless else _points_on(play.state, act.card, act.site):
        score_printed(play, act, points(thing), "building.points", terms.term(thing))
        if play.state.printed[points(thing)] == 0:
            play.say("place_without_points", "building.points", seat, place=terms.term(thing))
    play.change(built=(*play.state.built, seat))


def _worthless(state: State, act: BuildCard) -> Known[bool]:
    """Return whether a card gives no points by ruling, as its building found no site."""
    if not _only_with_a_site(state) or (act.edition > 1 and act.site != NO_SITE):
        return False
    # Edition 1 took the points of every card, even of one that never places a building.
    puts = state.printed[puts_piece(act.card)]
    if isinstance(puts, Unknown) and act.edition >= UNREAD:
        return puts
    return act.edition == 1 or puts != NO


def _only_with_a_site(state: State) -> bool:
    """Return whether a card's building needs a site now to give points, by ruling."""
    return state.sites_full and state.rulings["last_round_card_points"] == "no"


def _put_piece(play: Play, seat: Seat, territory: str) -> None:
    piece, rule = PIECES[seat], "building.pieces"
    if play.balance(SEATS[seat], piece) > 0:
        play.move(piece, 1, SEATS[seat], ON[territory], "building.plot")
        return
    # The last piece marks the High Priest: a pawn replaces it there.
    play.move(piece, 1, PRIEST, ON[territory], "building.plot")
    if play.balance(SEATS[seat], PAWNS[seat]) > 0:
        play.move(PAWNS[seat], 1, SEATS[seat], PRIEST, rule, automatic=True)


class EndBuilding(Deed):
    """Decision to build nothing more in this round."""

    kind: Literal["end_building"] = "end_building"


END_BUILDING = Act(EndBuilding, *step(Phase.BUILD, legal_basis=("building.order",)))


@END_BUILDING.play
def _end_building(play: Play, act: EndBuilding) -> None:
    play.say("building_ended", "building.order", act.seat)
    if play.state.is_due(act.seat, Phase.BUILD):
        play.stop_waiting_for(act.seat)
