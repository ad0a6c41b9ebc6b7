"""Damages of stored files: at random, as disks do, and aimed at chosen content."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

Damage = Callable[[Random, Path], None]

PAGE = 4096


# Random damage to any file


def _bytes(change: Callable[[Random, bytearray], object]) -> Damage:
    def damage(rng: Random, path: Path) -> None:
        data = bytearray(path.read_bytes())
        change(rng, data)
        path.write_bytes(data)

    damage.__name__ = getattr(change, "__name__", "?").strip("_")
    return damage


def _place(rng: Random, data: bytearray) -> int:
    """Return a random place; half of the times one that holds something."""
    at = rng.randrange(len(data) or 1)
    if rng.random() < 0.5:
        filled = [n for n in range(at, min(at + PAGE, len(data))) if data[n]]
        at = filled[0] if filled else at
    return at


def _bit(rng: Random, data: bytearray) -> None:
    if data:
        data[_place(rng, data)] ^= 1 << rng.randrange(8)


def _some_bytes(rng: Random, data: bytearray) -> None:
    for _ in range(rng.choice((1, 2, 8, 64))):
        if data:
            data[_place(rng, data)] = rng.randrange(256)


def _high_byte(rng: Random, data: bytearray) -> None:
    """Set a byte that cannot stand in a text."""
    if data:
        data[_place(rng, data)] = rng.randrange(128, 256)


def _zeroed(rng: Random, data: bytearray) -> None:
    at = rng.randrange(len(data) // PAGE + 1) * PAGE
    data[at : at + PAGE] = bytes(len(data[at : at + PAGE]))


def _zeros(rng: Random, data: bytearray) -> None:
    at, size = _place(rng, data), rng.choice((1, 16, 100, 512))
    data[at : at + size] = bytes(len(data[at : at + size]))


def _noise(rng: Random, data: bytearray) -> None:
    at, size = _place(rng, data), rng.choice((16, 512, PAGE))
    data[at : at + size] = rng.randbytes(len(data[at : at + size]))


def _truncated(rng: Random, data: bytearray) -> None:
    del data[rng.randrange(len(data) + 1) :]


def _at_a_page(rng: Random, data: bytearray) -> None:
    del data[rng.randrange(len(data) // PAGE + 1) * PAGE :]


def _hole(rng: Random, data: bytearray) -> None:
    at = _place(rng, data)
    del data[at : at + rng.choice((1, 16, PAGE))]


def _longer(rng: Random, data: bytearray) -> None:
    data += rng.choice((bytes(PAGE), rng.randbytes(rng.choice((3, PAGE)))))


def _pages_swapped(rng: Random, data: bytearray) -> None:
    count = len(data) // PAGE
    if count > 1:
        one, two = (rng.randrange(count) * PAGE for _ in range(2))
        first, second = data[one : one + PAGE], data[two : two + PAGE]
        data[one : one + PAGE], data[two : two + PAGE] = second, first


def _all_zeros(_rng: Random, data: bytearray) -> None:
    data[:] = bytes(len(data))


def _nothing(_rng: Random, data: bytearray) -> None:
    data.clear()


def _header(rng: Random, data: bytearray) -> None:
    """Change one of the first hundred bytes, which describe how everything else lies."""
    if data:
        data[rng.randrange(min(100, len(data)))] = rng.choice((0, 1, 2, 127, 128, 255))


AT_RANDOM: tuple[Damage, ...] = tuple(
    map(
        _bytes,
        (_bit, _some_bytes, _high_byte, _zeroed, _zeros, _noise, _truncated, _at_a_page, _hole,
         _longer, _pages_swapped, _all_zeros, _nothing, _header),
    )
)  # fmt: skip


# Targeted damage to the file itself


def _gone(_rng: Random, path: Path) -> None:
    path.unlink()


def _a_folder(_rng: Random, path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "algo").write_text("x")


def _astray(_rng: Random, path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("nada"))


def _itself(_rng: Random, path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def _a_pipe(_rng: Random, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _beside(end: str, what: bytes | None) -> Damage:
    def damage(_rng: Random, path: Path) -> None:
        side = path.with_name(path.name + end)
        if side.exists():
            side.unlink()
        if what is None:
            side.mkdir()
        else:
            side.write_bytes(what)

    damage.__name__ = f"beside{end}"
    return damage


FILES: tuple[Damage, ...] = (
    _gone, _a_folder, _astray, _itself, _a_pipe,
    *(_beside(end, what) for end in ("-wal", "-journal", "-shm")
      for what in (b"?" * 9000, b"", None)),
)  # fmt: skip


# Targeted damage to the content of an SQLite file


def _sql(name: str, *statements: str) -> Damage:
    def damage(rng: Random, path: Path) -> None:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA writable_schema = 1")
            for statement in statements:
                db.execute(statement.replace(":n", str(rng.randrange(4))))

    damage.__name__ = name
    return damage


_LOOSE = (
    "CREATE TABLE loose (seq, id, format, line)",
    "INSERT INTO loose SELECT seq, id, format, line FROM entry",
    "DROP TABLE entry",
    "ALTER TABLE loose RENAME TO entry",
)
"""Statements that make the same table without its constraints."""
_ODD: Mapping[str, str] = {
    "null": "NULL",
    "number": "7",
    "big": "9223372036854775807",
    "negative": "-3",
    "real": "1.5",
    "endless": "9e999",
    "empty": "''",
    "word": "'uno'",
    "blob": "x'ff00fe'",
    "not_text": "CAST(x'7b22ff22' AS TEXT)",
    "zero_byte": "CAST(x'7b0022' AS TEXT)",
    "list": "'[1]'",
    "brace": "'{'",
    "deep": "replace(hex(zeroblob(5000)), '0', '[')",
}


def _odd_cells() -> tuple[Damage, ...]:
    damages = []
    for column in ("seq", "id", "format", "line"):
        for name, value in _ODD.items():
            change = f"UPDATE entry SET {column} = {value} WHERE rowid = :n + 1"
            damages.append(_sql(f"{column}_{name}", *_LOOSE, change))
    return tuple(damages)


_DIGEST = "DROP TABLE digest", "CREATE TABLE digest (only, data)"


def _said(name: str, before: str, after: str) -> Damage:
    return _sql(name, f"UPDATE entry SET line = replace(line, '{before}', '{after}')")


def _digest(name: str, value: str) -> Damage:
    return _sql(f"digest_{name}", *_DIGEST, f"INSERT INTO digest VALUES (0, {value})")


def _digest_field(name: str, value: str) -> Damage:
    change = f"UPDATE digest SET data = json_set(data, '$.{name}', json('{value}'))"
    return _sql(f"digest_{name}_{value[:12]}", change)


_ODD_JSON = (
    "null",
    "-9",
    "[-9]",
    "[99]",
    '"x"',
    '["x"]',
    "{}",
    "1e400",
    "[0,0,0]",
    "true",
    "-1e15",
)
_IN_DIGEST = ("count", "rules_version", "players", "awaiting", "winners", "broken", "result",
              "result.begun", "result.ended", "result.seconds", "result.turns", "result.entries",
              "result.scores", "result.scores[0].seat", "result.scores[0].code",
              "result.scores[0].amount")  # fmt: skip

MATCH: tuple[Damage, ...] = (
    *_odd_cells(),
    *(_digest(name, value) for name, value in _ODD.items()),
    *(_digest_field(name, value) for name in _IN_DIGEST for value in _ODD_JSON),
    _digest_field("result.begun", '"2020-01-01T00:00:00"'),
    _digest_field("result.ended", '"2020-01-01T00:00:00"'),
    _digest_field("players", '["\\u202e","\\u0000"]'),
    _sql("no_digest_table", "DROP TABLE digest"),
    _sql("no_digest_row", "DELETE FROM digest"),
    _sql("two_digests", *_DIGEST, "INSERT INTO digest VALUES (0, 'x'), (0, 'y')"),
    _sql("no_entry_table", "DROP TABLE entry"),
    _sql("no_entries", "DELETE FROM entry"),
    _sql("no_header", "DELETE FROM entry WHERE seq = 0"),
    _sql("no_last", "DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)"),
    _sql("gap", "DELETE FROM entry WHERE seq = 1 + :n"),
    _sql("shifted", "UPDATE entry SET seq = seq + 1000"),
    _sql("far_off", "UPDATE entry SET seq = 9223372036854775807 WHERE seq = 2"),
    _sql("below", "UPDATE entry SET seq = -5 WHERE seq = 2"),
    _sql("header_at_the_end", "UPDATE entry SET seq = 999 WHERE seq = 0"),
    _sql("two_headers",
         "UPDATE entry SET line = (SELECT line FROM entry WHERE seq = 0) WHERE seq = 1"),
    _sql("all_lines_odd", "UPDATE entry SET line = x'00ff'"),
    _said("lines_changed", '"seq"', '"SEQ"'),
    _said("other_match", '"match":"', '"match":"otra'),
    _said("other_game", 'pebbles', 'tetris'),
    _said("newer_rules", '"rules_version":1', '"rules_version":99'),
    _said("negative_rules", '"rules_version":1', '"rules_version":-1000000000'),
    _sql("another_column", "ALTER TABLE entry RENAME COLUMN line TO text"),
    _sql("another_name", "ALTER TABLE entry RENAME TO entries"),
    _sql("a_view", "ALTER TABLE entry RENAME TO e", "CREATE VIEW entry AS SELECT * FROM e"),
    _sql("a_trigger",
         "CREATE TRIGGER t BEFORE INSERT ON entry BEGIN SELECT raise(ABORT, 'no'); END"),
    _sql("schema_of_none", "DELETE FROM sqlite_schema"),
    _sql("schema_odd", "UPDATE sqlite_schema SET sql = 'CREATE TABLE x'"),
    _sql("root_elsewhere", "UPDATE sqlite_schema SET rootpage = 1"),
    _sql("root_nowhere", "UPDATE sqlite_schema SET rootpage = 2000000000"),
    _sql("version_zero", "PRAGMA user_version = 0"),
    _sql("version_negative", "PRAGMA user_version = -7"),
    _sql("version_newer", "PRAGMA user_version = 99"),
)  # fmt: skip


def _setting(name: str, key: str, value: str) -> Damage:
    return _sql(f"{key}_{name}", f"INSERT OR REPLACE INTO setting VALUES ('{key}', {value})")


def _loose_settings(name: str, key: str, value: str) -> Damage:
    return _sql(
        f"{key}_{name}",
        "CREATE TABLE s (key, value)",
        "INSERT INTO s SELECT * FROM setting WHERE key != '" + key + "'",
        "DROP TABLE setting",
        "ALTER TABLE s RENAME TO setting",
        f"INSERT INTO setting VALUES ('{key}', {value})",
    )


_OF_TABLES = ("null", "-9", "[-9]", "[[]]", "[{}]", '[{"match":"x"}]', '[{"match":7}]', '{"a":1}',
              '[{"match":"nada","code":"A","members":[{"id":"x","seats":[-9,99]}]}]',
              '"x"')  # fmt: skip

BOXES: tuple[Damage, ...] = (
    *(_loose_settings(name, key, value) for key in ("shared_tables", "disputes", "bin:x",
      "box_of_match:x", "last_box:pebbles", "backup_entries", "player_names", "last_players")
      for name, value in _ODD.items()),
    *(_setting(f"json_{n}", key, f"'{value}'") for key in ("shared_tables", "disputes")
      for n, value in enumerate(_OF_TABLES)),
    *(_sql(f"dispute_{name}", f"UPDATE setting SET value = {value} WHERE key LIKE 'dispute/%'")
      for name, value in _ODD.items() if name != "null"),
    *(_sql(f"box_{name}", f"UPDATE box SET data = {value}")
      for name, value in _ODD.items() if name != "null"),
    *(_sql(f"box_id_{name}", f"UPDATE box SET id = {value}") for name, value in _ODD.items()
      if name != "null"),
    *(_sql(f"box_game_{name}", f"UPDATE box SET game = {value}") for name, value in _ODD.items()
      if name != "null"),
    _sql("no_boxes", "DROP TABLE box"),
    _sql("no_settings", "DROP TABLE setting"),
    _sql("other_settings", "ALTER TABLE setting RENAME COLUMN value TO other"),
    _sql("other_boxes", "ALTER TABLE box RENAME COLUMN data TO other"),
    _sql("boxes_schema_of_none", "DELETE FROM sqlite_schema"),
    _sql("boxes_root_nowhere", "UPDATE sqlite_schema SET rootpage = 2000000000"),
    _sql("boxes_version_zero", "PRAGMA user_version = 0"),
    _sql("boxes_version_newer", "PRAGMA user_version = 2"),
    _sql("boxes_version_negative", "PRAGMA user_version = -7"),
)  # fmt: skip
