"""View models of the match screens, without any screen."""

import re
import textwrap
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel.box.facts import TextSpec
from companion.kernel.pieces.ledger import ADJUSTMENTS, SUPPLY, Transfer
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Consent,
    ConsentTo,
    FactsEntered,
    Insert,
    Posted,
    Redone,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Setting,
    Undone,
)
from companion.match.review import EntryVerdict
from companion.ui.boards.contract import game_screen
from companion.ui.context import wording_of
from companion.ui.games.blue_moon_city import board_view
from companion.ui.games.blue_moon_city.screen import SCREEN
from companion.ui.screens.result import presenter as ending
from companion.ui.views.entries import acta
from companion.ui.views.entries.entry_lines import entry_lines, moment_text, told_effects
from companion.ui.views.rulings import origin as origin_module
from companion.ui.views.table import consequences, scores, status
from tests.ui.city_match import BEGINNING, built, opened, report, then, wording
from tests.ui.tables import NOW, actas, read, situations, until

SHORT = Reported(
    action={"kind": "place_stone", "seat": 0, "section": 0, "cards": ["black:2"]},
    consent=Consent(by="Beto", reason="Nos dimos cuenta tarde"),
)
WORKED_TURN = Adjusted(
    settings=(
        Setting(code="finished.fire_temple", value="yes"),
        Setting(code="finished.market_hall", value="yes"),
        Setting(code="figure.0", value="university"),
        Setting(code="section.university.1", value="1"),
    )
)
OFFERING = (
    Adjusted(postings=(Posted(account="seat:0", item="crystal", amount=9),)),
    report("make_offering"),
)


@pytest.mark.parametrize(
    ("game", "total"), [("kingdom_of_solomon", "Puntos en total: "), ("blue_moon_city", "")]
)
def test_last_action_of_a_match_tells_the_sums_that_decided(game: str, total: str) -> None:
    match = read(actas(game)[0])
    assert match.outcome is not None
    happened = status.status_view(match, wording_of(match)).happened
    # What decides in Blue Moon City is a line of the score, and no sum.
    assert [text for text in happened if " en total: " in text] == ([happened[-1]] if total else [])
    assert happened[-1].startswith(total)


def test_status_shows_the_acting_seat_and_the_last_action() -> None:
    match = built()
    view = status.status_view(match, wording(match), (0, 1), SCREEN.nouns)
    assert view.headline == "Turno de Beto"
    assert view.acting == (1,)
    assert [line.acting for line in view.seats] == [False, True]
    assert "Ana" in view.last
    assert any(not duty.optional for duty in view.duties)


@pytest.mark.parametrize("game", GAMES)
def test_status_line_below_the_headline_repeats_no_name(game: str) -> None:
    for match in situations(game):
        words, acting = wording_of(match), match.game.awaiting(match.state)
        view = status.status_view(match, words)
        names = [words.player(seat) for seat in acting]
        assert all(name in view.headline for name in names)
        again = [name for name in names if name in view.now]
        assert not again, view.now
        assert "..." not in view.now
        assert "…" not in view.now


def test_handouts_are_summarised_by_player() -> None:
    stone = report("place_stone", section=0, cards=["white:2", "white:3"])
    match = then(opened(), WORKED_TURN, stone)
    view = status.status_view(match, wording(match), (0, 1), SCREEN.nouns)
    texts = [handout.text.replace("\u00a0", " ") for handout in view.handouts]
    assert any(text.startswith("Beto: ") and "4 cristales" in text for text in texts)
    assert any(text.startswith("Ana: ") and "1 escama" in text for text in texts)
    assert len({handout.key for handout in view.handouts}) == len(texts)


