"""How a turn goes on by itself, and what the texts of cards do when their moment comes."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.games.blue_moon import play as cards
from companion.games.blue_moon import power, terms
from companion.games.blue_moon.catalogue import (
    CARD,
    CARDS,
    CARGO,
    CHARACTER,
    FACE_DOWN,
    INFLUENCE,
    LEADERSHIP,
    ON_TABLE,
    Card,
    CardId,
    Line,
)
from companion.games.blue_moon.demands import owed
from companion.games.blue_moon.payments import Price
from companion.games.blue_moon.play import Play, refresh, takeable
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import (
    AT,
    COMBAT,
    DECK,
    DISCARD,
    HAND,
    SHIPS,
    Due,
    Fight,
    State,
    Step,
    Turn,
    turn_of,
)
from companion.kernel.agenda import Task
from companion.kernel.play import evolved
from companion.kernel.values import Seat

LINE: Final = "line"
"""The code of the task that carries out one line of a text."""


class Pending(NamedTuple):
    """What a text leaves to decide: which cards, or how many."""

    card: Card
    line: Line
    owner: Seat
    """Whose text it is."""
    holder: Seat
    """Whose cards they are."""
    place: str
    """Where they lie: hand, deck, discard, or `active` for what lies before the holder."""
    among: Cards
    """Those that it can be, as far as they are known; those that may lie there unseen."""
    number: int
    """How many; 0: as many as it takes."""
    blind: bool = False
    """Whether nobody sees which ones."""
    spared: Cards = ()
    """Those that it would be, were they not PROTECTED."""

    @property
    def price(self) -> Price | None:
        """What is paid for a dragon; None where nothing is."""
        return None if self.line.cost is None else Price(self.line.cost, self.line.sum)

    @property
    def chooser(self) -> Seat:
        """Who says which ones."""
        return 1 - self.owner if self.line.chooser == "opponent" else self.owner

    @property
    def lies_open(self) -> bool:
        """Whether they lie on the table."""
        return self.place == ACTIVE


ACTIVE: Final = "active"


def of_task(state: State, task: Task) -> Pending | None:
    """What the text of a task leaves to decide; None where the task is none of a text."""
    if task.code not in (Due.TEXT, LINE):
        return None
    owner: Seat = task.of("owner")
    card = CARDS[task.of("card")]
    return pending(state, owner, card, card.lines[task.of("line")])


def pending(state: State, owner: Seat, card: Card, line: Line) -> Pending:
    """What a line of a text leaves to decide now."""
    if line.cost is not None:
        return Pending(card, line, owner, owner, HAND, state.playable(owner), 0)
    if line.do == "disclose":
        rival = 1 - owner
        unseen = state.ledger.balance(AT[HAND][rival], CARD)
        number = state.hand(rival) if unseen else 0
        return Pending(card, line, owner, rival, HAND, state.playable(rival), number)
    assert line.src is not None
    whose, place = line.src.split(".")
    holder = owner if whose == "own" else 1 - owner
    if place == DECK:
        return _of_deck(state, Pending(card, line, owner, holder, DECK, (), 0))
    if place == DISCARD:
        there = state.count(holder, DISCARD)
        if line.dst == "own.deck":
            return Pending(card, line, owner, holder, DISCARD, (), there, blind=True)
        number = takeable(state, owner, min(line.amount, there))[0]
        blind = line.chooser == "chance"
        among = () if blind else state.may_lie(holder, DISCARD)
        return Pending(card, line, owner, holder, DISCARD, among, number, blind)
    if place == HAND:
        number = _out_of_hand(line, state.hand(holder))
        blind = line.dst == "own.deck"
        held = state.playable(holder)
        if line.dst == "own.ship":
            held = tuple(name for name in held if line.concerns(CARDS[name].type))
            number = min(number, state.room(owner, card.id), len(held))
        return Pending(card, line, owner, holder, HAND, held, number, blind)
    if place == "shown":
        among = tuple(name for name in state.turn.shown if state.lies(holder, name) == HAND)
        return Pending(card, line, owner, holder, HAND, among, min(len(among), line.amount))
    return _on_table(state, Pending(card, line, owner, holder, ACTIVE, (), 0), place)


def _out_of_hand(line: Line, held: int) -> int:
    """How many cards of a hand a line takes."""
    if line.down_to is not None:
        return max(0, held - line.down_to)
    return held if line.n == "all" else min(line.amount, held)


def _of_deck(state: State, found: Pending) -> Pending:
    """Cards out of a deck: drawn unseen, shown, looked for, or off the top of the opponent's."""
    line, holder = found.line, found.holder
    if line.dst == "own.influence":
        return _for_ships(state, found)
    if holder != found.owner:
        number = min(line.amount, state.deck(holder))
        return found._replace(among=state.may_lie(holder, DECK), number=number)
    wanted = line.amount
    if isinstance(line.to, int):
        wanted = max(0, line.to - state.hand(holder))
    drawn = not line.search or state.rulings["search_under_draw_ban"] != "allowed"
    number = takeable(state, holder, min(wanted, state.deck(holder)), drawn=drawn)[0]
    if not line.shown:
        return found._replace(number=number, blind=True)
    return found._replace(among=state.may_lie(holder, DECK), number=number)


