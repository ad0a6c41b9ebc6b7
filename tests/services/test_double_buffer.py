"""Double-buffered file: at whatever byte the power fails, one of its files is whole."""

import errno
from dataclasses import dataclass, field
from itertools import product

import pytest

from companion.services.storage.double_buffer import DoubleBufferedFile


class PowerCut(Exception):
    """Exception for the end of the program."""


@dataclass
class Power:
    """Power that lasts for a number of writes."""

    left: int | None = None

    def use(self) -> None:
        """Use up one write."""
        if self.left is not None:
            if self.left == 0:
                raise PowerCut
            self.left -= 1


@dataclass
class MemorySlot:
    """File in memory whose last write is half done when the power fails."""

    power: Power
    data: bytearray = field(default_factory=bytearray)
    room: int | None = None

    def read(self) -> bytes:
        """Return the whole content."""
        return bytes(self.data)

    def write(self, data: bytes, at: int) -> None:
        """Write data: half of it if the power fails, and only as much as there is room for."""
        try:
            self.power.use()
        except PowerCut:
            self.data[at : at + len(data) // 2] = data[: len(data) // 2]
            raise
        if self.room is not None and at + len(data) > self.room:
            self.data[at:] = data[: max(0, self.room - at)]
            raise OSError(errno.ENOSPC, "full")
        self.data[at : at + len(data)] = data

    def truncate(self, size: int) -> None:
        """Cut off the end."""
        self.power.use()
        del self.data[size:]

    def flush(self) -> None:
        """Count a flush; nothing is buffered here."""
        self.power.use()


def slots() -> tuple[Power, tuple[MemorySlot, MemorySlot]]:
    """Return two empty files."""
    power = Power()
    return power, (MemorySlot(power), MemorySlot(power))


def test_appended_data_are_read_in_order_after_a_restart() -> None:
    _, files = slots()
    tape = DoubleBufferedFile(files)
    assert tape.read() == b""
    tape.append(b"one\n")
    tape.append(b"two\n")
    assert DoubleBufferedFile(files).read() == b"one\ntwo\n"


def test_rewriting_switches_to_the_other_file() -> None:
    """Tried four times, so in both directions."""
    _, files = slots()
    tape = DoubleBufferedFile(files)
    for n in range(4):
        tape.append(b"old" * 10)
        tape.rewrite(b"%d" % n)
        tape.append(b"!")
        assert DoubleBufferedFile(files).read() == b"%d!" % n
        assert sorted(len(each.data) > 0 for each in files) == [False, True]


def test_power_cut_at_any_write_leaves_the_state_before_or_after() -> None:
    """Content is whole either way."""
    for writes in range(20):
        power, files = slots()
        tape = DoubleBufferedFile(files)
        tape.append(b"a" * 30)
        power.left = writes
        done = [b"a" * 30]
        try:
            tape.append(b"b" * 10)
            done.append(b"a" * 30 + b"b" * 10)
            tape.rewrite(b"c" * 5)
            done.append(b"c" * 5)
            tape.append(b"d")
            done.append(b"ccccc" + b"d")
        except PowerCut:
            pass
        power.left = None
        content = DoubleBufferedFile(files).read()
        # Part of the line being added may be there; the journal skips it.
        assert content.startswith(done[-1]) or content == b"c" * 5


def test_power_cut_during_the_first_write_leaves_it_usable() -> None:
    """Content is empty or whole then, and writing goes on."""
    for writes in range(4):
        power, files = slots()
        power.left = writes
        with pytest.raises(PowerCut):
            DoubleBufferedFile(files).append(b"x" * 10)
        power.left = None
        assert DoubleBufferedFile(files).read() in (b"", b"x" * 10)
        tape = DoubleBufferedFile(files)
        tape.append(b"yes")
        assert DoubleBufferedFile(files).read().endswith(b"yes")


def test_full_disk_leaves_the_former_content() -> None:
    """Later writes are whole."""
    _, files = slots()
    tape = DoubleBufferedFile(files)
    tape.append(b"a" * 20)
    for each in files:
        each.room = 40
    with pytest.raises(OSError, match="full"):
        tape.append(b"b" * 20)
    with pytest.raises(OSError, match="full"):
        tape.rewrite(b"c" * 100)
    assert DoubleBufferedFile(files).read() == b"a" * 20
    tape.append(b"c" * 2)
    assert DoubleBufferedFile(files).read() == b"a" * 20 + b"cc"


@pytest.mark.parametrize("junk", [b"journal 000000x\nabc", b"x" * 100])
@pytest.mark.parametrize("where", [0, 1])
def test_foreign_content_is_read_and_kept(junk: bytes, where: int) -> None:
    """Readers skip it; appended data come after it."""
    _, files = slots()
    files[where].data[:] = junk
    tape = DoubleBufferedFile(files)
    assert tape.read() == junk
    tape.append(b"one")
    assert DoubleBufferedFile(files).read() == junk + b"one"


@pytest.mark.parametrize("blank", [b"", b" " * 3, b" " * 16])
def test_blank_beginning_counts_as_empty(blank: bytes) -> None:
    """Blanks stand before data that were only being written."""
    _, files = slots()
    files[0].data[:] = blank
    tape = DoubleBufferedFile(files)
    assert tape.read() == b""
    tape.append(b"one")
    assert DoubleBufferedFile(files).read() == b"one"


@pytest.mark.parametrize("anew", [0, 1, 2])
def test_changed_byte_of_a_header_loses_nothing(anew: int) -> None:
    """Tried with every bit of the header, and in either file."""
    for at, bit in product(range(16), range(8)):
        _, files = slots()
        tape = DoubleBufferedFile(files)
        tape.append(b"old\n")
        for _ in range(anew):
            tape.rewrite(b"new\n")
        slot = max(files, key=lambda each: len(each.data))
        slot.data[at] ^= 1 << bit
        again = DoubleBufferedFile(files)
        kept = b"new\n" if anew else b"old\n"
        assert again.read().endswith(kept), at
        again.append(b"more\n")
        assert DoubleBufferedFile(files).read().endswith(kept + b"more\n")
        again.rewrite(b"all\n")
        assert DoubleBufferedFile(files).read() == b"all\n"


def test_damaged_second_file_is_never_overwritten() -> None:
    """Content never read is kept: from then on data are only appended."""
    _, files = slots()
    tape = DoubleBufferedFile(files)
    tape.append(b"one")
    files[1].data[:] = b"journaX 0000007\nsomething"
    again = DoubleBufferedFile(files)
    assert again.read() == b"one"
    with pytest.raises(OSError, match="nobody"):
        again.rewrite(b"small")
    again.append(b"!")
    assert DoubleBufferedFile(files).read() == b"one!"
    assert files[1].data == b"journaX 0000007\nsomething"