@pytest.mark.parametrize("game", GAMES)
def test_several_handouts_name_each_recipient_once(game: str) -> None:
    several = handed = False
    for match in map(read, actas(game)):
        everybody, nouns = range(len(match.options.players)), game_screen(game).nouns
        words = wording_of(match)
        for first in range(0, len(match.steps), 6):
            given = [
                handout
                for step in match.steps[first : first + 6]
                for handout in consequences.handouts(match, step, words, everybody, nouns)
            ]
            lines = consequences.by_recipient(given, words, nouns)
            heads = [line.partition(": ")[0] for line in lines]
            assert len(heads) == len(set(heads)), lines
            assert {h.text.partition(": ")[0] for h in given if not h.items} <= {*heads}
            several, handed = several or len(lines) < len(given), handed or bool(given)
    assert several == handed


def test_what_one_person_gets_from_several_acts_is_summed() -> None:
    match = then(opened(), WORKED_TURN, report("place_stone", section=0, cards=["white:2"]))
    words = wording(match)
    given = [
        consequences.Handout(f"{n}", "", 0, "", ("", "seat:0"), items)
        for n, items in enumerate(((("crystal", 1),), (("crystal", 2), ("card", 1))))
    ]
    (line,) = consequences.by_recipient(given, words, SCREEN.nouns)
    assert line.replace("\u00a0", " ") == "Ana: 3 cristales y 1 carta"


@pytest.mark.parametrize("game", GAMES)
def test_undoing_several_acts_names_each_pair_of_places_once(game: str) -> None:
    match = read(actas(game)[-1])
    everybody, nouns = range(len(match.options.players)), game_screen(game).nouns
    words = wording_of(match)
    for step in match.steps[-12:-4]:
        undone = match.steps[: match.steps.index(step) + 5]
        parts = consequences.hand_back(
            replace(match, steps=undone), words, step.item.id, everybody, nouns
        )
        pairs = [re.split(r", de | para |, ", part, maxsplit=1)[1] for part in parts]
        assert len(pairs) == len(set(pairs)), parts


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].judged])
def test_undone_act_gives_back_everything_that_it_moved(game: str) -> None:
    match = read(actas(game)[0])
    everybody, nouns = range(len(match.options.players)), game_screen(game).nouns
    words = wording_of(match)
    for n, step in enumerate(match.steps[:80], 1):
        then = replace(match, steps=match.steps[:n])
        told = "; ".join(consequences.hand_back(then, words, step.item.id, everybody, nouns))
        moved = [effect for effect in step.effects if isinstance(effect, Transfer)]
        changes = Counter[tuple[str, str]]()
        for effect in moved:
            changes[effect.item, effect.source] += effect.amount
            changes[effect.item, effect.target] -= effect.amount
        seats = {account for (_, account), change in changes.items() if change}
        for account in (each for each in seats if each.startswith("seat:")):
            assert words.account_label(account) in told, (told, moved)


def test_undone_correction_moves_nothing_at_the_table() -> None:
    edit = Insert(id="inserted", before=None, body=report("finish_turn", seat=1))
    match = then(built(), Amended(edits=(edit,)))
    last = match.entries[-1].id
    assert consequences.hand_back(match, wording(match), last, (0, 1), SCREEN.nouns) == ()


def test_undo_and_redo_of_several_entries_count_and_list_them() -> None:
    match = then(opened(), WORKED_TURN, report("place_stone", section=0, cards=["white:2"]))
    first, second = (step.entry.id for step in match.timeline.past[-2:])
    undone = then(match, Undone(to=first))
    redone = then(undone, Redone(to=second))
    alone = then(redone, Undone(to=second))
    for after, said in ((undone, "Deshecho: "), (redone, "Rehecho: ")):
        line = entry_lines(after, wording(after), (0, 1))[-1]
        assert line.text.startswith(said)
        assert line.text.endswith(" (y 1 más)")
        texts = [each.text for each in entry_lines(after, wording(after), (0, 1))]
        acts = [texts[after.entries.index(step.entry)] for step in match.timeline.past[-2:]]
        assert line.effects == tuple(f"{text}." for text in acts)
        assert line.text == f"{said}{acts[0]} (y 1 más)"
        assert status.changed_text(after, wording(after)) == f"{acts[0]} (y 1 más)"
    line = entry_lines(alone, wording(alone), (0, 1))[-1]
    assert (line.text, line.effects) == (f"Deshecho: {acts[1]}", ())


