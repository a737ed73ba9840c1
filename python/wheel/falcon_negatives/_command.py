# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Thin functions over the command line that lies in this package."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    import numpy

_LAUNCHER = Path(__file__).parent / "falcon" / "falcon"
_WHOLE = {"epoch", "search_space", "batch", "position", "index", "anchor_index", "rank", "candidates"}
_REAL = {"quantile", "similarity"}


class FalconError(Exception):
    """A command that failed; the text is Falcon's one line.

    exit_code   1 failed, 2 a wrong request
    """

    def __init__(self, line: str, exit_code: int) -> None:
        super().__init__(line)
        self.exit_code = exit_code


def main() -> None:
    """The console script: becomes the launcher, so that signals and exit codes are its own."""
    os.execv(_LAUNCHER, [str(_LAUNCHER), *sys.argv[1:]])


def run(*arguments: object) -> Any:
    """Runs a command with --json and gives its result, such as run("mine", "--embeddings", "store").

    Raises FalconError where it fails. That some inputs were rejected is no failure.
    """
    words = [str(_LAUNCHER), *map(str, arguments), "--json", "--quiet"]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 3):
        lines = done.stderr.strip().splitlines() or ["falcon ended with " + str(done.returncode)]
        named = [line for line in lines if line.startswith("falcon")]
        raise FalconError((named or lines)[0], done.returncode)
    return json.loads(done.stdout)


def write_store(
    folder: str | os.PathLike[str],
    image_vectors: "numpy.ndarray",
    text_vectors: "numpy.ndarray",
) -> None:
    """Writes a store of rows that are known by their numbers, in clip-retrieval's layout.

    image_vectors, text_vectors   [rows, dimension], float32 or float16; row i of both is one pair

    Keys and captions are what StoreWriter adds, which needs pyarrow.
    """
    import numpy

    image, text = numpy.asarray(image_vectors), numpy.asarray(text_vectors)
    if image.ndim != 2 or image.shape != text.shape:
        raise ValueError(f"vectors are [rows, dimension], alike; {image.shape} and {text.shape}")
    for name, vectors in (("img_emb", image), ("text_emb", text)):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        kept = vectors if vectors.dtype == numpy.float16 else vectors.astype(numpy.float32)
        numpy.save(os.path.join(folder, name, name + "_0.npy"), kept)


def mine(
    image_vectors: "numpy.ndarray",
    text_vectors: "numpy.ndarray",
    policy: str = "falcon+",
    **options: object,
) -> dict[str, "numpy.ndarray"]:
    """Composes batches, and gives the plan's columns as arrays, a row a sample.

    policy    as falcon mine --quantiles
    options   any flag of falcon mine, with underscores: batch_size=96, search_space=5664, seed=42

    Columns: epoch, search_space, batch, position, index (the row of the vectors), anchor_index,
    quantile, rank, candidates, similarity. Where a sample has no anchor, whole numbers are -1 and
    real ones nan. pyarrow.table(mine(...)) makes a table of it.
    """
    with tempfile.TemporaryDirectory(prefix="falcon-") as folder:
        store, plan = os.path.join(folder, "store"), os.path.join(folder, "plan.csv")
        write_store(store, image_vectors, text_vectors)
        flags = _flags({"quantiles": policy, **options})
        run("mine", "--embeddings", store, "--out", plan, *flags)
        return _columns(plan)


def audit(*arguments: object, **options: object) -> dict[str, Any]:
    """Audits false negatives, and gives audit.json.

    options   any flag of falcon audit-fn, with underscores: plan="plan.parquet",
              input_dataset="tars/*.tar", model="model"
    """
    with tempfile.TemporaryDirectory(prefix="falcon-") as folder:
        given = dict(options)
        given.setdefault("out", os.path.join(folder, "audit"))
        return run("audit-fn", *arguments, *_flags(given))


def _flags(options: Mapping[str, object]) -> list[str]:
    flags: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            flags.append(flag)
        elif value is not False and value is not None:
            flags.append(f"{flag}={value}")
    return flags


def _columns(plan: str) -> dict[str, "numpy.ndarray"]:
    import numpy

    with open(plan, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns: list[list[str]] = [[] for _ in names]
        for row in rows:
            for column, value in zip(columns, row):
                column.append(value)
    result = {}
    for name, column in zip(names, columns):
        if name in _WHOLE:
            result[name] = numpy.array([int(value) if value else -1 for value in column])
        elif name in _REAL:
            result[name] = numpy.array(
                [float(value) if value else numpy.nan for value in column], dtype=numpy.float32
            )
    return result
