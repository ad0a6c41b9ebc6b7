"""Counting, adjustments, duties and invariants of a table."""

from collections import Counter
from dataclasses import replace
from typing import Final

from companion.games.blue_moon import terms
from companion.games.blue_moon.catalogue import (
    CARD,
    CARDS,
    ELEMENTS,
    INFLUENCE,
    LEADERSHIP,
    ON_TABLE,
    SUPPORT,
    CardId,
)
from companion.games.blue_moon.demands import compulsory_demands
from companion.games.blue_moon.pending_tasks import fights_again
from companion.games.blue_moon.state import (
    AID,
    AT,
    BOARD,
    COMBAT,
    CRYSTAL,
    DECK,
    DISCARD,
    DRAGON,
    HAND,
    LAID,
    LEADER,
    OPEN,
    PLACES,
    SEATS,
    SHIPS,
    Due,
    Fight,
    State,
    Step,
    Turn,
    turn_of,
)
from companion.kernel.duties import Duty, Fix, Problem
from companion.kernel.pieces import settables
from companion.kernel.pieces.decks import Pile, out_of_step, with_item, without_item
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    SUPPLY,
    Conceal,
    ItemSpec,
    Reveal,
    Transfer,
    family,
    ledger_problems,
)
from companion.kernel.pieces.settables import Settable
from companion.kernel.play import frozen
from companion.kernel.values import Seat, SeatRef, Term, Value

_KINDS = frozenset({CARD, *(card.item for card in CARDS.values())})
_BY_SEATS = frozenset({"seat", BOARD})

ITEMS = (
    ItemSpec(CARD, kinds=_KINDS, places=frozenset(PLACES)),
    ItemSpec(DRAGON, places=_BY_SEATS),
    ItemSpec(CRYSTAL, frozenset({SUPPLY}), places=frozenset({"seat", SUPPLY})),
)


def items_in(state: State) -> tuple[ItemSpec, ...]:
    """Return the items of this table, with as many copies of each card as decks contain it."""
    counts = Counter(name for deck in state.decks for name in deck)
    copies = frozen({CARDS[name].item: n for name, n in counts.items()})
    return (replace(ITEMS[0], copies=copies), *ITEMS[1:])


def accounts(state: State) -> tuple[str, ...]:
    """Return the countable accounts: dragons and crystals, hand, deck and discard, the board."""
    seats = range(state.players)
    hidden = tuple(AT[place][seat] for seat in seats for place in (HAND, DECK, DISCARD))
    return (*SEATS[: state.players], *hidden, BOARD)


# Duties


def duties(state: State) -> tuple[Duty, ...]:
    """Return the tasks that the table waits for."""
    if state.over:
        return ()
    task, seats = state.due, state.awaited
    params: dict[str, Value]
    if task.code == Due.NEXT_GAME:
        return (Duty("next_game_due", seats, "series.next", "next_game"),)
    if task.code == Due.CALL:
        rival: Seat = task.of("seat")
        number = terms.so_many(len(state.face_down(rival)))
        params = {"rival": SeatRef(rival), "number": number}
        return (Duty("call_due", seats, "bluff.call", None, params),)
    if task.code == Due.SHOW:
        params = {"number": terms.so_many(task.of("number"))}
        return (Duty("show_due", seats, "bluff.show", "show_bluffs", params),)
    if task.code == Due.TEXT:
        card = CARDS[task.of("card")]
        line = card.lines[task.of("line")]
        params = {"card": terms.card(card.id)}
        if line.chooser == "opponent":
            owner: Seat = task.of("owner")
            params |= {"owner": SeatRef(owner), "rival": SeatRef(1 - owner)}
            if not line.optional:
                return (Duty("rival_must_due", seats, card.section, "move_cards", params),)
            return (Duty("rival_due", seats, card.section, None, params, line.optional),)
        return (Duty("text_due", seats, card.section, None, params, line.optional),)
    return (_of_turn(state, seats),)


