"""A process with the program loaded that forks for each command: each runs in one of its own.

Takes one command in a line of JSON, and answers with its exit code in another line.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from companion import cli


def _run(asked: dict[str, Any]) -> int:
    """What the command returns, its output in files."""
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    for number, name in ((1, "out"), (2, "err")):
        with Path(asked[name]).open("wb") as file:
            os.dup2(file.fileno(), number)
    sys.argv = ["companion", *asked["words"]]
    try:
        return cli.run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def main() -> None:
    """Runs commands until nobody asks for more."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_run(json.loads(line)))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
