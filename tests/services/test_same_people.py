"""Spellings joined into one person, and the record of each."""

import pytest

from companion.services.statistics.figures import by_player
from companion.services.statistics.same_people import (
    Company,
    as_people,
    dump_joined,
    person_id,
    read_joined,
    record,
    with_joined,
    without_joined,
)
from tests.services.test_statistics import finished, statistics_of

MATCHES = statistics_of(
    finished("m1", ("Berta", "Luis"), (5, 3)),
    finished("m2", ("Berta G.", "Luis"), (1, 4), day=1),
    finished("m3", ("Bertita", "Eva"), (2, 2), day=2),
)


def test_two_spellings_are_one_person() -> None:
    joined = with_joined({}, "berta g.", "berta")
    people = {
        one.name: (one.matches, one.wins) for one in by_player(as_people(MATCHES, joined).played)
    }
    assert people == {"Berta": (2, 1), "Luis": (2, 1), "Bertita": (1, 1), "Eva": (1, 1)}
    apart = {one.name for one in by_player(as_people(MATCHES, {}).played)}
    assert {"Berta", "Berta G."} <= apart


def test_what_was_joined_to_a_spelling_goes_with_it() -> None:
    """Joining a person that has spellings of its own joins those too; parting takes one away."""
    joined = with_joined(with_joined({}, "bertita", "berta g."), "berta g.", "berta")
    assert joined == {"bertita": "berta", "berta g.": "berta"}
    assert with_joined(joined, "berta", "berta g.") == joined
    assert without_joined(joined, "bertita") == {"berta g.": "berta"}


@pytest.mark.parametrize("text", [None, "", "[]", "{", '{"a": 1}', '{"a": "a"}', "[" * 9999])
def test_damaged_setting_joins_nobody(text: str | None) -> None:
    assert read_joined(text) == {}


def test_joined_spellings_are_stored() -> None:
    assert read_joined(dump_joined({"íñigo": "inigo"})) == {"íñigo": "inigo"}


def test_record_of_a_person() -> None:
    joined = {"berta g.": "berta"}
    person_record = record(MATCHES, person_id("Berta G."), joined)
    assert person_record is not None
    assert person_record.total.name == "Berta"
    assert [one.id for one in person_record.matches] == ["m2", "m1"]
    assert person_record.company == (Company("Luis", 2, 1, 1),)
    assert person_record.spellings == ("Berta G.",)
    # Who played beside her is somebody else.
    assert person_record.others == (("bertita", "Bertita"), ("eva", "Eva"))


def test_nobody_has_an_unknown_identifier() -> None:
    assert record(MATCHES, person_id("Zoe")) is None


def test_spelling_joined_to_somebody_whose_matches_are_gone_stays() -> None:
    assert as_people(MATCHES, {"berta": "zoe"}).played == MATCHES.played
