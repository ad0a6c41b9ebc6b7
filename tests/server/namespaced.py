"""Server in a network namespace: it opens the LAN listener and comes in by each of its addresses.

Run as a module with a host, empty for every network, it prints one line of JSON.
"""

import json
import subprocess
import sys
from urllib.request import urlopen


def _asked(url: str) -> dict[str, object]:
    with urlopen(url, timeout=10) as answer:
        said: dict[str, object] = json.load(answer)
        return said


if __name__ == "__main__":
    command = [sys.executable, "-m", "tests.server.doorway", sys.argv[1]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        own = running.stdout.readline().strip()
        said = _asked(f"{own}abrir")
        urls = said["urls"]
        assert isinstance(urls, list)
        doors = [_asked(f"{url}puerta")["door"] for url in urls]
        running.terminate()
    print(json.dumps({**said, "doors": doors}))