def test_undone_theft_names_what_was_stolen() -> None:
    match = read(actas("kingdom_of_solomon")[0])
    stolen = Transfer("cube:stone", 1, "seat:1", "seat:0", "fortune.thief")
    match = replace(match, steps=(*match.steps[:-1], match.steps[-1]._replace(effects=(stolen,))))
    parts = consequences.hand_back(match, wording_of(match), match.steps[-1].item.id, (), {})
    assert [part.replace("\u00a0", " ") for part in parts] == ["1 de piedra, de Ana a Beto"]


def test_what_went_to_and_fro_stays_and_unknown_cards_each_go_back() -> None:
    match = built()
    moved = (
        Transfer("crystal", 1, "seat:1", SUPPLY, "a"),
        Transfer("crystal", 3, SUPPLY, "seat:1", "a"),
        Transfer("card", 1, "seat:1", "discard", "a"),
        Transfer("card", 3, "deck", "seat:1", "a"),
    )
    match = replace(match, steps=(*match.steps[:-1], match.steps[-1]._replace(effects=moved)))
    last = match.steps[-1].item.id
    parts = consequences.hand_back(match, wording(match), last, (0, 1), SCREEN.nouns)
    assert [part.replace("\u00a0", " ") for part in parts] == [
        "3 cartas, de Beto al montón de robar",
        "1 carta, del montón de descarte a Beto",
        "2 cristales, de Beto a la reserva",
    ]


@pytest.mark.parametrize(
    ("game", "item", "expected"),
    [
        ("kingdom_of_solomon", "point", "Ana, 3 puntos menos"),
        ("urban_sprawl", "prestige", "Ana, 3 de prestigio menos"),
        ("santiago_de_cuba", "point", "3 puntos, de Ana a la reserva"),
    ],
)
def test_marker_goes_back_along_its_track(game: str, item: str, expected: str) -> None:
    match = read(actas(game)[0])
    moved = Transfer(item, 3, SUPPLY, "seat:0", "a")
    match = replace(match, steps=(*match.steps[:-1], match.steps[-1]._replace(effects=(moved,))))
    parts = consequences.hand_back(match, wording_of(match), match.steps[-1].item.id, (0,), {})
    assert [part.replace("\u00a0", " ") for part in parts] == [expected]


def test_returned_items_are_described_as_parts_of_one_sentence() -> None:
    match = then(built(), report("finish_turn", seat=1))
    words, last = wording(match), match.timeline.past[-1].entry.id
    parts = consequences.hand_back(match, words, last, (0, 1), SCREEN.nouns)
    assert [text.replace("\u00a0", " ") for text in parts] == [
        "2 cartas, de Beto al montón de robar"
    ]
    stone = report("place_stone", section=0, cards=["white:2", "white:3"])
    match = then(opened(), WORKED_TURN, stone)
    parts = consequences.hand_back(match, words, match.entries[-1].id, (0, 1), SCREEN.nouns)
    assert all(part[0] == part[0].lower() for part in parts)
    assert any("de Ana" in part for part in parts)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "scorekeeping"])
def test_preview_tells_what_later_entries_bring_otherwise_and_how_things_stand(game: str) -> None:
    match = until(read(actas(game)[0]), 24)
    words, everybody = wording_of(match), range(len(match.options.players))
    later = next(
        step for step in reversed(match.steps) if told_effects(match, step, everybody, words)
    )
    steps = tuple(s._replace(effects=()) if s is later else s for s in match.steps)
    after = replace(match, steps=steps)
    assert acta.other_changes(match, match, words, everybody, ()) == ()
    assert acta.other_changes(match, after, words, everybody, {later.item.id}) == ()
    (line,) = acta.other_changes(match, after, words, everybody, ())
    assert line.endswith(": ya no trae nada")
    moved = acta.other_changes(until(match, 12), match, words, everybody, ())
    assert any(" de «" in line for line in moved)


