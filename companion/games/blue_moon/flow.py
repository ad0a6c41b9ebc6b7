"""How a turn goes on by itself, and what the texts of cards do when their moment comes."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.games.blue_moon import play as cards
from companion.games.blue_moon import power, terms
from companion.games.blue_moon.catalogue import CARDS, LEADERSHIP, Card, CardId, Line
from companion.games.blue_moon.payments import Price
from companion.games.blue_moon.play import Play, drawable, refresh, takeable
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import (
    COMBAT,
    HAND,
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
    """Where they lie."""
    among: Cards
    """Those that it can be, as far as they are known; those that may be in a hand."""
    number: int
    """How many; 0: as many as it takes."""
    spared: Cards = ()
    """Those that it would be, were they not PROTECTED."""

    @property
    def blind(self) -> bool:
        """Whether nobody sees which ones."""
        return self.place == "deck"

    @property
    def price(self) -> Price | None:
        """What is paid for a dragon; None where nothing is."""
        return None if self.line.cost is None else Price(self.line.cost, self.line.sum)


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
    assert line.src is not None
    whose, place = line.src.split(".")
    holder = owner if whose == "own" else 1 - owner
    if place == "deck":
        assert isinstance(line.n, int)
        return Pending(card, line, owner, holder, place, (), drawable(state, holder, line.n))
    if place == "hand":
        assert isinstance(line.n, int)
        number = min(line.n, state.hand(holder))
        return Pending(card, line, owner, holder, HAND, state.playable(holder), number)
    there = state.combat(holder) if place == COMBAT else laid(state, holder)
    there = tuple(name for name in there if line.concerns(CARDS[name].type))
    spared = () if holder == owner else protected(state, holder)
    among = tuple(name for name in there if name not in spared)
    number = len(among) if line.n == "all" else min(len(among), _plain(line))
    if line.dst == "own.hand":
        number = takeable(state, owner, number)[0]
    hit = tuple(name for name in there if name in spared)
    return Pending(card, line, owner, holder, place, among, number, hit)


def protected(state: State, seat: Seat) -> Cards:
    """The active cards of a seat that the opponent cannot discard."""
    lies = power.lying(state.active(seat), state.active(1 - seat))
    return tuple(one.card.id for one in lies if one.protected)


def _plain(line: Line) -> int:
    assert isinstance(line.n, int)
    return line.n


def laid(state: State, seat: Seat) -> Cards:
    """The active cards of a seat in its areas of combat and support."""
    return tuple(name for name in state.active(seat) if CARDS[name].type != LEADERSHIP)


def speak(play: Play, seat: Seat, name: CardId, at: str) -> None:
    """The lines of a card whose moment has come are to be carried out, from the first on."""
    play.push(
        *(
            Task(LINE, about=(("card", name), ("line", number), ("owner", seat)))
            for number, line in enumerate(CARDS[name].lines)
            if line.at == at
        )
    )


def go_on(play: Play) -> None:
    """Everything that follows by itself."""
    play.go_on(_RUN)


def _line(play: Play, task: Task) -> None:
    """A line that leaves something to decide waits for its owner, if there is anything to do."""
    found = of_task(play.state, task)
    assert found is not None
    if _idle(play, found):
        play.say("text_idle", "cards.text", found.owner, card=terms.card(found.card.id))
        return
    play.push(task._replace(code=Due.TEXT, seats=(found.owner,)))


def _idle(play: Play, found: Pending) -> bool:
    if found.price is not None:
        return not play.held(found.owner, HAND)
    return found.number == 0


def carry_out(play: Play, found: Pending, names: Cards) -> None:
    """A text does what it does to the cards that were named."""
    card, line, owner = found.card, found.line, found.owner
    section, cause = card.section, terms.card(card.id)
    if found.blind:
        cards.draw(play, owner, found.number, section, cause)
        return
    if line.dst == "own.hand":
        for name in names:
            source = cards.place_of(play, found.holder, name)
            cards.move(play, found.holder, name, source, HAND, section, cause)
        return
    for name in names:
        source = HAND if found.place == HAND else cards.place_of(play, found.holder, name)
        cards.discard(play, found.holder, (name,), source, section, cause)
    if found.price is not None:
        cards.attract(play, owner, _plain(line), section, cause)


# The end of a turn.


def end_turn(play: Play, seat: Seat) -> None:
    """The power was announced: the hand is filled, texts speak, the opponent's turn comes."""
    play.in_turn(step=Step.END)
    about = (("seat", seat),)
    play.change(
        agenda=(
            Task(Due.NEXT_TURN, about=about),
            Task(Due.END_TEXTS, about=about),
            Task(Due.REFRESH, about=about),
        )
    )


def _refresh(play: Play, task: Task) -> None:
    refresh(play, task.of("seat"), "phase.refresh")


def _end_texts(play: Play, task: Task) -> None:
    seat: Seat = task.of("seat")
    state = play.state
    spoken = power.spoken(state.active(seat), state.active(1 - seat), "end")
    for name in reversed(dict.fromkeys(card.id for card, _ in spoken)):
        speak(play, seat, name, "end")


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
    there = [name for name in laid(state, seat) if CARDS[name].family == line.family]
    return len(there) >= line.least


def _start_texts(play: Play, task: Task) -> None:
    """Dragons that come as a turn begins: one for a family, however many of its cards say so."""
    seat: Seat = task.of("seat")
    state = play.state
    heard = set[str]()
    for card, line in power.spoken(state.active(seat), state.active(1 - seat), "start"):
        if line.family not in heard and enough_of(state, seat, line):
            heard.add(line.family)
            cards.attract(play, seat, _plain(line), card.section, terms.card(card.id))


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    LINE: _line,
    Due.START_TEXTS: _start_texts,
    Due.REFRESH: _refresh,
    Due.END_TEXTS: _end_texts,
    Due.NEXT_TURN: _next_turn,
}
