"""Every sentence of every game and of the app, rendered with none, one and several of each value.

The values of a parameter are collected in random play. Where play does not reach, they come from
other templates with a parameter of that name, or from the form in which it stands.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from string import Formatter
from typing import Any, TypeAlias

import pytest
from typing_extensions import override

from companion.games import GAMES
from companion.kernel.game import Game
from companion.kernel.values import NO_PARAMS, Counted, Mean, Params, SeatRef, Term, Value
from companion.rulebook import templates
from companion.rulebook.loader import AppWords, GameData, app_words, load
from companion.rulebook.wording import Wording
from tests.rulebook import rendered_texts, spanish
from tests.rulebook.spanish import Shape
from tests.seeds import how_much

Kind: TypeAlias = tuple[str, ...]
"""Kind of a value: `("counted", "peso")`, `("list", "term", "tile")`."""

AMOUNTS = (1, 2, 0, 8, 11)


def kind_of(value: Value) -> Kind:
    """Return the kind of a value."""
    match value:
        case int():
            return ("int",)
        case Counted(noun=noun):
            return ("counted", noun)
        case Term(key=key):
            return ("term", key.partition(".")[0])
        case SeatRef():
            return ("seat",)
        case tuple():
            return ("list", *(kind_of(value[0]) if value else ()))
        case _:
            return ("text",)


class Listening(Wording):
    """Words that record the values their templates are filled with."""

    heard: dict[tuple[str, str], set[Kind]]

    @override
    def text(self, template: str, params: Params = NO_PARAMS) -> str:
        """Render a template as usual, and record its values."""
        for name in templates.parameters(template) & params.keys():
            self.heard[template, name].add(kind_of(params[name]))
        return super().text(template, params)


@lru_cache
def heard(game_id: str, matches: int) -> Mapping[tuple[str, str], set[Kind]]:
    """Return the kinds of value that random play gave, by template and parameter."""
    game: Game[Any] = GAMES[game_id]
    kinds: dict[tuple[str, str], set[Kind]] = defaultdict(set)
    Listening.heard = kinds
    for seed in range(matches):
        for _ in rendered_texts.of_match(game, seed, 120, 8, words=Listening):
            pass
        for _ in rendered_texts.of_setup(game, seed, Listening):
            pass
        for state, wording in islice(
            rendered_texts.positions(game, seed, 40, Listening), 0, 40, 20
        ):
            for _ in rendered_texts.of_adjustments(game, state, wording):
                pass
    return kinds


SEATS: tuple[Value, ...] = tuple(map(SeatRef, range(len(rendered_texts.NAMES))))
BY_HAND: Mapping[str, tuple[Value, ...]] = {
    "source": ("Inés", "la reserva", "el obelisco"),
    "target": ("Inés", "la reserva", "el obelisco"),
    "account": ("Inés", "la reserva", "el obelisco"),
    "item": ("puros", "roja 1"),
    "from_seat": SEATS,
    "to_seat": SEATS,
    "winners": ((), *((seat,) for seat in SEATS), SEATS[:2], SEATS),
    "offerings": AMOUNTS,
    "shown": AMOUNTS,
    "number": AMOUNTS,
    "ships": AMOUNTS,
    "hand": AMOUNTS,
    "first": SEATS,
    "tiles": ((Term("tile.mill"),), (Term("tile.thermae"), Term("tile.iron_foundry"))),
    "markers": tuple(Counted(n, "marker") for n in AMOUNTS),
    "required": tuple(Counted(n, "ofrenda") for n in AMOUNTS),
    "rounds": tuple(Counted(n, "ronda") for n in AMOUNTS),
    "fact": ("Casino: pesos por punto",),
    "name": rendered_texts.NAMES,
    "names": ((SeatRef(0), SeatRef(1)), (SeatRef(2), SeatRef(3), SeatRef(1))),
    "players": (2, 3, 4),
}
"""Values that play cannot supply: texts that are words already, and rare cases."""

_OWED: tuple[Value, ...] = (
    (Counted(4, "wealth"),),
    (Counted(1, "prestige"), Counted(8, "wealth")),
)
BY_PLACE: Mapping[tuple[str, str], tuple[Value, ...]] = {
    ("actions.decline.attempt", "citizen"): ("", Term("stop.pablo"), Term("stop.alonso")),
    ("actions.decline.attempt", "building"): ("", Term("building.office")),
    ("actions.decline.done", "citizen"): ("", Term("stop.pablo"), Term("stop.alonso")),
    ("actions.decline.done", "building"): ("", Term("building.office")),
    ("actions.play_fortune.attempt", "territory"): ((), (Term("territory.t1"),)),
    ("actions.play_fortune.done", "territory"): ((), (Term("territory.t1"),)),
    ("actions.use_space.attempt", "territory"): ((), (Term("territory.t1"),)),
    ("actions.use_space.done", "territory"): ((), (Term("territory.t1"),)),
    ("actions.play_bluff.attempt", "card"): ((), Term("card.buka_07")),
    ("actions.play_bluff.done", "card"): ((), Term("card.buka_07")),
    ("actions.move_cards.attempt", "ship"): ((), Term("card.buka_30")),
    ("actions.move_cards.done", "ship"): ((), Term("card.buka_30")),
    ("conditions.wrong_payment.refusal", "cost"): ((), (Counted(2, "cube.food"),)),
    ("effects.cards_lost", "cards"): tuple(Counted(n, "carta") for n in AMOUNTS),
    ("effects.cards_owed", "cards"): tuple(Counted(n, "carta") for n in AMOUNTS),
    ("conditions.key_card_overdue.refusal", "key"): (Term("town.t1"), Term("city.c1")),
    ("effects.elected", "by"): ((), (Term("office.mayor"),), (Term("active"),)),
    ("actions.pay_rival.attempt", "due"): _OWED,
    ("actions.pay_rival.done", "due"): _OWED,
    ("remedies.add_grey_two", "cards"): tuple(Counted(n, "gris") for n in AMOUNTS),
    ("remedies.swap_some", "back"): (
        (Counted(1, "card.red.1"),),
        (Counted(1, "card.brown.1"), Counted(2, "card.brown.2")),
    ),
    ("effects.announced", "power_floor"): ((), Term("card.vulca_20")),
    ("actions.announce.attempt", "power_floor"): ((), Term("card.vulca_20")),
    ("conditions.below_power.refusal", "own_floor"): ((), Term("card.vulca_20")),
    ("conditions.below_power.refusal", "other_floor"): ((), Term("card.vulca_20")),
    ("conditions.no_such_face.refusal", "faces"): ((0,), (0, 1), (1, 2, 3), (7, 8)),
}
"""Values by place, where the name of the parameter is not enough."""


class Values:
    """Values that the parameters of a game's templates can have."""

    def __init__(self, data: GameData, matches: int) -> None:
        self._data = data
        self._heard = heard(data.id, matches)
        self.times = 1 if matches == 1 else 2
        """Number of times that each parameter of a template goes through all its values."""
        self._named: dict[str, set[Kind]] = defaultdict(set)
        for (_, name), kinds in self._heard.items():
            self._named[name] |= kinds

    def of(self, where: str, template: str, name: str) -> tuple[Value, ...]:
        """Return the values that a parameter of a template is tried with."""
        if (where, name) in BY_PLACE:
            return BY_PLACE[where, name]
        kinds = self._heard.get((template, name), set())
        if kinds <= {("list",)}:
            # The parameter never occurred, or only with an empty list.
            kinds = kinds | self._named.get(name, set())
        if name in BY_HAND and kinds <= {("text",)}:
            return BY_HAND[name]
        kinds = kinds or {self._by_form(template, name)}
        return tuple(value for kind in sorted(kinds) for value in self._made(kind, name))

    def _by_form(self, template: str, name: str) -> Kind:
        forms = {form for parameter, form in _forms(template) if parameter == name}
        if forms & self._data.words.nouns.keys():
            return ("int",)
        if forms & templates.ARTICLE_FORMS:
            return ("any",)
        return ("list", "int") if forms & templates.CONJUNCTIONS else ("int",)

    def _made(self, kind: Kind, name: str) -> tuple[Value, ...]:
        match kind:
            case ("int",):
                return AMOUNTS
            case ("counted", noun):
                return tuple(Counted(n, noun) for n in AMOUNTS)
            case ("seat",):
                return tuple(map(SeatRef, range(len(rendered_texts.NAMES))))
            case ("term", family):
                return self._terms(family)
            case ("list", *inner):
                return _lists(self._made(tuple(inner), name)) if inner else ((),)
            case ("any",):
                return tuple(self._with_article())
        return BY_HAND.get(name, ("Ópera",))

    def _with_article(self) -> Iterator[Value]:
        """Yield terms that have an article; of a family that has it, one."""
        terms = self._data.words.terms
        for key in self._data.words.articles:
            family = key.removesuffix("*")
            named = (one for one in terms if one.startswith(family) and not one.endswith("*"))
            if family != key:
                yield from map(Term, islice(named, 1))
            else:
                yield Term(key)

    def _terms(self, family: str) -> tuple[Value, ...]:
        keys = self._data.words.terms
        named = [
            key
            for key in keys
            if key.startswith(f"{family}.") and not key.endswith((".none", ".*"))
        ]
        return tuple(map(Term, named or [family]))


