# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Thin functions over the command line."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Iterable, Optional

from . import _tables
from ._command import attempt, failure, flags, run, warnings_of
from ._flags import AUDIT, LISTS, MINE, VERIFY
from ._options import require_known

# Forms of lists that are no tables, and the extensions of their files.
_OF_TRAINERS = {"flagembedding": "jsonl", "tevatron": "jsonl", "nemo-inline": "jsonl"}
_OF_TRAINERS |= {"swift": "jsonl", "mbeir": "jsonl"}
_NOT_READ = ("unime", "nemo", "trec")
_READ = (".csv", ".parquet", ".arrow", ".jsonl")


class Mined(dict):
    """The columns of a plan or of lists by name; PlanSampler and audit take it as it is.

    summary    what falcon mine printed: counts, means, the output
    warnings   what it warned of, each a line; they also arrive as FalconWarning
    file       where the table lies; None without out
    """

    summary: dict[str, Any]
    warnings: list[str]
    file: Optional[str]

    def __repr__(self) -> str:
        rows = len(next(iter(self.values()), ()))
        return f"<{rows} rows mined by falcon; columns {', '.join(self)}>"


def mine(
    image_vectors: Any,
    text_vectors: Any = None,
    policy: Optional[str] = None,
    *,
    keys: Optional[Iterable[Any]] = None,
    image_ids: Optional[Iterable[Any]] = None,
    captions: Optional[Iterable[Any]] = None,
    out: Optional[str | os.PathLike[str]] = None,
    progress: bool = False,
    **options: object,
) -> Any:
    """Composes batches, or with a corpus lists, and gives all columns of the table.

    image_vectors   [rows, dimension] of numpy, torch, pandas or polars; or a table of pyarrow with
                    the columns image_embedding and text_embedding, and key, image_id and caption
                    where it has them. Of a table the result is a table, with nulls
    text_vectors    likewise [rows, dimension]; none beside a table
    policy          as falcon mine --quantiles, which is its other name; by default falcon+ for batches.
                    Lists from a corpus have none
    keys            one a row, each once; without them a row's key is its number. Keys that are whole
                    numbers come back as such
    image_ids       one a row: rows of one image; needs pyarrow
    captions        one a row; needs pyarrow
    out             a file to keep the table in, .parquet, .arrow, .csv or .jsonl, with its record
                    beside it; PlanSampler and falcon audit-fn read it. With keys, needs pyarrow
    progress        whether progress is shown on standard error
    options         any flag of falcon mine, with a corpus of falcon lists, with underscores:
                    batch_size=96, search_space=5664, seed=42, exclude="same-image"

    Of a plan: epoch, search_space, batch, position, index (the row of the vectors), key,
    anchor_index, quantile, rank, candidates, similarity. Of lists the columns that
    falcon lists --columns names: anchor, positive, negative and so on, as keys. Columns without
    content are left out. In arrays, whole numbers without a value are -1 and real ones nan.

    Lists from all items, with the images nearest to each text:

        mine(images, texts, corpus=True, direction="text-image", num_negatives=3)

    The result is a dictionary of columns with the attributes summary, warnings and file; of a table
    these lie in its schema's metadata, as JSON under b"falcon". `lists` takes texts.

    Raises FalconError where falcon fails; ValueError and TypeError where the arguments do not fit,
    before anything is run.
    """
    command, known = "mine", MINE
    if options.get("corpus") not in (None, False):
        command, known = "lists", LISTS
        if options.get("output") == "negatives":  # as in earlier releases
            options = {name: value for name, value in options.items() if name != "output"}
    elif options.get("output") == "negatives":
        raise ValueError("lists are of a corpus; give corpus=True and a direction")
    require_known("mine", options, known - {"embeddings", "out", "queries"})
    if policy is not None and options.get("quantiles") is not None:
        raise ValueError("policy is another name of quantiles; give one of them")
    table = _tables.is_arrow(image_vectors) and hasattr(image_vectors, "column_names")
    if table:
        given = image_vectors
        if text_vectors is not None:
            raise ValueError("a table holds both kinds of vectors; leave text_vectors")
        held = given.column_names
        for name in ("image_embedding", "text_embedding"):
            if name not in held:
                raise ValueError(f"the table must have a column {name}; it has {', '.join(held)}")
        image_vectors, text_vectors = given["image_embedding"], given["text_embedding"]
        keys = given["key"] if keys is None and "key" in held else keys
        image_ids = given["image_id"] if image_ids is None and "image_id" in held else image_ids
        captions = given["caption"] if captions is None and "caption" in held else captions
    elif text_vectors is None:
        raise ValueError("text_vectors are missing")
    image_vectors = _tables.vectors(image_vectors, "image_vectors")
    named, names = _tables.listed(keys), _tables.texts(keys)
    _tables.require_rows("keys", names, len(image_vectors))
    _tables.require_unique(names)
    path = _path(out, options)
    in_store = image_ids is not None or captions is not None or (out is not None and bool(names))
    with tempfile.TemporaryDirectory(prefix="falcon-") as folder:
        store = os.path.join(folder, "vectors")
        _tables.write_store(
            store, image_vectors, text_vectors, names if in_store else None, captions, image_ids
        )
        file = path if out is not None else os.path.join(folder, path)
        words = flags({"quantiles": policy, **options})
        summary = run(
            *(command, "--embeddings", store, "--out", file, *words),
            progress=progress,
            temporary=folder,
        )
        columns = _tables.read(file)
    if named is not None and not options.get("texts"):
        columns = _tables.with_keys(columns, named, not in_store)
    if table:
        made = _tables.as_table(columns)
        return made.replace_schema_metadata({b"falcon": json.dumps(summary).encode()})
    result = Mined(columns)
    result.summary, result.warnings = summary, warnings_of(summary)
    result.file = None if out is None else file
    return result


