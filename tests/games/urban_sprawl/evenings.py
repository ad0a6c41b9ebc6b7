"""Script that records matches of every number of players and every end, and the example.

Usage: python -m tests.games.urban_sprawl.evenings

They are played with the certain values of the box, as a table begins: unknown cards are carried out
by hand.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.components import SprawlOptions
from companion.games.urban_sprawl.state import State
from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.models import Action
from tests.games.random_play import legal_action
from tests.games.urban_sprawl.sample import DATA, NAMES
from tests.playthroughs import actas, transcript

EXAMPLE = Path("rules_data") / GAME.id / "ejemplo.acta"

Report: TypeAlias = Mapping[str, Any]
Table: TypeAlias = tuple[SprawlOptions, dict[str, Any], dict[str, str]]

WEIGHTS = dict.fromkeys(GAME.action_models, 1.0) | {"build": 9.0, "take_card": 2.0}


def table(players: int, first: int = 0) -> Table:
    """Return a short match of so many players, with the box as it was shipped."""
    options = SprawlOptions(players=NAMES[:players], first_seat=first, length="short")
    return options, DATA.default_facts(), DATA.default_rulings()


def at_random(begun: Table, seed: int, longest: int) -> list[Action] | None:
    """Return a match of random legal reports; None if it is too long or a tie."""
    rng, state, actions = Random(seed), GAME.setup(*begun), list[Action]()
    while (outcome := GAME.outcome(state)) is None:
        action = legal_action(GAME, state, rng, WEIGHTS) if len(actions) < longest else None
        if action is None:
            return None
        actions.append(action)
        state, _ = GAME.apply(state, action)
    return actions if outcome.reason == "most_prestige" else None


# Match with a tie of two at the end: almost nothing but events happens

EVEN = ("lot.2.2", "lot.2.11", "lot.4.4", "lot.4.9", "lot.6.6", "lot.7.6", "lot.6.7", "lot.7.7",
        "lot.9.4", "lot.9.9", "lot.11.2", "lot.11.11")  # fmt: skip
"""Lots bought in turns: three rows with two buildings of each seat, and 33 wealth for each."""
UNEVEN = (*EVEN[:10], "lot.11.11", "lot.11.2")
"""Same lots in an order that leaves one seat a little more wealth."""


def level(begun: Table, claims: tuple[str, ...]) -> list[Action]:
    """Return a match in which two people end with the same prestige."""
    state, actions, bought = GAME.setup(*begun), list[Action](), iter(claims)
    while GAME.outcome(state) is None:
        report = _only(state, bought)
        seat = GAME.awaiting(state)[0]
        actions.append(GAME.read_action({"seat": seat, **report}))
        refusal = legality.check(GAME, state, actions[-1])
        assert refusal is None, (actions[-1], refusal)
        state, _ = GAME.apply(state, actions[-1])
    return actions


def _only(state: State, bought: Iterator[str]) -> Report:
    """Return the one report made in this phase."""
    seat = GAME.awaiting(state)[0]
    done: dict[str, Callable[[], Report]] = {
        "claim": lambda: {"kind": "claim_start", "building": next(bought)},
        "media": lambda: {"kind": "choose", "answer": "seat.0"},
        "show": lambda: _shown(state),
        "line": lambda: {"kind": "read_line", "first": 5, "second": 3, "third": 2, "fourth": 1},
        "effect": lambda: {"kind": "carry_out"},
        "drop_control": lambda: {"kind": "choose", "answer": "lot.6.7"},
        "act": lambda: (
            {"kind": "end_turn"}
            if state.card_at("favor.one", seat)
            else {"kind": "take_favor", "place": "rail.c1"}
        ),
    }
    return done[state.phase]()


def _shown(state: State) -> Report:
    """Return a permit or a contract that triggers nothing; during the game, an event."""
    deck = state.due.of("deck")
    listed = GAME.candidates(state, Draft("show_card", state.awaited[0], {}), "card")
    cards = [card for card in listed.values if not card.startswith("event")]  # type: ignore[union-attr]
    key = {"town": "town.t1", "city": "city.c1", "metropolis": "metropolis.m1"}.get(deck, "")
    report = {"kind": "show_card", "ballot": False, "pays": 0}
    if key in cards and legality.check(GAME, state, _card(state, key)) is None:
        return {**report, "card": key, "as_event": True}
    plain = next(card for card in cards if card != key and f"{card}.kind" not in _SHIPPED)
    return {**report, "card": plain, "as_event": key in cards and state.turns > 0}


_SHIPPED = DATA.default_facts()


def _card(state: State, card: str) -> Action:
    fields = {"as_event": True, "ballot": False, "pays": 0, "seat": state.awaited[0]}
    return GAME.read_action({"kind": "show_card", "card": card, **fields})


def main() -> None:
    """Write the recorded matches and the example."""
    for players, seed in ((2, 0), (3, 0), (4, 0)):
        begun = table(players, first=players - 2)
        _first(f"most_prestige_{players}", begun, seed, 260)
    for name, claims in (("tie_shared_2", EVEN), ("most_wealth_2", UNEVEN)):
        begun = table(2)
        _write(name, transcript.recording(GAME, begun, level(begun, claims)))
    _example()


def _example() -> None:
    """Write the example: as far as a match goes with only the certain values of the box.

    These are the twelve first buildings, Media, and the one contract whose values are all known.
    """
    begun = table(3, first=1)
    bought = ("lot.7.7", "lot.6.7", "lot.4.4", "lot.7.6", "lot.9.4", "lot.2.11", "lot.2.2",
              "lot.4.9", "lot.11.11", "lot.11.2", "lot.9.9", "lot.6.6")  # fmt: skip
    reports: list[Report] = [{"kind": "claim_start", "building": lot} for lot in bought]
    clinic = {"card": "town.t2", "as_event": False, "ballot": False, "pays": 1}
    reports.append({"kind": "show_card", **clinic})
    state, actions = GAME.setup(*begun), list[Action]()
    for report in reports:
        actions.append(GAME.read_action({**report, "seat": GAME.awaiting(state)[0]}))
        state, _ = GAME.apply(state, actions[-1])
    recorded = transcript.recording(GAME, begun, actions)
    EXAMPLE.write_text(actas.written(recorded, "ejemplo", example=True), encoding="utf-8")


def _first(name: str, begun: Table, seed: int, longest: int) -> None:
    """Write the first match from a seed on that ends soon enough."""
    while (actions := at_random(begun, seed, longest)) is None:
        seed += 1
    _write(name, transcript.recording(GAME, begun, actions))


def _write(name: str, recorded: transcript.Recorded) -> None:
    path = transcript.FOLDER / GAME.id / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(transcript.written(recorded), encoding="utf-8")
    path.with_suffix(".acta").write_text(actas.written(recorded, name), encoding="utf-8")
    print(path.name, len(recorded.reports))


if __name__ == "__main__":
    main()
