"""Set-up of a match: players, box, options and readings, with no code for any single game."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.box.facts import FactValues
from companion.kernel.game import Game
from companion.kernel.refusal import Note, Refusal
from companion.match.entries import COLOURS
from companion.rulebook.loader import AppWords, GameData, RulingText
from companion.services.matches.results import NewMatch
from companion.ui.views.player_names import names_trouble, tidied
from companion.ui.views.rulings.ruling_choices import RulingView, agreed, ruling_view

NAME_LENGTH = 24


@dataclass(frozen=True)
class MatchPlan:
    """Draft of a new match."""

    players: tuple[str, ...]
    """Names as typed, in clockwise order. Some may still be empty."""
    first: int = 0
    title: str = ""
    box: str | None = None
    """Id of a box profile; empty: the default values; None: the box of the last match."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Readings that differ from the defaults."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game, as plain data."""
    clock: bool = False
    """True if the turn clock is shown."""
    drawn: bool = False
    """True if the app has drawn the board; False if the table has set it up."""
    chosen: tuple[int | None, ...] = ()
    """Colour chosen for each seat; None: none was chosen."""
    like: str = ""
    """Id of the match whose table this is; empty: of none."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names as they will be saved."""
        return tidied(self.players)

    @property
    def colours(self) -> tuple[int, ...]:
        """Return the colour of each seat: the chosen one, or else the first free one."""
        asked = self._chosen_colours()
        left = (colour for colour in range(COLOURS) if colour not in asked)
        return tuple(
            next(left, seat) if colour is None else colour for seat, colour in enumerate(asked)
        )

    def _chosen_colours(self) -> tuple[int | None, ...]:
        seats = range(len(self.players))
        return tuple(self.chosen[seat] if seat < len(self.chosen) else None for seat in seats)

    def with_colour(self, seat: int, colour: int) -> "MatchPlan":
        """Return the plan with another colour for a seat, swapped with whoever had it."""
        before = self.colours
        others = {colour: before[seat], before[seat]: colour}
        return replace(self, chosen=tuple(others.get(each, each) for each in before))


def named(plan: MatchPlan, seat: int, name: str) -> MatchPlan:
    """Return the plan with another name at a seat."""
    names = list(plan.players)
    names[seat] = name[:NAME_LENGTH]
    return replace(plan, players=tuple(names))


def known_name(plan: MatchPlan, name: str, most: int) -> MatchPlan:
    """Return the plan with a remembered name in the first empty seat, or in a new one."""
    if name in plan.names:
        return plan
    if "" in plan.names:
        return named(plan, plan.names.index(""), name)
    return added(plan, most, name)


def added(plan: MatchPlan, most: int, name: str = "") -> MatchPlan:
    """Return the plan with one more seat, if there is room."""
    return replace(plan, players=(*plan.players, name)) if len(plan.players) < most else plan


def removed(plan: MatchPlan, seat: int) -> MatchPlan:
    """Return the plan without a seat. The first player stays the same if still present."""
    first = plan.first - 1 if seat < plan.first else 0 if seat == plan.first else plan.first
    return replace(
        plan,
        players=plan.players[:seat] + plan.players[seat + 1 :],
        first=first,
        chosen=plan.chosen[:seat] + plan.chosen[seat + 1 :],
    )


def moved(plan: MatchPlan, seat: int, by: int) -> MatchPlan:
    """Return the plan with a seat swapped with its neighbour. The first player stays the same."""
    other = seat + by
    if not 0 <= other < len(plan.players):
        return plan
    names, colours = list(plan.players), list(plan.colours)
    names[seat], names[other] = names[other], names[seat]
    colours[seat], colours[other] = colours[other], colours[seat]
    first = {seat: other, other: seat}.get(plan.first, plan.first)
    chosen = tuple(colours) if plan.chosen else ()
    return replace(plan, players=tuple(names), first=first, chosen=chosen)


def read_as(plan: MatchPlan, ruling: RulingText, reading: str) -> MatchPlan:
    """Return the plan with another reading of a ruling. The default is not listed."""
    others = {key: value for key, value in plan.rulings.items() if key != ruling.id}
    chosen = others if reading == ruling.default else {**others, ruling.id: reading}
    return replace(plan, rulings=chosen)


def with_options(plan: MatchPlan, options: Mapping[str, Any], *, drawn: bool = False) -> MatchPlan:
    """Return the plan with other options of the game."""
    return replace(plan, options={**plan.options, **options}, drawn=drawn)


def in_short(data: GameData, plan: MatchPlan, words: AppWords, first: Sequence[str]) -> str:
    """Return the agreements in one line: the clock, what every table decides, and the readings.

    Args:
        data: data of the game.
        plan: the plan.
        words: words of the interface.
        first: the rulings that every table decides.
    """
    parts = (
        words("clock.on" if plan.clock else "clock.off"),
        *agreed(data.rulings, plan.rulings, words, first),
    )
    return " · ".join(parts)


