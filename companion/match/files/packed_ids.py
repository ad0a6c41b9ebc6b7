"""Generated identifiers as bytes, for packed actas."""

from companion.match.entries import ALPHABET, BYTES, LENGTH

_VALUE = {letter: value for value, letter in enumerate(ALPHABET)}


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
