"""Earlier records still open when values, options and rulings come, go or change names."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel.box.facts import IntSpec
from companion.kernel.conditions import Condition
from companion.kernel.game import Game
from companion.kernel.legality import SetupDraft
from companion.kernel.models import Options
from companion.kernel.refusal import Failure, Finding
from companion.match.entries import ActaError, Amended, FactsEntered, Replace, RulingChanged
from companion.match.files.acta_file import dumps
from companion.match.files.acta_reader import read_file
from companion.match.files.value_catalog import Catalog
from companion.match.fold import Match
from companion.rulebook.loader import load
from tests.match import builders
from tests.match.catalog import LAST, LID
from tests.playthroughs.test_releases import KEPT
from tests.seeds import how_much

Header = dict[str, Any]
SHORT = {
    "blue_moon_city": "stalemate_3",
    "santiago_de_cuba": "tie_by_goods_3",
    "kingdom_of_solomon": "most_points_3",
    "urban_sprawl": "most_wealth_2",
    "blue_moon": "instant_win_2",
}
"""Shortest complete match of each game that an earlier version knew."""
EVERY = how_much("every", everyday=8, before_release=1)
"""Step through the printed values of which one is left out or renamed."""


def _acta(game_id: str) -> Path:
    return next(p for p in KEPT if (p.parent.name, p.stem) == (game_id, SHORT[game_id]))


def _facts(game_id: str) -> Mapping[str, Any]:
    header = _acta(game_id).read_text(encoding="utf-8").split("\n", 1)[0]
    facts: Mapping[str, Any] = _whole(json.loads(header))["body"]["facts"]
    return facts


def _whole(header: Header) -> Header:
    """Return a header that holds every printed value of its box, as up to format 1."""
    body = header["body"]
    version, unknown = body.pop("shipped", None), body.pop("unknown", ())
    shipped = {} if version is None else catalog(body["game"]).shipped[version]
    left_out = {fact: value for fact, value in shipped.items() if fact not in unknown}
    body["facts"] = json.loads(json.dumps({**left_out, **body["facts"]}))
    return header


def _changed(path: Path, change: Callable[[Header], object]) -> bytes:
    """Return an acta with something else in its header."""
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    header = _whole(json.loads(first))
    change(header["body"])
    return f"{json.dumps(header)}\n{rest}".encode()


def _read(data: bytes, game: Game[Any] | None = None, of: Catalog | None = None) -> Match:
    games = dict(GAMES) if game is None else {**GAMES, game.id: game}
    return read_file(games, catalog if of is None else lambda _: of, data)


def _ended(match: Match) -> None:
    assert match.broken is None
    assert match.finished is not None
    assert match.outcome is not None
    assert match.outcome.winners == match.finished.winners


def _without(part: str, *names: str) -> Callable[[Header], object]:
    return lambda body: [body[part].pop(name, None) for name in names]


# What a header does not know yet


def test_every_earlier_game_has_a_short_recorded_match() -> None:
    assert SHORT.keys() == {path.parent.name for path in KEPT}


@pytest.mark.deep
@EVERY
@pytest.mark.parametrize("game_id", SHORT)
def test_match_recorded_before_a_printed_value_opens(game_id: str, every: int) -> None:
    path, required = _acta(game_id), GAMES[game_id].required_facts
    # Of those that came after it, the header knows nothing as it is.
    recorded = _facts(game_id).keys()
    assert recorded & set(required)
    for fact in (*recorded, *sorted(set(required) - recorded))[::every]:
        match = _read(_changed(path, _without("facts", fact)))
        if fact in required:
            assert match.facts[fact] == load(game_id).facts_by_id[fact].value, fact
            _ended(match)
        else:
            assert fact not in match.facts
    _ended(_read(_changed(path, _without("facts", *required))))


@pytest.mark.parametrize("game_id", SHORT)
def test_match_recorded_before_an_option_opens(game_id: str) -> None:
    path, fields = _acta(game_id), GAMES[game_id].options.model_fields
    for name in fields:
        data = _changed(path, _without("options", name))
        if name == "players":
            # Nobody else can say who played.
            with pytest.raises(ActaError, match="bad_header"):
                _read(data)
        else:
            assert getattr(_read(data).options, name) == fields[name].get_default()


@pytest.mark.deep
@pytest.mark.parametrize("game_id", SHORT)
def test_match_recorded_before_a_ruling_opens(game_id: str) -> None:
    path, rulings = _acta(game_id), load(game_id).rulings
    for ruling in rulings:
        match = _read(_changed(path, _without("rulings", ruling.id)))
        assert match.started.rulings[ruling.id] == ruling.earlier
        assert match.broken is None or match.broken.refusal
    match = _read(_changed(path, lambda body: body["rulings"].clear()))
    assert match.started.rulings == {ruling.id: ruling.earlier for ruling in rulings}


# What comes with the next version

NEW = IntSpec(
    id="invented.number", group="", label="", confidence="high", value=5, minimum=1, maximum=9
)


def _lacking(draft: SetupDraft, _options: Options) -> Finding:
    return None if NEW.id in draft.facts else Failure({"fact": NEW.id})


def _of_tomorrow(game_id: str, spec: IntSpec, *, required: bool) -> tuple[Game[Any], Catalog]:
    """Return a game that knows one printed value more, and its catalogue."""
    game, known = GAMES[game_id], catalog(game_id)
    wider = replace(known, fact_specs=(*known.fact_specs, spec))
    if not required:
        return replace(game, version=max(2, game.version)), wider
    needs = (*game.setup_conditions, Condition("invented_lacking", ("components",), _lacking))
    facts = (*game.required_facts, spec.id)
    return replace(game, required_facts=facts, setup_conditions=needs), wider


@pytest.mark.deep
@pytest.mark.parametrize("path", KEPT, ids=lambda p: "/".join(p.with_suffix("").parts[-3:]))
def test_new_required_value_takes_its_default_in_earlier_matches(path: Path) -> None:
    match = _read(path.read_bytes(), *_of_tomorrow(path.parent.name, NEW, required=True))
    assert match.facts[NEW.id] == 5
    assert match.broken is None
    if match.finished:
        _ended(match)


@pytest.mark.parametrize("game_id", SHORT)
def test_new_optional_value_in_earlier_matches_follows_its_before(game_id: str) -> None:
    data = _acta(game_id).read_bytes()
    for since, before, expected in ((1, "shipped", None), (2, "shipped", 5), (2, "unknown", None)):
        spec = NEW.model_copy(update={"since": since, "before": before})
        match = _read(data, *_of_tomorrow(game_id, spec, required=False))
        assert match.facts.get(NEW.id) == expected
        _ended(match)


# What is called otherwise, or is no more


def _with_fact(known: Catalog, fact: str, **update: object) -> Catalog:
    specs = (s.model_copy(update=update) if s.id == fact else s for s in known.fact_specs)
    return replace(known, fact_specs=tuple(specs))


def _with_ruling(known: Catalog, ruling: str, **update: object) -> Catalog:
    rulings = (r.model_copy(update=update) if r.id == ruling else r for r in known.rulings)
    return replace(known, rulings=tuple(rulings))


@pytest.mark.deep
@EVERY
@pytest.mark.parametrize("game_id", SHORT)
def test_renamed_value_is_read_under_its_old_name(game_id: str, every: int) -> None:
    path, known = _acta(game_id), catalog(game_id)
    for fact, value in islice(_facts(game_id).items(), None, None, every):

        def rename(body: Header, fact: str = fact) -> None:
            body["facts"]["old.name"] = body["facts"].pop(fact)

        match = _read(_changed(path, rename), of=_with_fact(known, fact, was=("old.name",)))
        renamed = match.facts[fact]
        assert json.loads(json.dumps(renamed)) == value
        assert "old.name" not in match.facts
        _ended(match)


@pytest.mark.deep
@pytest.mark.parametrize("game_id", SHORT)
def test_renamed_ruling_or_reading_is_read_under_its_old_name(game_id: str) -> None:
    path, known = _acta(game_id), catalog(game_id)
    for ruling in known.rulings:
        for reading in ruling.readings:

            def rename(body: Header, ruling_id: str = ruling.id) -> None:
                body["rulings"].pop(ruling_id, None)
                body["rulings"]["old_name"] = "old_reading"

            names = {"was": ("old_name",), "formerly": {"old_reading": reading}}
            match = _read(_changed(path, rename), of=_with_ruling(known, ruling.id, **names))
            assert match.started.rulings[ruling.id] == reading
            assert "old_name" not in match.started.rulings


@pytest.mark.parametrize("game_id", SHORT)
def test_removed_value_or_ruling_does_not_close_a_match(game_id: str) -> None:
    gone = replace(catalog(game_id), gone_facts=frozenset("f"), gone_rulings=frozenset("r"))
    data = _changed(
        _acta(game_id), lambda body: (body["facts"].update(f=77), body["rulings"].update(r="was"))
    )
    _ended(_read(data, of=gone))
    with pytest.raises(ActaError, match="unknown_fact"):
        _read(data)


@pytest.mark.parametrize("game_id", SHORT)
def test_withdrawn_reading_is_still_played_but_not_offered(game_id: str) -> None:
    path, known = _acta(game_id), catalog(game_id)
    for ruling in known.rulings:
        others = tuple(r for r in ruling.readings if r != ruling.default)
        update = {"readings": (ruling.default,), "withdrawn": others}
        fewer = _with_ruling(known, ruling.id, **update)
        for other in others:

            def choose(body: Header, ruling_id: str = ruling.id, reading: str = other) -> None:
                body["rulings"][ruling_id] = reading

            assert _read(_changed(path, choose), of=fewer).started.rulings[ruling.id] == other
            assert not fewer.has_reading(ruling.id, other)


class _Other(Options):
    """Options of a version with one renamed, one new and one removed."""

    first: int = 0
    rounds: int = 3

    formerly: ClassVar[Mapping[str, str | None]] = {"first_seat": "first", "moon": None}
    before: ClassVar[Mapping[str, Any]] = {"rounds": 9}


def test_renamed_option_is_read_under_its_old_name() -> None:
    said = _Other.of_record({"players": ["Ana"], "first_seat": 1, "moon": "full"})
    assert _Other.model_validate(said) == _Other(players=("Ana",), first=1, rounds=9)
    kept = _Other.of_record({"players": ["Ana"], "first": 1, "rounds": 4})
    assert _Other.model_validate(kept) == _Other(players=("Ana",), first=1, rounds=4)


def test_typed_values_and_corrections_are_renamed_too() -> None:
    known = Catalog(
        (LID.model_copy(update={"was": ("cover",)}),),
        (LAST.model_copy(update={"was": ("end",), "formerly": {"double": "twice"}}),),
    )
    mended = Replace(target="entry-1", body=FactsEntered(facts={"cover": 6}))
    entries = builders.entries_of(
        FactsEntered(facts={"cover": 4}),
        RulingChanged(ruling="end", reading="double"),
        Amended(edits=(mended,)),
    )
    match = read_file(builders.GAMES, lambda _: known, dumps(entries).encode())
    assert match.broken is None
    assert match.facts == {"lid.value": 6}
    assert match.rulings == {"last": "twice"}


# The data of every game


@pytest.mark.parametrize("game_id", SHORT)
def test_required_values_are_shipped(game_id: str) -> None:
    game, shipped = GAMES[game_id], load(game_id).default_facts()
    assert set(game.required_facts) <= shipped.keys()
    (lacking,) = (c for c in game.setup_conditions if c.code == "printed_number_missing")
    options = game.options.model_construct(players=("Ana", "Luis"))
    for fact in shipped:
        draft = SetupDraft({f: v for f, v in shipped.items() if f != fact}, {})
        assert bool(lacking.test(draft, options)) == (fact in game.required_facts), fact
    for name, field in game.options.model_fields.items():
        assert name == "players" or not field.is_required(), name


@pytest.mark.parametrize("game_id", SHORT)
def test_earlier_names_are_reused_for_nothing_else(game_id: str) -> None:
    game, data = GAMES[game_id], load(game_id)
    for now, former, gone in (
        (data.facts_by_id, [old for s in data.facts for old in s.was], data.gone_facts),
        (data.rulings_by_id, [old for r in data.rulings for old in r.was], data.gone_rulings),
    ):
        earlier = [*former, *gone]
        assert len(set(earlier)) == len(earlier)
        assert now.keys().isdisjoint(earlier)
    assert all(1 <= spec.since <= game.version for spec in data.facts)
    for ruling in data.rulings:
        assert set(ruling.readings).isdisjoint(ruling.withdrawn)
        assert set(ruling.playable).isdisjoint(ruling.formerly)
        assert {ruling.earlier, *ruling.formerly.values()} <= set(ruling.playable)
    fields = game.options.model_fields.keys()
    assert game.options.formerly.keys().isdisjoint(fields)
    assert {*filter(None, game.options.formerly.values()), *game.options.before} <= fields
