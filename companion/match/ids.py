"""Identifiers of matches and entries: short enough for a QR, long enough to be unique."""

import hashlib
import secrets

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH, BYTES = 12, 9
"""Twelve of 62 letters: 71 bits, which fit into nine bytes."""
_VALUE = {letter: value for value, letter in enumerate(ALPHABET)}


def fresh_id() -> str:
    """Return a new identifier, unique across devices."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def id_before(report: str) -> str:
    """Return the identifier of what is recorded just before a report, as one act with it.

    It follows from that of the report, so both are known to be one act in every copy of an acta.
    """
    digest = hashlib.sha256(f"values:{report}".encode()).digest()
    number, letters = int.from_bytes(digest, "big"), ""
    for _ in range(LENGTH):
        number, value = divmod(number, len(ALPHABET))
        letters += ALPHABET[value]
    return letters


def to_bytes(identifier: str) -> bytes | None:
    """Return the nine bytes of a generated identifier; None for any other one."""
    if len(identifier) != LENGTH or not all(letter in _VALUE for letter in identifier):
        return None
    number = 0
    for letter in identifier:
        number = number * len(ALPHABET) + _VALUE[letter]
    return number.to_bytes(BYTES, "big")


def of_bytes(data: bytes) -> str:
    """Return the identifier of its nine bytes.

    Raises:
        ValueError: the bytes are no identifier.
    """
    number, letters = int.from_bytes(data, "big"), ""
    for _ in range(LENGTH):
        number, value = divmod(number, len(ALPHABET))
        letters = ALPHABET[value] + letters
    if number or len(data) != BYTES:
        raise ValueError("no identifier")
    return letters
