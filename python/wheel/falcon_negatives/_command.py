# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""The command line that lies in this package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Mapping

_LAUNCHER = Path(__file__).parent / "falcon" / "falcon"


class FalconError(Exception):
    """A command that failed; the text is Falcon's one line.

    exit_code   1 failed, or a gate or a verification does not hold; 2 a wrong request
    result      what the command printed all the same, such as an audit whose gate fails; else None
    """

    def __init__(self, line: str, exit_code: int, result: Any = None) -> None:
        super().__init__(line)
        self.exit_code = exit_code
        self.result = result


def main() -> None:
    """The console script: becomes the launcher, so that signals and exit codes are its own."""
    if not _LAUNCHER.exists():
        sys.exit(f"falcon: {_LAUNCHER} is not there; install the wheel of this platform")
    os.execv(_LAUNCHER, [str(_LAUNCHER), *sys.argv[1:]])


def run(*arguments: object) -> Any:
    """Runs a command with --json and gives its result, such as run("mine", "--embeddings", "store").

    Raises FalconError where it fails; its result holds what was printed. That some inputs were
    rejected is no failure.
    """
    code, result, errors = attempt(*arguments)
    if code in (0, 3):
        return result
    lines = errors.strip().splitlines() or [f"falcon {arguments[0]}: ended with {code}"]
    named = [line for line in lines if line.startswith("falcon")]
    raise FalconError((named or lines)[0], code, result)


def attempt(*arguments: object) -> tuple[int, Any, str]:
    """The exit code, the result (None where none was printed) and standard error of a command."""
    words = [str(_LAUNCHER), *map(str, arguments), "--json", "--quiet"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError as e:
        raise FalconError(f"falcon: {_LAUNCHER} cannot be started: {e.strerror}", 1) from e
    try:
        result = json.loads(done.stdout)
    except ValueError:
        result = None
    return done.returncode, result, done.stderr


def flags(options: Mapping[str, object]) -> list[str]:
    """Options as flags: True is a flag alone, a list repeats it, None and False leave it out."""
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            words.append(flag)
        elif isinstance(value, (list, tuple)):
            words.extend(f"{flag}={each}" for each in value)
        elif value is not False and value is not None:
            words.append(f"{flag}={value}")
    return words
