"""Conditions on the options of a match, so that bad options are refused too."""

from collections import Counter

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.buildings import BUILDINGS, CITIZENS, WITH_FLOWER
from companion.games.santiago_de_cuba.components import (
    FLOWERS,
    PLAYERS,
    REQUIRED_FACTS,
    SantiagoOptions,
    read_flower,
)
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition
from companion.kernel.legality import SetupDraft
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remark
from companion.kernel.values import Counted, Value


def _faulty(given: tuple[str, ...], all_of_them: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the missing entries, and those repeated or foreign; empty if none."""
    counts = Counter(given)
    missing = tuple(name for name in all_of_them if name not in counts)
    wrong = tuple(name for name, n in counts.items() if n > 1 or name not in all_of_them)
    return {"missing": missing, "wrong": wrong} if missing or wrong else {}


@rule("setup.citizens", code="street_wrong", fields="street", kind=ConditionKind.EXISTENCE)
def street_wrong(_draft: SetupDraft, options: SantiagoOptions) -> Finding:
    """The nine citizens lie along the street, each once."""
    faulty = _faulty(options.street, CITIZENS)
    shown = {key: tuple(map(terms.stop, names)) for key, names in faulty.items()}
    return Failure(shown) if faulty else None


@rule("setup.buildings", code="buildings_wrong", fields="buildings", kind=ConditionKind.EXISTENCE)
def buildings_wrong(_draft: SetupDraft, options: SantiagoOptions) -> Finding:
    """The twelve buildings lie under the flowers, each once."""
    faulty = _faulty(options.buildings, BUILDINGS)
    shown = {key: terms.buildings(names) for key, names in faulty.items()}
    return Failure(shown) if faulty else None


def _colours(draft: SetupDraft) -> Counter[str] | None:
    """Return the number of citizens of each colour; None while one is unknown."""
    flowers = [read_flower(draft.facts, citizen) for citizen in WITH_FLOWER]
    known = [colour for colour in flowers if isinstance(colour, str)]
    return Counter(known) if len(known) == len(flowers) else None


@rule("components.flowers", code="flower_on_no_citizen", kind=ConditionKind.EXISTENCE)
def flower_on_no_citizen(draft: SetupDraft, _options: SantiagoOptions) -> Finding:
    """Three buildings lie under each colour: without a citizen of it nobody could enter them."""
    colours = _colours(draft)
    lacking = next((c for c in FLOWERS if colours is not None and not colours[c]), None)
    if lacking is None:
        return None
    return Failure({"flower": terms.flower(lacking)})


@rule("components.flowers", code="unusual_flowers")
def unusual_flowers(draft: SetupDraft, _options: SantiagoOptions) -> Finding:
    """Two of each colour are likely, not certain: only worth a second look."""
    colours = _colours(draft)
    usual = len(WITH_FLOWER) // len(FLOWERS)
    if colours is None:
        return NOT_APPLICABLE
    if all(colours[colour] == usual for colour in FLOWERS):
        return None
    counts: dict[str, Value] = {c: Counted(colours[c], "ciudadano") for c in FLOWERS}
    return Remark({**counts, "usual": usual})


SETUP: tuple[Condition[SetupDraft], ...] = (
    table.wrong_number_of_players(PLAYERS, "setup.players"),
    table.name_repeated("table.seats"),
    table.first_player_absent("setup.first_player"),
    table.printed_number_missing(REQUIRED_FACTS, "components"),
    street_wrong,
    buildings_wrong,
    flower_on_no_citizen,
    unusual_flowers,
)
