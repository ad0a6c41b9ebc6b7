"""Packets: data in a few bytes with a checksum, as links and series of QR codes hold it."""

import zlib
from typing import Literal

PACKED_VERSION = 1
_SUM = 4

ParcelCode = Literal["damaged", "newer_format", "too_large"]


class ParcelError(Exception):
    """Error of a packet that cannot be read."""

    def __init__(self, code: ParcelCode) -> None:
        super().__init__(code)
        self.code: ParcelCode = code


def pack(text: bytes) -> bytes:
    """Compress a text into a packet."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    data = bytes([PACKED_VERSION]) + deflater.compress(text) + deflater.flush()
    return data + zlib.crc32(data).to_bytes(_SUM, "big")


def unpack(data: bytes, limit: int) -> bytes:
    """Return the text of a packet, of at most `limit` bytes.

    Raises:
        ParcelError: `newer_format`, `too_large`, or `damaged` where it is not what was packed.
    """
    if data and data[0] > PACKED_VERSION:
        raise ParcelError("newer_format")
    body, checked = data[1:-_SUM], data[-_SUM:]
    if not body or zlib.crc32(data[:-_SUM]) != int.from_bytes(checked, "big"):
        raise ParcelError("damaged")
    inflater = zlib.decompressobj(-15)
    try:
        text = inflater.decompress(body, limit)
    except zlib.error as error:
        raise ParcelError("damaged") from error
    if inflater.unconsumed_tail:
        raise ParcelError("too_large")
    if not inflater.eof:
        raise ParcelError("damaged")
    return text