def _path(out: Optional[str | os.PathLike[str]], options: dict[str, object]) -> str:
    """The file to write: as it is named, or a name in the temporary folder."""
    form = str(options.get("columns", "triplet"))
    if out is None:
        if form in _NOT_READ:
            raise ValueError(f"columns={form!r} is no table to give back; use run and read the file")
        if options.get("direction") == "both":
            raise ValueError("direction='both' writes two tables; ask for one direction after the other")
        if options.get("shard") is not None or options.get("spark"):
            raise ValueError("shard and spark write a folder of parts; use run")
        lists = form == "labeled-list" or bool(options.get("texts"))
        return f"mined.{_OF_TRAINERS.get(form, 'jsonl' if lists else 'csv')}"
    path = os.fspath(out)
    if not path.endswith(_READ):
        raise ValueError(f"out must end with one of {', '.join(_READ)}; it is {path!r}")
    return path


def audit(
    input_dataset: Optional[str | os.PathLike[str]] = None,
    *,
    plan: Any = None,
    lists: Any = None,
    pairs: Any = None,
    truth: Any = None,
    scores: Optional[dict[str, Any]] = None,
    progress: bool = False,
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
    progress        whether progress is shown on standard error
    options         any flag of falcon audit-fn, with underscores: embeddings="store",
                    model="model", require=["hardest<=0.10"]. With out="audit" the folder stays

    Columns are a dictionary of arrays or lists, or a table of pyarrow. Raises FalconError where
    falcon fails; where a gate of require fails, its result is the audit all the same.
    """
    require_known("audit", options, AUDIT)
    audited = [n for n, v in (("plan", plan), ("lists", lists), ("pairs", pairs)) if v is not None]
    if audited and input_dataset is None:
        raise ValueError(
            f"{audited[0]} is given, and no data; input_dataset must name its pictures and captions,"
            ' such as "tars/*.tar", or "scenes:train"'
        )
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
        result: dict[str, Any] = run("audit-fn", *flags(words), progress=progress)
        return result


def verify(output: str | os.PathLike[str], **options: object) -> dict[str, Any]:
    """Checks an output against its provenance, and gives the result; result["holds"] says whether.

    options   any flag of falcon verify, with underscores: sample=3, again=True, input="data"

    Raises FalconError where the output has no record, or the request is wrong.
    """
    require_known("verify", options, VERIFY)
    code, result, errors = attempt("verify", output, *flags(options))
    if isinstance(result, dict):
        return result
    raise failure(code, result, errors, "verify")
