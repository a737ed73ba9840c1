# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Thin functions over the command line."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Iterable, Optional

from . import _tables
from ._command import FalconError, attempt, flags, run


def mine(
    image_vectors: Any,
    text_vectors: Any = None,
    policy: str = "falcon+",
    *,
    keys: Optional[Iterable[Any]] = None,
    image_ids: Optional[Iterable[Any]] = None,
    captions: Optional[Iterable[Any]] = None,
    **options: object,
) -> Any:
    """Composes batches, or with output="negatives" lists, and gives all columns of the table.

    image_vectors   [rows, dimension] of numpy or torch; or a table of pyarrow with the columns
                    image_embedding and text_embedding, and key, image_id and caption where it has
                    them. Of a table the result is a table, with nulls
    text_vectors    likewise [rows, dimension]; none beside a table
    policy          as falcon mine --quantiles
    keys            one a row; without them a row's key is its number
    image_ids       one a row: rows of one image; needs pyarrow
    captions        one a row; needs pyarrow
    options         any flag of falcon mine, with underscores: batch_size=96, search_space=5664,
                    seed=42, exclude="same-image"

    Of a plan: epoch, search_space, batch, position, index (the row of the vectors), key,
    anchor_index, quantile, rank, candidates, similarity. Of lists the columns that
    falcon mine --columns names: anchor, positive, negative and so on, as keys. In arrays, whole
    numbers without a value are -1 and real ones nan.

    Raises FalconError where falcon fails, ValueError where the vectors' shapes differ.
    """
    table = _tables.is_arrow(image_vectors) and hasattr(image_vectors, "column_names")
    if table:
        given = image_vectors
        if text_vectors is not None:
            raise ValueError("a table holds both kinds of vectors; leave text_vectors")
        image_vectors, text_vectors = given["image_embedding"], given["text_embedding"]
        held = given.column_names
        keys = given["key"] if keys is None and "key" in held else keys
        image_ids = given["image_id"] if image_ids is None and "image_id" in held else image_ids
        captions = given["caption"] if captions is None and "caption" in held else captions
    elif text_vectors is None:
        raise ValueError("text_vectors are missing")
    names = _tables.texts(keys)
    in_store = image_ids is not None or captions is not None
    with tempfile.TemporaryDirectory(prefix="falcon-") as folder:
        store, plan = os.path.join(folder, "store"), os.path.join(folder, "plan.csv")
        _tables.write_store(
            store, image_vectors, text_vectors, names if in_store else None, captions, image_ids
        )
        run("mine", "--embeddings", store, "--out", plan, *flags({"quantiles": policy, **options}))
        columns = _tables.read_csv(plan, None if in_store else names)
    return _tables.as_table(columns) if table else columns


def audit(
    input_dataset: Optional[str | os.PathLike[str]] = None,
    *,
    plan: Any = None,
    lists: Any = None,
    pairs: Any = None,
    truth: Any = None,
    scores: Optional[dict[str, Any]] = None,
    **options: object,
) -> dict[str, Any]:
    """Audits false negatives, and gives audit.json.

    input_dataset   the pictures and captions: a file, a folder or a pattern of tars
    plan            a file, or what mine gave
    lists           a file, or the lists of triplets that mine gave
    pairs           a file, or columns image_key and text_key
    truth           a file, "scenes", or columns image_key, text_key and match
    scores          a judge's name and its table: a file, or columns image_key, text_key and score;
                    a name that ends with :probability says that scores are probabilities
    options         any flag of falcon audit-fn, with underscores: embeddings="store",
                    model="model", require=["hardest<=0.10"]. With out="audit" the folder stays

    Columns are a dictionary of arrays or lists, or a table of pyarrow. Raises FalconError where
    falcon fails; where a gate of require fails, its result is the audit all the same.
    """
    with tempfile.TemporaryDirectory(prefix="falcon-") as folder:

        def file(name: str, value: Any) -> Any:
            if value is None or isinstance(value, (str, os.PathLike)):
                return value
            path = os.path.join(folder, name + ".csv")
            _tables.write_csv(path, value)
            return path

        words: dict[str, object] = {"input_dataset": input_dataset}
        for name, value in (("plan", plan), ("lists", lists), ("pairs", pairs), ("truth", truth)):
            words[name] = file(name, value)
        tables = []
        for number, (judge, value) in enumerate((scores or {}).items()):
            name, _, kind = judge.partition(":")
            suffix = ":" + kind if kind else ""
            tables.append(f"{name}={file(f'scores-{number}', value)}{suffix}")
        words["scores"] = tables
        words.update(options)
        words.setdefault("out", os.path.join(folder, "audit"))
        result: dict[str, Any] = run("audit-fn", *flags(words))
        return result


def verify(output: str | os.PathLike[str], **options: object) -> dict[str, Any]:
    """Checks an output against its provenance, and gives the result; result["holds"] says whether.

    options   any flag of falcon verify, with underscores: sample=3, again=True, input="data"

    Raises FalconError where the output has no record, or the request is wrong.
    """
    code, result, errors = attempt("verify", output, *flags(options))
    if isinstance(result, dict):
        return result
    lines = errors.strip().splitlines() or [f"falcon verify: ended with {code}"]
    raise FalconError(lines[0], code)
