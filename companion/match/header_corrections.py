"""Corrections of what a table agreed before the first turn, valid from the start."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from companion.kernel.box.facts import FactValues
from companion.kernel.game import Game
from companion.kernel.models import Options
from companion.match.entries import FactsEntered, Reseated, Started
from companion.match.timeline import Item, Timeline


def is_agreement(item: Item) -> bool:
    """Return whether an entry is valid from the start of the match, wherever it was recorded."""
    return type(item.body) is FactsEntered or type(item.body) is Reseated


def agreed_facts(started: Started, timeline: Timeline) -> FactValues:
    """Return the printed values of a header, with those typed during the match."""
    typed = [i.body for i in timeline.items if type(i.body) is FactsEntered]
    if not typed:
        return started.facts
    facts = {**started.facts}
    for body in typed:
        for fact, value in body.facts.items():
            if value is None:
                facts.pop(fact, None)
            else:
                facts[fact] = value
    return facts


def agreed_options(game: Game[Any], started: Started, timeline: Timeline) -> Options | None:
    """Return the options of a header, with who sits where and who begins as corrected since.

    None: they are no options of the game.
    """
    said = dict(started.options)
    for body in _reseated(timeline):
        said |= {**_of_today(game, body.options), "players": list(body.players)}
    try:
        options: Options = game.options.model_validate(said)
    except ValidationError:
        return None
    return options if len(options.players) == len(started.options["players"]) else None


def agreed_colours(started: Started, timeline: Timeline) -> tuple[int, ...]:
    """Return the chosen colours by seat; empty: in the order of the seats."""
    chosen = started.colours
    for body in _reseated(timeline):
        chosen = body.colours or chosen
    return chosen


def _reseated(timeline: Timeline) -> Iterator[Reseated]:
    return (item.body for item in timeline.items if type(item.body) is Reseated)


def _of_today(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return corrected options in the present fields of the game."""
    formerly = game.options.formerly
    named = {formerly.get(name, name): value for name, value in options.items()}
    return {name: value for name, value in named.items() if name is not None}
