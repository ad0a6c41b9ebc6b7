"""Number of touches that a recorded turn takes on the real match screen.

The figures are printed with `-s`. What is recorded is the same as what was recorded at the table.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.kernel.models import Action
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.ui.screens.match import screen as table
from tests.ui.drawn import drawn
from tests.ui.tables import PLAYTHROUGHS, actas, context, read

Turn = tuple[int, tuple[Action, ...]]
"""Number of steps before a turn, and the reports in it."""


def _turns(match: Match) -> Iterator[Turn]:
    """Yield what one seat reports in a row, and nothing but reports."""
    start, acts = 0, list[Action]()
    for index, step in enumerate(match.steps):
        action = step.action
        if acts and (action is None or action.seat != acts[0].seat):
            yield start, tuple(acts)
            acts = []
        if action is None:
            continue
        start = start if acts else index
        acts.append(action)


def _first(game: str, wanted: Callable[[tuple[Action, ...]], bool]) -> tuple[Path, Turn]:
    """Return the first recorded turn of that kind."""
    for path in actas(game):
        for turn in _turns(read(path)):
            if wanted(turn[1]):
                return path, turn
    pytest.fail(f"no such turn was recorded of {game}")


def _before(hub: Hub, path: Path, steps: int) -> str:
    """Import the match as it was before so many steps had been played."""
    match = read(path)
    seq = match.steps[steps].item.entry.seq
    kept = acta_file.loads(path.read_bytes())[:seq]
    answer = hub.files.import_acta(acta_file.dumps(kept).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


def _plain(action: Action) -> dict[str, Any]:
    return action.model_dump(mode="json")


def _play(folder: Path, path: Path, turn: Turn, touches: Callable[[Action], list[str]]) -> int:
    """Play a turn, each act by its touches; return the number of touches."""
    first, acts = turn
    with own_hub(folder) as hub:
        match_id = _before(hub, path, first)

        async def session() -> int:
            plain = context(Client(hub, "here", owner=True), "here")
            ctx = replace(plain, subscribe=hub.matches.subscribe)
            screen = await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)
            count = 0
            for act in acts:
                for key in touches(act):
                    assert key in screen.touchable(), (act, key, screen.touchable())
                    await screen.touch(key)
                    count += 1
            screen.close()
            return count

        count = asyncio.run(session())
        played = hub.matches.open(match_id)
    recorded = [step.action for step in played.steps[first:]]
    assert [_plain(a) for a in recorded if a] == [_plain(a) for a in acts]
    print(f"{path.parent.name}: {[a.kind for a in acts]}, {count} touches")
    return count


# Blue Moon City: move, build at the destination, end the turn


def _walks_and_builds(acts: tuple[Action, ...]) -> bool:
    kinds = [act.kind for act in acts]
    if kinds != ["move_figure", "place_stone", "finish_turn"]:
        return False
    move, build, end = (_plain(act) for act in acts)
    # Cards without functions, all of one colour: the most common payment.
    plain = len({card.partition(":")[0] for card in build["cards"]}) == 1
    return not move["cards"] and not end["discards"] and plain and len(build["cards"]) < 3


def _city(act: Action) -> list[str]:
    given = _plain(act)
    match act.kind:
        case "move_figure":
            return [f"tile:{given['to']}"]
        case "place_stone":
            section = f"kind:place_stone:{act.seat}:{given['section']}"
            return [section, f"proposal:{'+'.join(sorted(given['cards']))}"]
        case _:
            return [f"kind:finish_turn:{act.seat}"]


def test_commonest_turn_of_blue_moon_city_takes_four_touches(tmp_path: Path) -> None:
    path, turn = _first("blue_moon_city", _walks_and_builds)
    assert path.parent.parent == PLAYTHROUGHS
    assert _play(tmp_path, path, turn, _city) == 4


# Santiago de Cuba: drive to a citizen, visit a building, use it


def _drives_and_visits(acts: tuple[Action, ...]) -> bool:
    kinds = [act.kind for act in acts]
    if kinds[:2] != ["drive", "visit_building"] or len(kinds) != 3:
        return False
    drive, client = _plain(acts[0]), _plain(acts[1])
    return kinds[2] in _BY_GOOD and not drive["decline"] and not client["decline"]


_BY_GOOD = {"use_customs": "good", "use_office": "good"}


def _street(act: Action) -> list[str]:
    given = _plain(act)
    match act.kind:
        case "drive":
            return [f"stop:{given['to']}"]
        case "visit_building":
            return [f"building:{given['building']}"]
        case _:
            return [f"kind:{act.kind}:{act.seat}", f"stock:{given[_BY_GOOD[act.kind]]}"]


def test_commonest_turn_of_santiago_takes_at_most_five_touches(tmp_path: Path) -> None:
    path, turn = _first("santiago_de_cuba", _drives_and_visits)
    assert _play(tmp_path, path, turn, _street) <= 5


# Kingdom of Solomon: place a pawn; build a card on a site, for its cost


def _places(acts: tuple[Action, ...]) -> bool:
    return [act.kind for act in acts] == ["place_pawn"]


def _builds(acts: tuple[Action, ...]) -> bool:
    if [act.kind for act in acts] != ["build_card", "end_building"]:
        return False
    card = _plain(acts[0])
    return not card["cards"] and card["site"] != "plot.none"


def _at(place: str) -> str:
    return place.replace(".", ":", 1)


def _kingdom(act: Action) -> list[str]:
    given = _plain(act)
    match act.kind:
        case "place_pawn":
            return [_at(given["space"])]
        case "build_card":
            return [_at(given["card"]), _at(given["site"])]
        case _:
            return [f"kind:{act.kind}:{act.seat}"]


def _with_what_is_known() -> tuple[Path, Turn]:
    """Return the first card built when all its values had been read off the box."""
    for path in actas("kingdom_of_solomon"):
        match = read(path)
        for turn in filter(lambda turn: _builds(turn[1]), _turns(match)):
            card = _plain(turn[1][0])["card"]
            hand = match.steps[turn[0] - 1].state.fortunes(turn[1][0].seat)
            if {f"{card}.points", f"{card}.cost"} <= match.facts.keys() and not hand:
                return path, turn
    pytest.fail("no such turn was recorded")


def test_placing_a_pawn_in_kingdom_of_solomon_takes_one_touch(tmp_path: Path) -> None:
    path, turn = _first("kingdom_of_solomon", _places)
    assert _play(tmp_path, path, turn, _kingdom) == 1


def test_building_a_card_and_ending_the_turn_takes_three_touches(tmp_path: Path) -> None:
    path, turn = _with_what_is_known()
    assert _play(tmp_path, path, turn, _kingdom) == 3


# Blue Moon: play a character, announce the power


def _fights_on(acts: tuple[Action, ...]) -> bool:
    if [act.kind for act in acts] != ["play_cards", "announce"]:
        return False
    play, power = map(_plain, acts)
    return len(play["cards"]) == 1 and power["element"] == "same"


def _fight(act: Action) -> list[str]:
    given = _plain(act)
    if act.kind == "play_cards":
        return [f"kind:play_cards:{act.seat}", f"pick:{given['cards'][0]}"]
    return [f"kind:announce:{act.seat}:{given['element']}"]


def test_commonest_turn_of_a_blue_moon_fight_takes_three_touches(tmp_path: Path) -> None:
    path, turn = _first("blue_moon", _fights_on)
    assert _play(tmp_path, path, turn, _fight) == 3
