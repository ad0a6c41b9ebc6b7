"""Doubt list: what it says of each condition is true by the words of its name.

Each code has a predicate written from those words, on the bare state and a diary of the reports; it
shares no code with the rules. A line marked as met must be true, and one marked as failed false, in
random positions under random readings, of reports legal and illegal. A code without a predicate
fails.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.santiago_de_cuba.buildings import BUILDINGS
from companion.kernel import legality
from companion.kernel.conditions import Verdict
from companion.kernel.form import Draft
from companion.kernel.models import Action
from tests.games.random_play import any_action, play, slip
from tests.games.santiago_de_cuba.diary import PRODUCTS, Diary, Page
from tests.games.santiago_de_cuba.sample import GAME_ID
from tests.seeds import seeds

GAME = GAMES[GAME_ID]


@dataclass(frozen=True)
class Told:
    """Report, the state it is made in, and the diary before it."""

    state: Any
    action: Any
    diary: Diary

    @property
    def page(self) -> Page:
        """Return the turn that the report is about."""
        if self.action.kind != "give_to_zorro":
            turn_page = self.diary.of(self.state, self.action.seat)
        else:
            pages = (self.diary.current, self.diary.before)
            robbed = [page for page in pages if page and page.stop == "zorro"]
            turn_page = robbed[0] if robbed else self.diary.last
        assert turn_page
        return turn_page

    @property
    def page_of_seat(self) -> Page | None:
        """Return the turn of the reporting seat, if it has driven."""
        return self.diary.of(self.state, self.action.seat)


Predicate = Callable[[Told], bool]
"""Predicate: whether the name of a condition is true of a report."""

COLOURS = ("yellow", "blue", "red", "white")
PHASES = {
    "drive": {"drive"},
    "choose_good": {"good"},
    "claim_building": {"lawyer"},
    "use_own_building": {"lawyer"},
    "give_to_zorro": {"tribute"},
    "visit_building": {"visit"},
    "decline": {"good", "lawyer", "building", "visit"},
    "load_goods": {"loading"},
    "load_wood": {"loading"},
    "pass_loading": {"loading"},
    "roll_ship": {"roll"},
    "settle_empty_ship": {"empty_ship"},
}
"""Phases of each kind of report; a building is used while one is pending."""


# Reading the table without the rules


def street(state: Any) -> list[str]:
    return ["port", *state.options.street]


def walk(state: Any, action: Any) -> int:
    """Return the steps of a drive."""
    stops = street(state)
    ahead = (stops.index(action.to) - stops.index(state.car)) % len(stops)
    return int(ahead + len(stops) * action.laps)


def held(state: Any, seat: int, name: str) -> int:
    item = name if name in ("peso", "point") else f"good:{name}"
    amount: int = state.ledger.balance(f"seat:{seat}", item)
    return amount


def left(state: Any, good: str) -> int:
    amount: int = state.ledger.balance("supply", f"good:{good}")
    return amount


def owner(state: Any, building: str) -> int | None:
    seats = range(len(state.options.players))
    on = f"building:{building}"
    return next((s for s in seats if state.ledger.balance(on, f"marker:{s}")), None)


def above(state: Any, building: str) -> str:
    return COLOURS[state.options.buildings.index(building) // 3]


def colours(state: Any, citizen: str) -> set[str]:
    """Return every colour of a citizen's flower in some box with all four colours."""
    known = {c: f for c, f in state.facts.flowers.items() if isinstance(f, str)}
    if citizen not in state.facts.flowers:
        return set()
    lacking = [c for c in state.facts.flowers if c not in known]
    boxes = ({**known, **dict(zip(lacking, p, strict=True))} for p in _fillings(len(lacking)))
    return {box[citizen] for box in boxes if set(box.values()) == set(COLOURS)}


def _fillings(number: int) -> Iterator[tuple[str, ...]]:
    return product(COLOURS, repeat=number)


