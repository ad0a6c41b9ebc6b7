"""Descriptions of the places of the table: a card, a total, the covered pile."""

from collections.abc import Iterator

from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.ships import retrievable
from companion.games.blue_moon.acts.use import usable
from companion.games.blue_moon.catalogue import CARDS, DECKS, ELEMENTS, ON_TABLE, Card, CardId
from companion.games.blue_moon.demands import unmet_demands
from companion.games.blue_moon.pending_tasks import of_task
from companion.games.blue_moon.power import Total, resolve_active
from companion.games.blue_moon.state import Due, State, Step
from companion.games.blue_moon.view import MoonTable
from companion.kernel.models import Action
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.services.privacy.redaction import call_on_whole_state
from companion.ui.boards.contract import Detail
from companion.ui.games.blue_moon import decks
from companion.ui.games.blue_moon.board_view import (
    card_at,
    place_of,
    power_text,
    seat_at,
    ship_place,
    view_of,
)
from companion.ui.views.own_copy import ListedCard
from companion.ui.views.report.interaction import Start


def card_list(wording: Wording) -> tuple[ListedCard, ...]:
    """Return the cards of every people, including peoples without a deck so far."""
    return tuple(
        _listed_card(card, wording)
        for people in decks.peoples(DECKS[0])
        for card in decks.cards_of(people)
    )


def _listed_card(card: Card, wording: Wording) -> ListedCard:
    own = wording.own
    facts = [wording.term(f"type.{card.type}")]
    if card.power:
        facts.append(own("board.values", fire=card.power[0], earth=card.power[1]))
    facts += [own("board.shield_in", element=wording.term(f"element.{e}")) for e in card.shield]
    facts += [own(f"board.icon.{icon}") for icon in card.icons]
    facts.append(own("decks.moons", n=card.moons))
    lines = [capitalised(", ".join(facts)) + "."]
    if card.capacity:
        lines.append(own("told.capacity", n=card.capacity))
    if card.has_text:
        lines.append(wording.data.rulebook[card.section].text)
    return ListedCard(
        card.id,
        capitalised(wording.term(f"people.{card.people}")),
        f"{card.number} · {wording.term(f'card.{card.id}')}",
        tuple(lines),
        card.section if card.has_text else "",
    )


def power_forecast(match: Match, wording: Wording, action: Action) -> str:
    """Return the resulting power of a seat, for a doubt on playing cards."""
    if action.kind not in ("play_cards", "play_bluff", "retrieve_cards"):
        return ""
    return call_on_whole_state(match, _power_forecast, wording, action)


def _power_forecast(state: State, wording: Wording, action: Action) -> str:
    after, _ = GAME.apply(state, action)
    seat, fixed, own = action.seat, after.fight.element, wording.own
    if after.over or after.turn.seat != seat:
        return ""
    totals = {element: after.total(seat, element) for element in ((fixed,) if fixed else ELEMENTS)}
    power = ", ".join(
        power_text(wording, element, total.sum, total.shield) for element, total in totals.items()
    )
    short = 0
    if fixed and not totals[fixed].shield:
        short = max(0, after.total(1 - seat, fixed).amount - totals[fixed].amount)
    return own("told.foreseen", name=wording.player(seat), power=power, missing=short)


