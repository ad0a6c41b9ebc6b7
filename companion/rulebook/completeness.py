"""Missing words and dangling references of a game, for tests only."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.kernel.box.facts import FactValues, LinesSpec
from companion.kernel.game import Game
from companion.kernel.models import Options
from companion.kernel.pieces.ledger import Effect, Happening, Transfer
from companion.kernel.values import Counted, Params, SeatRef, Term, Value
from companion.rulebook import templates
from companion.rulebook.loader import ChecklistStep, GameData, load
from companion.rulebook.narration import sentence_keys
from companion.rulebook.ruling_cards import RuleRef
from companion.rulebook.sections import Enforcement
from companion.rulebook.wording import Wording


@dataclass(frozen=True, slots=True)
class CheckStep:
    """Line to tick off."""

    id: str
    text: str
    rules: tuple[RuleRef, ...]
    who: Literal["table", "each", "one"] = "table"
    """People who do it."""
    typed: bool = False
    """True if it is typed into the sheet of the box."""


def checklist(wording: Wording, options: Options, facts: FactValues) -> tuple[CheckStep, ...]:
    """Return the steps that apply, in order, with the numbers of this box.

    Args:
        wording: words of the table, whose rulings also decide.
        options: options of the table.
        facts: values of its box; an unknown one shows as "…".
    """
    chosen = {**wording.rulings, **options.model_dump()}
    count = len(options.players)
    names = tuple(SeatRef(seat) for seat in range(count))
    table = Wording(wording.data.id, options.players, wording.rulings, facts, given=wording.given)
    return tuple(
        CheckStep(
            step.id,
            table.text(
                step.text, {"players": count, "names": names, **_values(step, count, chosen, facts)}
            ),
            table.rule_refs(step.rules),
            step.who,
            step.typed,
        )
        for step in wording.data.steps
        if applies(step, count, chosen)
    )


def applies(step: ChecklistStep, players: int, chosen: Mapping[str, Any]) -> bool:
    """Return whether a step applies to that number of players, these options and rulings."""
    return (not step.players or players in step.players) and all(
        chosen.get(option) == value for option, value in step.when.items()
    )


def fact_of(fact: str, players: int) -> str:
    """Return the id of the printed fact for a number of players."""
    return fact.replace("{players}", str(players))


def _values(
    step: ChecklistStep, players: int, chosen: Mapping[str, Any], facts: FactValues
) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, fact in step.facts.items():
        value = facts.get(fact_of(fact, players))
        if value is not None:
            values[name] = value
    for name, option in step.seats.items():
        seat = chosen.get(option)
        if isinstance(seat, int):
            values[name] = SeatRef(seat)
        elif isinstance(seat, tuple | list):
            # Nobody was chosen: list them in seating order.
            values[name] = tuple(map(SeatRef, seat or range(players)))
    return values


@dataclass(frozen=True, slots=True)
class WordingGap:
    """Missing or wrong reference: where it is, and what it names."""

    where: str
    what: str


def missing_words(game: Game[Any]) -> tuple[WordingGap, ...]:
    """Return every gap between a game's code and its data: words, questions, rule sections."""
    data = load(game.id)
    return (
        *_action_gaps(game, data),
        *_condition_gaps(game, data),
        *_option_gaps(game, data),
        *(
            WordingGap("settables", s.code)
            for s in game.settables
            if not data.words.settable(s.code)
        ),
        *data_gaps(data),
    )


def data_gaps(data: GameData) -> tuple[WordingGap, ...]:
    """Return every gap within the data of a game: references, terms, templates, readings."""
    return (
        *_section_gaps(data),
        *_ruling_gaps(data),
        *_fact_gaps(data),
        *_group_gaps(data),
        *_step_gaps(data),
        *_article_gaps(data),
        *template_gaps(data),
    )


def uncited_sections(game: Game[Any]) -> tuple[str, ...]:
    """Return the sections marked as enforced that no condition cites."""
    cited = {rule for condition in _conditions(game) for rule in condition.rules}
    return tuple(
        section.id
        for section in load(game.id).rulebook
        if section.enforcement is Enforcement.ENFORCED and section.id not in cited
    )


def unused_conditions(game: Game[Any]) -> tuple[str, ...]:
    """Return the codes with condition words but no condition."""
    codes = {condition.code for condition in _conditions(game)}
    return tuple(code for code in load(game.id).words.conditions if code not in codes)