def _lists(one: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return lists of none, one, two and three, each value once at the end."""
    several = tuple((one[n - 1], value) for n, value in enumerate(one))
    return ((), *((value,) for value in one), *several, one[:3])


def _forms(template: str) -> Iterator[tuple[str, str]]:
    for _, name, form, _ in Formatter().parse(template):
        if name is None:
            continue
        if form and form.startswith("?"):
            yield from _forms(form)
        else:
            yield name, form or ""


def filled(values: Mapping[str, tuple[Value, ...]], times: int = 2) -> Iterator[Params]:
    """Yield parameters where one after the other goes through all its values."""
    for base in range(times):
        first = {name: options[min(base, len(options) - 1)] for name, options in values.items()}
        yield first
        for name, options in values.items():
            for value in options:
                yield {**first, name: value}


def templates_of(data: GameData) -> Iterator[tuple[str, str, Shape]]:
    """Yield every template of a game, its place and its shape."""
    words = data.words
    for part, shape in (
        ("remedies", Shape.PHRASE),
        ("accounts", Shape.PHRASE),
        ("until", Shape.SENTENCE),
        ("effects", Shape.SENTENCE),
        ("transfers", Shape.SENTENCE),
        ("duties", Shape.LINE),
        ("outcomes", Shape.SENTENCE),
        ("problems", Shape.SENTENCE),
        ("scores", Shape.LINE),
        ("settables", Shape.LINE),
    ):
        for code, text in getattr(words, part, {}).items():
            yield f"{part}.{code}", text, shape
    for kind, action in words.actions.items():
        yield f"actions.{kind}.name", action.name, Shape.LINE
        yield f"actions.{kind}.attempt", action.attempt, Shape.PHRASE
        yield f"actions.{kind}.done", action.done, Shape.LINE
        for field, text in action.fields.items():
            yield f"actions.{kind}.{field}", text, Shape.LINE
    for code, condition in words.conditions.items():
        yield f"conditions.{code}.name", condition.name, Shape.LINE
        for form in ("refusal", "unverified", "remark"):
            if text := getattr(condition, form):
                yield f"conditions.{code}.{form}", text, Shape.SENTENCE
    for step in data.steps:
        yield f"step {step.id}", step.text, Shape.SENTENCE


def texts_of(data: GameData) -> Iterator[tuple[str, str, Shape]]:
    """Yield the texts of a game without parameters: rulings, sections, terms."""
    for ruling in data.rulings:
        yield f"ruling {ruling.id}.title", ruling.title, Shape.LINE
        yield f"ruling {ruling.id}.question", ruling.question, Shape.SENTENCE
        yield f"ruling {ruling.id}.why", ruling.why, Shape.SENTENCE
        for reading, text in ruling.words.items():
            yield f"ruling {ruling.id}.{reading}", text, Shape.LINE
    for section in data.rulebook:
        yield f"section {section.id} title", section.title, Shape.LINE
        for paragraph in section.paragraphs:
            yield f"section {section.id}", paragraph, Shape.SENTENCE
    for key, term in data.words.terms.items():
        if not key.endswith(".*"):
            # The common name of the entries of a slot is always shown with the number of the entry.
            yield f"terms.{key}", term, Shape.ANY


def said_with(data: GameData, values: Values) -> Iterator[tuple[str, str, Shape]]:
    """Yield every template of a game rendered with all its values."""
    lexicon = data.words.lexicon(rendered_texts.NAMES)
    for where, template, shape in templates_of(data):
        if not template:
            continue
        taken = {n: values.of(where, template, n) for n in sorted(templates.parameters(template))}
        for params in filled(taken, values.times):
            yield where, templates.render(template, params, lexicon), shape


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=3)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_sentence_of_a_game_reads_well(game_id: str, matches: int) -> None:
    data = load(game_id)
    reader = spanish.of_game(GAMES[game_id], data, rendered_texts.NAMES)
    wrong: dict[str, tuple[str, ...]] = {}
    for where, text, shape in (*said_with(data, Values(data, matches)), *texts_of(data)):
        faults = reader.faults(text, shape)
        if faults:
            wrong.setdefault(where, (*faults, text))
    assert wrong == {}, "\n".join(f"{where}: {faulty}" for where, faulty in wrong.items())


SOME_NAMES: tuple[Value, ...] = rendered_texts.NAMES
SOME_LISTS: tuple[Value, ...] = (
    (),
    *((name,) for name in rendered_texts.NAMES),
    rendered_texts.NAMES[:2],
    rendered_texts.NAMES,
)
SIGNED = (1, -1, 2, 0, 8, 11, -30)
OF_APP: Mapping[str, tuple[Value, ...]] = {
    **dict.fromkeys(("name", "who", "author", "owner", "other", "by", "seat"), SOME_NAMES),
    **dict.fromkeys(("names", "players", "seats", "winners"), SOME_LISTS),
    "amount": SIGNED,
    "account": ("la reserva", "el montón de robar", "Inés"),
    "act": ("Inés lanza los dados",),
    "action": ("Construir",),
    "address": ("192.168.1.7:8550",),
    "against": ("La sección está libre",),
    "at": ("20:15",),
    "attempt": ("hacer una ofrenda",),
    "best": ("12",),
    "bundle": ("una roja 1 y una azul 2",),
    "colour": ("rojo",),
    "command": ("companion",),
    "cost": ("1\u00a0peso",),
    "day": (1, 11),
    "designer": ("Reiner Knizia",),
    "detail": ("sitio",),
    "entries_each": tuple(Mean(n) for n in (0, 0.5, 1, 1.04, 1.5, 2, 120)),
    "fact": ("Casino: pesos por punto",),
    "field": ("¿Qué se da?",),
    "file": ("words",),
    "flower": ("azul",),
    "game": ("Santiago de Cuba",),
    "games": (("Blue Moon City", "Santiago de Cuba"),),
    "good": ("ron", "cítricos"),
    "group": ("Casino",),
    "heading": ("El puerto",),
    "holdings": ("3\u00a0pesos",),
    "host": ("casa",),
    "id": ("7F3A",),
    "item": ("puros", "roja 1"),
    "items": (("3\u00a0pesos",), ("3\u00a0pesos", "1\u00a0punto")),
    "kept": ("blanca",),
    "label": ("Ofrendas",),
    "longest": ("5 min",),
    "mark": ("Consentida",),
    "mean": (Mean(12.5), Mean(1), Mean(0)),
    "month": ("enero", "octubre"),
    "moves": (("Ana recibe 1\u00a0peso",), ("Ana recibe 1\u00a0peso", "Inés devuelve 1\u00a0ron")),
    "now": ("Ana pasa",),
    "part": ("Dónde está el coche",),
    "path": ("/datos",),
    "place": ("la reserva", "el montón de robar", "Inés"),
    "publisher": ("Kosmos",),
    "query": ("ron",),
    "question": ("¿Se puede pagar así?",),
    "reading": ("Sí, cobra",),
    "reason": ("contamos mal",),
    "remedies": ("eliges el Café",),
    "rules": (("«Una»",), ("«Una»", "«Otra»")),
    "ruling": ("Los empates",),
    "sentence": ("Ana pasa",),
    "shortest": ("20 min",),
    "shown": ("5 · 4",),
    "site": ("https://mesa.org/",),
    "size": ("12",),
    "source": ("la reserva", "el montón de robar", "Inés"),
    "target": ("la reserva", "el montón de robar", "Inés"),
    "text": ("Ana pasa",),
    "tile": ("Molino",),
    "time": ("2 min",),
    "title": ("Vueltas enteras",),
    "turn": ("Turno de Ana",),
    "turns": ("12,5",),
    "turns_each": tuple(Mean(n) for n in (0, 0.5, 1, 1.04, 1.5, 2, 12.5)),
    "typed": ("roja",),
    "url": ("http://127.0.0.1",),
    "value": ("3\u00a0puntos",),
    "values": ("1, 2 y 3",),
    "version": ("1",),
    "was": ("Ana pasa",),
    "what": ("Ana pasa",),
    "when": ("Turno de Ana, 20:15",),
    "why": ("así lo entendemos",),
    "year": ("2026",),
}
"""Values of the interface's words by parameter; amounts where a name is missing here."""

PARTS = ("search.", "questions.", "stats.file", "cli.help_", "cli.publish_no_client")
"""Texts that no player reads as they stand."""


URL = re.compile(r"https?://\S+")
HEADS = re.compile(r"(?: de| hasta|:)$")
"""End of a title after which something stands on a line of its own."""


def said_by_the_app(words: AppWords) -> Iterator[tuple[str, str]]:
    """Yield every text of the interface with all its values; of a title, its own words."""
    for key, template in words.texts.items():
        if key.startswith(PARTS):
            continue
        names = sorted(templates.parameters(template))
        for params in filled({name: OF_APP.get(name, AMOUNTS) for name in names}):
            text = templates.render(template, params, words.lexicon)
            yield key, URL.sub("mesa", text if names else HEADS.sub("", text))


def _shape(key: str, text: str) -> Shape:
    """Return the shape of a text: with a stop inside it is made of sentences, unless read aloud."""
    if any(part in key for part in ("spoken", "mesa.seat_", "origin.open", "form.change")):
        return Shape.ANY
    return Shape.SENTENCE if re.search(r"[a-záéíóúñ»)]\. [A-ZÁÉÍÓÚ¿«]", text) else Shape.ANY


@pytest.mark.parametrize("game", ["", *GAMES])
def test_every_text_of_the_screens_reads_well(game: str) -> None:
    """Texts of the app, and of the screens that only one game has."""
    words = load(game).interface if game else app_words()
    reader = spanish.Reader(words.nouns.values(), players=rendered_texts.NAMES)
    wrong: dict[str, tuple[str, ...]] = {}
    for key, text in said_by_the_app(words):
        faults = reader.faults(text, _shape(key, text))
        if faults:
            wrong.setdefault(key, (*faults, text))
    assert wrong == {}, "\n".join(f"{key}: {faulty}" for key, faulty in wrong.items())