def _of_turn(state: State, seats: tuple[Seat, ...]) -> Duty:
    turn, fight = state.turn, state.fight
    if turn.step >= Step.CHARACTER or fights_again(state, turn.seat):
        left = compulsory_demands(state, turn.seat)
        if left:
            params: dict[str, Value] = {"card": terms.card(left[0].card.id)}
            act = "meet_demand" if left[0].price is not None else None
            return Duty("demand_due", seats, "cards.demands", act, params)
        code = "element_due" if fight.element is None else "announce_due"
        return Duty(code, seats, "power.announce", "announce", others=("retreat",))
    # After a leadership card with STOP, no character may follow.
    if fight.opening:
        return _either("start_due", seats, "fight.start", "decline", alone=bool(turn.stopped))
    return _either("fight_due", seats, "phases", "retreat", alone=bool(turn.stopped))


def _either(code: str, seats: tuple[Seat, ...], rule: str, leave: str, *, alone: bool) -> Duty:
    """Return a duty to play a character or leave; `alone` leaves only the latter."""
    if alone:
        return Duty(code, seats, rule, leave)
    return Duty(code, seats, rule, "play_cards", others=(leave,))


# Invariants


def invariants(state: State) -> tuple[Problem, ...]:
    """Return all broken invariants of the state."""
    totals = {
        CARD: sum(len(deck) for deck in state.decks),
        DRAGON: state.facts["dragons"],
    }
    problems = ledger_problems(state.ledger, items_in(state), totals)
    return (*problems, *_deck_problems(state), *_pile_problems(state), *_turn_problems(state))


def _deck_problems(state: State) -> list[Problem]:
    problems = []
    for seat, deck in enumerate(state.decks):
        accounts = [AT[place][seat] for place in PLACES]
        number = sum(state.ledger.total(account, CARD) for account in accounts)
        places = tuple((account, CARD) for account in accounts)
        if number != len(deck):
            params: dict[str, Value] = {
                "seat": SeatRef(seat),
                "held": terms.so_many(number),
                "wanted": terms.so_many(len(deck)),
            }
            more = len(deck) - number
            # A card too many lies where cards are that nobody has seen, mostly in the deck.
            there = (DECK, *(p for p in PLACES if p != DECK and more < 0))
            fixes = tuple(Fix(moves=((AT[place][seat], CARD, more),)) for place in there)
            problems.append(Problem("deck_incomplete", params, places, fixes=fixes))
        own = {CARDS[name].item for name in deck}
        for place in PLACES:
            for item, n in state.ledger.held(AT[place][seat]).items():
                if family(item) == CARD and item != CARD and item not in own:
                    strange: dict[str, Value] = {
                        "seat": SeatRef(seat),
                        "card": Term(item.replace(":", ".")),
                    }
                    where = ((AT[place][seat], item),)
                    gone = Fix(moves=((AT[place][seat], item, -n), (AT[place][seat], CARD, n)))
                    problems.append(Problem("foreign_card", strange, where, fixes=(gone,)))
    if all(state.dragons(seat) for seat in range(state.players)):
        both = tuple((SEATS[seat], DRAGON) for seat in range(state.players))
        fixes = tuple(
            Fix(moves=((SEATS[s], DRAGON, -state.dragons(s)), (BOARD, DRAGON, state.dragons(s))))
            for s in range(state.players)
        )
        problems.append(Problem("dragons_on_both_sides", {}, both, fixes=fixes))
    return problems


def _pile_problems(state: State) -> list[Problem]:
    problems = []
    for seat, deck in enumerate(state.decks):
        for place in LAID:
            account = AT[place][seat]
            pile = tuple(None if n is None else ON_TABLE[n].item for n in state.piles[account])
            if place == AID:
                problems += _face_down_problems(state, seat, pile)
            for item in out_of_step(state.ledger, account, pile, (CARDS[n].item for n in deck)):
                name = item.partition(":")[2]
                params: dict[str, Value] = {"seat": SeatRef(seat), "card": terms.card(name)}
                part = f"where.{seat}.{name}"
                noted = _where(state, seat, name)
                # The mismatch is fixed by noting the card where the account has it, or as unseen.
                fixes = tuple(
                    Fix(settings=((part, value),))
                    for value in dict.fromkeys((place, UNSEEN))
                    if value != noted
                )
                where = ((account, item),)
                problems.append(Problem("pile_out_of_step", params, where, (part,), fixes))
    return problems