def effect_gaps(game_id: str, effects: Iterable[Effect]) -> tuple[WordingGap, ...]:
    """Return the words and sections missing for effects seen in play."""
    return tuple(dict.fromkeys(_gaps_of_effects(load(game_id), effects)))


def value_gaps(data: GameData, where: str, params: Params) -> tuple[WordingGap, ...]:
    """Return the terms and nouns that parameters name and the data lacks."""
    return tuple(gap for value in params.values() for gap in _value_gaps(data, where, value))


def template_params_gaps(where: str, template: str, params: Params) -> tuple[WordingGap, ...]:
    """Return the parameters that a template needs and is not given."""
    lacking = sorted(templates.parameters(template) - params.keys())
    return tuple(WordingGap(where, f"{{{name}}}") for name in lacking)


def template_gaps(data: GameData) -> tuple[WordingGap, ...]:
    """Return every template with an unknown form or noun."""
    lexicon = Wording(data.id).lexicon
    return tuple(
        WordingGap(where, problem)
        for where, template in _templates(data)
        for problem in templates.problems(template, lexicon)
    )


def _conditions(game: Game[Any]) -> Iterator[Any]:
    for conditions in game.conditions.values():
        yield from conditions
    yield from game.setup_conditions


def _action_gaps(game: Game[Any], data: GameData) -> Iterator[WordingGap]:
    for kind, model in game.action_models.items():
        words = data.words.actions.get(kind)
        if words is None:
            yield WordingGap("actions", kind)
            continue
        for field in model.form_fields():
            if field not in words.fields:
                yield WordingGap(f"actions.{kind}.fields", field)


def _condition_gaps(game: Game[Any], data: GameData) -> Iterator[WordingGap]:
    for condition in _conditions(game):
        if condition.code not in data.words.conditions:
            yield WordingGap("conditions", condition.code)
        for rule in condition.rules:
            if rule not in data.rulebook:
                yield WordingGap(f"condition {condition.code}", rule)


def _option_gaps(game: Game[Any], data: GameData) -> Iterator[WordingGap]:
    known = game.options.model_fields.keys() | data.rulings_by_id.keys()
    for step in data.steps:
        for option in (*step.when, *step.seats.values()):
            if option not in known:
                yield WordingGap(f"step {step.id}", option)


def _section_gaps(data: GameData) -> Iterator[WordingGap]:
    seen: set[str] = set()
    for section in data.rulebook:
        if section.id in seen:
            yield WordingGap("section", f"{section.id} twice")
        seen.add(section.id)
        for cited in (*section.see, *((section.parent,) if section.parent else ())):
            if cited not in data.rulebook:
                yield WordingGap(f"section {section.id}", cited)


def _ruling_gaps(data: GameData) -> Iterator[WordingGap]:
    for ruling in data.rulings:
        where = f"ruling {ruling.id}"
        yield from (WordingGap(where, rule) for rule in ruling.rules if rule not in data.rulebook)
        yield from (WordingGap(where, r) for r in ruling.playable if r not in ruling.words)
        yield from (WordingGap(where, r) for r in ruling.words if r not in ruling.playable)
        if ruling.short:
            yield from (
                WordingGap(f"{where}.short", r) for r in {*ruling.playable} ^ {*ruling.short}
            )
        if ruling.default not in ruling.readings:
            yield WordingGap(where, ruling.default)
        meant = (ruling.earlier, *ruling.formerly.values())
        yield from (WordingGap(where, r) for r in meant if r not in ruling.playable)


def _fact_gaps(data: GameData) -> Iterator[WordingGap]:
    used_keys = {key for spec in data.facts for key in sentence_keys(spec)}
    yield from (WordingGap("facts", key) for key in data.words.facts if key not in used_keys)
    for spec in data.facts:
        terms = (spec.group, spec.label)
        yield from (
            WordingGap(f"fact {spec.id}", key) for key in terms if key not in data.words.terms
        )
        values = (*spec.candidates, *(() if spec.value is None else (spec.value,)))
        yield from (WordingGap(f"fact {spec.id}", str(v)) for v in values if spec.problem(v))
        if isinstance(spec, LinesSpec):
            yield from _verb_gaps(data, spec)


