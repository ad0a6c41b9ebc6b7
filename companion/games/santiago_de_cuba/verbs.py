"""Verbs of the lines of citizens and buildings, and the facts derived from them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.buildings import BUILDINGS_DO, CITIZENS, CITIZENS_GIVE
from companion.games.santiago_de_cuba.components import DEMANDED, GOODS
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
from companion.kernel.box.lines import (
    EffectLine,
    LineContext,
    Lines,
    ReportField,
    Verb,
)


def _doing(*verbs: str) -> tuple[str, ...]:
    """Return the buildings that have a line with one of these verbs."""
    return tuple(
        name for name, lines in BUILDINGS_DO.items() if any(line.do in verbs for line in lines)
    )


def _goods_of(lines: Lines) -> tuple[str, ...]:
    """Return the goods that lines give, or those ships ask for if the report names the good."""
    given = {line.what for line in lines if line.do == "gain"}
    if any(isinstance(what, ReportField) for what in given):
        return DEMANDED
    return tuple(good for good in GOODS if ITEM_OF[good] in given)


AT_ONCE: Final = tuple(
    name for name, lines in BUILDINGS_DO.items() if all(line.do == "gain" for line in lines)
)
"""Buildings that give something without any choice."""
SHIP_ASKS: Final = _doing("lower_die", "clear_die")
"""Buildings of no use unless the ship in port asks for something."""
WITH_SHIP: Final = (*_doing("flag_left"), *SHIP_ASKS)
"""Buildings that change the ship in port."""
SUPPLY_HAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: goods for name, lines in BUILDINGS_DO.items() if (goods := _goods_of(lines))}
)
"""Goods of which each building needs one in the supply to be of use."""


def _item(doing: LineContext, line: EffectLine) -> str:
    what: str = doing.what(line)
    return ITEM_OF.get(what, what)


def _gain(play: Play, doing: LineContext, line: EffectLine) -> None:
    number = doing.amount(line, play.state.facts)
    gain(play, doing.seat, _item(doing, line), number, doing.rule, doing.cause)


def _pay(play: Play, doing: LineContext, line: EffectLine) -> None:
    number = doing.amount(line, play.state.facts)
    pay(play, doing.seat, _item(doing, line), number, doing.rule, doing.cause)


def _flag_right(play: Play, doing: LineContext, _line: EffectLine) -> None:
    advance_flag(play, doing.rule)


def _flag_left(play: Play, doing: LineContext, _line: EffectLine) -> None:
    set_flag(play, max(0, play.state.ship.flag - 1), doing.rule)


def _lower_die(play: Play, doing: LineContext, line: EffectLine) -> None:
    lower_die(play, doing.what(line), doing.amount(line, play.state.facts), doing.rule)


def _clear_die(play: Play, doing: LineContext, line: EffectLine) -> None:
    set_die(play, doing.what(line), 0, doing.rule)


def _leave_if_complete(play: Play, doing: LineContext, _line: EffectLine) -> None:
    leave_if_complete(play, doing.rule)


def _turn_down(play: Play, doing: LineContext, line: EffectLine) -> None:
    citizen = doing.what(line)
    if citizen in play.state.options.street:
        play.change(inactive=play.state.inactive | {citizen})
        play.say("citizen_inactive", doing.rule, doing.seat, citizen=terms.stop(citizen))


LINES: Final[Mapping[str, Lines]] = MappingProxyType(
    {f"stop.{name}": lines for name, lines in CITIZENS_GIVE.items()}
    | {f"building.{name}": lines for name, lines in BUILDINGS_DO.items()}
)
"""All effect lines, by the key of the term that names their source."""

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
"""Verbs of the effect lines."""
