"""Identifiers of matches and entries: short enough for a QR, long enough to be nobody else's."""

import secrets

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH, BYTES = 12, 9
"""Twelve of 62 letters: 71 bits, which fit into nine bytes."""
_VALUE = {letter: value for value, letter in enumerate(ALPHABET)}


def fresh_id() -> str:
    """An identifier that no other device makes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def to_bytes(identifier: str) -> bytes | None:
    """The nine bytes of a fresh identifier; None for any other one."""
    if len(identifier) != LENGTH or not all(letter in _VALUE for letter in identifier):
        return None
    number = 0
    for letter in identifier:
        number = number * len(ALPHABET) + _VALUE[letter]
    return number.to_bytes(BYTES, "big")


def of_bytes(data: bytes) -> str:
    """The identifier of its nine bytes.

    Raises:
        ValueError: they are none.
    """
    number, letters = int.from_bytes(data, "big"), ""
    for _ in range(LENGTH):
        number, value = divmod(number, len(ALPHABET))
        letters = ALPHABET[value] + letters
    if number or len(data) != BYTES:
        raise ValueError("no identifier")
    return letters
