"""Draft of a match told afterwards, and the match and the entry that it becomes."""

from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cache
from typing import Any

from companion.games import GAMES
from companion.kernel.box.facts import FactValues
from companion.kernel.game import stopped
from companion.kernel.values import Seat
from companion.match.entries import Retold
from companion.rulebook.loader import AppWords, load
from companion.services.matches.results import NewMatch
from companion.services.statistics.statistics_export import score_name
from companion.ui.boards.parts import game_setup
from companion.ui.views.player_names import names_trouble, tidied

NAME_LENGTH = 40


@dataclass(frozen=True)
class RetoldDraft:
    """Answers of the form, as far as they are given."""

    game: str = ""
    played: str = ""
    """Name of the game, where the app knows only its count."""
    day: str = ""
    """Day as it was typed, "3/5/2026"."""
    names: tuple[str, ...] = ()
    points: tuple[int | None, ...] = ()
    winners: tuple[Seat, ...] = ()
    chosen: bool = False
    """True if the winners were chosen, and do not follow from the points."""
    minutes: int | None = None
    note: str = ""

    @property
    def clean_names(self) -> tuple[str, ...]:
        """Return the names as they are recorded."""
        return tidied(self.names)

    @property
    def winning(self) -> tuple[Seat, ...]:
        """Return the winners: those chosen, else whoever has the most points."""
        if self.chosen:
            return tuple(seat for seat in self.winners if seat < len(self.names))
        if not self.names or None in self.points:
            return ()
        return tuple(n for n, held in enumerate(self.points) if held == max(self.points))  # type: ignore[type-var]

    def of_game(self, game: str) -> "RetoldDraft":
        """Return the draft for another game, with as many people as it takes."""
        least, most = min(GAMES[game].players), max(GAMES[game].players)
        return replace(self, game=game).sized(min(max(len(self.names), least), most))

    def sized(self, count: int) -> "RetoldDraft":
        """Return the draft for so many people."""
        names = (*self.names, *[""] * count)[:count]
        points: tuple[int | None, ...] = (*self.points, *[None] * count)[:count]
        return replace(self, names=names, points=points)

    def named(self, seat: Seat, name: str) -> "RetoldDraft":
        """Return the draft with another name."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def scored(self, seat: Seat, points: int | None) -> "RetoldDraft":
        """Return the draft with other points of one person."""
        return replace(self, points=(*self.points[:seat], points, *self.points[seat + 1 :]))

    def toggled(self, seat: Seat) -> "RetoldDraft":
        """Return the draft with one winner more or less."""
        winners = tuple(sorted({*self.winning} ^ {seat}))
        return replace(self, winners=winners, chosen=True)


def day_of(text: str, now: datetime) -> datetime | None:
    """Return noon of a typed day, or None if it is no day or has not come yet.

    Args:
        text: the day, the month and the year; without a year it is this one.
        now: the present, with its zone.
    """
    parts = text.replace("-", "/").replace(".", "/").split("/")
    if not all(part.strip().isdecimal() for part in parts) or len(parts) not in (2, 3):
        return None
    day, month, *year = (int(part) for part in parts)
    try:
        then = now.replace(year=year[0] if year else now.year, month=month, day=day).date()
        noon = datetime.combine(then, time(12)).astimezone()
    except (ValueError, OverflowError, OSError):
        return None
    if then > now.date() or then.year < 1900:
        return None
    return min(noon, now)


def trouble(draft: RetoldDraft, now: datetime, words: AppWords) -> str:
    """Return what is still missing or wrong, or an empty text."""
    names = draft.clean_names
    if not draft.game:
        return words("retelling.no_game")
    if wrong := names_trouble(names, words):
        return wrong
    if day_of(draft.day, now) is None:
        return words("retelling.no_day")
    if any(draft.points) and None in draft.points:
        return words("retelling.no_points", name=names[draft.points.index(None)])
    return "" if draft.winning else words("retelling.no_winner")


@cache
def points_code(game_id: str) -> str:
    """Return the score line that is compared first at the end of a game."""
    game, data = GAMES[game_id], load(game_id)
    options = {**_own_options(game_id), "players": ("A", "B")}
    agreed = game.options.model_validate(options)
    state = game.setup(agreed, data.default_facts(), data.default_rulings())
    outcome = game.outcome((game.close or stopped)(state))
    return next(line.code for line in (*(outcome.compared if outcome else ()), *game.score(state)))


def points_label(game_id: str, words: AppWords) -> str:
    """Return the name of that number."""
    if GAMES[game_id].judged:
        return score_name(game_id, points_code(game_id))
    return words("retelling.points")


def _own_options(game_id: str) -> dict[str, Any]:
    """Return the options with which a game is set up in any way."""
    own, fields = game_setup(game_id).options, GAMES[game_id].options.model_fields
    return {name: value for name, value in own.items() if value is not None and name in fields}


def new_match(draft: RetoldDraft, facts: FactValues, match_id: str) -> NewMatch:
    """Build the request for the match: it is set up in any way, because nothing is played on it."""
    options = _own_options(draft.game)
    if draft.played.strip() and "name" in GAMES[draft.game].options.model_fields:
        options["name"] = " ".join(draft.played.split())[:NAME_LENGTH]
    return NewMatch(
        game=draft.game,
        options={**options, "players": list(draft.clean_names)},
        facts=facts,
        title=str(options.get("name", "")),
        id=match_id,
    )


def retold(draft: RetoldDraft, now: datetime) -> Retold:
    """Return the entry that tells the result."""
    played = day_of(draft.day, now)
    assert played is not None
    points = tuple(held for held in draft.points if held is not None)
    return Retold(
        played=played,
        winners=draft.winning,
        points=points if len(points) == len(draft.names) else (),
        code=points_code(draft.game),
        minutes=max(draft.minutes or 0, 0),
        note=draft.note.strip(),
    )