def starts(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the acts that a touch starts at once: the awaited one, or playing from the hand."""
    return call_on_whole_state(match, _starts, seat, place)


def _starts(state: State, seat: Seat, place: str) -> tuple[Start, ...]:
    task = of_task(state, state.due) if state.due.code == Due.TEXT else None
    card = card_at(place)
    if task is not None:
        if card and card[0] == task.holder and card[1] in task.among and not task.blind:
            if task.number == 1:
                return (Start("move_cards", {"cards": (card[1],)}),)
            # The text takes several cards. If it does not take all of them, the form asks which
            # ones.
            every = task.number == len(task.among)
            return (Start("move_cards", {"cards": task.among} if every else {}),)
        return ()
    if place == f"deck:{seat}" and state.due.code == Due.TURN:
        return (Start("play_cards"),)
    return ()


def ready(state: State) -> frozenset[str]:
    """Return the places that can be acted on now."""
    if state.over:
        return frozenset()
    if state.due.code == Due.TEXT:
        task = of_task(state, state.due)
        assert task is not None
        shown = task.among if task.lies_open else ()
        return frozenset(place_of(task.holder, name) for name in shown)
    if state.due.code != Due.TURN:
        return frozenset()
    seat = state.turn.seat
    names = {*_back(state, seat), *_speaking(state, seat)}
    landing = (ship_place(seat, ship) for ship in state.at_sea(seat) if _may_land(state))
    asking = (place_of(1 - seat, name) for name in _demanding(state, 1 - seat))
    return frozenset((*(place_of(seat, name) for name in names), *asking, *landing))


def _may_land(state: State) -> bool:
    """Return whether ships may land now."""
    return state.turn.step is Step.START


def _demanding(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards of a seat for which the opponent still has to discard."""
    if state.turn.seat == seat:
        return ()
    return tuple(
        demand.card.id for demand in unmet_demands(state, 1 - seat) if demand.price is not None
    )


def _back(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards that may be retrieved to the hand now."""
    at_start = state.turn.seat == seat and state.turn.step is Step.START
    return retrievable(state, seat) if at_start else ()


def _speaking(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards whose text can still be used this turn."""
    if state.turn.seat != seat:
        return ()
    return tuple(name for name in usable(state, seat) if name not in state.turn.used)


def place_detail(match: Match, wording: Wording, place: str) -> Detail | None:
    """Return the description of a place."""
    kind = place.partition(":")[0]
    if kind == "card":
        return call_on_whole_state(match, _card, wording, place)
    if kind == "total":
        return call_on_whole_state(match, _power, wording, seat_at(place))
    if kind == "ship":
        return call_on_whole_state(match, _ship, wording, place)
    view = view_of(match, match.state)
    if kind == "dragons":
        return _dragons(view, wording)
    if kind == "pile":
        return _pile(view, wording, seat_at(place))
    return _deck(view, wording, seat_at(place))


def _card(state: State, wording: Wording, place: str) -> Detail | None:
    owner_and_card = card_at(place)
    if owner_and_card is None or owner_and_card[1] not in state.active(owner_and_card[0]):
        return None
    seat, name = owner_and_card
    card, own = ON_TABLE[name], wording.own
    if card.face_down:
        values = own("board.values", fire=2, earth=2)
        said = (f"{wording.term('type.support')}, {values}", own("told.face_down"))
        return Detail(_name(wording, name), said, "bluff.play")
    facts = [
        wording.term(f"type.{card.type}"),
        own("grid.number", n=card.number),
        wording.term(f"people.{card.people}"),
    ]
    if card.power:
        facts.append(own("board.values", fire=card.power[0], earth=card.power[1]))
    lines = [", ".join(facts)]
    lines += [own(f"told.{icon}") for icon in card.icons]
    if card.shield:
        lines.append(own("told.shield"))
    for one in resolve_active(state.active(seat), state.active(1 - seat)):
        if one.card.id == name and one.by is not None:
            what = ", ".join(own(f"told.ignoring.{w}") for w in sorted(one.ignored))
            lines.append(own("told.ignored", what=what, card=_name(wording, one.by.id)))
    return Detail(
        _name(wording, name),
        tuple(lines),
        card.section if card.lines else "",
        tuple(_doing(state, seat, name)),
    )


def _ship(state: State, wording: Wording, place: str) -> Detail | None:
    _, number, name = place.split(":")
    seat, own = int(number), wording.own
    if name not in state.ships(seat):
        return None
    card, cargo = CARDS[name], state.cargo(seat, name)
    names = ", ".join(_name(wording, each) for each in cargo)
    landed = name in state.landed(seat)
    lines = (
        own("told.capacity", n=card.capacity),
        own("told.aboard", names=names) if cargo else own("told.empty"),
        own("told.landed" if landed else "told.at_sea"),
    )
    section = card.section if card.lines else "ships.land"
    return Detail(_name(wording, name), lines, section, tuple(_sailing(state, seat, name)))


def _sailing(state: State, seat: Seat, name: CardId) -> Iterator[Start]:
    """Yield the acts possible with a ship."""
    ours = state.due.code == Due.TURN and state.turn.seat == seat and not state.over
    if not ours or name in state.landed(seat):
        return
    if _may_land(state):
        yield Start("land_ship", {"ship": name})
    elif state.turn.step >= Step.CHARACTER:
        yield Start("load_card", {"ship": name})


def _doing(state: State, seat: Seat, name: CardId) -> Iterator[Start]:
    """Yield the acts possible with an active card."""
    if state.due.code != Due.TURN or state.over:
        return
    if name in _back(state, seat):
        yield Start("retrieve_cards", {"cards": (name,)})
    if name in _speaking(state, seat):
        yield Start("use_text", {"card": name})
    if name in _demanding(state, seat):
        yield Start("meet_demand", {"card": name})


def _power(state: State, wording: Wording, seat: Seat) -> Detail:
    own, element = wording.own, state.fight.element
    lines: list[str] = []
    for each in (element,) if element else ELEMENTS:
        total = state.total(seat, each)
        said = wording.term(f"element.{each}")
        lines.append(own("told.total", element=said, sum=total.sum))
        lines += _reckoned(wording, total)
    title = own("told.power", name=wording.player(seat))
    return Detail(title, tuple(lines), "power.announce")


def _reckoned(wording: Wording, total: Total) -> Iterator[str]:
    own = wording.own
    for part in total.parts:
        because = ", ".join(_name(wording, name) for name in part.because)
        times = f" × {part.times}" if part.times > 1 else ""
        yield own(
            "told.part",
            card=_name(wording, part.card.id),
            value=f"{part.value}{times}",
            because=because,
        )
    if total.floor:
        yield own("told.floor", card=_name(wording, total.floor.id), n=total.amount)
    if total.shield:
        yield own("told.shielded", card=_name(wording, total.shield.id))
    for card, by in total.ignored:
        yield own("told.silent", card=_name(wording, card.id), by=_name(wording, by.id))


def _name(wording: Wording, name: CardId) -> str:
    return wording.term(f"card.{name}")


def _dragons(view: MoonTable, wording: Wording) -> Detail:
    own = wording.own
    lines = [own("told.dragons_middle", n=view.board)]
    lines += [
        own("board.dragons_of", name=wording.player(seat), dragons=side.dragons)
        for seat, side in enumerate(view.seats)
    ]
    return Detail(own("told.dragons"), tuple(lines), "win.dragons")


def _pile(view: MoonTable, wording: Wording, seat: Seat) -> Detail:
    own, side = wording.own, view.seats[seat]
    areas = len(side.combat) + len(side.covered) + len(side.support)
    lines = [own("told.areas", n=areas)]
    if side.covered:
        names = ", ".join(_name(wording, name) for name in side.covered)
        lines.append(own("told.covered", names=names))
    return Detail(wording.player(seat), tuple(lines), "win.dragons")


def _deck(view: MoonTable, wording: Wording, seat: Seat) -> Detail:
    own, side = wording.own, view.seats[seat]
    lines = [own("told.hand", hand=side.hand, deck=side.deck)]
    told = {"known": side.known, "discard": side.discard, "leadership": side.leadership}
    for key, cards in told.items():
        if cards:
            names = ", ".join(_name(wording, name) for name in cards)
            lines.append(own(f"told.{key}", names=names))
    people = wording.term(f"people.{side.leader}")
    return Detail(f"{wording.player(seat)} · {people}", tuple(lines), "cards.where")