def free_under(state: Any, colour: str) -> list[str]:
    return [b for b in state.options.buildings if above(state, b) == colour and not taken(state, b)]


def taken(state: Any, building: str) -> bool:
    return building in state.pawns


def awake_on_arrival(state: Any, action: Any) -> bool:
    """Return whether the citizen is face up where the car stops, by its way and the readings."""
    leaves_it = action.to == state.car and (
        state.waking == action.to or state.rulings["turned_down_under_car"] == "on_leaving"
    )
    passes_it = walk(state, action) > len(street(state))
    return action.to not in state.inactive or passes_it or leaves_it


def waited_for(state: Any, diary: Diary) -> set[int]:
    turn, everyone = state.turn, set(range(len(state.options.players)))
    if state.phase == "tribute":
        assert diary.current
        return everyone - diary.current.gave - {turn.seat}
    if state.phase == "loading":
        return {state.awaited[0]}
    return {turn.seat}


def may_act(state: Any, action: Any, diary: Diary) -> set[int]:
    """Return the seats whose turn it is, or who are asked for just such a report."""
    asked, turn = waited_for(state, diary), {state.turn.seat}
    answers = {
        "tribute": {"give_to_zorro"},
        "loading": {"load_goods", "load_wood", "pass_loading"},
    }
    kinds = answers.get(state.phase)
    return asked if kinds is None or action.kind in kinds else asked & turn


def citizen_of(action: Any) -> str:
    return {"choose_good": "pablo", "give_to_zorro": "zorro"}.get(action.kind, "alonso")


def building_of(action: Any) -> str:
    name: str = action.kind.removeprefix("use_")
    return name


def wood_in(action: Any) -> bool:
    fields = ("what",) if action.kind == "give_to_zorro" else ("good", "give")
    return any(getattr(action, name, "") == "wood" for name in fields)


def paid(action: Any) -> str:
    """Return the good that a report hands over."""
    return (
        {
            "use_distillery": "sugar",
            "use_cigar_factory": "tobacco",
            "use_sawmill": "wood",
            "load_wood": "wood",
        }.get(action.kind)
        or getattr(action, "give", None)
        or action.good
    )


def gained(action: Any) -> str:
    """Return the good that a report takes from the supply."""
    return (
        {"use_distillery": "rum", "use_cigar_factory": "cigars"}.get(action.kind)
        or getattr(action, "take", None)
        or action.good
    )


def demanded(state: Any, good: str) -> int:
    shows: int = (state.ship.demand or {}).get(good, 0)
    return shows


def change(state: Any, action: Any, times: int) -> bool:
    """Return whether the Casino changes so many points for a seat."""
    if action.into == "points":
        return held(state, action.seat, "peso") >= 3 * times
    return held(state, action.seat, "point") >= times


def dice(action: Any) -> dict[str, int | None]:
    return {good: getattr(action, good) for good in PRODUCTS if good != action.aside}


def faces(good: str) -> set[int]:
    return {0, 1, 2, 3, 4} if good == "citrus" else {0, 1, 2, 3}


def receiver(state: Any, diary: Diary) -> int:
    """Return the receiver of gifts to El Zorro: the last driver there, as far as remembered."""
    pages = (diary.current, diary.before)
    drove = [page.driver for page in pages if page and page.stop == "zorro"]
    seat: int = state.turn.seat
    return drove[0] if drove else seat


