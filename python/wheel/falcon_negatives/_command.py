# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""The command line that lies in this package."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import Any, Mapping, Optional

_PACKAGE = Path(__file__).parent
_REJECTED = 3


class FalconError(Exception):
    """A command that failed; the text is Falcon's one line.

    exit_code   1 failed, or a gate or a verification does not hold; 2 a wrong request
    result      what the command printed all the same, such as an audit whose gate fails; else None
    """

    def __init__(self, line: str, exit_code: int, result: Any = None) -> None:
        super().__init__(line)
        self.exit_code = exit_code
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is otherwise made again of its text alone, on its way out of another process.
        return type(self), (str(self), self.exit_code, self.result)


class FalconWarning(UserWarning):
    """A command is done, but perhaps not as it was meant: rows were rejected, a model does not fit."""


def launcher() -> str:
    """The program that is run: that of the package, or the one that FALCON_COMMAND names."""
    return os.environ.get("FALCON_COMMAND") or str(_PACKAGE / "falcon" / "falcon")


def main() -> None:
    """The console script: becomes the launcher, so that signals and exit codes are its own."""
    program = launcher()
    if not os.path.exists(program):
        sys.exit(f"falcon: {program} is not there; install the wheel of this platform")
    os.execv(program, [program, *sys.argv[1:]])


def run(*arguments: object, progress: bool = False, temporary: str = "") -> Any:
    """Runs a command with --json and gives its result.

    run("mine", "--embeddings", "store") or, as it is typed, run("mine --embeddings store").

    progress    whether the command's progress and notes are shown on standard error
    temporary   a folder that the caller deletes, so that no message names it

    Raises FalconError where it fails; its result holds what was printed. What the command warns of,
    such as rejected rows, arrives as FalconWarning, and in the result as a list, "warnings".
    """
    code, result, errors = attempt(*arguments, progress=progress, temporary=temporary)
    if code in (0, _REJECTED):
        return result
    raise failure(code, result, errors, str(arguments[0]).split()[0])


def failure(code: int, result: Any, errors: str, command: str) -> FalconError:
    """The error of a command, with the line in which Falcon says what is wrong."""
    lines = errors.strip().splitlines() or [f"falcon {command}: ended with {code}"]
    named = [line for line in lines if line.startswith("falcon")]
    return FalconError((named or lines)[0], code, result)


def attempt(
    *arguments: object, progress: bool = False, temporary: str = ""
) -> tuple[int, Any, str]:
    """The exit code, the result (None where none was printed) and standard error of a command.

    temporary   a folder that is deleted afterwards, so that no message names it
    """
    if len(arguments) == 1 and isinstance(arguments[0], str):
        arguments = tuple(shlex.split(arguments[0]))
    elif len(arguments) == 1 and isinstance(arguments[0], (list, tuple)):
        arguments = tuple(arguments[0])
    if not arguments:
        raise ValueError('no command is given; try run("mine", "--embeddings", "store")')
    program = launcher()
    words = [program, *map(str, arguments), "--json", *([] if progress else ["--quiet"])]
    try:
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
    except OSError as e:
        raise FalconError(f"falcon: {program} cannot be started: {e.strerror}", 1) from e
    with process:
        lines: list[str] = []
        reader = threading.Thread(target=_read, args=(process.stderr, lines, progress), daemon=True)
        reader.start()
        try:
            printed = process.stdout.read() if process.stdout else ""
            code = process.wait()
        except BaseException:
            process.terminate()
            raise
        reader.join()
    try:
        result = json.loads(printed)
    except ValueError:
        result = None
    if temporary and isinstance(result, dict) and "warnings" in result:
        result["warnings"] = [_without(temporary, text) for text in result["warnings"]]
    _warn(result, code, str(arguments[0]))
    errors = "".join(lines)
    return code, result, _without(temporary, errors) if temporary else errors


def _without(folder: str, text: str) -> str:
    """A message about files in a folder that the caller has never seen, without the folder."""
    place = re.escape(folder + os.sep)
    return re.sub(place, "", re.sub(rf", listed in {place}[^\s;]+", "", text))


def _read(stream: Any, lines: list[str], shown: bool) -> None:
    for line in stream:
        lines.append(line)
        if shown:
            sys.stderr.write(line)
            sys.stderr.flush()


def warnings_of(result: Any) -> list[str]:
    """The warnings that a command's result holds; several results are a list."""
    several = result if isinstance(result, list) else [result]
    return [text for one in several if isinstance(one, dict) for text in one.get("warnings", [])]


def _warn(result: Any, code: int, command: str) -> None:
    texts = warnings_of(result)
    if code == _REJECTED and not texts:
        texts = ["some inputs were rejected"]
    # Shown where the package is called, so that Python shows equal ones of other calls, too.
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and Path(frame.f_code.co_filename).parent == _PACKAGE:
        level, frame = level + 1, frame.f_back
    for text in texts:
        warnings.warn(f"falcon {command}: {text}", FalconWarning, stacklevel=level)


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


def version() -> Optional[str]:
    """The version of the installed wheel; None in a source tree."""
    from importlib import metadata

    for name in ("falcon-negatives", "falcon-negatives-slim"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
    return None
