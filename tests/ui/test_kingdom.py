"""Kingdom of Solomon in its forms: what is not asked, and what several answers together make legal.

Every printed number here is invented.
"""

from typing import Any

from companion.games.kingdom_of_solomon import GAME
from companion.kernel.form import Draft
from companion.ui.views import form as forms
from tests.games.kingdom_of_solomon.sample import lay

ON_TRADER: dict[str, Any] = {"phase": "resolution", "pawns": {0: ["action.trader"]}}
TRADER = Draft("use_space", 0, {"space": "action.trader"})


def _settled(given: dict[str, Any], kind: str, **values: Any) -> forms.Form:
    state = lay(given)
    return forms.settled(GAME, state, forms.start(GAME, 0, kind, values))


def test_a_space_that_takes_and_gives_what_one_likes_is_legal_by_two_answers() -> None:
    assert forms.helped(GAME, lay({**ON_TRADER, "has": {0: {"food": 1}}}), TRADER)
    assert not forms.helped(GAME, lay(ON_TRADER), TRADER)


def test_what_a_known_territory_gives_is_not_asked() -> None:
    given = {"phase": "resolution", "pawns": {0: ["territory.t1"]}}
    found = _settled(given, "harvest", territory="territory.t1")
    assert found.asking is None
    assert found.draft.values["take"] == ("stone",)
    unknown = {**given, "unknown": ["territory.t1.yields"]}
    assert _settled(unknown, "harvest", territory="territory.t1").asking == "take"


def test_a_payment_is_not_asked_unless_fortune_cards_could_pay_as_well() -> None:
    given = {"phase": "build", "has": {0: {"stone": 2}}}
    built = {"card": "building.c1", "site": "territory.t3"}
    found = _settled(given, "build_card", **built)
    assert found.draft.values["pay"] == ("stone", "stone")
    holding = {"phase": "build", "has": {0: {"stone": 2, "fortune": 1}}}
    assert _settled(holding, "build_card", **built).asking == "pay"


def test_of_cards_that_nobody_knows_one_is_turned_up_like_another() -> None:
    facts = ("name", "cost", "points", "palace", "lines")
    unknown = [f"building.c{n}.{fact}" for n in range(1, 21) for fact in facts]
    given = {"phase": "turn_up", "offer": ["building.c1"], "waiting": [0]}
    found = _settled({**given, "unknown": unknown}, "turn_up")
    assert found.asking is None
    assert found.draft.values["card"] == "building.c2"
    assert _settled(given, "turn_up").asking == "card"