TRUE_OF: dict[str, Predicate] = {
    # Turn and step
    "no_such_seat": lambda t: t.action.seat < len(t.state.options.players),
    "match_over": lambda t: not t.state.over,
    "not_your_turn": lambda t: t.action.seat in may_act(t.state, t.action, t.diary),
    "other_step": lambda t: t.state.phase in PHASES.get(t.action.kind, {"building"}),
    # Earlier events
    "driven_already": lambda t: t.diary.current is None,
    "ended_at_port": lambda t: t.page.stop != "port",
    "ended_at_inactive": lambda t: not t.page.inactive,
    "zorro_keeps_pawn": lambda t: t.page.stop != "zorro",
    "nowhere_to_go": lambda t: not t.page.stayed,
    "visited_already": lambda t: t.page_of_seat is None or t.page_of_seat.visited is None,
    "another_citizen": lambda t: t.page.stop == citizen_of(t.action),
    "citizen_declined": lambda t: not t.page.declined,
    "citizen_used": lambda t: not t.page.taken,
    "citizen_idle": lambda t: not t.page.idle_citizen,
    "driver_receives": lambda t: receiver(t.state, t.diary) != t.action.seat,
    "gave_already": lambda t: t.action.seat not in t.page.gave,
    "pawn_away": lambda t: t.state.pawns[t.action.seat] is not None,
    "building_idle": lambda t: building_of(t.action) not in t.page.idle,
    "building_used": lambda t: building_of(t.action) not in t.page.used,
    "building_declined": lambda t: building_of(t.action) != t.page.unused,
    "building_elsewhere": lambda t: t.state.pawns[t.action.seat] == building_of(t.action),
    "casino_one_way": lambda t: t.page.into in (None, t.action.into),
    "passed_port": lambda t: not (t.diary.last and t.diary.last.crossed),
    "round_over": lambda t: not (t.diary.last and t.diary.last.round_over),
    "no_loading_round": lambda t: t.state.phase == "loading",
    "passed_already": lambda t: not (t.diary.current and t.action.seat in t.diary.current.passed),
    "loaded_already": lambda t: (
        t.diary.current is None
        or t.diary.current.loaded != t.action.seat
        or t.state.awaited[0] == t.action.seat
    ),
    "not_the_roller": lambda t: t.state.turn.seat == t.action.seat,
    "roll_at_end": lambda t: t.state.phase == "roll",
    "ship_has_dice": lambda t: t.state.ship.demand is None,
    "no_empty_ship": lambda t: t.state.phase == "empty_ship",
    # The car and the citizens
    "drive_too_dear": lambda t: (
        held(t.state, t.action.seat, "peso") >= walk(t.state, t.action) % len(street(t.state)) - 1
    ),
    "laps_too_dear": lambda t: held(t.state, t.action.seat, "peso") >= walk(t.state, t.action) - 1,
    "car_must_move": lambda t: walk(t.state, t.action) > 0,
    "nothing_to_decline": lambda t: t.action.to != "port" and awake_on_arrival(t.state, t.action),
    "wood_excluded": lambda t: not wood_in(t.action),
    "supply_empty": lambda t: left(t.state, gained(t.action)) > 0,
    "no_markers_left": lambda t: (
        t.state.ledger.balance(f"seat:{t.action.seat}", f"marker:{t.action.seat}") > 0
    ),
    "building_owned": lambda t: owner(t.state, t.action.building) is None,
    "not_your_building": lambda t: owner(t.state, t.action.building) == t.action.seat,
    "gift_not_held": lambda t: held(t.state, t.action.seat, t.action.what) >= 1,
    "something_to_give": lambda t: (
        not any(held(t.state, t.action.seat, what) for what in ("peso", "point", *PRODUCTS))
    ),
    # The pawn
    "wrong_flower": lambda t: above(t.state, t.action.building) in colours(t.state, t.state.car),
    "pawn_of_another": lambda t: (
        t.action.building
        not in (p for seat, p in enumerate(t.state.pawns) if seat != t.action.seat)
    ),
    "pawn_already_there": lambda t: t.state.pawns[t.action.seat] not in (None, t.action.building),
    "visit_owed": lambda t: not all(free_under(t.state, c) for c in colours(t.state, t.state.car)),
    # Buildings
    "another_building": lambda t: t.state.using == building_of(t.action),
    "no_exchange_possible": lambda t: change(t.state, t.action, 1),
    "exchange_too_large": lambda t: change(t.state, t.action, t.action.times),
    "first_flag": lambda t: t.state.ship.flag > 0,
    "none_held": lambda t: held(t.state, t.action.seat, paid(t.action)) > 0,
    "goods_short": lambda t: held(t.state, t.action.seat, paid(t.action)) >= t.action.amount,
    "supply_short": lambda t: left(t.state, gained(t.action)) >= t.action.amount,
    "wood_not_for_sale": lambda t: t.action.take != "wood",
    "same_good": lambda t: t.action.give != t.action.take,
    "not_demanded": lambda t: demanded(t.state, t.action.good) > 0,
    "port_is_no_citizen": lambda t: t.action.citizen in t.state.options.street,
    "already_inactive": lambda t: t.action.citizen not in t.state.inactive,
    "too_many_cigars": lambda t: t.action.cigars <= 1,
    "too_many_rum": lambda t: t.action.rum <= 1,
    "cigars_short": lambda t: held(t.state, t.action.seat, "cigars") >= t.action.cigars,
    "rum_short": lambda t: held(t.state, t.action.seat, "rum") >= t.action.rum,
    "nothing_sold": lambda t: t.action.cigars + t.action.rum > 0,
    # The port and the ship
    "more_than_demanded": lambda t: demanded(t.state, t.action.good) >= t.action.amount,
    "none_set_aside": lambda t: t.action.aside != "none",
    "no_such_face": lambda t: all(n in faces(good) for good, n in dice(t.action).items()),
    "nothing_demanded": lambda t: any(dice(t.action).values()),
}
"""Predicate by code: whether the name of the condition in `words.toml` is true."""


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


