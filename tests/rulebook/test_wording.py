"""Wording: from codes and parameters to the cards and lines that players read."""

import re
import textwrap

import pytest

from companion.games import GAMES
from companion.kernel.advice.remedies import (
    ANY_VALUE,
    CHANGE_FIELD,
    FEWER,
    OTHER_SEAT,
    THESE,
)
from companion.kernel.advice.ruling_dependencies import RulingDependency
from companion.kernel.box.facts import FactProblem, TypedLine
from companion.kernel.box.inference import Shown
from companion.kernel.conditions import Checked, Verdict
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.pieces.ledger import LEDGER_PROBLEMS, Conceal, Happening, Reveal, Transfer
from companion.kernel.refusal import (
    ConditionKind,
    Failure,
    Judgement,
    Note,
    Refusal,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import NO_PARAMS, Counted, SeatRef, Term, Value
from companion.rulebook.templates import MISSING, NBSP
from companion.rulebook.wording import Wording

WORDS = Wording("blue_moon_city", ("Ana", "Bea", "Íñigo"))
UNIVERSITY = Term("tile.university")
BUILD: dict[str, Value] = {"section": 5, "tile": UNIVERSITY, "cards": (Counted(1, "card.brown.1"),)}


WAYS = (
    Remedy("add_cards", {"cards": (Counted(2, "card.brown.1"),)}),
    Remedy("other_section", {"section": 2}),
)


def refusal(**changes: object) -> Refusal:
    given: dict[str, object] = {
        "code": "payment_short",
        "kind": ConditionKind.RULE,
        "rules": ("place_stone.payment", "place_stone.payment"),
        "params": {"short": 2, "colour": Term("colour.white"), "played": 3, "need": 5},
        "ruling": None,
    }
    return Refusal(**{**given, **changes})  # type: ignore[arg-type]


def test_ruling_card_has_title_facts_remedies_and_rules() -> None:
    card = WORDS.refusal(refusal(), "place_stone", BUILD, ways=WAYS)
    assert card.verdict == "refused"
    assert card.title == "No se puede: construir la sección 5 de la Universidad con una marrón 1"
    assert card.facts == "Faltan 2 de valor blanco: se llega a 3 y la sección pide 5."
    assert card.remedies == ("añades dos marrones 1", "construyes la sección 2")
    assert [rule.id for rule in card.rules] == ["place_stone.payment"]
    assert card.rules[0].trail == "Colocar una piedra › Pago de una sección"
    assert card.overrulable
    assert card.ruling is None


def test_ruling_card_renders_as_plain_text() -> None:
    text = WORDS.card_text(WORDS.refusal(refusal(), "place_stone", BUILD, ways=WAYS))
    assert text.splitlines() == [
        "No se puede: construir la sección 5 de la Universidad con una marrón 1",
        "Faltan 2 de valor blanco: se llega a 3 y la sección pide 5.",
        "Será legal si añades dos marrones 1 o construyes la sección 2.",
        "Regla «Pago de una sección»",
    ]


def test_frontier_label_uses_the_names_of_the_table() -> None:
    fact = "frontier.8x10.joined"
    printed = Wording("kingdom_of_solomon").fact_label(fact)
    assert printed.startswith("Territorio 8 – Territorio 10")
    named = Wording("kingdom_of_solomon", facts={"territory.t8.name": "Judea"})
    assert named.fact_label(fact).startswith("Judea – Territorio 10")


def test_refusal_of_a_draft_is_titled_by_its_action() -> None:
    assert WORDS.refusal(refusal(), "place_stone").title == "No se puede: construir"
    assert WORDS.refusal(refusal(), "place_stone", {"section": 5}).title == "No se puede: construir"


def test_refused_setup_has_a_title_of_its_own() -> None:
    assert WORDS.refusal(refusal()).title == "Así no se puede empezar"


def test_shortage_cannot_be_overruled_by_the_table() -> None:
    assert not WORDS.refusal(refusal(kind=ConditionKind.SHORTAGE)).overrulable


def test_ruling_note_says_whether_the_table_chose_it() -> None:
    by_default = WORDS.refusal(refusal(ruling="brown_pair_on_brown_section")).ruling
    assert by_default is not None
    assert not by_default.chosen
    assert "No, solo sirve para los demás colores" in by_default.text
    changed = WORDS.with_rulings({"brown_pair_on_brown_section": "yes"})
    chosen = changed.ruling_note("brown_pair_on_brown_section")
    assert chosen is not None
    assert chosen.chosen
    assert "esta mesa no sigue la letra del reglamento" in chosen.text
    assert WORDS.ruling_note(None) is None


def test_ruling_note_names_its_basis() -> None:
    """Rulings that the rulebook states are not called unclear."""
    unclear = ("duda", "no lo trata", "una sola fuente")
    for game in GAMES:
        words = Wording(game)
        for ruling in words.data.rulings:
            note = words.ruling_note(ruling.id)
            assert note is not None
            assert not note.text.startswith("ruling.")
            assert any(part in note.text for part in unclear) == (ruling.basis != "rulebook")
            if ruling.basis == "rulebook":
                assert not re.search(r"reglamento (?:calla|no (?:lo )?\w+)", ruling.why)


def test_ruling_note_says_what_its_other_readings_would_lead_to() -> None:
    """Readings do not replace each other; one alone says nothing of the third."""
    words, ruling = Wording("santiago_de_cuba"), "second_ship_in_one_turn"
    leaves = RulingDependency(ruling, "ask_table", "leaves", "legal")
    stays = RulingDependency(ruling, "ask_table", "stays", "unverifiable")
    (both,), (one,) = words.rests_on((leaves, stays)), words.rests_on((leaves,))
    assert both.other == (
        "Con la lectura «Sí, zarpa y cuenta» sí se podría. Con la lectura «No, el contador se "
        "queda en la última bandera» quedaría por comprobar si se puede."
    )
    assert one.other == "Con la lectura «Sí, zarpa y cuenta» sí se podría."
    assert words.rests_on(()) == ()


def test_codes_without_words_show_as_themselves() -> None:
    card = WORDS.refusal(
        Refusal("no_code", ConditionKind.RULE, ("no.rule",), {}, ruling="no_ruling"),
        "fly",
        ways=(Remedy("no_remedy"),),
    )
    assert card.title == "No se puede: fly"
    assert card.facts == "no_code"
    assert card.remedies == ()
    assert card.rules[0].title == "no.rule"
    assert card.ruling is not None
    assert WORDS.effect(Happening("no_effect", NO_PARAMS, "r")) == "no_effect"
    assert WORDS.duty(Duty("no_duty", (0,), "r")) == "no_duty"
    assert WORDS.outcome(Outcome((0,), "no_reason", "r")) == "no_reason"
    assert WORDS.problem(Problem("no_problem")) == "no_problem"
    assert WORDS.score_label("no_score") == "no_score"
    assert WORDS.condition_name("no_code") == "no_code"
    assert WORDS.action_label("fly") == "fly"
    assert WORDS.field_label("fly", "to") == "to"
    assert WORDS.action_sentence("fly", {}) == "fly"
    assert WORDS.settable_label("no_part") == "no_part"
    assert WORDS.term("no.term") == "no.term"
    assert WORDS.fact_label("no.fact") == "no.fact"


def test_unverified_note_names_the_missing_value() -> None:
    note = Note(
        "payment_short",
        ("place_stone.payment",),
        {"section": 1, "tile": Term("tile.library")},
        unverified=True,
        fact="tile.library.values",
    )
    line = WORDS.note(note)
    assert line.unverified
    assert "Biblioteca: valores de las secciones" in line.text
    card = WORDS.judgement(Judgement(None, (note,)), "place_stone", BUILD)
    assert card.verdict == "unverifiable"
    # It may still turn out to be forbidden.
    assert not card.title.startswith("Se puede")
    assert card.notes == (line,)


def test_value_that_only_a_report_shows_ends_its_sentence_once() -> None:
    words = Wording("kingdom_of_solomon", ("Ana", "Bea"))
    cost = Shown("cost", "temple.foundation.cost", (TypedLine("pay", 1, "cube:timber"),))
    note = Note("cost_unknown", (), unverified=True, fact=cost.fact)
    text = words.note(note, (cost,)).text.replace(NBSP, " ")
    said = "Una pieza de la Cimentación cuesta 1 de madera. Solo lo muestra esta jugada."
    assert text == said


def test_legal_verdict_has_a_title_and_its_rules() -> None:
    rests = ("place_stone.free_section",)
    checked = (Checked("section_taken", rests, Verdict.HOLDS, legal_basis=rests),)
    card = WORDS.judgement(Judgement(), "place_stone", BUILD, checked)
    assert card.title == "Se puede: construir la sección 5 de la Universidad con una marrón 1"
    assert [rule.id for rule in card.rules] == ["place_stone.free_section"]


@pytest.mark.parametrize(
    ("checked", "text"),
    [
        (Checked("payment_short", (), Verdict.HOLDS), ""),
        (
            Checked("section_taken", (), Verdict.FAILS, Failure(
                {"section": 5, "tile": UNIVERSITY, "owner": SeatRef(1)})),
            "La sección 5 de la Universidad ya tiene una piedra de Bea.",
        ),
        (
            Checked("superfluous_card", (), Verdict.REMARK, Remark(
                {"cards": (Term("card.red.1"),)})),
            "El pago ya bastaba sin la roja 1.",
        ),
    ],
)  # fmt: skip
def test_checked_condition_is_explained(checked: Checked, text: str) -> None:
    (line,) = WORDS.checked((checked,))
    assert line.text == text
    assert line.mark != f"verdict.{line.verdict}"


def test_unverified_condition_names_the_missing_value() -> None:
    finding = Unverified({"section": 1, "tile": UNIVERSITY}, "tile.university.values")
    (line,) = WORDS.checked((Checked("payment_short", (), Verdict.UNVERIFIED, finding),))
    assert "Universidad: valores de las secciones" in line.text


def test_transfers_take_the_most_particular_words() -> None:
    plain = Transfer("crystal", 1, "supply", "seat:0", "no.rule")
    assert WORDS.effect(plain) == f"1{NBSP}cristal para Ana."
    by_rule = Transfer("crystal", 6, "supply", "seat:2", "scales.most")
    assert WORDS.effect(by_rule) == f"6{NBSP}cristales para Íñigo por tener más escamas."
    unknown = Transfer("gem", 2, "supply", "seat:0", "no.rule")
    assert WORDS.effect(unknown) == "gem: 2, de la reserva a Ana"


def test_reveal_and_conceal_have_no_text() -> None:
    effects = (
        Reveal("card", "card:red:1", 1, "seat:0", "r"),
        Conceal("card", "deck", "r"),
        Transfer("crystal", 2, "supply", "seat:0", "no.rule"),
    )
    assert len(WORDS.effects(effects)) == 1


def test_accounts_and_items_have_labels() -> None:
    assert WORDS.account_label("seat:1") == "Bea"
    assert WORDS.account_label("aside:1") == "el montón apartado de Bea"
    assert WORDS.account_label("tile:mill") == "el Molino"
    assert WORDS.account_label("supply") == "la reserva"
    assert WORDS.account_label("attic") == "attic"
    assert WORDS.item_label("card:red:1") == "roja 1"
    assert WORDS.item_label("crystal") == "cristales"


def test_happenings_and_duties_name_their_seat() -> None:
    passed = Happening("turn_passed", NO_PARAMS, "turn.direction", 2)
    assert WORDS.effect(passed) == "Turno de Íñigo."
    duty = Duty("may_move_dragon", (1,), "move.dragons")
    assert WORDS.duty(duty).startswith("Bea ")


def test_outcome_agrees_with_the_number_of_winners() -> None:
    params: dict[str, Value] = {"offerings": 5}
    one = WORDS.outcome(Outcome((0,), "offerings_made", "end.offerings", params))
    assert one == f"Gana Ana con 5{NBSP}ofrendas."
    two = WORDS.outcome(Outcome((0, 2), "offerings_made", "end.offerings", params))
    assert two.startswith("Ganan Ana e Íñigo ")


def test_scores_values_nouns_and_players_have_labels() -> None:
    assert WORDS.score_line(ScoreLine(0, "offerings", 3, "end.offerings")) == "Ofrendas: 3"
    assert WORDS.value_label(Counted(1, "escama")) == f"1{NBSP}escama"
    assert WORDS.value_label(UNIVERSITY) == "Universidad"
    assert WORDS.noun(2, "carta") == f"2{NBSP}cartas"
    assert WORDS.player(1) == "Bea"


def test_printed_facts_have_labels_values_and_problems() -> None:
    assert WORDS.fact_label("tile.library.values") == "Biblioteca: valores de las secciones"
    assert WORDS.fact_value((5, 4, 3)) == "5 · 4 · 3"
    assert WORDS.fact_value(7) == "7"
    assert WORDS.fact_value("colour.red") == "rojo"
    assert WORDS.fact_value(None) == "sin apuntar"
    problem = FactProblem("f", "out_of_range", {"minimum": 2, "maximum": 5})
    assert WORDS.fact_problem(problem) == "Tiene que estar entre 2 y 5."


@pytest.mark.parametrize("code", LEDGER_PROBLEMS)
def test_every_ledger_problem_has_words(code: str) -> None:
    params = {"amount": -2, "total": 3, "copies": 1}
    text = WORDS.problem(Problem(code, params, (("supply", "crystal"),)))
    assert not text.startswith("ledger.")
    assert MISSING not in text
    assert ("ristales" in text) == (code != "unknown_item"), "what nobody knows has no name"
    assert "−2" in text


def test_every_reading_of_every_ruling_has_a_note() -> None:
    for ruling in WORDS.data.rulings:
        for reading in ruling.readings:
            note = WORDS.with_rulings({ruling.id: reading}).ruling_note(ruling.id)
            assert note is not None
            assert note.reading == WORDS.reading(ruling.id, reading) == ruling.words[reading]


def test_player_without_a_name_is_a_number() -> None:
    assert Wording("blue_moon_city").player(0) == "#1"


def test_adjustment_names_the_part_it_sets() -> None:
    effect = Happening("set", {"part": "turn", "value": SeatRef(1)}, "table.adjustment")
    assert WORDS.effect(effect) == "Ajuste. De quién es el turno: Bea."


def test_changed_field_is_told_in_the_words_of_its_act() -> None:
    def changed(kind: str, field: str, value: Value) -> str:
        params: dict[str, Value] = {"kind": kind, "field": field, "value": value}
        return WORDS.remedy(Remedy(CHANGE_FIELD, params))

    assert changed("move_figure", "to", UNIVERSITY) == "te detienes en la Universidad"
    assert changed("move_figure", "cards", ()) == "no usas ninguna carta"
    # Without words of its own, a thing is chosen, and another value stands beside its question.
    assert changed("move_figure", "strange", UNIVERSITY) == "eliges la Universidad"
    assert changed("move_figure", "strange", 3) == "en «strange» pones «3»"


def test_given_and_received_goods_are_told_apart() -> None:
    wording = Wording("santiago_de_cuba")

    def changed(code: str, field: str, **params: Value) -> str:
        return wording.remedy(Remedy(code, {"kind": "use_black_market", "field": field, **params}))

    assert changed(CHANGE_FIELD, "give", value=Term("good.citrus")) == "das los cítricos"
    assert changed(CHANGE_FIELD, "take", value=Term("good.citrus")) == "recibes los cítricos"
    many: dict[str, Value] = {
        "values": (Term("good.rum"), Term("good.cigars")),
        "number": 2,
        "extent": THESE,
    }
    assert (
        changed(ANY_VALUE, "take", **many)
        == "recibes otra mercancía (sirven 2: el ron y los puros)"
    )


def test_changed_amount_is_a_sentence() -> None:
    wording = Wording("santiago_de_cuba")
    params: dict[str, Value] = {"kind": "use_distillery", "field": "amount", "value": 1}
    assert wording.remedy(Remedy(CHANGE_FIELD, params)) == "cambias 1\u00a0caña de azúcar"


def test_of_many_things_so_many_are_kept() -> None:
    params: dict[str, Value] = {"kind": "play_cards", "field": "cards", "number": 2}
    text = Wording("blue_moon").remedy(Remedy(FEWER, params))
    assert text == "juegas solo 2 de lo nombrado"


def test_choice_that_is_not_filled_in_names_what_is_chosen() -> None:
    wording = Wording("urban_sprawl")
    what: dict[str, Value] = {"what": Term("phase.which_block")}
    assert wording.action_attempt("choose", what) == "elegir en qué bloque va un edificio"
    moon, card = Wording("blue_moon"), Term("card.vulca_05")
    text = moon.action_attempt("move_cards", {"card": card})
    assert text == "elegir cartas para el texto de Volca"
    assert moon.action_attempt("move_cards", {"card": ()}) == "elegir cartas para un texto"


def test_what_rests_on_the_unknown_is_not_called_legal() -> None:
    way = Remedy(OTHER_SEAT, {"seat": SeatRef(0)})
    certain = WORDS.refusal(refusal(), ways=[way])
    possible = WORDS.refusal(refusal(), possible=[way])
    assert certain.possible == possible.remedies == ()
    assert "Será legal si lo hace Ana." in WORDS.card_text(certain)
    assert "Será legal" not in WORDS.card_text(possible)
    assert "Puede que sea legal, según lo que la aplicación no sabe, si" in WORDS.card_text(
        possible
    )


def test_card_that_does_nothing_is_described_in_a_sentence() -> None:
    wording = Wording("urban_sprawl")
    for family in ("town.t4", "city.c4", "metropolis.m2", "event.e1"):
        piece, nothing = wording.term(family), wording.describe_fact(f"{family}.lines", ())
        assert nothing == f"{piece}: no hace nada"


@pytest.mark.parametrize("game", GAMES)
def test_name_of_an_act_fits_two_lines_of_its_button(game: str) -> None:
    """Two buttons beside each other on a narrow phone have lines of twenty letters."""
    names = [act.name for act in Wording(game).data.words.actions.values()]
    assert [name for name in names if len(textwrap.wrap(name, 20)) > 2] == []