def _for_ships(state: State, found: Pending) -> Pending:
    """A ship out of the deck, or a card for one that has room."""
    seat = found.owner
    types = (INFLUENCE, *(CARGO if with_room(state, seat) else ()))
    among = tuple(name for name in state.may_lie(seat, DECK) if CARDS[name].type in types)
    number = min(found.line.amount, state.deck(seat), len(among))
    if state.rulings["search_under_draw_ban"] != "allowed":
        number = cards.from_deck(state, seat, number)
    return found._replace(among=among, number=number)


def with_room(state: State, seat: Seat) -> Cards:
    """The ships of a seat that can carry a card more."""
    return tuple(ship for ship in state.ships(seat) if state.room(seat, ship))


def _on_table(state: State, found: Pending, place: str) -> Pending:
    """The cards of an area that a line can be for, and how many of them it takes."""
    line, holder = found.line, found.holder
    there = state.combat(holder) if place == COMBAT else laid(state, holder)
    if place == "fighting":
        there = tuple(name for name in there if name in state.combat(holder))
    there = tuple(name for name in there if _meant(line, ON_TABLE[name]))
    if line.not_self:
        there = tuple(name for name in there if name != found.card.id)
    spared = () if holder == found.owner else protected(state, holder)
    among = tuple(name for name in there if name not in spared)
    stays = _characters(laid(state, holder)) if line.keep_character else ()
    if line.n != "all" and len(stays) == 1:
        among = tuple(name for name in among if name not in stays)
    number = len(among) if line.n == "all" else min(len(among), line.amount)
    if line.n == "all" and stays and set(stays) <= set(among):
        number -= 1
    if line.one_type:
        number = max(map(len, of_one_type(among)), default=0)
    if line.dst == "own.hand":
        number = takeable(state, found.owner, number)[0]
    hit = tuple(name for name in there if name in spared)
    return found._replace(among=among, number=number, spared=hit)


def _meant(line: Line, card: Card) -> bool:
    return line.concerns(card.type) and (line.only is None or card.shows_icon)


def of_one_type(names: Cards) -> tuple[Cards, ...]:
    """Cards, those of each type together."""
    types = dict.fromkeys(ON_TABLE[name].type for name in names)
    return tuple(tuple(n for n in names if ON_TABLE[n].type == each) for each in types)


def _characters(names: Cards) -> Cards:
    return tuple(name for name in names if ON_TABLE[name].type == CHARACTER)


def protected(state: State, seat: Seat) -> Cards:
    """The active cards of a seat that the opponent cannot discard."""
    lies = power.lying(state.active(seat), state.active(1 - seat))
    return tuple(one.card.id for one in lies if one.protected)


def laid(state: State, seat: Seat) -> Cards:
    """The active cards of a seat in its areas of combat and support."""
    return tuple(name for name in state.active(seat) if ON_TABLE[name].type != LEADERSHIP)


def fights_again(state: State, seat: Seat) -> bool:
    """Whether what lies active before a seat fights again in this turn, without a character."""
    fighting = len(state.piles[AT[COMBAT][seat]]) > state.covered[seat]
    return fighting and bool(state.in_force(seat, "fight_again"))


def speak(play: Play, seat: Seat, name: CardId, at: str) -> None:
    """The lines of a card whose moment has come are to be carried out, from the first on."""
    play.push(
        *(
            Task(LINE, about=(("card", name), ("line", number), ("owner", seat)))
            for number, line in enumerate(CARDS[name].lines)
            if line.at == at
        )
    )


_SPEAK_AT: Final = {
    at: frozenset(card.id for card in CARDS.values() if any(line.at == at for line in card.lines))
    for at in ("start", "support", "end", "after")
}
"""By moment, the cards that do something then."""