@pytest.mark.parametrize("game", GAMES)
def test_preview_tells_everything_that_the_ledger_counts_otherwise(game: str) -> None:
    match = read(actas(game)[0])
    then, words = until(match, len(match.entries) // 2), wording_of(match)
    everybody, ledgers = range(len(match.options.players)), (then.state.ledger, match.state.ledger)
    moved = {(a, i) for ledger in ledgers for a, i, _ in ledger.items() if a != ADJUSTMENTS}
    moved = {place for place in moved if len({each.balance(*place) for each in ledgers}) == 2}
    sums = Counter[str]()
    for account, item in moved:
        sums[item] += ledgers[1].balance(account, item) - ledgers[0].balance(account, item)
    told = acta.other_changes(then, match, words, everybody, ())
    lines = {line.partition(": ")[0].lower(): line for line in told}
    for account, item in moved - {(SUPPLY, item) for item, n in sums.items() if n == 0}:
        assert f"{words.item_label(item)}, de " in lines[words.account_label(account).lower()]
    scored = {(account, item) for account, item in moved if account.startswith("seat:")}
    rest = acta.other_changes(then, match, words, everybody, (), scored)
    assert len(told) - len(rest) == len({account for account, _ in scored})


def test_preview_tells_nobody_what_others_hold_in_secret() -> None:
    match = read(actas("santiago_de_cuba")[0])
    then, words = until(match, len(match.entries) // 2), wording_of(match)
    told = "; ".join(acta.other_changes(then, match, words, (0,), ()))
    assert "Ana: " in told
    assert "Beto: " not in told.replace("Peón de Beto: ", "")
    assert "reserva" not in told


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Replace(target="e-0001", body=report("move_figure", to="university")), "Corregido «"),
        (Insert(id="inserted", before="e-0001", body=report("finish_turn", seat=1)), "Añadido «"),
        (Remove(target="e-0001"), "Quitado «"),
    ],
)
def test_correction_is_described_by_the_entry_it_corrects(edit: Any, expected: str) -> None:
    match = then(built(), Amended(edits=(edit,)))
    (line, *_) = acta.acta(match, wording(match), NOW)[0].lines
    assert line.text.startswith(expected)
    changed = status.changed_text(match, wording(match))
    assert line.text == f"{expected}{changed}»"
    assert changed.partition(" ")[0] in ("Ana", "Beto")
    two = then(built(), Amended(edits=(edit, Remove(target="e-0002"))))
    (line, *_) = acta.acta(two, wording(two), NOW)[0].lines
    assert line.text == "2 correcciones"
    assert status.changed_text(two, wording(two)) == line.text


GOES_WITH: list[Any] = [
    ConsentTo(target="e-0002", consent=Consent(by="Ana")),
    Insert(id="read", before=None, body=FactsEntered(facts={"bonus": 1})),
]


@pytest.mark.parametrize("beside", GOES_WITH)
def test_correction_of_one_act_counts_as_one(beside: Any) -> None:
    """What was read or consented to for it goes with it, before or behind."""
    edit = Replace(target="e-0001", body=report("move_figure", to="university"))
    for edits in ((edit, beside), (beside, edit)):
        match = then(built(), Amended(edits=edits))
        (line, *_) = acta.acta(match, wording(match), NOW)[0].lines
        assert line.text == "Corregido «Ana mueve su figura a la Universidad»"
        assert len(line.effects) == len(edits)
        assert status.undo_lines(match, wording(match))[0].text == line.text
        assert not status.status_view(match, wording(match)).typed
    alone = then(built(), Amended(edits=(beside, beside.model_copy(update={"id": "again"}))))
    assert acta.acta(alone, wording(alone), NOW)[0].lines[0].text == "2 correcciones"


def test_corrected_adjustment_is_told_by_what_changed() -> None:
    crystals, moved = Posted(account="seat:0", item="crystal", amount=2), "figure.0"
    fell = Adjusted(
        postings=(crystals,), settings=(Setting(code=moved, value="library"),), reason="Se cayó"
    )
    more = fell.model_copy(update={"postings": (crystals.model_copy(update={"amount": 3}),)})
    match = then(built(), fell)
    after = then(match, Amended(edits=(Replace(target=match.entries[-1].id, body=more),)))
    (change,) = entry_lines(after, wording(after), (0, 1))[-1].effects
    assert change == (
        "Cambia «Ajuste. Ana, cristales: +2 (Se cayó)» por «Ajuste. Ana, cristales: +3 (Se cayó)»"
    )


