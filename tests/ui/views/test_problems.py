"""Problems of a table on the match screen, with fixes that hold.

Cases name every code there is; random adjustments then look for what nobody thought of.
"""

import ast
import asyncio
import logging
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import bootstrap
from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.game import Game
from companion.kernel.legality import NOBODY_CAN_ACT
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    LEDGER_PROBLEMS,
    Ledger,
    Transfer,
    Visibility,
    seat_account,
)
from companion.match.entries import Adjusted, Entry, Posted, Setting
from companion.match.files.acta_file import dumps
from companion.match.fixes import find_fixes
from companion.match.fold import Match, append, fold
from companion.match.resumable import done
from companion.rulebook.templates import MISSING
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission, UnreadableInput
from companion.services.matches.submission import judging
from companion.services.privacy import visibility
from companion.ui.context import wording_of
from companion.ui.layout import Layout
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.score import screen as score
from companion.ui.views.report.rejection_text import unrecorded
from companion.ui.views.table import problems
from tests.games.refereed import REFEREED
from tests.seeds import how_much
from tests.services.test_real_games import Player
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, OneMatch, actas, context, new_hub, read, unchanged, until

CITY, STREET, MOON = "blue_moon_city", "santiago_de_cuba", "blue_moon"
KINGDOM, SPRAWL = "kingdom_of_solomon", "urban_sprawl"


@lru_cache
def _recorded(game: str) -> tuple[Match, ...]:
    return tuple(map(read, actas(game)))


def _position(game: str, phase: str = "", players: int = 2) -> Match:
    """Return a recorded position where the table waits for that, after the first ship's dice."""
    for match in _recorded(game):
        if len(match.options.players) < players:
            continue
        for index, step in enumerate(match.steps):
            over = match.game.outcome(step.state) is not None
            if not over and index > 1 and phase in ("", _phase(step.state)):
                return until(match, index)
    raise AssertionError(phase)


def _phase(state: Any) -> str:
    if hasattr(state, "phase"):
        return str(state.phase)
    if hasattr(state.turn, "phase"):
        return str(state.turn.phase)
    return str(state.due.code) if hasattr(state, "due") else ""


def _game_of(state: Any) -> str:
    """Return the game of a state: that of the folder it is written in."""
    return type(state).__module__.split(".")[2]


def _at(match: Match, state: Any) -> Match:
    """Return the match with another state, however it may have come about."""
    last = match.steps[-1]._replace(state=state)
    return replace(match, steps=(*match.steps[:-1], last))


def _everybody(match: Match) -> tuple[int, ...]:
    return tuple(range(len(match.options.players)))


# Every code once

Forge = Callable[[Any], Any]


@dataclass(frozen=True)
class Case:
    """Table on which something does not hold."""

    code: str
    forge: Forge
    mended: bool = True
    """True if a fix can be proved."""
    phase: str = ""


def _moved(account: str, item: str, amount: int) -> Forge:
    def forge(state: Any) -> Any:
        moved = Transfer(item, amount, ADJUSTMENTS, account, "table.adjustment")
        return replace(state, ledger=state.ledger.post([moved]))

    return forge


def _first_card(account: str, amount: int) -> Forge:
    """Return a forge that adds copies of the first card of the deck of the first seat."""

    def forge(state: Any) -> Any:
        return _moved(account, f"card:{state.decks[0][0]}", amount)(state)

    return forge


def _set(**settings: str) -> Forge:
    def forge(state: Any) -> Any:
        game = _game_of(state)
        for name, value in settings.items():
            code = name.replace("__", ".")
            parts = GAMES[game].settables_of(state)
            state = next(part for part in parts if part.code == code).set(state, value)
        return state

    return forge


def _changed(**parts: Any) -> Forge:
    return lambda state: replace(state, **parts)


def _turn(**parts: Any) -> Forge:
    return lambda state: replace(state, turn=replace(state.turn, **parts))


def _ship(**parts: Any) -> Forge:
    return lambda state: replace(state, ship=replace(state.ship, **parts))


def _dice(*shown: int) -> Forge:
    goods = ("sugar", "citrus", "tobacco", "rum", "cigars")
    return _ship(demand=dict(zip(goods, shown, strict=False)))