def spoken_at(state: State, seat: Seat, at: str) -> tuple[tuple[Card, Line], ...]:
    """The lines that the active cards of a seat carry out at a moment."""
    mine = state.active(seat)
    if _SPEAK_AT[at].isdisjoint(mine):
        return ()
    return power.spoken(mine, state.active(1 - seat), at)


def go_on(play: Play) -> None:
    """Everything that follows by itself."""
    play.go_on(_RUN)


def _line(play: Play, task: Task) -> None:
    """A line that leaves something to decide waits for its owner, if there is anything to do."""
    found = of_task(play.state, task)
    assert found is not None
    if _idle(play, found):
        play.say("text_idle", "cards.text", found.owner, card=terms.card(found.card.id))
        drop_rest(play, found)
        return
    if found.blind and found.place == HAND and not found.line.up_to:
        # Which ones is nobody's business.
        carry_out(play, found, (), found.number)
        return
    # Whoever names the cards is asked first; whose text it is, where it need not be used.
    deciding = (found.chooser, found.owner) if found.line.optional else (found.chooser,)
    seats = tuple(dict.fromkeys(deciding))
    play.push(task._replace(code=Due.TEXT, seats=seats))


def _idle(play: Play, found: Pending) -> bool:
    if found.price is not None:
        return not play.held(found.owner, HAND)
    return found.number == 0


def drop_rest(play: Play, found: Pending) -> None:
    """What a text does only after what was not done is not done either."""
    while play.waits_for(LINE):
        task = play.state.due
        if task.of("card") != found.card.id or not found.card.lines[task.of("line")].then:
            return
        play.done()


def carry_out(play: Play, found: Pending, names: Cards, number: int, ship: CardId = "") -> None:
    """A text does what it does to the cards that were named, or to so many that nobody sees.

    Args:
        play: the action being played out.
        found: what the text leaves to decide.
        names: the cards named.
        number: how many they are.
        ship: onto which ship they go, where that is said.
    """
    card, line, owner, holder = found.card, found.line, found.owner, found.holder
    section, cause = card.section, terms.card(card.id)
    if found.blind:
        if found.place == DECK:
            cards.draw(play, owner, number, section, cause)
        elif line.dst == "own.deck":
            cards.shuffle_in(play, owner, number, section, cause, found.place)
        elif found.place == DISCARD:
            cards.take_at_random(play, owner, number, section, cause)
        return
    if line.do == "disclose":
        cards.disclose(play, holder, names, section)
        return
    if line.dst in ("own.ship", "own.influence"):
        _to_ships(play, found, names, ship)
        return
    for name in names:
        source = found.place
        if source == ACTIVE:
            source = cards.place_of(play, holder, name)
        if line.dst == "own.hand":
            cards.move(play, holder, name, source, HAND, section, cause)
        else:
            cards.discard(play, holder, (name,), source, section, cause)
    if line.dst != "own.hand" and found.lies_open:
        cards.ask_to_show(play, holder, sum(name in FACE_DOWN for name in names))
    if line.dst == "own.hand" and found.place == DECK:
        if not line.search:
            play.in_turn(shown=names)
            cards.note_drawn(play, owner, len(names))
        elif play.ruling("search_under_draw_ban") != "allowed":
            cards.note_drawn(play, owner, len(names))
    if found.price is not None:
        cards.attract(play, owner, line.amount, section, cause)


def _to_ships(play: Play, found: Pending, names: Cards, ship: CardId) -> None:
    """Cards go onto a ship; one that is a ship itself is played."""
    card, seat = found.card, found.owner
    section, cause = card.section, terms.card(card.id)
    if found.place == DECK and play.ruling("search_under_draw_ban") != "allowed":
        cards.note_drawn(play, seat, len(names))
    for name in names:
        if CARDS[name].type == INFLUENCE:
            cards.move(play, seat, name, found.place, SHIPS, section, cause)
            take_effect(play, seat, name)
        else:
            onto = card.id if card.capacity else ship or with_room(play.state, seat)[0]
            cards.load(play, seat, name, found.place, onto, section, cause)


def take_effect(play: Play, seat: Seat, name: CardId) -> None:
    """The text of a ship that was just played speaks."""
    if CARDS[name].lines and not cards.text_works(play, seat, name):
        play.say("text_ignored", "cards.text", seat, card=terms.card(name))
        return
    speak(play, seat, name, "play")


# The end of a turn.