@pytest.mark.parametrize("game", ["kingdom_of_solomon", "urban_sprawl"])
def test_corrected_box_values_are_told_by_those_that_changed(game: str) -> None:
    match = read(actas(game)[0])
    names = [spec.id for spec in wording_of(match).data.facts if isinstance(spec, TextSpec)][:3]
    typed = then(match, FactsEntered(facts=dict(zip(names, ("Uno", "Dos", "Tres"), strict=True))))
    target = typed.entries[-1].id
    again = FactsEntered(facts=dict(zip(names, ("Uno", "Otro", "Tres"), strict=True)))
    after = then(typed, Amended(edits=(Replace(target=target, body=again),)))
    lines = {
        line.id: line for turn in acta.acta(after, wording_of(after), NOW) for line in turn.lines
    }
    (correction,) = (line for line in lines.values() if line.text.startswith("Corregido"))
    told = [correction.text, *correction.effects, *lines[target].was]
    assert [text for text in told if "Uno" in text or "Tres" in text] == []
    (change,) = correction.effects
    assert (change.count("Dos"), change.count("Otro"), "Dos" in lines[target].was[0]) == (
        1,
        1,
        True,
    )


@pytest.mark.parametrize("game", ["kingdom_of_solomon", "urban_sprawl"])
def test_typed_name_is_told_of_the_thing_as_the_game_calls_it(game: str) -> None:
    match = read(actas(game)[0])
    names = [spec.id for spec in wording_of(match).data.facts if isinstance(spec, TextSpec)]
    named = then(match, FactsEntered(facts={names[0]: "Las murallas"}))
    told = status.status_view(named, wording_of(named)).typed
    assert told.startswith("Apuntado: ")
    assert told.endswith(": cómo se llama, Las murallas")
    assert told.count("Las murallas") == 1


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (FactsEntered(facts={"bonus": 1}), "Valor de la caja: "),
        (RulingChanged(ruling="first_seat", reading="agreed"), "Decisión de la mesa: "),
        (Adjusted(reason="Se cayó la mesa"), "Se ha hecho un ajuste."),
    ],
)
def test_moment_is_called_by_what_was_recorded(body: Body, told: str) -> None:
    match = then(built(), body)
    assert moment_text(match, match.timeline.items[-1].id, wording(match)).startswith(told)


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        (RulingChanged(ruling="first_seat", reading="agreed"), "Decisión de la mesa: "),
        (Undone(to="e-0003"), "Ana termina su turno"),
        (Adjusted(reason="Se cayó la mesa"), "Ajuste: Se cayó la mesa"),
        (report("finish_turn", seat=1), ""),
    ],
)
def test_last_entry_that_reports_nothing_tells_what_it_changed(body: Body, changed: str) -> None:
    match = then(built(), body)
    told = status.changed_text(match, wording(match))
    assert told.startswith(changed)
    assert bool(told) == bool(changed)


def test_undo_list_describes_the_steps_newest_first() -> None:
    match = built()
    lines = status.undo_lines(match, wording(match))
    assert [line.id for line in lines] == ["e-0003", "e-0002", "e-0001"]
    assert lines[-1].text == "Ana mueve su figura al Templo del Fuego"
    undone = then(match, Undone(to="e-0002"))
    assert [line.id for line in status.redo_lines(undone, wording(match))] == ["e-0002", "e-0003"]


def test_acta_keeps_undone_entries_struck_out() -> None:
    match = then(built(), Undone(to="e-0003"))
    turns = acta.acta(match, wording(match), BEGINNING)
    lines = {line.id: line for turn in turns for line in turn.lines}
    assert lines["e-0003"].struck
    assert not lines["e-0003"].correctable
    assert lines["e-0002"].correctable
    assert lines["e-0004"].text.startswith("Deshecho: ")
    assert [line.number for turn in turns for line in turn.lines] == [4, 3, 2, 1, 0]