def _face_down_problems(state: State, seat: Seat, pile: Pile) -> list[Problem]:
    """Return the mismatch of the ledger with the noted face-down cards."""
    area, part = AT[AID][seat], f"face_down.{seat}"
    number = state.ledger.balance(area, CARD)
    if number == pile.count(CARD):
        return []
    noted = Fix(settings=((part, str(number)),))
    params: dict[str, Value] = {"seat": SeatRef(seat)}
    return [Problem("face_down_out_of_step", params, ((area, CARD),), (part,), (noted,))]


def _turn_problems(state: State) -> list[Problem]:
    if state.over or state.turn.seat < state.players:
        return []
    turns = tuple(Fix(settings=(("turn", str(seat)),)) for seat in range(state.players))
    return [Problem("turn_of_nobody", parts=("turn",), fixes=turns)]


# Settables beyond the ledger

UNSEEN: Final = "unseen"
COVERED: Final = "covered"
NOT_YET: Final = "none"


def _where(state: State, seat: Seat, name: CardId) -> str:
    """Return where a card of a seat is noted."""
    pile = state.piles[AT[COMBAT][seat]]
    if name in pile:
        return COVERED if pile.index(name) < state.covered[seat] else COMBAT
    for place in (AID, LEADER):
        if name in state.piles[AT[place][seat]]:
            return place
    if name in state.piles[AT[SHIPS][seat]]:
        return next((s for s in state.ships(seat) if name in state.cargo(seat, s)), SHIPS)
    known = state.known_place(seat, name)
    return known if known in (HAND, DISCARD) else UNSEEN


def _possible(state: State, seat: Seat, name: CardId) -> tuple[str, ...]:
    """Return the possible places of a card by type, including ships with room for it."""
    card = CARDS[name]
    if card.type == LEADERSHIP:
        return (UNSEEN, HAND, LEADER)
    if card.type == INFLUENCE:
        return (UNSEEN, HAND, SHIPS, DISCARD)
    aboard = tuple(
        ship
        for ship in state.ships(seat)
        if state.room(seat, ship) or name in state.cargo(seat, ship)
    )
    if card.type == SUPPORT:
        return (UNSEEN, HAND, AID, *aboard, DISCARD)
    return (UNSEEN, HAND, COMBAT, COVERED, *aboard, DISCARD)


def _put(state: State, seat: Seat, name: CardId, value: str) -> State:
    """Return the state with a card of a seat noted elsewhere."""
    if _where(state, seat, name) == value:
        return state
    state = _taken(state, seat, name)
    if value == UNSEEN:
        return state
    item = CARDS[name].item
    # Take the card from the hand, or from the deck if the hand has no unseen card.
    # A card said to be in a shuffled discard pile has been there all along, so it comes from there.
    free = state.ledger.balance(AT[HAND][seat], CARD) > 0
    none_drawn = value == HAND and state.ledger.balance(AT[DECK][seat], CARD) <= 0
    source = AT[HAND if free or none_drawn else DECK][seat]
    if value == DISCARD and state.ledger.balance(AT[DISCARD][seat], CARD) > 0:
        source = AT[DISCARD][seat]
    place = {COVERED: COMBAT}.get(value, SHIPS if value in CARDS else value)
    effects = [Reveal(CARD, item, 1, source, ADJUSTMENTS)]
    target = AT[place][seat]
    if target != source:
        effects.append(Transfer(item, 1, source, target, ADJUSTMENTS))  # type: ignore[arg-type]
    ledger = state.ledger.post(effects)
    if place not in LAID:
        return replace(state, ledger=ledger)
    pile = state.piles[target]
    covered = state.covered
    if value in CARDS:
        behind = pile.index(value) + 1
        pile = (*pile[:behind], name, *pile[behind:])
    elif value == COVERED:
        pile = (*pile[: covered[seat]], name, *pile[covered[seat] :])
        covered = (*covered[:seat], covered[seat] + 1, *covered[seat + 1 :])
    else:
        pile = with_item(pile, name)
    piles = frozen({**state.piles, target: pile})
    return replace(state, ledger=ledger, piles=piles, covered=covered)


