"""What nobody uses is thrown away when nobody waits, and at some time all the same."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from companion.server import sweeping


class _Ring:
    """Something that only going through everything finds to be of no use."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def _by_hand() -> Iterator[None]:
    """Nothing is thrown away but here."""
    usual = gc.get_threshold()
    gc.disable()
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()
    gc.enable()


def _made() -> "weakref.ref[_Ring]":
    """A ring that was there when everything was last gone through, and is of no use now."""
    ring = _Ring()
    sweeping.swept()
    return weakref.ref(ring)


async def _for_a_while(work: float) -> None:
    """Sweeps while so much is worked; all of it takes less than a second."""
    task = asyncio.create_task(sweeping.sweep_when_quiet())
    for _ in range(20):
        sweeping.time.now += work  # type: ignore[attr-defined]
        await asyncio.sleep(0.02)
    task.cancel()


class _Time:
    """The processor's time as it is told, and a clock that goes on by itself."""

    def __init__(self) -> None:
        self.now = self.clock = 0.0

    def process_time(self) -> float:
        """What was worked."""
        return self.now

    def monotonic(self) -> float:
        """A second later each time."""
        self.clock += 1
        return self.clock


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize(
    ("work", "longest", "gone"), [(0.0, 300, True), (1.0, 300, False), (1.0, 3, True)]
)
def test_it_waits_until_it_is_quiet_but_not_for_ever(
    work: float, longest: float, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "time", _Time())
    monkeypatch.setattr(sweeping, "_LOOK", 0.06)
    monkeypatch.setattr(sweeping, "_WORTH_IT", -1)
    monkeypatch.setattr(sweeping, "_LONGEST", longest)
    ring = _made()
    assert ring() is not None
    gc.collect()
    assert ring() is not None
    asyncio.run(_for_a_while(work))
    assert (ring() is None) is gone
    sweeping.swept()
    assert ring() is None


@pytest.mark.usefixtures("_by_hand")
def test_where_nothing_was_done_nothing_is_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "time", _Time())
    monkeypatch.setattr(sweeping, "_LOOK", 0.06)
    ring = _made()
    asyncio.run(_for_a_while(0.0))
    assert ring() is not None
