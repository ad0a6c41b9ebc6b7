"""Acknowledged entries are readable again: they pass the checks that read a file."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.kernel.box.facts import FactValue, TypedLine
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Clocked,
    Closed,
    Consent,
    ConsentTo,
    FactsEntered,
    Insert,
    Move,
    Noted,
    Posted,
    Redone,
    Refereed,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Setting,
    Undone,
)
from companion.match.files import acta_file
from companion.match.files.acta_reader import Importable, opened
from companion.services.hub import Hub
from companion.services.matches.results import (
    Answer,
    Imported,
    NewMatch,
    NotImported,
    NotSaved,
    Recorded,
    UnreadableInput,
)
from tests.match.builders import GAMES
from tests.match.catalog import CATALOG
from tests.services.conftest import Table, new_hub, new_match, taken


def _code(answer: Answer) -> str:
    assert isinstance(answer, UnreadableInput), answer
    return answer.errors[0].code


def _added(new: str) -> Insert:
    return Insert(id=new, before=None, body=taken(1, 1, "Ana"))


def test_identifier_of_an_entry_is_never_used_twice(table: Table) -> None:
    table.take(0, 1, id="tap-one")
    header = table.match.entries[0].id
    for edits in (
        (_added("tap-one"),),
        (_added(header),),
        (_added("tap-self"),),
        (_added("added-1"), _added("added-1")),
        (_added("added-1"), Remove(target="added-1"), _added("added-1")),
    ):
        answer = table.send(Amended(edits=edits), id="tap-self")
        assert _code(answer) == "duplicate_id"
    assert isinstance(table.send(Amended(edits=(_added("added-1"),))), Recorded)
    # The identifier stays taken, even if the entry was removed since.
    table.send(Amended(edits=(Remove(target="added-1"),)))
    assert _code(table.send(Amended(edits=(_added("added-1"),)))) == "duplicate_id"
    assert _code(table.send(Noted(text="hola"), id="added-1")) == "duplicate_id"
    assert table.hub.files.import_acta(table.hub.files.export(table.match_id), as_copy=True)
    assert _whole(table.hub, table.match_id)


def _whole(hub: Hub, match_id: str) -> bool:
    result = opened(GAMES, lambda _: CATALOG, hub.files.export(match_id))
    assert result.faults == ()
    assert result.read.entries == hub.matches.open(match_id).entries
    return result.kept is Importable.WHOLE


def test_full_acta_can_still_be_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Report that would end the match are refused without room for the recorded end."""
    monkeypatch.setattr(acta_file, "MAX_ENTRIES", 5)
    for seat in (0, 1, 0):
        assert isinstance(table.take(seat, 3), Recorded)
    assert table.take(1, 3) == NotSaved("full")
    assert isinstance(table.take(1, 2), Recorded)
    assert table.take(0, 1) == NotSaved("full")
    assert _whole(table.hub, table.match_id)


def test_acta_never_grows_past_the_readable_size(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acta_file, "MAX_BYTES", 20_000)
    long = Noted(text="ñ" * 2000)
    answers = [table.send(long) for _ in range(6)]
    assert answers[-1] == NotSaved("full")
    assert isinstance(answers[0], Recorded)
    assert _whole(table.hub, table.match_id)
    # The size of the last entry, which did not fit, is not counted.
    assert isinstance(table.send(Noted(text="corta")), Recorded)