def _printed(**numbers: int) -> Forge:
    def forge(state: Any) -> Any:
        return replace(
            state, facts=replace(state.facts, numbers={**state.facts.numbers, **numbers})
        )

    return forge


def _unbalanced(state: Any) -> Any:
    """Return the state as if a rule had made something out of nothing."""
    items = {CITY: "stone:0", STREET: "marker:0", MOON: "dragon", KINGDOM: "road"}
    items[SPRAWL] = "extra_favor"
    item = items[_game_of(state)]
    made = Transfer(item, 1, "nowhere", "seat:0", "")
    there = state.ledger.post([made]).items()
    return replace(state, ledger=Ledger({(a, i): n for a, i, n in there if a != "nowhere"}))


def _laid_unnoted(state: Any) -> Any:
    """Lay a card of a hand face down without noting its place."""
    return _moved("hand:0", "card", -1)(_moved("support:0", "card", 1)(state))


def _dragons_apart(state: Any) -> Any:
    """Put one dragon before each of the two."""
    for seat in (0, 1):
        more = 1 - state.dragons(seat)
        state = _moved("board", "dragon", -more)(_moved(f"seat:{seat}", "dragon", more)(state))
    return state


def _most_tokens(state: Any) -> Any:
    """Give a seat that does not control the High Priest more tokens than anybody has."""
    seat = f"seat:{1 if state.priest == 0 else 0}"
    return _moved("supply", "tokens", -9)(_moved(seat, "tokens", 9)(state))


def _pawns_together(state: Any) -> Any:
    return replace(state, pawns=("casino",) * len(state.pawns))


def _elsewhere(state: Any) -> Any:
    """Move the car to another citizen, or out of the port."""
    return replace(state, car=next(s for s in state.stops if s not in (state.car, "port")))


def _without_pawn(state: Any) -> Any:
    seat = state.turn.seat
    pawns = (*state.pawns[:seat], None, *state.pawns[seat + 1 :])
    return replace(state, pawns=pawns)


def _by_lawyer(state: Any) -> Any:
    owners = {b: s for b, s in state.owners.items() if b != state.using}
    *rest, task = state.agenda
    return replace(state, owners=owners, agenda=(*rest, task.with_of(by_lawyer=True)))


def _drawn_and_one(state: Any) -> Any:
    """Empty a deck into the hand of its seat, with one card more than it has."""
    left = state.ledger.balance("deck:0", "card")
    return _moved("hand:0", "card", left + 1)(_moved("deck:0", "card", -left)(state))


