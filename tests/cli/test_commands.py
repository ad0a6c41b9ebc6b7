"""Every command in a process of its own: its output and its exit code."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap, cli
from companion.kernel import legality
from companion.kernel.models import Action
from companion.match.entries import FORMAT, Amended, Consent, Insert, Noted, Reported
from companion.match.resumable import done
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.matches.results import Recorded, Submission
from tests.cli.conftest import GAME, Run, command, environment
from tests.ui.tables import actas

ACTAS = Path(__file__).parents[1] / "playthroughs"
Sentence = Callable[..., str]


def _lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


# check


def test_check_judges_every_entry(run: Run, acta: Path) -> None:
    *lines, last = _lines(run("check", str(acta)).stdout)
    assert [line["seq"] for line in lines] == list(range(11))
    assert {"seq", "verdict", "code", "rules", "text"} <= lines[1].keys()
    assert lines[9]["verdict"] == "struck"
    assert {line["verdict"] for line in lines[:9]} <= {"legal", "unverifiable"}
    assert {line["player"] for line in last["scores"]} == {"Ana", "Luis"}
    assert last["outcome"] is None
    assert all(line["text"] for line in lines)


def test_check_detects_a_changed_byte_by_the_checksum(
    run: Run, data: Path, played: str, acta: Path, tmp_path: Path
) -> None:
    assert not _lines(run("check", str(acta)).stdout)[-1]["sealed"]
    text = run("export", played, "--data", str(data)).stdout
    acta.write_text(text, "utf-8")
    assert _lines(run("check", str(acta)).stdout)[-1]["sealed"]
    acta.write_text(text.replace("Ana", "Eva"), "utf-8")
    *lines, last = _lines(run("check", str(acta), code=3).stdout)
    assert lines[-1]["code"] == "bad_sum"
    assert not last["sealed"]
    other = str(tmp_path / "other")
    message = run("import", str(acta), "--data", other, code=3).stderr
    assert "no es la suma de las demás líneas" in message
    assert "Todo se puede leer" in message
    assert played in run("import", "--partial", str(acta), "--data", other, code=3).stdout


def test_check_fails_at_the_first_illegal_entry(run: Run, acta: Path) -> None:
    lines = acta.read_text("utf-8").splitlines()
    entry = json.loads(lines[3])
    entry["body"]["action"]["seat"] = 1 - entry["body"]["action"]["seat"]
    lines[3] = json.dumps(entry)
    acta.write_text("\n".join(lines), "utf-8")
    *checked, _ = _lines(run("check", str(acta), code=1).stdout)
    assert checked[3]["verdict"] == "refused"
    assert checked[3]["code"]
    assert checked[3]["rules"]
    assert checked[3]["why"]
    assert checked[4]["verdict"] == "not_judged"


def test_check_accepts_an_illegal_action_with_consent(
    run: Run, data: Path, played: str, tmp_path: Path
) -> None:
    with bootstrap.own_hub(data) as hub:
        match = hub.matches.open(played)
        (seat,) = match.game.awaiting(match.state)
        answers = (
            done(
                hub.matches.submit(
                    played, Submission("consented-1", _out_of_turn(action, 1 - seat))
                )
            )
            for action in legality.legal_actions(match.game, match.state)
        )
        assert any(isinstance(answer, Recorded) for answer in answers)
        file = tmp_path / "consentida.acta"
        file.write_bytes(hub.files.export(played))
    *lines, _ = _lines(run("check", str(file)).stdout)
    assert lines[-1]["verdict"] == "consented"
    assert lines[-1]["code"]
    assert lines[-1]["consent"] == {"by": "Ana", "reason": "nadie lo vio"}


def test_check_lists_the_entries_added_by_a_correction(
    run: Run, data: Path, played: str, tmp_path: Path
) -> None:
    with bootstrap.own_hub(data) as hub:
        match = hub.matches.open(played)
        (seat,) = match.game.awaiting(match.state)
        tries = (
            Submission(f"amended-{n}", Amended(edits=(_at_the_end(action, 1 - seat, n),)))
            for n, action in enumerate(legality.legal_actions(match.game, match.state))
        )
        answers = (done(hub.matches.submit(played, submission)) for submission in tries)
        assert any(isinstance(a, Recorded) and a.match.broken is None for a in answers)
        file = tmp_path / "corregida.acta"
        file.write_bytes(hub.files.export(played))
    *lines, _ = _lines(run("check", str(file)).stdout)
    added = lines[-1]["added"]
    assert [one["verdict"] for one in added] == ["consented"]
    assert added[0]["consent"]["by"] == "Ana"


def _at_the_end(action: Action, seat: int, n: int) -> Insert:
    return Insert(id=f"added-{n}", before=None, body=_out_of_turn(action, seat))


def _out_of_turn(action: Action, seat: int) -> Reported:
    moved = {**action.model_dump(mode="json"), "seat": seat}
    return Reported(action=moved, consent=Consent(by="Ana", reason="nadie lo vio"))


def test_check_explains_why_a_file_is_unreadable(
    sentence: Sentence, acta: Path, tmp_path: Path
) -> None:
    assert sentence("check", "nada.acta") == "No se encuentra el archivo «nada.acta»."
    assert sentence("check", str(tmp_path)).startswith("No se puede leer el archivo")
    whole = acta.read_bytes()
    for data, words in (
        (b"hola", "no es un acta"),
        (whole.splitlines()[0][:-9], "está cortada"),
        (b"x" * 50_000_000, "es demasiado grande"),
        (whole.replace(f'"format":{FORMAT}'.encode(), b'"format":99'), "versión más nueva"),
        (whole.replace(b'"blue_moon_city"', b'"tetris"'), "no conoce: tetris"),
    ):
        acta.write_bytes(data)
        assert words in sentence("check", str(acta))


def test_check_prints_readable_lines_and_names_unreadable_ones(run: Run, acta: Path) -> None:
    lines = acta.read_bytes().splitlines()
    entry = json.loads(lines[4])
    entry["body"]["action"] = 7
    lines[4] = json.dumps(entry).encode()
    lines[6] = b"\xff"
    acta.write_bytes(b"\n".join(lines)[:-9])
    *printed, last = _lines(run("check", str(acta), code=3).stdout)
    assert [line["seq"] for line in printed] == [0, 1, 2, 3, None, 5, None, 7, 8, 9, None]
    spoilt = [line for line in printed if line["verdict"] == "unreadable"]
    assert [(line["line"], line["field"]) for line in spoilt] == [
        (5, "body.action"),
        (7, ""),
        (11, ""),
    ]
    assert "línea 5" in spoilt[0]["why"].lower()
    assert "body.action" in spoilt[0]["why"]
    assert {line["verdict"] for line in printed[:4]} == {"legal"}
    assert last["entries"] == 8


def test_check_prints_the_entries_of_an_acta_without_its_beginning(run: Run, acta: Path) -> None:
    lines = acta.read_bytes().splitlines()
    for first, field in ((b"?", ""), (lines[0].replace(b'"match"', b'"mtch"'), "body.match")):
        acta.write_bytes(b"\n".join([first, *lines[1:]]))
        done = run("check", str(acta), code=3)
        spoilt, *entries = _lines(done.stdout)
        assert (spoilt["line"], spoilt["field"]) == (1, field)
        assert [line["seq"] for line in entries] == list(range(1, 11))
        assert {line["verdict"] for line in entries} == {"not_judged"}
        assert entries[0]["said"]["type"] == "reported"
        assert "El comienzo del acta no es correcto" in done.stderr


def test_check_prints_remarks_and_ruling_dependencies(run: Run) -> None:
    """Ruling dependencies are the table rulings without which the verdict would be another."""
    path = ACTAS / "blue_moon_city/city_finished_by_crystals_4.acta"
    lines = _lines(run("check", str(path.absolute())).stdout)[:-1]
    rests = [one for line in lines for one in line.get("rests_on", ())]
    assert {"ruling", "reading", "other", "other_verdict", "other_refused"} == rests[0].keys()
    assert all(one["reading"] != one["other"] for one in rests)
    notes = [note for line in lines for note in line.get("notes", ())]
    # Whether anybody can still finish rests on crystals that are hidden.
    assert {note["verdict"] for note in notes} == {"remark", "unverifiable"}
    assert all(note["text"] and note["rules"] for note in notes)


# schema and rules


def test_schema_describes_options_facts_and_actions(run: Run) -> None:
    schema = json.loads(run("schema", GAME).stdout)
    assert {"options", "facts", "action"} <= schema["$defs"].keys()
    assert "players" in schema["$defs"]["options"]["properties"]
    assert schema["$defs"]["facts"]["properties"]
    assert _dangling(schema, set(schema["$defs"])) == set()


def _dangling(part: Any, known: set[str]) -> set[str]:
    """Return the references that lead nowhere."""
    if isinstance(part, dict):
        ref = part.get("$ref", "")
        own = {ref} if ref and ref.removeprefix("#/$defs/") not in known else set()
        return own.union(*(_dangling(value, known) for value in part.values()))
    if isinstance(part, list):
        return set().union(*(_dangling(value, known) for value in part))
    return set()


def test_unknown_game_is_refused_with_the_list_of_games(sentence: Sentence) -> None:
    for name in ("schema", "rules"):
        assert sentence(name, "tetris") == f"No existe el juego «tetris». Hay: {_games()}."


def _games() -> str:
    from companion.games import GAMES
    from companion.rulebook import loader

    return loader.app_words()("cli.no_such_game", game="", games=tuple(GAMES)).split("Hay: ")[1][
        :-1
    ]


def test_rules_finds_a_section_by_words_or_by_its_id(run: Run, sentence: Sentence) -> None:
    contents = run("rules", GAME).stdout.strip().splitlines()
    by_words = run("rules", GAME, "dragones").stdout
    assert "ragones" in by_words
    some_id = contents[0].rpartition("[")[2].rstrip("]")
    assert f"[{some_id}]" in run("rules", GAME, some_id).stdout.splitlines()[0]
    assert "xyzzy" in sentence("rules", GAME, "xyzzy")


# export and import


def test_exported_match_is_imported_continued_or_copied(
    run: Run, sentence: Sentence, data: Path, played: str, tmp_path: Path
) -> None:
    other, file = tmp_path / "other", tmp_path / "salida.acta"
    text = run("export", played, "--data", str(data)).stdout
    run("export", played, "--data", str(data), "-o", str(file))
    assert file.read_text("utf-8") == text
    assert played in run("import", str(file), "--data", str(other)).stdout
    assert "ya estaba aquí" in run("import", str(file), "--data", str(other)).stdout
    with bootstrap.own_hub(data) as hub:
        done(hub.matches.submit(played, Submission("note-0001", Noted(text="más"))))
        file.write_bytes(hub.files.export(played))
    assert "añadido 1\xa0anotación" in run("import", str(file), "--data", str(other)).stdout
    with bootstrap.own_hub(other) as hub:
        done(hub.matches.submit(played, Submission("note-0002", Noted(text="otra cosa"))))
    with bootstrap.own_hub(data) as hub:
        done(hub.matches.submit(played, Submission("note-0003", Noted(text="y otra"))))
        file.write_bytes(hub.files.export(played))
    assert "distinta desde la anotación" in sentence("import", str(file), "--data", str(other))
    assert "Importada" in run("import", "--copy", str(file), "--data", str(other)).stdout
    with bootstrap.reading_hub(other) as hub:
        assert len(hub.matches.list.all()) == 2


def test_damaged_match_is_imported_only_with_partial_option(
    run: Run, played: str, acta: Path, tmp_path: Path
) -> None:
    other = str(tmp_path / "other")
    lines = acta.read_bytes().splitlines(keepends=True)
    acta.write_bytes(b"".join(lines[:-1]) + lines[-1][:-20])
    done = run("import", str(acta), "--data", other, code=3)
    assert done.stdout == ""
    assert "Línea 11: está cortada" in done.stderr
    assert "--partial" in done.stderr
    with bootstrap.reading_hub(tmp_path / "other") as hub:
        assert hub.matches.list.all() == ()
    done = run("import", str(acta), "--partial", "--data", other, code=3)
    assert played in done.stdout
    assert "Línea 11" in done.stderr
    with bootstrap.reading_hub(tmp_path / "other") as hub:
        assert len(hub.matches.open(played).entries) == 10
    acta.write_bytes(b"".join(lines))
    assert "añadido 1" in run("import", str(acta), "--data", other).stdout


def test_exported_box_is_imported(run: Run, data: Path, tmp_path: Path) -> None:
    with bootstrap.own_hub(data) as hub:
        box = hub.boxes.new(GAME, "La de casa", {})
        hub.boxes.save(box)
    file = tmp_path / "casa.caja"
    run("export", box.id, "--data", str(data), "-o", str(file))
    assert "La de casa" in run("import", str(file), "--data", str(tmp_path / "other")).stdout


def test_exported_dispute_is_imported_once(
    run: Run, sentence: Sentence, data: Path, tmp_path: Path
) -> None:
    with bootstrap.own_hub(data) as hub:
        dispute = hub.disputes.open(DisputeQuestion(GAME, "¿Vale?"), None)
    file, other = tmp_path / "duda.disputa", str(tmp_path / "other")
    run("export", dispute.id, "--data", str(data), "-o", str(file))
    said = [run("import", str(file), "--data", other).stdout for _ in range(2)]
    assert "Ha llegado" in said[0]
    assert "ya estaba" in said[1]
    with bootstrap.reading_hub(tmp_path / "other") as hub:
        assert hub.disputes.all() == (dispute,)
    file.write_bytes(file.read_bytes().replace(GAME.encode(), b"chess"))
    assert "chess" in sentence("import", str(file), "--data", other)


def test_impossible_export_or_import_is_explained(
    sentence: Sentence, data: Path, tmp_path: Path
) -> None:
    assert "«nada»" in sentence("export", "nada", "--data", str(data))
    assert "No se encuentra" in sentence("import", "nada.acta", "--data", str(data))
    (tmp_path / "foto.png").write_bytes(b"\x89PNG")
    assert "no es un acta" in sentence("import", "foto.png", "--data", str(data))
    (tmp_path / "file").write_text("not a folder")
    assert "carpeta de datos" in sentence("import", "foto.png", "--data", str(tmp_path / "file"))


# The command line itself


def test_help_is_spanish_and_lists_every_command(run: Run) -> None:
    text = run("--help").stdout
    for name in ("serve", "check", "schema", "rules", "export", "import"):
        assert name in text
        assert run(name, "--help").stdout.startswith("Uso: companion " + name)
    assert "usage" not in text
    assert run("--version").stdout.strip()


def test_module_run_prints_the_same_as_the_forked_command(tmp_path: Path, run: Run) -> None:
    """Other tests run the same code in a process that has it loaded already."""
    said = subprocess.run(
        command("schema", GAME), env=environment(tmp_path), capture_output=True, check=True
    )
    assert said.stderr == b""
    assert said.stdout.decode() == run("schema", GAME).stdout


def test_unknown_command_or_option_is_refused(sentence: Sentence) -> None:
    for words in (("volar",), ("--volar",), ("check",), ("serve", "--port", "uno")):
        assert sentence(*words).startswith("No se entiende la orden.")
    assert "65535" in sentence("--port", "70000")


# stats


def test_stats_counts_finished_matches_as_text_json_and_csv(
    run: Run, data: Path, played: str
) -> None:
    acta = next(path for path in actas(GAME) if path.stem.startswith("offerings"))
    with bootstrap.own_hub(data) as hub:
        hub.files.import_acta(acta.read_bytes())
    said = run("stats", "--data", str(data)).stdout.replace("\u00a0", " ")
    assert "1 partida terminada" in said
    assert "1 partida a medias" in said
    assert "Blue Moon City" in said
    stats = json.loads(run("stats", "--json", "--data", str(data)).stdout)
    assert stats["left_out"]["playing"] == 1
    (match,) = stats["matches"]
    assert match["id"] != played
    table = run("stats", "--csv", "--data", str(data)).stdout.splitlines()
    assert len(table) == 1 + len(match["seats"])
    assert table[0].startswith("\ufeffPartida;Juego;")


def test_stats_refuses_csv_and_json_together(sentence: Sentence, data: Path) -> None:
    assert "--help" in sentence("stats", "--csv", "--json", "--data", str(data))


@pytest.mark.usefixtures("played")
def test_stats_with_damaged_matches_prints_no_log_or_warning(data: Path, run: Run) -> None:
    """Server logs and warnings of Python are suppressed here."""
    (path,) = (data / "matches").glob("*.sqlite")
    path.write_bytes(path.read_bytes()[:5000])
    (data / "matches" / "match-ñ.sqlite").mkdir()
    done = run("stats", "--data", str(data))
    assert done.stderr == ""
    assert "que no se puede leer" in done.stdout


def test_internal_error_is_printed_as_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> int:
        raise KeyError("secreto")

    monkeypatch.setattr(cli, "main", broken)
    assert cli.run() == 2
    said = capsys.readouterr()
    assert re.fullmatch(r"Ha fallado la propia aplicación \(KeyError en .*:\d+\)\..*\n", said.err)
    assert "secreto" not in said.err
