"""What citizens and buildings do, as rows of data, and what each verb of these rows does."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import CITIZENS, DEMANDED, GOODS
from companion.games.santiago_de_cuba.play import (
    Play,
    advance_flag,
    gain,
    leave_if_complete,
    lower_die,
    pay,
    set_die,
    set_flag,
)
from companion.games.santiago_de_cuba.state import ITEM_OF, PESO, POINT
from companion.kernel.lines import Doing, Line, Lines, Printed, Said, Verb

CITIZENS_GIVE: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        "pedro": (Line("gain", "good:tobacco", each=Printed("citizen.pedro")),),
        "maria": (Line("gain", POINT, each=Printed("citizen.maria")),),
        "jose": (Line("gain", "good:sugar", each=Printed("citizen.jose")),),
        "martinez": (Line("gain", PESO, each=Printed("citizen.martinez")),),
        "conchita": (Line("gain", "good:citrus", each=Printed("citizen.conchita")),),
        "miguel": (Line("gain", "good:wood", each=Printed("citizen.miguel")),),
        "pablo": (Line("gain", Said("good"), each=Printed("citizen.pablo")),),
    }
)
"""What the citizens give; El Zorro and Alonso do something of their own."""

BUILDINGS_DO: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        "casino": (
            Line("pay", PESO, Printed("casino.pesos"), per=("times",), when=("into", "points")),
            Line("gain", POINT, per=("times",), when=("into", "points")),
            Line("pay", POINT, per=("times",), when=("into", "pesos")),
            Line("gain", PESO, Printed("casino.pesos"), per=("times",), when=("into", "pesos")),
        ),
        "bank": (Line("gain", PESO, Printed("bank.pesos")),),
        "church": (Line("gain", POINT, Printed("church.points")),),
        "harbour_office": (
            Line("flag_right", when=("direction", "right")),
            Line("flag_left", when=("direction", "left")),
        ),
        "distillery": (
            Line("pay", "good:sugar", per=("amount",)),
            Line("gain", "good:rum", per=("amount",)),
        ),
        "cigar_factory": (
            Line("pay", "good:tobacco", per=("amount",)),
            Line("gain", "good:cigars", per=("amount",)),
        ),
        "office": (
            Line("pay", Said("good")),
            Line("gain", POINT, Printed("office.points")),
            Line("lower_die", Said("good")),
            Line("leave_if_complete"),
        ),
        "black_market": (Line("pay", Said("give")), Line("gain", Said("take"))),
        "sawmill": (
            Line("pay", "good:wood"),
            Line("gain", POINT, Printed("sawmill.points")),
            Line("gain", PESO, Printed("sawmill.pesos")),
        ),
        "newspaper": (
            Line("gain", PESO, Printed("newspaper.pesos")),
            Line("turn_down", Said("citizen")),
        ),
        "cafe": (
            Line("pay", "good:cigars", per=("cigars",)),
            Line("pay", "good:rum", per=("rum",)),
            Line("gain", POINT, Printed("cafe.points"), per=("cigars", "rum")),
        ),
        "customs": (Line("clear_die", Said("good")), Line("leave_if_complete")),
    }
)
"""What the buildings do, in the order in which the rulebook explains them."""

AT_ONCE: Final = ("bank", "church")
"""Buildings that just give something, without any choice."""

SHIP_ASKS: Final = ("office", "customs")
"""Buildings of no use unless the ship in port asks for something."""
SUPPLY_HAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"distillery": ("rum",), "cigar_factory": ("cigars",), "black_market": DEMANDED}
)
"""By building, the goods of which the supply has one, where it is of no use else."""


def _item(doing: Doing, line: Line) -> str:
    what: str = doing.what(line)
    return ITEM_OF.get(what, what)


def _gain(play: Play, doing: Doing, line: Line) -> None:
    number = doing.amount(line, play.state.facts)
    gain(play, doing.seat, _item(doing, line), number, doing.rule, doing.cause)


def _pay(play: Play, doing: Doing, line: Line) -> None:
    number = doing.amount(line, play.state.facts)
    pay(play, doing.seat, _item(doing, line), number, doing.rule, doing.cause)


def _flag_right(play: Play, doing: Doing, _line: Line) -> None:
    advance_flag(play, doing.rule)


def _flag_left(play: Play, doing: Doing, _line: Line) -> None:
    set_flag(play, max(0, play.state.ship.flag - 1), doing.rule)


def _lower_die(play: Play, doing: Doing, line: Line) -> None:
    lower_die(play, doing.what(line), doing.amount(line, play.state.facts), doing.rule)


def _clear_die(play: Play, doing: Doing, line: Line) -> None:
    set_die(play, doing.what(line), 0, doing.rule)


def _leave_if_complete(play: Play, doing: Doing, _line: Line) -> None:
    leave_if_complete(play, doing.rule)


def _turn_down(play: Play, doing: Doing, line: Line) -> None:
    citizen = doing.what(line)
    if citizen in play.state.options.street:
        play.change(inactive=play.state.inactive | {citizen})
        play.say("citizen_inactive", doing.rule, doing.seat, citizen=terms.stop(citizen))


LINES: Final[Mapping[str, Lines]] = MappingProxyType(
    {f"stop.{name}": lines for name, lines in CITIZENS_GIVE.items()}
    | {f"building.{name}": lines for name, lines in BUILDINGS_DO.items()}
)
"""All of them, by the key of the term that names whoever does it."""

_HELD: Final = (PESO, POINT, *(ITEM_OF[good] for good in GOODS))

VERBS: Final[Mapping[str, Verb[Play]]] = MappingProxyType(
    {
        "gain": Verb(_gain, _HELD, counts=True),
        "pay": Verb(_pay, _HELD, counts=True),
        "flag_right": Verb(_flag_right),
        "flag_left": Verb(_flag_left),
        "lower_die": Verb(_lower_die, DEMANDED, counts=True),
        "clear_die": Verb(_clear_die, DEMANDED),
        "leave_if_complete": Verb(_leave_if_complete),
        "turn_down": Verb(_turn_down, CITIZENS),
    }
)
"""The vocabulary."""