LEDGER_CASES = (
    Case("unknown_item", _moved("seat:0", "pebble", 2), mended=False),
    Case("not_conserved", _unbalanced, mended=False),
)
CASES: Mapping[str, tuple[Case, ...]] = {
    CITY: (
        *LEDGER_CASES,
        Case("unknown_item", _moved("deck", "card:pink:9", 2)),
        Case("out_of_place", _moved("deck", "scale", 3)),
        Case("out_of_place", _moved("seat:1", "stone:0", 1)),
        Case("below_zero", _moved("obelisk", "stone:0", -50)),
        Case("below_zero", _moved("seat:0", "crystal", -50)),
        Case("below_zero", _moved("deck", "card", -200)),
        Case("too_many_copies", _moved("discard", "card:black:1", 9)),
        Case("stones_do_not_match", _moved("tile:mill", "stone:1", 1)),
        Case("finished_with_stones", _set(finished__mill="yes", section__mill__0="0")),
        Case("full_and_unfinished", _set(section__hospice__0="1")),
        Case("obelisk_overfull", _moved("obelisk", "stone:1", 50)),
        Case("figure_outside_city", _changed(figures=("harbour", "harbour", "mill", "mill"))),
        Case("dragon_outside_city", _changed(dragons=dict.fromkeys(("vulca", "terrah"), "sea"))),
        Case("turn_of_nobody", _turn(seat=7)),
        Case("several_winners", lambda s: _moved("obelisk", "stone:0", 4)(_five(s))),
    ),
    STREET: (
        *LEDGER_CASES,
        Case("unknown_item", _moved("supply", "good:gold", 2)),
        Case("out_of_place", _moved("supply", "marker:0", 1)),
        Case("below_zero", _moved("seat:0", "peso", -50)),
        Case("below_zero", _moved("supply", "good:rum", -50)),
        Case("too_many_copies", _moved("supply", "good:rum", 50)),
        Case("markers_do_not_match", _moved("building:bank", "marker:1", 3)),
        Case("two_pawns_in_building", _pawns_together, mended=False),
        Case("car_off_the_street", _changed(car="beach"), mended=False),
        Case("ship_off_the_track", _ship(number=0)),
        Case("marker_off_the_flags", _ship(flag=99)),
        Case("box_keeps_other_dice", _printed(**{"dice.kept": 5}), mended=False),
        Case("box_without_free_step", _printed(**{"street.free_steps": 0}), mended=False),
        Case("wrong_number_of_dice", _dice(1, 1, 1, 1, 1)),
        Case("wrong_number_of_dice", _dice(1, 1, 1), mended=False),
        Case("impossible_die", _dice(9, 1, 1, 1), mended=False),
        Case("complete_ship_in_port", _dice(0, 0, 0, 0)),
        Case("turn_of_nobody", _turn(seat=7)),
        Case("car_elsewhere", _elsewhere, phase="loading"),
        Case("car_elsewhere", _changed(car="port"), phase="tribute"),
        Case("no_building_to_visit", _changed(car="port"), phase="visit"),
        Case("pawn_elsewhere", _without_pawn, phase="building"),
        Case("building_not_owned", _by_lawyer, phase="building"),
        Case(NOBODY_CAN_ACT, _changed(car="port"), phase="visit"),
    ),
    MOON: (
        *LEDGER_CASES,
        Case("unknown_item", _moved("deck:0", "card:hoax_99", 2)),
        Case("out_of_place", _moved("deck:0", "dragon", 3)),
        Case("below_zero", _moved("hand:0", "card", -50)),
        Case("below_zero", _moved("seat:1", "crystal", -50)),
        Case("too_many_copies", _first_card("discard:0", 3)),
        Case("deck_incomplete", _moved("hand:0", "card", 2)),
        Case("deck_incomplete", _drawn_and_one),
        Case("foreign_card", _moved("discard:0", "card:hoax_02", 1)),
        Case("dragons_on_both_sides", _dragons_apart),
        Case("pile_out_of_step", _first_card("combat:0", 1)),
        Case("face_down_out_of_step", _laid_unnoted, phase="bluff_faced"),
        Case("turn_of_nobody", _turn(seat=7)),
    ),
    KINGDOM: (
        *LEDGER_CASES,
        Case("unknown_item", _moved("supply", "cube:silver", 2)),
        Case("out_of_place", _moved("deck", "pawn:0", 1)),
        Case("below_zero", _moved("seat:0", "cube:gold", -50)),
        Case("below_zero", _moved("supply", "road", -50)),
        Case("too_many_copies", _moved("seat:0", "building:c1", 3)),
        Case("priest_with_fewer", _most_tokens),
    ),
    SPRAWL: (
        *LEDGER_CASES,
        Case("unknown_item", _moved("supply", "vocation:magic", 2)),
        Case("out_of_place", _moved("discard", "office:mayor", 1)),
        Case("below_zero", _moved("seat:0", "wealth", -90)),
        Case("below_zero", _moved("deck:town", "town", -50)),
        Case("too_many_copies", _moved("seat:0", "permit:p1", 3)),
    ),
}
ALL = [(game, case) for game, cases in CASES.items() for case in cases]


def _five(state: Any) -> Any:
    """Leave one seat four offerings short of all, and give the other one all of them."""
    need = state.required_offerings
    state = _moved("obelisk", "stone:0", need - 4 - state.offerings(0))(state)
    return _moved("obelisk", "stone:1", need - state.offerings(1))(state)