def late(state: Any, diary: Diary, rng: Random) -> Action:
    """Return a report that comes too late in a turn that has gone on."""
    page, uses = diary.last, [f"use_{name}" for name in BUILDINGS]
    if page is None:
        return any_action(GAME, state, rng)
    touched = [f"use_{name}" for name in {*page.idle, *page.used, page.unused} if name]
    kind = rng.choice([*(touched or uses), rng.choice(list(GAME.action_models))])
    draft = Draft(kind, page.driver, {})
    while (name := legality.next_field(GAME, draft)) is not None:
        values = legality.values_to_try(GAME.candidates(state, draft, name))
        draft = draft.with_value(name, rng.choice(values))
    return legality.complete(GAME, draft)


def check(seed: int, limit: int) -> Counter[tuple[str, str]]:
    """Check the doubt list of reports of one random match; count lines by code and verdict."""
    rng, seen, diary = Random(seed), Counter[tuple[str, str]](), Diary()
    for step in play(GAME, rng, limit):
        seen += check_lines(step.before, step.action, diary)
        diary.note(step)
        for make in (slip, any_action):
            seen += check_lines(step.after, make(GAME, step.after, rng), diary)
        seen += check_lines(step.after, late(step.after, diary, rng), diary)
    return seen


def check_lines(state: Any, action: Action, diary: Diary) -> Counter[tuple[str, str]]:
    seen = Counter[tuple[str, str]]()
    for line in legality.explain(GAME, state, action):
        reading = Told(state, action, diary)
        if line.verdict in (Verdict.HOLDS, Verdict.FAILS):
            met = line.verdict is Verdict.HOLDS
            assert TRUE_OF[line.code](reading) == met, (line, reading)
        seen[line.code, str(line.verdict)] += 1
    return seen


@pytest.mark.parametrize("seed", seeds(12))
def test_met_conditions_are_true_and_failed_ones_false(seed: int) -> None:
    assert check(seed, 80)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_met_conditions_are_true_and_failed_ones_false_long_run() -> None:
    seen = sum((check(seed, 400) for seed in range(150)), Counter[tuple[str, str]]())
    print(sum(seen.values()), dict(sorted(seen.items())))
    failed = {code for code, verdict in seen if verdict == "fails"}
    # There are so many goods, and so many buildings for so few markers, that a citizen always has
    # something to give.
    assert failed == set(TRUE_OF) - {"citizen_idle"}
