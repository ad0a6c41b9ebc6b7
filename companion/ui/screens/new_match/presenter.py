"""Setting up a match: who plays, with which box, options and readings. Knows no game by name."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel.facts import FactValues
from companion.kernel.game import Game
from companion.kernel.refusal import Note, Refusal
from companion.match.entries import COLOURS
from companion.rulebook.loader import AppWords, GameData, RulingText
from companion.table.answers import NewMatch
from companion.ui.views.rulings import RulingView, agreed, ruling_view

NAME_LENGTH = 24


@dataclass(frozen=True)
class Plan:
    """A match being set up."""

    players: tuple[str, ...]
    """Names as typed, in clockwise order; some may still be empty."""
    first: int = 0
    title: str = ""
    box: str | None = None
    """The id of a box profile; empty: the values that the app starts from; None: the box of the
    last match."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """The readings that differ from the defaults."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game's own options, as plain data."""
    clock: bool = False
    """Whether the turn clock stands beside the table."""
    drawn: bool = False
    """Whether the app has drawn the board, and not the table laid it."""
    chosen: tuple[int | None, ...] = ()
    """By seat, which of the app's colours was chosen for it, if any."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they will be kept."""
        return tuple(" ".join(name.split()) for name in self.players)

    @property
    def colours(self) -> tuple[int, ...]:
        """By seat, its colour: the one chosen, or the first one that is left."""
        asked = self._asked()
        left = (colour for colour in range(COLOURS) if colour not in asked)
        return tuple(
            next(left, seat) if colour is None else colour for seat, colour in enumerate(asked)
        )

    def _asked(self) -> tuple[int | None, ...]:
        seats = range(len(self.players))
        return tuple(self.chosen[seat] if seat < len(self.chosen) else None for seat in seats)

    def with_colour(self, seat: int, colour: int) -> "Plan":
        """The plan with another colour for a seat; whoever had it takes the one it had."""
        before = self.colours
        others = {colour: before[seat], before[seat]: colour}
        return replace(self, chosen=tuple(others.get(each, each) for each in before))


def named(plan: Plan, seat: int, name: str) -> Plan:
    """The plan with another name at a seat."""
    names = list(plan.players)
    names[seat] = name[:NAME_LENGTH]
    return replace(plan, players=tuple(names))


def known_name(plan: Plan, name: str, most: int) -> Plan:
    """The plan with a remembered name in the first empty seat, or in a new one."""
    if name in plan.names:
        return plan
    if "" in plan.names:
        return named(plan, plan.names.index(""), name)
    return added(plan, most, name)


def added(plan: Plan, most: int, name: str = "") -> Plan:
    """The plan with one seat more, if there is room."""
    return replace(plan, players=(*plan.players, name)) if len(plan.players) < most else plan


def removed(plan: Plan, seat: int) -> Plan:
    """The plan without a seat; who starts stays who starts, if still there."""
    first = plan.first - 1 if seat < plan.first else 0 if seat == plan.first else plan.first
    return replace(
        plan,
        players=plan.players[:seat] + plan.players[seat + 1 :],
        first=first,
        chosen=plan.chosen[:seat] + plan.chosen[seat + 1 :],
    )


def moved(plan: Plan, seat: int, by: int) -> Plan:
    """The plan with a seat swapped with its neighbour; who starts is still the same person."""
    other = seat + by
    if not 0 <= other < len(plan.players):
        return plan
    names, colours = list(plan.players), list(plan.colours)
    names[seat], names[other] = names[other], names[seat]
    colours[seat], colours[other] = colours[other], colours[seat]
    first = {seat: other, other: seat}.get(plan.first, plan.first)
    chosen = tuple(colours) if plan.chosen else ()
    return replace(plan, players=tuple(names), first=first, chosen=chosen)


def read_as(plan: Plan, ruling: RulingText, reading: str) -> Plan:
    """The plan with another reading of a ruling; the default needs no mention."""
    others = {key: value for key, value in plan.rulings.items() if key != ruling.id}
    chosen = others if reading == ruling.default else {**others, ruling.id: reading}
    return replace(plan, rulings=chosen)


def with_options(plan: Plan, options: Mapping[str, Any], *, drawn: bool = False) -> Plan:
    """The plan with other options of the game."""
    return replace(plan, options={**plan.options, **options}, drawn=drawn)


def in_short(data: GameData, plan: Plan, words: AppWords, first: Sequence[str]) -> str:
    """The options in one line: the clock, what every table decides, and how the rules are read.

    Args:
        data: of the game.
        plan: the plan.
        words: of the interface.
        first: the rulings that every table decides.
    """
    parts = (
        words("clock.on" if plan.clock else "clock.off"),
        *agreed(data.rulings, plan.rulings, words, first),
    )
    return " · ".join(parts)


