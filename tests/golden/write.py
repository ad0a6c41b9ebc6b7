"""Write the golden texts again: ``python -m tests.golden.write [GAME]``, or the start of a name."""

import sys
import tempfile
import time
from pathlib import Path

from tests.golden.files import every, kept, path

_MEMORY = Path("/dev/shm")


def main(beginning: str = "") -> None:
    """Write those whose name begins so, and remove those that nothing writes any more."""
    start = beginning.rstrip("/")
    wanted = {n: r for n, r in every().items() if not start or f"{n}/".startswith(f"{start}/")}
    begun = time.process_time()
    for name, record in wanted.items():
        started = time.process_time()
        place = _MEMORY if _MEMORY.is_dir() else None
        with tempfile.TemporaryDirectory(dir=place) as folder:
            text = record(Path(folder))
        path(name).parent.mkdir(parents=True, exist_ok=True)
        path(name).write_text(text, encoding="utf-8")
        print(f"{time.process_time() - started:5.2f} s {len(text.encode()):7} {name}", flush=True)
    for name in set(kept()) - set(every()):
        path(name).unlink()
    size = sum(path(name).stat().st_size for name in wanted)
    spent = time.process_time() - begun
    print(f"{len(wanted)} files, {size / 1e6:.2f} MB, {spent:.1f} s of processor")


if __name__ == "__main__":
    main(*sys.argv[1:2])
