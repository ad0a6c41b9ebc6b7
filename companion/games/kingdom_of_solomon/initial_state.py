"""Initial state of the table, and access to its printed values."""

from types import MappingProxyType
from typing import Final

from companion.games.kingdom_of_solomon.components import (
    CARDS,
    GOODS,
    PLAYERS,
    SolomonOptions,
    as_read,
    read_facts,
    read_typed,
)
from companion.games.kingdom_of_solomon.state import (
    CARD,
    CUBE,
    DECK,
    FORTUNE,
    FORTUNES_DECK,
    PAWNS,
    PHASES,
    PIECES,
    POINT,
    ROAD,
    SEATS,
    TOKEN,
    Phase,
    State,
    waits,
)
from companion.kernel.box.facts import FactValues
from companion.kernel.box.printed_values import HasPrintedValues, typed_box
from companion.kernel.pieces.ledger import SUPPLY, Ledger
from companion.kernel.rulings import Rulings


def pawns_of(players: int, rulings: Rulings) -> int:
    """Return the number of pawns of each seat."""
    return int(rulings["pawns_with_four"]) if players == max(PLAYERS) else 6


def setup(options: SolomonOptions, values: FactValues, rulings: Rulings) -> State:
    """Return the first state; no setup condition may fail."""
    facts, players = read_facts(values), len(options.players)
    order = options.order or tuple(range(players))
    balances = {
        (SUPPLY, ROAD): facts["roads"],
        (SUPPLY, TOKEN): facts["tokens"],
        (DECK, CARD): len(CARDS),
        (FORTUNES_DECK, FORTUNE): facts["fortunes"],
        **{(SUPPLY, CUBE[good]): facts.cubes(good, players) for good in GOODS},
    }
    for seat in range(players):
        balances[SEATS[seat], POINT] = facts["start.points"]
        balances[SEATS[seat], PAWNS[seat]] = pawns_of(players, rulings)
        balances[SEATS[seat], PIECES[seat]] = facts["palaces"]
    return State(
        options=options,
        facts=facts,
        printed=read_typed(values),
        rulings=MappingProxyType(dict(rulings)),
        ledger=Ledger(balances),
        agenda=(*PHASES[::-1], waits(Phase.TURN_UP, order[0])),
        order=order,
        next_order=order,
        round=1,
        stood=(),
        priest_used=False,
        met=frozenset(),
        built=(),
        over=False,
        seen=(-1, False),
        unposted=(),
    )


BOX: Final[HasPrintedValues[State]] = typed_box(as_read)