@dataclass(frozen=True)
class Trouble:
    """Why the match cannot begin yet: a sentence, or a refusal of the game."""

    text: str = ""
    refusal: Refusal | None = None


def trouble(
    plan: Plan, game: Game[Any], facts: FactValues, rulings: Mapping[str, str], words: AppWords
) -> Trouble | None:
    """The first thing that is wrong with the plan, or None.

    Args:
        plan: the plan.
        game: the game.
        facts: what is printed in the box chosen.
        rulings: the reading of every ruling.
        words: of the interface.
    """
    text = about_players(plan, game, words)
    if text:
        return Trouble(text)
    try:
        options = game.options.model_validate(options_of(plan, game))
    except ValidationError:
        return Trouble(words("new.unfinished"))
    refusal = kernel.check_setup(game, options, facts, rulings)
    return Trouble(refusal=refusal) if refusal else None


def remarks(
    plan: Plan, game: Game[Any], facts: FactValues, rulings: Mapping[str, str]
) -> tuple[Note, ...]:
    """What the game has to say of a plan that may stand, such as an unusual box."""
    try:
        options = game.options.model_validate(options_of(plan, game))
    except ValidationError:
        return ()
    return kernel.judge_setup(game, options, facts, rulings).notes


def about_players(plan: Plan, game: Game[Any], words: AppWords) -> str:
    """What is wrong with who plays; empty if nothing."""
    names, count = plan.names, len(plan.players)
    if count < min(game.players):
        return words("setup.too_few", n=min(game.players))
    if count > max(game.players):
        return words("setup.too_many", n=max(game.players))
    if "" in names:
        return words("new.empty_name", n=names.index("") + 1)
    folded = [name.casefold() for name in names]
    twice = next((name for name in names if folded.count(name.casefold()) > 1), None)
    return words("new.same_name", name=twice) if twice else ""


def asks_who_starts(game: Game[Any]) -> bool:
    """Whether a table agrees on who starts; elsewhere something else says it, such as an order."""
    return "first_seat" in game.options.model_fields


def options_of(plan: Plan, game: Game[Any]) -> dict[str, Any]:
    """The options of the match as plain data."""
    own: dict[str, Any] = {**plan.options, "players": plan.names}
    if asks_who_starts(game):
        own["first_seat"] = plan.first
    return own


def new_match(
    plan: Plan, game: Game[Any], facts: FactValues, box_name: str, device: str
) -> NewMatch:
    """What the hub is asked to begin."""
    return NewMatch(
        game=game.id,
        options=options_of(plan, game),
        rulings=dict(plan.rulings),
        facts=dict(facts),
        box=box_name,
        title=" ".join(plan.title.split()),
        device=device,
        colours=plan.colours if any(one is not None for one in plan.chosen) else (),
    )


def ruling_views(
    data: GameData, plan: Plan, words: AppWords, first: Sequence[str]
) -> tuple[tuple[RulingView, ...], tuple[RulingView, ...]]:
    """The rulings that every table decides, and all the others."""
    views = [ruling_view(ruling, plan.rulings, words) for ruling in data.rulings]
    on_top = tuple(found for name in first for found in views if found.id == name)
    return on_top, tuple(found for found in views if found.id not in first)


# What is remembered


def dump_plan(plan: Plan) -> str:
    """The plan as text, to keep it while it is not finished."""
    return json.dumps(asdict(plan))


def load_plan(text: str | None) -> Plan | None:
    """A plan kept before, or None if there is none that can be read."""
    try:
        raw = json.loads(text or "")
        players = tuple(str(name)[:NAME_LENGTH] for name in raw["players"])[:10]
        first = int(raw["first"])
        return Plan(
            players=players,
            first=first if 0 <= first < len(players) else 0,
            title=str(raw["title"])[:80],
            box=None if raw["box"] is None else str(raw["box"]),
            rulings={str(k): str(v) for k, v in raw["rulings"].items()},
            options=_tuples(raw["options"]),
            clock=raw.get("clock") is True,
            drawn=raw.get("drawn") is True,
            chosen=_colours(raw.get("chosen", ()))[: len(players)],
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _colours(raw: object) -> tuple[int | None, ...]:
    """The colours that were chosen, each for one seat; none that the app does not have."""
    found: list[int | None] = []
    for one in raw if isinstance(raw, list) else ():
        known = type(one) is int and 0 <= one < COLOURS and one not in found
        found.append(one if known else None)
    return tuple(found)


def _tuples(options: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
