"""Process with the program loaded that forks for each command.

It takes one command per line of JSON, and answers with its exit code in another line.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from companion import cli


def _run(asked: dict[str, Any]) -> int:
    """Run a command with its output in files, and return its exit code."""
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
    """Run commands until the input ends."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_run(json.loads(line)))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