@dataclass(frozen=True)
class Trouble:
    """Reason why the match cannot begin yet: a sentence, or a refusal of the game."""

    text: str = ""
    refusal: Refusal | None = None
    unfinished: bool = False
    """True if an option is not chosen yet."""


def trouble(
    plan: MatchPlan, game: Game[Any], facts: FactValues, rulings: Mapping[str, str], words: AppWords
) -> Trouble | None:
    """Return the first problem of the plan, or None.

    Args:
        plan: the plan.
        game: the game.
        facts: printed values of the chosen box.
        rulings: the reading of every ruling.
        words: words of the interface.
    """
    text = about_players(plan, game, words)
    if text:
        return Trouble(text)
    try:
        options = game.options.model_validate(options_of(plan, game))
    except ValidationError:
        return Trouble(words("new.unfinished"), unfinished=True)
    refusal = legality.check_setup(game, options, facts, rulings)
    return Trouble(refusal=refusal) if refusal else None


def remarks(
    plan: MatchPlan, game: Game[Any], facts: FactValues, rulings: Mapping[str, str]
) -> tuple[Note, ...]:
    """Return the game's remarks on a valid plan, such as an unusual box."""
    try:
        options = game.options.model_validate(options_of(plan, game))
    except ValidationError:
        return ()
    return legality.judge_setup(game, options, facts, rulings).notes


def about_players(plan: MatchPlan, game: Game[Any], words: AppWords) -> str:
    """Return what is wrong with the players, or an empty text."""
    names, count = plan.names, len(plan.players)
    if count < min(game.players):
        return words("setup.too_few", n=min(game.players))
    if count > max(game.players):
        return words("setup.too_many", n=max(game.players))
    return names_trouble(names, words)


def asks_who_starts(game: Game[Any]) -> bool:
    """Return whether the table chooses who starts. In other games the rules decide it."""
    return "first_seat" in game.options.model_fields


def options_of(plan: MatchPlan, game: Game[Any]) -> dict[str, Any]:
    """Return the options of the match as plain data."""
    own: dict[str, Any] = {**plan.options, "players": plan.names}
    if asks_who_starts(game):
        own["first_seat"] = plan.first
    return own


def new_match(
    plan: MatchPlan,
    game: Game[Any],
    facts: FactValues,
    box_name: str,
    device: str,
    match_id: str = "",
) -> NewMatch:
    """Build the request for the new match; without a title it has the name of what is played."""
    options = options_of(plan, game)
    title = plan.title or game.played_name(game.options.model_validate(options))
    return NewMatch(
        game=game.id,
        options=options,
        rulings=dict(plan.rulings),
        facts=dict(facts),
        box=box_name,
        title=" ".join(title.split()),
        device=device,
        colours=plan.colours if any(one is not None for one in plan.chosen) else (),
        id=match_id,
    )


def ruling_views(
    data: GameData, plan: MatchPlan, words: AppWords, first: Sequence[str]
) -> tuple[tuple[RulingView, ...], tuple[RulingView, ...]]:
    """Return the rulings that every table decides, and all the others."""
    views = [ruling_view(ruling, plan.rulings, words) for ruling in data.rulings]
    on_top = tuple(view for name in first for view in views if view.id == name)
    return on_top, tuple(view for view in views if view.id not in first)


# Stored plans


def dump_plan(plan: MatchPlan) -> str:
    """Serialize the plan, to store it as a draft."""
    return json.dumps(asdict(plan))


def load_plan(text: str | None) -> MatchPlan | None:
    """Parse a stored plan, or return None if it cannot be read."""
    try:
        raw = json.loads(text or "")
        players = tuple(str(name)[:NAME_LENGTH] for name in raw["players"])[:10]
        first = int(raw["first"])
        return MatchPlan(
            players=players,
            first=first if 0 <= first < len(players) else 0,
            title=str(raw["title"])[:80],
            box=None if raw["box"] is None else str(raw["box"]),
            rulings={str(k): str(v) for k, v in raw["rulings"].items()},
            options=_tuples(raw["options"]),
            clock=raw.get("clock") is True,
            drawn=raw.get("drawn") is True,
            chosen=_colours(raw.get("chosen", ()))[: len(players)],
            like=str(raw.get("like", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _colours(raw: object) -> tuple[int | None, ...]:
    """Parse the chosen colours. Unknown and repeated ones become None."""
    colours: list[int | None] = []
    for one in raw if isinstance(raw, list) else ():
        known = type(one) is int and 0 <= one < COLOURS and one not in colours
        colours.append(one if known else None)
    return tuple(colours)


def _tuples(options: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