def test_file_that_would_be_too_large_as_written_is_not_imported(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that leave out what is usual are longer once this program writes them."""
    for seat in (0, 1):
        table.take(seat, 1)
    data, _, _ = table.hub.files.export(table.match_id).partition(b'{"sum"')
    terse = data.replace(b'"author":"Ana",', b"").replace(b'"device":"phone",', b"")
    monkeypatch.setattr(acta_file, "MAX_BYTES", len(terse))
    result = table.hub.files.import_acta(terse, as_copy=True)
    assert isinstance(result, NotImported)
    assert result.key == "acta.too_large"


def test_match_with_an_unreadable_title_does_not_begin(hub: Hub) -> None:
    two = {"players": ("Ana", "Luis")}
    assert isinstance(hub.matches.create(NewMatch("pebbles", two, title="\ud800")), UnreadableInput)
    assert hub.matches.list.all() == ()


_LINES = (TypedLine("gain", 3, "point"), TypedLine("manual", text="Baraja"))
_PRINTED: dict[str, tuple[FactValue | None, ...]] = {
    "lid.value": (None, 1, 3, 8),
    "lid.handful": (None, 3),
    "stall.1.name": (None, "Faro", "Mina vieja"),
    "stall.2.does": (None, (), _LINES),
    "stall.3.beside": (None, (), ("1", "2")),
    "moon": (),
}
_ODD: tuple[FactValue, ...] = (99, "3", (1, 2), "x" * 40, _LINES * 9)


class _Table:
    """Table that records random entries, whatever is accepted."""

    def __init__(self, hub: Hub, seed: int) -> None:
        self.rng, self.table = Random(seed), Table(hub, new_match(hub, pile=60).started.match)

    def step(self) -> None:
        plain = (self._taken, self._taken, self._typed, self._read, self._adjusted, self._odd)
        others = (self._amended, self._undone, self._redone, self._noted, self._clocked)
        make: Callable[[], Body] = self.rng.choice((*plain, *others))
        self.table.send(make(), id=self._id() if self.rng.random() < 0.2 else "")

    def _id(self) -> str:
        """Return an id, most often one that is already used."""
        given = [new for e in self.table.match.entries for new in acta_file.ids_of(e)]
        return self.rng.choice((*given[-8:], f"new-{self.rng.randrange(10**6)}"))

    def _taken(self) -> Reported:
        consent = self.rng.choice(("", "", "Ana"))
        return taken(self.rng.randrange(3), self.rng.randrange(5), consent)

    def _amended(self) -> Amended:
        edits = (
            Insert(id=self._id(), before=self.rng.choice((None, self._id())), body=self._taken()),
            Replace(target=self._id(), body=self._typed()),
            Remove(target=self._id()),
            Move(target=self._id(), before=None),
            ConsentTo(target=self._id(), consent=Consent(by="Luis")),
        )
        return Amended(edits=tuple(self.rng.sample(edits, self.rng.choice((1, 1, 2)))))

    def _typed(self) -> FactsEntered:
        facts = self.rng.choices(tuple(_PRINTED), k=self.rng.choice((1, 1, 2)))
        values = {
            fact: self.rng.choice((*_PRINTED[fact], *_PRINTED[fact], *_ODD)) for fact in facts
        }
        return FactsEntered(facts=values)

    def _read(self) -> RulingChanged:
        return RulingChanged(ruling="last", reading=self.rng.choice(("once", "twice", "thrice")))

    def _adjusted(self) -> Adjusted:
        posted = Posted(account="supply", item="pebble", amount=self.rng.randint(-3, 3))
        setting = Setting(code="turn", value=self.rng.choice(("0", "1", "7")))
        return self.rng.choice((Adjusted(postings=(posted,)), Adjusted(settings=(setting,))))

    def _counted(self) -> Refereed:
        return Refereed(judged=self.rng.random() < 0.5)

    def _closed(self) -> Closed:
        return Closed(reason="es tarde")

    def _undone(self) -> Undone:
        return Undone(to=self._id())

    def _redone(self) -> Redone:
        return Redone(to=self._id())

    def _noted(self) -> Noted:
        return Noted(text=self.rng.choice(("", "hola", "\u2028", "«ñ» 🎲", "\x00")))

    def _clocked(self) -> Clocked:
        return Clocked(running=self.rng.random() < 0.5)

    def _odd(self) -> Reported:
        half = {"kind": "take", "seat": 0, "amount": 1, "\ud800": "\ud800"}
        odd: Any = self.rng.choice(({}, {"kind": "take"}, {"kind": "fly", "seat": 0}, half))
        return Reported(action=odd, rules_version=self.rng.choice((None, 0, 1)))


@pytest.mark.parametrize("seed", range(6))
def test_random_acta_is_readable_after_every_acknowledged_entry(seed: int, tmp_path: Any) -> None:
    """Checked at every point: the file is whole, and at the end another device imports it."""
    hub = new_hub(tmp_path)
    random = _Table(hub, seed)
    for _ in range(80):
        random.step()
        assert _whole(hub, random.table.match_id)
    assert len(random.table.match.entries) > 20
    other = new_hub(tmp_path / "other")
    assert isinstance(other.files.import_acta(hub.files.export(random.table.match_id)), Imported)
    assert other.matches.open(random.table.match_id).state == random.table.match.state
