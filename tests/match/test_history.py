"""History of an acta: order of play, struck entries and inserted ones."""

from companion.match.entries import (
    Amended,
    Body,
    Consent,
    ConsentTo,
    Edit,
    Insert,
    Move,
    Noted,
    Redone,
    Remove,
    Replace,
    Undone,
)
from companion.match.fold import Match
from companion.match.history import HistoryLine, history
from tests.match.builders import match_of, taken, turns


def _amended(*edits: Edit) -> Amended:
    return Amended(edits=edits)


def _ids(match: Match) -> list[str]:
    return [line.id for line in history(match)]


def _line(match: Match, line_id: str) -> HistoryLine:
    return next(line for line in history(match) if line.id == line_id)


def _played(*more: Body) -> Match:
    """Return a match of three turns (`entry-1` to `entry-3`), and more."""
    return match_of(*turns((1, 2, 3)), *more)


def test_history_without_corrections_is_the_recorded_order() -> None:
    match = _played(Noted(text="hola"))
    assert _ids(match) == [f"entry-{n}" for n in range(5)]
    assert [line.live for line in history(match)] == [False, True, True, True, False]


def test_inserted_entry_stands_where_it_is_played() -> None:
    match = _played(_amended(Insert(id="new-1", before="entry-2", body=taken(1, 1))))
    assert _ids(match) == ["entry-0", "entry-1", "new-1", "entry-2", "entry-3", "entry-4"]
    line = _line(match, "new-1")
    assert (line.added, line.live, line.entry.id) == (True, True, "entry-4")


def test_entry_inserted_first_or_last_stands_there() -> None:
    first = _played(_amended(Insert(id="new-1", before="entry-1", body=taken(1, 1))))
    assert _ids(first)[:3] == ["entry-0", "new-1", "entry-1"]
    last = _played(Noted(text="hola"), _amended(Insert(id="new-1", before=None, body=taken(1, 1))))
    assert _ids(last)[-3:] == ["entry-4", "new-1", "entry-5"]


def test_replaced_entry_keeps_its_former_body_and_who_struck_it() -> None:
    match = _played(_amended(Replace(target="entry-2", body=taken(1, 1))))
    line = _line(match, "entry-2")
    assert line.body == taken(1, 1)
    assert [(e.body, e.struck.id) for e in line.earlier] == [(taken(1, 2), "entry-4")]
    assert line.verdict == "legal"


def test_undone_correction_strikes_nothing_out() -> None:
    match = _played(_amended(Replace(target="entry-2", body=taken(1, 1))), Undone(to="entry-4"))
    line = _line(match, "entry-2")
    assert (line.body, line.earlier) == (taken(1, 2), ())
    assert _line(match, "entry-4").verdict == "struck"
    again = match_of(
        *turns((1, 2, 3)),
        _amended(Replace(target="entry-2", body=taken(1, 1))),
        Undone(to="entry-4"),
        Redone(to="entry-4"),
    )
    assert _line(again, "entry-2").body == taken(1, 1)
    assert _line(again, "entry-4").verdict == "legal"


def test_removed_entry_stays_where_it_was() -> None:
    match = _played(_amended(Remove(target="entry-3")))
    line = _line(match, "entry-3")
    assert _ids(match) == ["entry-0", "entry-1", "entry-2", "entry-3", "entry-4"]
    assert (line.live, line.verdict, line.step) == (False, "struck", None)
    assert line.struck is not None
    assert line.struck.id == "entry-4"


def test_inserted_and_undone_entry_is_struck() -> None:
    match = _played(
        _amended(Insert(id="new-1", before="entry-3", body=taken(1, 1))), Undone(to="entry-4")
    )
    line = _line(match, "new-1")
    assert line.verdict == "struck"
    assert line.struck is not None
    assert line.struck.id == "entry-5"


def test_moved_entry_stands_in_its_new_place() -> None:
    match = _played(taken(1, 1), _amended(Move(target="entry-4", before="entry-2")))
    assert _ids(match) == ["entry-0", "entry-1", "entry-4", "entry-2", "entry-3", "entry-5"]
    moved = _line(match, "entry-4").moved
    assert moved is not None
    assert moved.id == "entry-5"
    assert _line(match, "entry-2").moved is None


def test_undone_move_leaves_no_mark() -> None:
    match = _played(
        taken(1, 1), _amended(Move(target="entry-4", before="entry-2")), Undone(to="entry-5")
    )
    live = [line.id for line in history(match) if line.live]
    assert live == ["entry-1", "entry-2", "entry-3", "entry-4"]
    assert _line(match, "entry-4").moved is None


def test_entries_after_a_refused_one_are_not_judged() -> None:
    match = _played(_amended(Remove(target="entry-1")))
    assert _line(match, "entry-2").verdict == "refused"
    assert _line(match, "entry-3").verdict == "not_judged"


def test_consented_entry_has_the_verdict_consented() -> None:
    match = _played(
        _amended(
            Remove(target="entry-1"),
            ConsentTo(target="entry-2", consent=Consent(by="Ana", reason="ya estaba hecho")),
        )
    )
    line = _line(match, "entry-2")
    assert line.verdict == "consented"
    assert line.earlier[0].struck.id == "entry-4"
