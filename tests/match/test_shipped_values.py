"""Shipped values: a header leaves out what is printed as shipped, and reading fills it in."""

import json
from collections.abc import Mapping
from hashlib import sha256
from random import Random

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel.box.facts import FactValue
from companion.match.entries import ActaError, Entry, Started
from companion.match.files import acta_codec, acta_file
from companion.match.files.acta_reader import read_file
from companion.match.files.value_catalog import filled_in, written
from companion.rulebook.loader import load
from tests.games.refereed import REFEREED
from tests.match.builders import BEGINNING

KEPT = {
    ("blue_moon_city", 1): "250fc0bf85242051",
    ("santiago_de_cuba", 1): "5b2f21b5dbe56433",
    ("blue_moon", 1): "82cf3344070f1773",
    ("kingdom_of_solomon", 1): "f8bbffb126d6a1de",
    ("urban_sprawl", 1): "7d584b47ca611c5b",
}
"""Digest of the shipped values by game and version. No line here ever changes."""


def _header(game: str, facts: dict[str, FactValue]) -> Entry:
    rules = GAMES[game]
    options = rules.options.model_validate({"players": ["Ana", "Luis"]})
    started = Started(
        match="match-1",
        game=game,
        rules_version=rules.version,
        options=options.model_dump(mode="json"),
        facts=facts,
        rulings=catalog(game).default_rulings,
    )
    return Entry(seq=0, id="entry-0", at=BEGINNING, body=started)


def _body(header: Entry) -> Started:
    assert isinstance(header.body, Started)
    return header.body


@pytest.mark.parametrize("game", REFEREED)
def test_last_shipped_version_agrees_with_the_default_values(game: str) -> None:
    """Changing or dropping a value of `box.toml` requires a version in `shipped.toml`."""
    assert _shipped_last(game).items() <= load(game).default_facts().items()


def _shipped_last(game: str) -> Mapping[str, FactValue]:
    shipped = catalog(game).shipped
    return shipped[max(shipped)]


@pytest.mark.parametrize("game", GAMES)
def test_earlier_shipped_values_never_change(game: str) -> None:
    for version, values in catalog(game).shipped.items():
        said = json.dumps(values, sort_keys=True).encode()
        assert sha256(said).hexdigest()[:16] == KEPT[game, version]


@pytest.mark.parametrize("game", REFEREED)
def test_header_of_an_unchanged_box_holds_only_values_added_since(game: str) -> None:
    header = written(catalog(game), _header(game, load(game).default_facts()))
    body = _body(header)
    added = load(game).default_facts().keys() - _shipped_last(game)
    assert (set(body.facts), body.unknown) == (added, ())
    whole = acta_file.size((_header(game, load(game).default_facts()),))
    left_out = len(json.dumps(_shipped_last(game), separators=(",", ":"))) - len("{}")
    # All shipped values are left out. Only a version number and empty braces remain.
    assert whole - acta_file.size((header,)) > left_out - 40


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_any_values_of_a_box_are_read_back(game: str, seed: int) -> None:
    """Other values, values that were never shipped, and shipped ones that are unknown."""
    rng, known = Random(seed), catalog(game)
    facts = dict(load(game).default_facts())
    for spec in known.fact_specs:
        if spec.id not in GAMES[game].required_facts and rng.random() < 0.3:
            choices = (*getattr(spec, "options", ()), *spec.candidates, None)
            value = rng.choice(choices)
            facts.pop(spec.id, None)
            if value is not None:
                facts[spec.id] = value
    header = _header(game, facts)
    line = acta_file.dumps((written(known, header),))
    (entry,) = acta_file.loads(line)
    assert filled_in(known, entry) == header
    assert read_file(GAMES, catalog, line.encode()).facts == facts
    assert acta_file.loads(acta_codec.unpack(acta_codec.pack((written(known, header),)))) == (
        entry,
    )


def test_values_of_a_later_shipped_version_are_refused() -> None:
    game = "santiago_de_cuba"
    header = written(catalog(game), _header(game, load(game).default_facts()))
    later = header.model_copy(update={"body": _body(header).model_copy(update={"shipped": 99})})
    with pytest.raises(ActaError, match="newer_rules"):
        read_file(GAMES, catalog, acta_file.dumps((later,)).encode())