def test_consented_entry_names_its_author_and_reason() -> None:
    match = then(opened(), report("move_figure", to="fire_temple"), SHORT)
    turns = acta.acta(match, wording(match), BEGINNING)
    line = turns[0].lines[0]
    assert line.verdict is EntryVerdict.CONSENTED
    assert line.mark == "Consentida"
    assert line.reason == "Lo consiente Beto: Nos dimos cuenta tarde"


def test_what_just_happened_says_who_consented() -> None:
    moved = then(opened(), report("move_figure", to="fire_temple"))
    consented = then(moved, SHORT)
    told = status.status_view(consented, wording(consented)).happened
    assert told[0] == "Lo consiente Beto: Nos dimos cuenta tarde"
    assert not any(
        "consiente" in line for line in status.status_view(moved, wording(moved)).happened
    )


def test_every_entry_has_a_text_of_its_own() -> None:
    match = built()
    texts = [line.text for line in entry_lines(match, wording(match))]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_hidden_score_amounts_are_absent_for_other_seats() -> None:
    match = built()
    table = {row.code: row for row in scores.rows(match, wording(match), (1,))}
    assert [cell.amount for cell in table["crystals"].cells] == [None, 0]
    assert [cell.amount for cell in table["scales"].cells] == [0, 0]


def test_changes_behind_a_score_line_add_up_to_it() -> None:
    match = then(opened(), WORKED_TURN, *OFFERING[:1])
    for line in match.game.score(match.state):
        source = SCREEN.source_of(line)
        assert source is not None
        changes = origin_module.origins(match, wording(match), source, (0, 1))
        assert sum(origin.change or 0 for origin in changes) == line.amount
        assert not changes or changes[0].balance == line.amount


def test_obelisk_keeps_the_order_of_its_stones() -> None:
    match = then(opened(), *OFFERING)
    owners = board_view.obelisk_owners(match)
    spaces = board_view.obelisk(2, match.facts, owners)
    assert owners == (0,)
    assert [space.price for space in spaces[:3]] == [7, 7, 8]
    assert [space.following for space in spaces[:3]] == [False, True, False]
    assert board_view.obelisk_owners(then(match, Undone(to="e-0002"))) == ()


def test_board_tiles_have_distinct_texts_and_mark_changes() -> None:
    match = built()
    words = wording(match)
    before = board_view.city(match.game.public_view(match.start, None), match.facts, words)
    after = board_view.city(match.game.public_view(match.state, None), match.facts, words)
    assert board_view.changed(before, after) == {
        "tile:courtyard",
        "tile:fire_temple",
    }
    spoken = [one.tile.spoken for one in after.tiles]
    assert any(text.startswith("Templo del Fuego, negro, sección 5 de Ana") for text in spoken)
    assert len(set(spoken)) == 21


def test_result_chart_has_a_point_for_each_turn() -> None:
    match = then(opened(), *OFFERING, report("finish_turn"))
    assert [one.points for one in ending.series(match, "offerings")] == [(0, 1), (0, 0)]
    assert ending.final(match, wording(match)) is None
    assert "crystals" not in ending.open_codes(match)


HEAD = 33
"""Number of letters in each of the two lines above the board, at 412 pixels."""


@pytest.mark.parametrize("game", GAMES)
def test_status_line_fits_two_lines_above_the_board(game: str) -> None:
    for path in actas(game):
        match = read(path)
        words = wording(match)
        for number in range(len(match.steps)):
            view = status.status_view(match.before_step(number), words, (0,), {})
            assert len(textwrap.wrap(view.now, HEAD)) <= 2, f"{path.stem}, step {number}"


@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].judged])
def test_every_place_that_can_be_touched_has_its_description(game: str) -> None:
    screen = game_screen(game)
    for match in situations(game):
        for place in screen.places(match):
            detail = screen.place_detail(match, wording_of(match), place)
            assert detail is None or all(detail.lines), place