def _group_gaps(data: GameData) -> Iterator[WordingGap]:
    """Yield groups without a name or with a repeated one, and unknown members."""
    lists = [spec.verbs for spec in data.facts if isinstance(spec, LinesSpec)]
    known = {verb for verbs in lists for verb in verbs}
    known |= {thing for verbs in lists for form in verbs.values() for thing in form.things}
    names: set[str] = set()
    for group in data.words.groups:
        if not group.name or group.name in names:
            yield WordingGap("groups", group.name)
        names.add(group.name)
        for each in group.holds:
            alone = group.model_copy(update={"holds": (each,)})
            if not any(map(alone.has, known)):
                yield WordingGap(f"group {group.name}", each)


def _verb_gaps(data: GameData, spec: LinesSpec) -> Iterator[WordingGap]:
    """Yield the missing words for composing a line: verbs, things and sentences."""
    words, where = data.words, f"fact {spec.id}"
    for verb, form in spec.verbs.items():
        yield from (WordingGap(where, f"verbs.{verb}") for _ in range(verb not in words.verbs))
        yield from (WordingGap(where, f"lines.{verb}") for _ in range(verb not in words.lines))
        known = {*words.terms, *words.nouns}
        things = (thing.replace(":", ".") for thing in form.things)
        yield from (WordingGap(where, thing) for thing in things if thing not in known)


def _step_gaps(data: GameData) -> Iterator[WordingGap]:
    for step in data.steps:
        where = f"step {step.id}"
        given = {"players", "names", *step.facts, *step.seats}
        yield from (WordingGap(where, rule) for rule in step.rules if rule not in data.rulebook)
        lacking = templates.parameters(step.text) - given
        yield from (WordingGap(where, f"{{{name}}}") for name in sorted(lacking))
        yield from (
            WordingGap(where, f) for f in _facts_of(step, data) if f not in data.facts_by_id
        )


def _facts_of(step: ChecklistStep, data: GameData) -> Iterator[str]:
    for players in step.players or data.info.players:
        yield from (fact_of(fact, players) for fact in step.facts.values())


def _article_gaps(data: GameData) -> Iterator[WordingGap]:
    known = data.words.terms.keys() | data.words.nouns.keys()
    families = {f"{key.partition('.')[0]}.*" for key in known}
    for key, article in data.words.articles.items():
        if key not in known | families:
            yield WordingGap("articles", key)
        if article not in templates.ARTICLES:
            yield WordingGap(f"articles.{key}", article)
    yield from (WordingGap("also", key) for key in data.words.also if key not in known)


_TEMPLATED: Final = (
    "accounts",
    "facts",
    "remedies",
    "until",
    "effects",
    "tasks",
    "transfers",
    "duties",
    "outcomes",
    "problems",
)
"""Parts of `words.toml` with a template for each code."""


def _templates(data: GameData) -> Iterator[tuple[str, str]]:
    words = data.words
    for part in _TEMPLATED:
        for code, text in getattr(words, part).items():
            yield f"{part}.{code}", text
    for kind, action in words.actions.items():
        yield f"actions.{kind}.attempt", action.attempt
        yield f"actions.{kind}.done", action.done
    for code, condition in words.conditions.items():
        for form in ("refusal", "unverified", "remark"):
            yield f"conditions.{code}.{form}", getattr(condition, form) or ""
    for step in data.steps:
        yield f"step {step.id}", step.text


def _gaps_of_effects(data: GameData, effects: Iterable[Effect]) -> Iterator[WordingGap]:
    words, wording = data.words, Wording(data.id)
    for effect in effects:
        if effect.rule not in data.rulebook:
            yield WordingGap(f"effect {type(effect).__name__}", effect.rule)
        if isinstance(effect, Transfer) and wording.transfer_template(effect) is None:
            yield WordingGap("transfers", f"{effect.item}@{effect.rule}")
        if isinstance(effect, Happening):
            yield from _happening_gaps(data, effect, words.effects.get(effect.code))


def _happening_gaps(
    data: GameData, effect: Happening, template: str | None
) -> Iterator[WordingGap]:
    where = f"effects.{effect.code}"
    if template is None:
        yield WordingGap("effects", effect.code)
        return
    seat: Params = {} if effect.seat is None else {"seat": effect.seat}
    yield from template_params_gaps(where, template, {**seat, **effect.params})
    yield from value_gaps(data, where, effect.params)


def _value_gaps(data: GameData, where: str, value: Value) -> Iterator[WordingGap]:
    match value:
        case Term(key=key) if key not in data.words.terms:
            yield WordingGap(where, key)
        case Counted(noun=noun) if noun not in data.words.nouns:
            yield WordingGap(where, noun)
        case tuple():
            for part in value:
                yield from _value_gaps(data, where, part)
        case _:
            pass