def _taken(state: State, seat: Seat, name: CardId) -> State:
    """Return the state with a card of a seat unseen in its hand, wherever it lay.

    A ship takes its cargo with it.
    """
    for cargo in state.cargo(seat, name):
        state = _taken(state, seat, cargo)
    item, hand = CARDS[name].item, AT[HAND][seat]
    piles: dict[str, Pile] = dict(state.piles)
    covered = state.covered
    for place in LAID:
        account = AT[place][seat]
        if name in piles[account]:
            if place == COMBAT and piles[account].index(name) < covered[seat]:
                covered = (*covered[:seat], covered[seat] - 1, *covered[seat + 1 :])
            piles[account] = without_item(piles[account], name)
    effects: list[Transfer | Reveal | Conceal] = []
    for place in (HAND, *OPEN, DECK):
        account = AT[place][seat]
        n = state.ledger.balance(account, item)
        if n > 0:
            # Turn it into an unseen card again, as it was before.
            effects.append(Reveal(item, CARD, n, account, ADJUSTMENTS))
            if account != hand:
                effects.append(Transfer(CARD, n, account, hand, ADJUSTMENTS))
    return replace(state, ledger=state.ledger.post(effects), piles=frozen(piles), covered=covered)


def _card_settable(seat: Seat, name: CardId) -> Settable[State]:
    return Settable(
        f"where.{seat}.{name}",
        lambda state: _possible(state, seat, name),
        lambda state: _where(state, seat, name),
        lambda state, value: _put(state, seat, name, value),
        _place,
    )


def _place(value: str) -> Term:
    return Term(f"aboard.{value}") if value in CARDS else terms.place(value)


def _most_face_down(state: State, seat: Seat) -> int:
    """Return the most cards of a seat that can lie face down, including those that do."""
    unseen = sum(CARDS[name].bluff is not None for name in state.unseen(seat))
    held = state.ledger.balance(AT[HAND][seat], CARD)
    return min(unseen - state.to_show(seat), held + len(state.face_down(seat)))


def _put_face_down(state: State, seat: Seat, value: str) -> State:
    """Return the state with a number of a seat's cards face down, moved from or to its hand."""
    hand, area = AT[HAND][seat], AT[AID][seat]
    number = int(value)
    lying = state.face_down(seat)
    others = tuple(name for name in state.piles[area] if name not in lying)
    more = number - state.ledger.balance(area, CARD)
    source, target = (hand, area) if more > 0 else (area, hand)
    moved = [Transfer(CARD, abs(more), source, target, ADJUSTMENTS)] if more else []
    ledger = state.ledger.post(moved)
    piles = frozen({**state.piles, area: (*others, *state.face_down_as[:number])})
    return replace(state, ledger=ledger, piles=piles)


def _face_down_settable(seat: Seat) -> Settable[State]:
    return Settable(
        f"face_down.{seat}",
        lambda state: tuple(map(str, range(_most_face_down(state, seat) + 1))),
        lambda state: str(len(state.face_down(seat))),
        lambda state, value: _put_face_down(state, seat, value),
        lambda value: terms.so_many(int(value)),
    )


def settables_in(state: State) -> tuple[Settable[State], ...]:
    """Return the settable places of each card, and the face-down counts where possible."""
    where = (_card_settable(seat, name) for seat, deck in enumerate(state.decks) for name in deck)
    bluffing = (
        seat
        for seat, deck in enumerate(state.decks)
        if any(CARDS[name].bluff is not None for name in deck)
    )
    return (*where, *map(_face_down_settable, bluffing))


def _set_turn(state: State, value: str) -> State:
    seat = int(value)
    return replace(state, turn=Turn(seat, state.turn.number), agenda=(turn_of(seat),))


def _set_element(state: State, value: str) -> State:
    element = None if value == NOT_YET else value
    # A fight without an announced element has just begun.
    fight = replace(state.fight, element=element, opening=element is None)
    return replace(state, fight=fight)


def _set_starter(state: State, value: str) -> State:
    fight: Fight = replace(state.fight, starter=int(value))
    return replace(state, fight=fight)


SETTABLES: tuple[Settable[State], ...] = (
    settables.turn(_set_turn),
    Settable(
        "element",
        lambda _state: (NOT_YET, *ELEMENTS),
        lambda state: state.fight.element or NOT_YET,
        _set_element,
        lambda value: Term(f"element.{value}"),
    ),
    Settable(
        "starter",
        settables.seats,
        lambda state: str(state.fight.starter),
        _set_starter,
        settables.seat_label,
    ),
)