def end_turn(play: Play, seat: Seat) -> None:
    """The power was announced: the hand is filled, texts speak, the opponent's turn comes."""
    play.in_turn(step=Step.END)
    about = (("seat", seat),)
    last = (Due.FORCED_RETREAT, Due.END_TEXTS)
    if play.ruling("flood_moment") == "before":
        last = last[::-1]
    play.change(
        agenda=(
            Task(Due.NEXT_TURN, about=about),
            *(Task(code, about=about) for code in last),
            Task(Due.REFRESH, about=about),
            Task(Due.CALLING, about=about),
            Task(Due.SUPPORT_TEXTS, about=about),
            Task(Due.SHIPS_AWAY, about=about),
        )
    )


def _refresh(play: Play, task: Task) -> None:
    refresh(play, task.of("seat"), "phase.refresh")


def _ships_away(play: Play, task: Task) -> None:
    cards.ships_away(play, task.of("seat"))


def _calling(play: Play, task: Task) -> None:
    """Whoever faces cards that lie face down, and count, says whether they are a bluff."""
    seat: Seat = task.of("seat")
    if can_be_called(play.state, seat):
        play.push(Task(Due.CALL, (1 - seat,), about=(("seat", seat),)))


def can_be_called(state: State, seat: Seat) -> bool:
    """Whether cards of a seat lie face down that count, and none of its cards forbids to call."""
    if not state.face_down(seat) or state.in_force(seat, "forbid_call"):
        return False
    lies = power.lying(state.active(seat), state.active(1 - seat))
    return any(one.card.face_down and "values" not in one.ignored for one in lies)


def _texts_at(at: str) -> Callable[[Play, Task], None]:
    """The active cards of a seat whose moment has come speak, in the order in which they lie."""

    def texts(play: Play, task: Task) -> None:
        seat: Seat = task.of("seat")
        state = play.state
        spoken = spoken_at(state, seat, at)
        for name in reversed(dict.fromkeys(card.id for card, _ in spoken)):
            speak(play, seat, name, at)

    return texts


def _forced_retreat(play: Play, task: Task) -> None:
    """Where active cards say so, the opponent retreats at once."""
    seat: Seat = task.of("seat")
    state = play.state
    spoken = spoken_at(state, seat, "after")
    cause = next((card for card, line in spoken if enough_of(state, seat, line)), None)
    if cause is None:
        return
    play.say("forced_retreat", cause.section, 1 - seat, card=terms.card(cause.id))
    owes = play.ruling("sirens_on_forced_retreat") == "yes"
    if not (owes and give_dragons(play, 1 - seat)):
        cards.lose_fight(play, 1 - seat)


def give_dragons(play: Play, seat: Seat) -> bool:
    """Dragons come to the opponent for what a seat was to do and did not.

    Returns:
        Whether that ended the game.
    """
    ended = len(play.state.ends)
    for demand in owed(play.state, seat):
        if demand.line.otherwise == "dragon":
            card = demand.card
            cards.attract(play, 1 - seat, 1, card.section, terms.card(card.id))
            if len(play.state.ends) > ended:
                return True
    return False


def _next_turn(play: Play, task: Task) -> None:
    following: Seat = 1 - task.of("seat")
    fight: Fight = play.state.fight
    play.change(
        turn=Turn(following, play.state.turn.number + 1),
        fight=evolved(fight, {"opening": False}) if fight.opening else fight,
    )
    play.change(agenda=(turn_of(following),))
    play.push(Task(Due.START_TEXTS, about=(("seat", following),)))


def enough_of(state: State, seat: Seat, line: Line) -> bool:
    """Whether a seat has as many active cards of a family as a line asks for."""
    there = [name for name in laid(state, seat) if ON_TABLE[name].family == line.family]
    return len(there) >= line.least


def _start_texts(play: Play, task: Task) -> None:
    """Dragons that come as a turn begins: one for a family, however many of its cards say so."""
    seat: Seat = task.of("seat")
    state = play.state
    heard = set[str]()
    for card, line in spoken_at(state, seat, "start"):
        if line.family not in heard and enough_of(state, seat, line):
            heard.add(line.family)
            cards.attract(play, seat, line.amount, card.section, terms.card(card.id))


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    LINE: _line,
    Due.START_TEXTS: _start_texts,
    Due.REFRESH: _refresh,
    Due.SHIPS_AWAY: _ships_away,
    Due.CALLING: _calling,
    Due.SUPPORT_TEXTS: _texts_at("support"),
    Due.END_TEXTS: _texts_at("end"),
    Due.FORCED_RETREAT: _forced_retreat,
    Due.NEXT_TURN: _next_turn,
}
