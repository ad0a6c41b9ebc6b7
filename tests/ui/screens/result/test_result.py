"""Result of a match: the podium, the key moments, the curve in words, the picture."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import flet.canvas as cv
import pytest

from companion.games import GAMES
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.matches.results import ScoreAmount
from companion.services.matches.summary import Digest, digest
from companion.services.privacy.redaction import redact
from companion.ui import routes
from companion.ui.boards.contract import game_screen
from companion.ui.layout import Layout
from companion.ui.screens.match.seats import _in_sight
from companion.ui.screens.result import picture
from companion.ui.screens.result import presenter as ending
from companion.ui.screens.result import screen as ending_screen
from companion.ui.screens.result.picture import ResultPicture
from companion.ui.screens.result.presenter import Series
from companion.ui.theme import SEATS
from companion.ui.views.table.scores import compared, rows, shown
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, OneMatch, actas, context, new_hub, read, unchanged

ENDED = [pytest.param(path, id=path.stem) for game in GAMES for path in actas(game)]


def _codes(match: Match) -> tuple[str, ...]:
    game = game_screen(match.game.id)
    return game.ranked or (game.charted,)


def _words(match: Match) -> Wording:
    return Wording(match.game.id, match.options.players, match.rulings, match.facts)


@pytest.mark.parametrize("path", ENDED)
def test_podium_lists_winners_first_with_their_score(path: Path) -> None:
    match = read(path)
    assert match.outcome
    codes, winners = _codes(match), match.outcome.winners
    steps = ending.podium(match, _words(match), codes, winners)
    assert {step.seat for step in steps[: len(winners)]} == set(winners)
    assert [step.won for step in steps] == sorted((s.won for s in steps), reverse=True)
    keys = [*compared(match).values()]
    rest = [[key[step.seat].amount for key in keys] for step in steps if not step.won]
    assert rest == sorted(rest, reverse=True)
    lines = match.game.score(match.state)
    for step in steps:
        mine = [line.amount for line in lines if line.seat == step.seat and line.code in codes]
        assert step.amount == sum(mine)


@pytest.mark.parametrize("path", ENDED)
def test_what_was_compared_decides_the_match(path: Path) -> None:
    match = read(path)
    assert match.outcome
    keys = [*compared(match).values()]
    seats = range(len(match.options.players))
    held = [tuple(key[seat].amount for key in keys) for seat in seats]
    if keys and not any(line.lacks for line in match.outcome.compared):
        best = (min if game_screen(match.game.id).fewest(match) else max)(held)
        assert match.outcome.winners == tuple(s for s in seats if held[s] == best)
        # Nothing is told that decided nothing.
        for nth in range(1, len(keys)):
            assert sum(one[:nth] == best[:nth] for one in held) > 1


@pytest.mark.parametrize("path", ENDED)
@pytest.mark.parametrize("mine", ["none", "one", "all"])
def test_one_number_of_points_is_told_everywhere(path: Path, mine: str) -> None:
    whole = read(path)
    seats = tuple(range(len(whole.options.players)))
    match = redact(whole, {"none": (), "one": (0,), "all": seats}[mine])
    assert match.outcome
    number = next(iter(compared(match).values()), ())
    chips = [{h.text.split("/")[0] for h in _in_sight(match, seat)} for seat in seats]
    steps = ending.podium(match, _words(match), _codes(match), match.outcome.winners)
    result = Digest.model_validate_json(digest(whole)).result
    for line in number:
        step = next(step for step in steps if step.seat == line.seat)
        # Where only counts are kept, the board itself is the count.
        assert step.shown in (chips[line.seat] or {step.shown})
        assert step.amount == line.amount
        if result and not line.lacks:
            code = whole.game.given_terms(whole.options).get(line.code, line.code)
            assert ScoreAmount(line.seat, code, line.amount) in result.scores


@pytest.mark.parametrize("path", ENDED)
def test_key_moments_are_few_in_order_and_backed_by_the_score(path: Path) -> None:
    match = read(path)
    moments = ending.key_moments(match, _words(match), _codes(match), NOW)
    assert len(moments) <= ending.MOST_MOMENTS
    played = [step.item.entry.id for step in match.steps]
    assert [played.index(one.entry) for one in moments] == sorted(
        played.index(one.entry) for one in moments
    )
    assert len({one.entry for one in moments}) == len(moments)
    states = [match.start, *(step.state for step in match.steps)]
    for one in moments:
        index = played.index(one.entry)
        before, after = (_all(match, states[n], one.seat) for n in (index, index + 1))
        assert any(new > before.get(code, 0) for code, new in after.items()) or (
            # The lead may also come from a loss of somebody else.
            "por delante" in one.title
        )


def _all(match: Match, state: object, seat: Seat) -> dict[str, int]:
    return {line.code: line.amount for line in match.game.score(state) if line.seat == seat}


@pytest.mark.parametrize("path", ENDED)
def test_every_score_line_has_an_amount_for_each_seat(path: Path) -> None:
    match = read(path)
    seats = list(range(len(match.options.players)))
    lines = {(line.seat, line.code): line.amount for line in match.game.score(match.state)}
    for row in rows(match, _words(match), seats):
        assert [cell.seat for cell in row.cells] == seats
        assert [cell.amount for cell in row.cells] == [
            lines.get((seat, row.code), 0) for seat in seats
        ]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (
            ((0, 1, 2, 4), (0, 0, 3, 3)),
            "Puntos, en 3 turnos. Acaban Ana con 4 y Beto con 3. "
            "Ana va por delante desde el turno 3.",
        ),
        (
            ((0, 0, 1, 1), (0, 2, 3, 5)),
            "Puntos, en 3 turnos. Acaban Beto con 5 y Ana con 1. "
            "Beto va por delante desde el principio.",
        ),
        (((0, 1), (0, 1)), "Puntos, en 1 turno. Acaban Ana con 1 y Beto con 1."),
    ],
)
def test_score_curve_is_described_in_a_sentence(
    points: tuple[tuple[int, ...], ...], said: str
) -> None:
    curves = [Series(seat, line, seat) for seat, line in enumerate(points)]
    wording, number = Wording("blue_moon_city", ("Ana", "Beto")), len(points[0]) - 1
    steady = "principio" in said
    assert _plain(ending.curve(curves, "Puntos", wording, number=number, steady=steady)) == said


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize("path", ENDED)
def test_description_of_a_long_curve_has_few_numbers(path: Path) -> None:
    match = read(path)
    codes, number = _codes(match), ending.turns(match)
    lines, steady = ending.series(match, *codes), ending.steady(match, codes)
    assert len(lines[0].points) == number + 1
    said = ending.curve(lines, "Puntos", _words(match), number=number, steady=steady)
    assert len(re.findall(r"\d+", said)) <= len(match.options.players) + 2


@pytest.mark.parametrize("path", ENDED)
def test_result_picture_names_every_player_and_is_well_formed(path: Path) -> None:
    match, names = read(path), ("A<b>", "«Ñ» & Cía", "Clara", "Dani")
    count = len(match.options.players)
    wording = Wording(match.game.id, names[:count], match.rulings)
    codes = _codes(match)
    end = ending.final(match, wording)
    assert end
    result = ResultPicture(
        "Título <muy> largo " * 8,
        "14 de noviembre de 2026",
        end.reason * 4,
        "Puntos",
        ending.podium(match, wording, codes, end.winners),
        ending.series(match, *codes),
        "Compañero de mesa",
    )
    root = ElementTree.fromstring(picture.result_svg(result))
    texts_ = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(names[:count]) <= set(texts_)
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == count
    # Everything drawn stays within the image.
    for node in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, wide = float(node.get("x", 0)), float(node.get("width", 0))
        y, high = float(node.get("y", 0)), float(node.get("height", 0))
        assert x >= 0
        assert y >= 0
        assert x + wide <= picture.WIDTH
        assert y + high <= picture.HEIGHT


def test_every_seat_style_has_a_shape_in_the_result_picture() -> None:
    assert {look.name for look in SEATS} <= set(picture._SHAPES)


def test_wrapped_picture_text_loses_no_word() -> None:
    text = "Gana Ana: con la ciudad terminada, tiene más ofrendas que nadie (1)."
    lines = picture.wrap_text(text, 900, 42)
    assert " ".join(lines) == text
    assert len(lines) == 2


def test_touching_a_key_moment_opens_its_entry(tmp_path: Path) -> None:
    match = read(actas("blue_moon_city")[0])
    gone: list[str] = []

    async def go() -> None:
        client = OneMatch(new_hub(tmp_path), match, unchanged, (0, 1, 2))
        ctx = replace(context(client, "here"), go=gone.append)
        shown = await drawn(ending_screen.Screen, ctx, match.started.match, watched=True)
        said = " ".join(texts(shown.news()))
        assert "Momentos clave" in said
        assert "Podio, " in said
        first = next(key for key in shown.in_order() if key.startswith("moment:"))
        await shown.touch(first)
        entry = first.removeprefix("moment:")
        assert gone == [routes.entry(match.started.match, entry)]
        assert any(step.item.entry.id == entry for step in match.steps)
        shown.close()

    asyncio.run(go())


def test_blue_moon_podium_uses_crystals_and_single_game_chart_dragons() -> None:
    """Dragons of a game are in its crystals already: added up, they would count twice."""
    screen = game_screen("blue_moon")
    paths = {path.stem: path for path in actas("blue_moon")}
    single, several = read(paths["dragons_2"]), read(paths["series_2"])
    assert screen.course is not None
    assert (screen.course(single), screen.course(several)) == (("dragons",), ("crystals",))
    for match in (single, several):
        assert match.outcome
        steps = ending.podium(match, _words(match), _codes(match), match.outcome.winners)
        assert [step.amount for step in steps] == [
            match.state.crystals(step.seat) for step in steps
        ]


def test_result_chart_is_no_wider_than_its_card(tmp_path: Path) -> None:
    match = read(actas("blue_moon_city")[0])

    async def width(page: int, layout: Layout = Layout.PHONE) -> float:
        client = OneMatch(new_hub(tmp_path / str(page)), match, unchanged, (0, 1, 2))
        size = (page, 915)
        shown = await drawn(
            ending_screen.Screen,
            context(client, "here", layout),
            match.started.match,
            size=size,
            watched=True,
        )
        (chart,) = (c for c in shown.controls() if isinstance(c, cv.Canvas))
        shown.close()
        return float(chart.width or 0)

    for page in (360, 412):
        assert asyncio.run(width(page)) <= page - 64
    # On wide screens it takes one of two columns, next to the tabs.
    for page in (840, 915, 1280):
        assert (page - 84) / 2 - 70 <= asyncio.run(width(page, Layout.WIDE)) <= (page - 84) / 2 - 64
    assert asyncio.run(width(1920, Layout.WIDE)) == 560


def _said(folder: Path, match: Match) -> list[str]:
    """Return everything that the result page says of a match."""

    async def session() -> list[str]:
        client = OneMatch(new_hub(folder), match, unchanged, (0, 1))
        shown = await drawn(
            ending_screen.Screen, context(client, "here"), match.started.match, watched=True
        )
        told = list(texts(shown.news()))
        shown.close()
        return told

    return asyncio.run(session())


@pytest.mark.parametrize("game", ["urban_sprawl", "kingdom_of_solomon", "santiago_de_cuba"])
def test_score_table_ends_with_the_sum_that_is_compared(tmp_path: Path, game: str) -> None:
    match = read(actas(game)[0])
    said = _said(tmp_path, match)
    (code, sums), words = next(iter(compared(match).items())), _words(match)
    label = words.score_label(code)
    assert label in said
    assert {f"{words.player(n.seat)}, {label}: {shown(n.amount, n.unread)}" for n in sums} <= {
        *said
    }


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("santiago_de_cuba", "tie_by_goods_3", "Mercancías"),
        ("santiago_de_cuba", "tie_by_money_2", "Pesos"),
        ("urban_sprawl", "most_wealth_2", "Riqueza"),
        ("blue_moon_city", "city_finished_by_crystals_4", "Cristales"),
    ],
)
def test_tie_break_is_told_where_it_decided(
    tmp_path: Path, game: str, name: str, told: str
) -> None:
    match = read(next(path for path in actas(game) if path.stem == name))
    assert match.outcome
    steps = ending.podium(match, _words(match), _codes(match), match.outcome.winners)
    last = [*compared(match).values()][-1]
    for step in steps:
        assert step.ties[-1] == f"{told}: {last[step.seat].amount}"
        assert f"{step.name}, {told}: {last[step.seat].amount}" in " ".join(_said(tmp_path, match))


def test_single_score_line_has_no_sum(tmp_path: Path) -> None:
    said = _said(tmp_path, read(actas("blue_moon_city")[0]))
    assert not [text for text in said if " en total" in text]
