"""Sign of the points that nobody has read: gained, paid, or both."""

import pytest

from companion.games.kingdom_of_solomon.scoring import score
from companion.games.kingdom_of_solomon.view import public_view
from companion.match.steps import impossible
from companion.rulebook.wording import Wording
from companion.services.privacy import redaction
from companion.services.privacy.redaction import redact
from companion.ui.screens.recount import presenter as recount
from companion.ui.views.rulings.origin import origins
from companion.ui.views.table import adjustment
from companion.ui.views.table.scores import shown
from tests.games.kingdom_of_solomon.test_typed_later import (
    ANA,
    BETO,
    begun,
    recorded,
    reported,
    typed,
)

SELLS = {"kind": "sell", "seat": BETO, "place": "price.timber-1"}
BUYS = {"kind": "buy", "seat": ANA, "place": "price.timber-1"}
SELLS_TOO = {"kind": "sell", "seat": ANA, "place": "price.stone-1"}


@pytest.mark.parametrize(
    ("reports", "seat", "sign"),
    [
        ((), BETO, ""),
        ((SELLS,), BETO, "+"),
        ((SELLS,), ANA, ""),
        ((SELLS, BUYS), ANA, "−"),
        ((SELLS, BUYS), BETO, "+"),
    ],
)
def test_number_says_whether_it_can_only_grow_or_shrink(
    reports: tuple[dict[str, object], ...], seat: int, sign: str
) -> None:
    match = begun()
    for report in reports:
        match = reported(match, report)
    (line,) = (x for x in score(match.state) if (x.seat, x.code) == (seat, "points"))
    assert line.unread == sign
    assert public_view(match.state, None).seats[seat].unread_points == sign
    assert shown(line.amount, sign) == (f"10 {sign} ?" if sign else "10")
    # Once the price is read, it is certain.
    known = typed(match, "price.timber-1.points", 4)
    assert {x.unread for x in score(known.state)} == {""}


def test_number_that_lacks_gains_and_payments_may_be_either() -> None:
    match = begun()
    for report in (SELLS, BUYS, {"kind": "pass_market", "seat": BETO}, SELLS_TOO):
        match = reported(match, report)
    signs = {line.seat: line.unread for line in score(match.state) if line.code == "points"}
    assert signs == {ANA: "±", BETO: "+"}
    assert shown(10, "±") == "10 ± ?"


@pytest.mark.parametrize("mine", [None, (), (ANA,), (ANA, BETO)])
def test_origin_names_what_nobody_has_read_to_every_device(mine: tuple[int, ...] | None) -> None:
    whole = reported(begun(), SELLS)
    match = whole if mine is None else redact(whole, mine)
    words = Wording(match.game.id, match.options.players, match.rulings, match.facts)
    for seat, number in ((BETO, 1), (ANA, 0)):
        lines = origins(match, words, (f"seat:{seat}", ("point",)), mine or ())
        assert sum(line.change is None for line in lines) == number


@pytest.mark.parametrize("mine", [None, (), (ANA,), (ANA, BETO)])
def test_whoever_counts_is_told_what_the_app_lacks_and_settles_it(
    mine: tuple[int, ...] | None,
) -> None:
    told = reported(begun(), SELLS)
    match = told if mine is None else redact(told, mine)
    words = Wording(match.game.id, match.options.players, match.rulings, match.facts)
    whole, place = adjustment.Adjustment(), (f"seat:{BETO}", "point")
    assert adjustment.count(match, words, place, whole).label.endswith("(la app: 10 + ?)")
    assert "app" not in adjustment.count(match, words, (f"seat:{ANA}", "point"), whole).label
    (line,) = (x for g in recount.groups(match, words, {}) for x in g.lines if x.place == place)
    assert line.status_text == "En el acta: 10 + ?"
    for number, sure, said, at_all in (
        (14, 0, "Puede coincidir: en el acta hay 10 + ?", "Puede coincidir todo"),
        (9, -1, "1 menos que en el acta, que dice 10 + ?", "1\N{NO-BREAK SPACE}diferencia"),
    ):
        (line,) = (
            x
            for g in recount.groups(match, words, {place: number})
            for x in g.lines
            if x.place == place
        )
        assert line.status_text.startswith(said)
        difference = {place: number - 10}
        assert redaction.certain(match, difference) == {place: sure}
        assert recount.verdict(words, difference, {place: sure}).startswith(at_all)
    for body in (
        adjustment.body(match, adjustment.counted(match, whole, *place, 14)),
        recount.adjusted(match, {place: 4}, ""),
    ):
        after = recorded(told, body)
        assert impossible(match.game, match.state, body) is None
        assert (after.state.points(BETO), after.state.points_lack(BETO)) == (14, ())
