"""Slots: their expansion, the values each kind of field admits, names and maps."""

from typing import Any

import pytest
from pydantic import ValidationError

from companion.kernel.box import slots
from companion.kernel.box.facts import (
    ChoiceSpec,
    FactValue,
    IntSpec,
    TypedLine,
    default_values,
)
from companion.kernel.box.lines import EffectLine, Verb, typed, unsupported_verbs
from companion.kernel.box.slots import SlotSpec
from companion.match.entries import FactsEntered
from tests.cards import CARDS

SPECS = {spec.id: spec for spec in slots.specs((CARDS,))}


def _slot(**more: Any) -> SlotSpec:
    field = {"id": "cost", "kind": "int", "minimum": 0, "maximum": 9, "label": "fact.cost"}
    return SlotSpec.model_validate({"id": "card", "count": 2, "fields": [field], **more})


def test_slot_expands_to_the_fields_of_each_entry() -> None:
    assert len(SPECS) == 12 * 5
    spec = SPECS["favour.7.cost"]
    assert isinstance(spec, IntSpec)
    assert (spec.group, spec.label, spec.maximum) == ("favour.7", "fact.cost", 40)


def test_shipped_values_of_an_entry_are_defaults() -> None:
    row = {"of": "2", "confidence": "medium", "source": "rules", "values": {"cost": 4}}
    likely = {"of": "1", "confidence": "low", "candidates": {"cost": [3, 5]}}
    first, second = slots.specs((_slot(shipped=[row, likely]),))
    assert default_values((first, second)) == {"card.2.cost": 4}
    assert (second.source, second.confidence) == ("rules", "medium")
    assert first.candidates == (3, 5)


@pytest.mark.parametrize(
    "more",
    [
        {"shipped": [{"of": "3", "confidence": "high", "values": {"cost": 1}}]},
        {"shipped": [{"of": "1", "confidence": "high", "values": {"price": 1}}]},
        {"name": "cost"},
        {"name": "title"},
        {"count": None},
        {"entries": ["a", "a"], "count": 2, "fields": []},
    ],
)
def test_contradictory_slot_is_rejected(more: dict[str, Any]) -> None:
    with pytest.raises((ValidationError, TypeError)):
        _slot(**more)


def test_link_to_an_unknown_slot_is_rejected() -> None:
    link = {"id": "to", "kind": "links", "to": "town", "label": "fact.to"}
    with pytest.raises(ValueError, match="town"):
        slots.specs((_slot(fields=[link]),))


FITTING: list[tuple[str, FactValue]] = [
    ("name", "Faro viejo"),
    ("zone", "favour.south"),
    ("lines", ()),
    ("lines", (TypedLine("gain", 3, "card"), TypedLine("again"))),
    ("lines", (TypedLine("manual", text="Baraja y roba"),)),
    ("beside", ()),
    ("beside", ("1", "3", "12")),
]


@pytest.mark.parametrize(("field", "value"), FITTING)
def test_valid_value_survives_serialization_unchanged(field: str, value: FactValue) -> None:
    fact = f"favour.7.{field}"
    assert SPECS[fact].problem(value) is None
    entered = FactsEntered(facts={fact: value})
    again = FactsEntered.model_validate_json(entered.model_dump_json())
    assert again == entered
    assert again.facts[fact] == value
    assert SPECS[fact].problem(again.facts[fact]) is None


WRONG: list[tuple[str, object, str]] = [
    ("name", 3, "not_a_text"),
    ("name", "  ", "not_a_text"),
    ("name", "a\u202eb", "not_a_text"),
    ("name", "x" * 21, "too_long"),
    ("lines", 3, "not_a_line"),
    ("lines", (("fly",),), "not_a_line"),
    ("lines", ((),), "not_a_line"),
    ("lines", ((1, 2),), "not_a_line"),
    ("lines", (("again", 1, "", "", ""),), "not_a_line"),
    ("lines", (("again",),) * 4, "too_many"),
    ("lines", (("gain", 10, "card"),), "out_of_range"),
    ("lines", (("gain", True, "card"),), "out_of_range"),
    ("lines", (("gain", 2, "stone"),), "not_an_option"),
    ("lines", (("gain", 2),), "not_an_option"),
    ("lines", (("again", 1, "", "a word"),), "not_a_line"),
    ("lines", (("manual",),), "not_a_text"),
    ("lines", (("manual", 1, "", "x" * 61),), "too_long"),
    ("beside", "3", "not_an_option"),
    ("beside", ("7",), "not_an_option"),
    ("beside", ("3", "1"), "not_an_option"),
    ("beside", ("3", "3"), "not_an_option"),
    ("beside", (3,), "not_an_option"),
    ("beside", ("99",), "not_an_option"),
]


@pytest.mark.parametrize(("field", "value", "code"), WRONG)
def test_invalid_value_gives_the_code_of_its_problem(field: str, value: object, code: str) -> None:
    problem = SPECS[f"favour.7.{field}"].problem(value)
    assert problem is not None
    assert problem.code == code