def _codes(game: Game[Any]) -> set[str]:
    """Return every code that the source of a game gives to a problem."""
    folder = Path(str(import_module(f"companion.games.{game.id}").__file__)).parent
    return {
        node.args[0].value
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Problem"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_every_problem_code_has_a_case() -> None:
    for name in REFEREED:
        game, cased = GAMES[name], {case.code for case in CASES[name]}
        assert _codes(game) | set(LEDGER_PROBLEMS) <= cased, name
    assert any(case.code == NOBODY_CAN_ACT for _, case in ALL)


@pytest.mark.parametrize(("game", "case"), ALL, ids=[f"{g}:{c.code}" for g, c in ALL])
def test_problem_is_described_and_its_fixes_resolve_it(game: str, case: Case) -> None:
    match = _position(game, case.phase)
    assert match.problems == ()
    broken = _at(match, case.forge(match.state))
    matching = [problem for problem in broken.problems if problem.code == case.code]
    assert matching, broken.problems
    for problem in matching:
        text = wording_of(broken).problem(problem)
        assert MISSING not in text
        assert text.endswith(".")
        for body in find_fixes(broken, problem):
            after = _and(broken, body)
            assert problem.key not in {left.key for left in after.problems}
    proved = any(find_fixes(broken, problem) for problem in matching)
    assert proved is case.mended
    for line in problems.lines(broken, wording_of(broken), *_all_seeing(broken)):
        assert line.fixes or line.look or case.code in ("unknown_item", "not_conserved"), line
        for fix in line.fixes:
            assert MISSING not in fix.text
            assert MISSING not in fix.body.reason


def _all_seeing(match: Match) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return _everybody(match), _everybody(match)


def _and(match: Match, body: Adjusted) -> Match:
    entry = Entry(seq=len(match.entries), id=new_id(), at=NOW, body=body)
    return append(match, entry)


def test_negative_balance_is_fixed_instead_of_passing_the_turn() -> None:
    """Seats that can do nothing because of cards below zero are not helped by another's turn."""
    match = _position(CITY)
    seat = match.state.turn.seat
    poor = _at(match, _moved(seat_account(seat), "card", -50)(match.state))
    below, stuck = poor.problems
    assert (below.code, stuck.code) == ("below_zero", NOBODY_CAN_ACT)
    assert {body.postings[0].item for body in find_fixes(poor, below)} == {"card"}
    assert find_fixes(poor, stuck) == ()


async def _mended_one_by_one(hub: Hub, match: Match, device: str) -> list[int]:
    """Return how many fixes the list offers, while the first is taken until none is left."""
    ctx = context(Client(hub, device, owner=True), device)
    view = await drawn(table.Screen, ctx, match.started.match)
    await view.touch("unsound")
    offered: list[int] = []
    while "unsound:close" in view.touchable() and len(offered) < 9:
        mends_now = [key for key in view.touchable() if key.startswith("mend:")]
        offered.append(len({key.split(":")[1] for key in mends_now}))
        await view.touch(mends_now[0])
    view.close()
    return offered


def test_problem_list_stays_open_until_everything_is_fixed(tmp_path: Path) -> None:
    with bootstrap.own_hub(tmp_path) as hub:
        match = _position(CITY)
        assert isinstance(hub.files.import_acta(dumps(match.entries).encode()), Imported)
        parts = ("finished.mill", "section.mill.0", "finished.hospice", "section.hospice.0")
        spoilt = tuple(
            Setting(code=code, value="yes" if code.startswith("finished") else "0")
            for code in parts
        )
        sent = Submission(new_id(), Adjusted(settings=spoilt))
        assert isinstance(done(hub.matches.submit(match.started.match, sent)), Recorded)
        assert len(hub.matches.open(match.started.match).problems) == 2
        assert asyncio.run(_mended_one_by_one(hub, match, "nine")) == [2, 1]
        assert hub.matches.open(match.started.match).problems == ()


def test_sound_match_shows_no_problems() -> None:
    for game in GAMES:
        match = _position(game)
        assert problems.headline(match, wording_of(match), *_all_seeing(match)) == ""
        assert problems.lines(match, wording_of(match), *_all_seeing(match)) == ()


# Hidden holdings


@pytest.mark.parametrize("game", list(GAMES))
def test_problem_of_a_hidden_amount_shows_no_number_to_other_viewers(game: str) -> None:
    match = _position(game)
    hidden = [s for s in match.game.items_of(match.state) if s.balance is Visibility.OWNER]
    for spec in hidden:
        item = spec.family if not spec.kinds else min(spec.kinds)
        broken = _at(match, _moved(seat_account(0), item, -73)(match.state))
        items = match.game.items_of(broken.state)
        assert items
        words = wording_of(broken)
        for mine, seen, shown in (((0,), (0,), True), ((1,), (1,), False), ((), (), False)):
            said = problems.headline(broken, words, mine, seen)
            lines = problems.lines(broken, words, mine, seen)
            assert said, (item, mine)
            assert any(line.fixes for line in lines) is shown, (item, mine)
            everything = said + "".join(line.text for line in lines)
            assert any(c.isdigit() for c in everything) is shown, everything
        # A device shared by all players shows the number to nobody until its owner looks.
        together = _everybody(broken)
        covered = problems.lines(broken, words, together, ())
        assert not any(c.isdigit() for line in covered for c in line.text)
        assert 0 in covered[0].owners
        for line in problems.lines(broken, words, together, together):
            for fix in line.fixes:
                assert not any(c.isdigit() for c in fix.body.reason)


def test_seat_that_cannot_act_is_reported_to_its_own_device_only() -> None:
    match = _position(STREET, "visit")
    stuck = _at(match, replace(match.state, car="port"))
    assert NOBODY_CAN_ACT in {problem.code for problem in stuck.problems}
    seat, words = stuck.state.turn.seat, wording_of(stuck)
    other = (seat + 1) % len(stuck.options.players)
    said = words.problem(next(p for p in stuck.problems if p.code == NOBODY_CAN_ACT))
    assert said in [line.text for line in problems.lines(stuck, words, (seat,), (seat,))]
    assert said not in [line.text for line in problems.lines(stuck, words, (other,), (other,))]


# Random adjustments


@dataclass
class Seen:
    """Counts of what random adjustments led to."""

    adjusted: int = 0
    refused: int = 0
    unsound: int = 0
    stuck: int = 0
    offered: int = 0
    drawn: int = 0

    @property
    def least(self) -> int:
        """Return the smallest of the counts that have to be reached."""
        return min(self.adjusted, self.refused, self.unsound, self.offered)


def _random(match: Match, rng: Random) -> Adjusted:
    """Return counts and positions as a table may set them, and some that no screen offers."""
    game, state = match.game, match.state
    specs = game.items_of(state)
    items = sorted({i for s in specs for i in (s.kinds or {s.family})} | {"card:pink:9", "pebble"})
    postings, settings = [], []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.5:
            account = rng.choice(game.accounts(state))
            amount = rng.choice((-50, -7, -2, -1, 1, 2, 7, 50))
            postings.append(Posted(account=account, item=rng.choice(items), amount=amount))
            continue
        settable = rng.choice(game.settables_of(state))
        values = (*settable.values(state), *(("9",) if rng.random() < 0.02 else ()))
        if values:
            settings.append(Setting(code=settable.code, value=rng.choice(values)))
    return Adjusted(postings=tuple(postings), settings=tuple(settings))


def _somewhere(game: str, rng: Random) -> Match:
    match = rng.choice(_recorded(game))
    return until(match, rng.randrange(len(match.steps)))


def _adjustments(game: str, seed: int, seen: Seen) -> Iterator[Match]:
    """Yield a match after each of some random adjustments."""
    rng = Random(f"{game} {seed}")
    match = _somewhere(game, rng)
    for _ in range(rng.randint(1, 3)):
        body = _random(match, rng)
        answer = done(judging(match, Submission(new_id(), body), catalog(game), NOW))
        if isinstance(answer, Recorded):
            seen.adjusted += 1
            match = answer.match
        else:
            assert isinstance(answer, UnreadableInput), answer
            seen.refused += 1
            said = unrecorded(wording_of(match), answer)
            assert said
            assert MISSING not in said
            if rng.random() < 0.5:
                continue
            # Record it as an older version would have: the match still opens.
            match = _and(match, body)
        yield match
        if match.broken:
            return


def _holds_or_is_told(match: Match, seen: Seen) -> None:
    """Check that there is a legal act, or that problems are shown with fixes that hold."""
    game, state, words = match.game, match.state, wording_of(match)
    over = game.outcome(state) is not None
    stuck = not over and next(iter(legality.legal_actions(game, state)), None) is None
    said = problems.headline(match, words, *_all_seeing(match))
    seen.stuck += stuck
    seen.unsound += bool(said)
    assert said or not stuck
    assert bool(said) is bool(game.invariants(state) or stuck)
    lines = problems.lines(match, words, *_all_seeing(match))
    for problem, line in zip(match.problems, lines, strict=True):
        assert MISSING not in line.text
        assert MISSING not in line.look_at
        assert ":" not in line.look_at.replace(": ", "")
        for fix in line.fixes:
            assert MISSING not in fix.text
            seen.offered += 1
            answer = done(judging(match, Submission(new_id(), fix.body), catalog(game.id), NOW))
            assert isinstance(answer, Recorded), (problem, fix, answer)
            again = fold(GAMES, answer.match.entries)
            left = {other.key for other in legality.problems(game, again.state)}
            assert problem.key not in left, (problem, fix)
            assert left <= {other.key for other in match.problems}


async def _draws(hub: Hub, match: Match, rng: Random, seen: Seen) -> None:
    """Render a screen of the match on some device, and the list of problems."""
    mine = rng.choice((_everybody(match), (rng.choice(_everybody(match)),), ()))
    client = OneMatch(hub, match, unchanged, mine)
    screen = rng.choice((table.Screen,) * 4 + (score.Screen, acta.Screen, recount.Screen))
    layout = rng.choice((Layout.PHONE, Layout.WIDE))
    ctx = context(client, f"device-{new_id()}", layout)
    view = await drawn(screen, ctx, match.started.match)
    said = "\n".join(texts(view.news()))
    assert said, screen
    seen.drawn += 1
    if screen is table.Screen and match.broken:
        assert wording_of(match).app("amend.broken") in said
        assert any(key.startswith("broken:") for key in view.touchable())
    elif screen is table.Screen:
        words = wording_of(match)
        line = problems.headline(match, words, mine, visibility.visible_seats(match, mine))
        assert ("unsound" in view.touchable()) is bool(line)
        assert line in said
        if line:
            await view.touch("unsound")
            assert words.app("sound.hint") in "\n".join(texts(view.news()))
            looks = [key for key in view.touchable() if key.startswith("look:")]
            if looks:
                await view.touch(rng.choice(looks))
                assert "adjust:close" in view.touchable()
    view.close()


def _run(
    game: str, seeds: Collection[int], folder: Path, caplog: Any, enough: float = math.inf
) -> Seen:
    """Adjust matches at random, until there was enough of everything."""
    hub, seen = new_hub(folder), Seen()
    caplog.set_level(logging.ERROR)
    for seed in seeds:
        rng = Random(seed)
        for match in _adjustments(game, seed, seen):
            if not match.broken:
                _holds_or_is_told(match, seen)
            asyncio.run(_draws(hub, match, rng, seen))
            assert not caplog.records, (seed, caplog.text)
        if seen.least > enough:
            break
    return seen


@pytest.mark.deep
@how_much("enough", everyday=3, before_release=math.inf)
@pytest.mark.parametrize("game", REFEREED)
def test_random_adjustment_leaves_a_legal_act_or_a_shown_problem(
    game: str, enough: float, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seen = _run(game, range(30), tmp_path, caplog, enough)
    assert seen.least > min(enough, 10), seen


@pytest.mark.campaign
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", list(GAMES))
def test_thousands_of_adjustments_leave_an_act_or_a_problem(
    game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seen = _run(game, range(1000, 2000), tmp_path, caplog)
    print(f"\n{game}: {seen}")


def _play_anything(game: str, seed: int, steps: int, folder: Path, seen: Seen) -> None:
    """Do whatever a table can do to an acta; after each step there is a way on."""
    player, rng = Player(GAMES[game], folder, seed), Random(seed)
    for step in range(steps):
        player.step()
        if not player.match.broken:
            _holds_or_is_told(player.match, seen)
        if step % 50 == 25:
            asyncio.run(_draws(player.hub, player.match, rng, seen))


@pytest.mark.deep
@pytest.mark.parametrize("game", REFEREED)
def test_random_table_always_leaves_a_way_on(game: str, tmp_path: Path) -> None:
    seen = Seen()
    _play_anything(game, 3, 80, tmp_path, seen)
    assert seen.drawn


@pytest.mark.campaign
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("game", list(GAMES))
def test_hundreds_of_random_tables_always_leave_a_way_on(game: str, tmp_path: Path) -> None:
    seen = Seen()
    for seed in range(300):
        _play_anything(game, seed, 200, tmp_path / str(seed), seen)
    print(f"\n{game}: {seen}")