def test_typed_values_lose_invisible_characters() -> None:
    said = {"a": "x\n\u202ey", "b": (("manual", 1, "", "o\u0007la"),), "c": ("1\u200b",)}
    facts = FactsEntered.model_validate({"facts": said}).facts
    assert facts == {"a": "x y", "b": (TypedLine("manual", text="ola"),), "c": ("1",)}


def test_typed_lines_become_effect_lines() -> None:
    read = typed((TypedLine("gain", 3, "card"), TypedLine("manual", text="Baraja")))
    assert read == (EffectLine("gain", "card", 3), EffectLine("manual", text="Baraja"))


def test_lines_field_offering_an_unsupported_verb_is_reported() -> None:
    def done(_play: Any, _doing: Any, _line: EffectLine) -> None:
        """Do nothing."""

    spec = SPECS["favour.7.lines"]
    assert spec.kind == "lines"
    verbs = {
        "gain": Verb(done, ("crystal", "card"), counts=True),
        "again": Verb(done),
        "manual": Verb(done, words=True),
    }
    assert unsupported_verbs(spec, verbs) == ()
    assert unsupported_verbs(spec, {**verbs, "gain": Verb(done, ("card",), counts=True)}) == (
        "gain",
    )
    assert unsupported_verbs(spec, {**verbs, "gain": Verb(done, ("crystal", "card"))}) == ("gain",)
    assert unsupported_verbs(spec, {**verbs, "manual": Verb(done)}) == ("manual",)
    assert unsupported_verbs(spec, {}) == ("gain", "again", "manual")


def test_entry_begins_with_its_first_value_and_takes_the_typed_name() -> None:
    values: dict[str, FactValue] = {"favour.2.name": "Faro", "favour.3.cost": 4}
    assert [CARDS.begun(entry, values) for entry in "123"] == [False, True, True]
    assert CARDS.names(values) == {"favour.2": "Faro"}
    assert _slot().names(values) == {}


def test_entry_has_a_face_once_its_shown_fields_are_known() -> None:
    values: dict[str, FactValue] = {"card.2.cost": 4}
    assert _slot(shows=["cost"]).faces(values) == {"2": {"cost": 4}}
    assert _slot().faces(values) == {}
    with pytest.raises(ValidationError):
        _slot(shows=["price"])


@pytest.mark.parametrize(
    ("options", "things"),
    [
        (("red", "blue", "red-blue"), ("red", "blue")),
        (("red", "blue"), ()),
        (("red", "blue", "blue-red"), ()),
        (("red",), ()),
        (("a", "b", "c", "a-b", "a-c", "b-c", "a-b-c"), ("a", "b", "c")),
        (("a", "b", "c", "a-b", "a-c", "b-c"), ()),
    ],
)
def test_choice_of_all_subsets_is_recognised_as_a_multiple_choice(
    options: tuple[str, ...], things: tuple[str, ...]
) -> None:
    field = {"id": "of", "kind": "choice", "options": options, "label": "fact.of"}
    spec = slots.specs((_slot(fields=[field]),))[0]
    assert isinstance(spec, ChoiceSpec)
    assert spec.things == things


def test_link_typed_on_either_side_holds_both_ways() -> None:
    values: dict[str, FactValue] = {"favour.2.beside": ("3", "5"), "favour.5.beside": ("2",)}
    linked = slots.links(CARDS, "beside", values)
    assert linked["2"] == {"3", "5"}
    assert linked["3"] == linked["5"] == {"2"}
    assert linked["1"] == frozenset()


MAP = (
    SlotSpec.model_validate(
        {
            "id": "island",
            "count": 16,
            "name": "name",
            "alike": {"harbour": {"yes": "harbours"}},
            "fields": [
                {"id": "name", "kind": "text", "label": "fact.name"},
                {"id": "harbour", "kind": "choice", "options": ["yes", "no"], "label": "fact.port"},
            ],
        }
    ),
)


def _harbours(*said: str) -> dict[str, FactValue]:
    there: dict[str, FactValue] = {f"island.{n}.harbour": v for n, v in enumerate(said, 1)}
    return {"harbours": 11, **there}


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (["yes"] * 11, None),
        (["yes"] * 12, "too_many_alike"),
        (["no"] * 5, None),
        (["no"] * 6, "too_many_alike"),
        (["yes"] * 11 + ["no"] * 5, None),
    ],
)
def test_value_stands_beside_as_many_like_it_as_the_box_has(
    said: list[str], problem: str | None
) -> None:
    wrong = slots.contradiction(MAP, _harbours(*said), f"island.{len(said)}.harbour")
    assert (wrong.code if wrong else None) == problem


def test_number_of_likes_says_nothing_where_nobody_knows_it() -> None:
    unknown = {
        fact: value for fact, value in _harbours(*["yes"] * 12).items() if fact != "harbours"
    }
    assert slots.contradiction(MAP, unknown, "island.12.harbour") is None


@pytest.mark.parametrize(("name", "taken"), [("tórtola", True), ("Aruba", False)])
def test_no_two_things_of_a_slot_have_one_name(name: str, taken: bool) -> None:
    values: dict[str, FactValue] = {"island.1.name": "Tortola", "island.2.name": name}
    assert bool(slots.contradiction(MAP, values, "island.2.name")) is taken
