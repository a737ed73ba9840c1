# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Hard negatives of a dataset of texts, beside sentence-transformers' mine_hard_negatives."""

from __future__ import annotations

import inspect
import os
import tempfile
from typing import Any, Mapping, Optional, Sequence

from . import _tables
from ._command import flags, run, warnings_of
from ._flags import LISTS
from ._options import require_known

_FORMATS = ("triplet", "n-tuple", "labeled-pair", "labeled-list")
# Flags that these arguments set.
_SET = set(
    """embeddings corpus queries positives direction columns texts out output_format num_negatives
    depth range_min range_max max_score min_score absolute_margin relative_margin sampling
    output_scores judge input_dataset image_path html shard spark batches candidates
    from""".split()
)


def lists(
    dataset: Any,
    model_or_vectors: Any,
    anchor_column_name: Optional[str] = None,
    positive_column_name: Optional[str] = None,
    corpus: Optional[Sequence[str]] = None,
    *,
    range_min: int = 0,
    range_max: Optional[int] = None,
    max_score: Optional[float] = None,
    min_score: Optional[float] = None,
    absolute_margin: Optional[float] = None,
    relative_margin: Optional[float] = None,
    num_negatives: int = 3,
    sampling_strategy: str = "top",
    query_prompt_name: Optional[str] = None,
    query_prompt: Optional[str] = None,
    corpus_prompt_name: Optional[str] = None,
    corpus_prompt: Optional[str] = None,
    output_format: str = "triplet",
    output_scores: bool = False,
    batch_size: int = 32,
    depth: Optional[int] = None,
    progress: bool = False,
    **options: object,
) -> Any:
    """Adds hard negatives to a dataset of pairs of texts, and gives a datasets.Dataset.

    Arguments have the names of sentence-transformers' mine_hard_negatives where they mean the same,
    and the rows are then those of that function, in its order:

        lists(dataset, model, relative_margin=0.05, num_negatives=4, output_format="n-tuple")

    dataset            pairs of an anchor and a positive; equal anchors share their positives
    model_or_vectors   a SentenceTransformer, which encodes both sides; or vectors that are there: a
                       pair (anchors, positives) with one row for each of the dataset's, or a
                       triple with the corpus' vectors; or a mapping with the names "anchor",
                       "positive" and "corpus". Equal texts take the first one's vector
    anchor_column_name, positive_column_name
                       by default the first and the second column
    corpus             texts that are candidates besides all positives
    range_min, range_max
                       ranks among what the filters leave. With range_max only the range_max nearest
                       are looked at; without it the whole corpus, so that lists come back full
    max_score, min_score, absolute_margin, relative_margin
                       as there: bounds of the cosine, and its distance from the least similar
                       positive's
    sampling_strategy  "top" or "random", which depends on seed alone
    query_prompt_name, query_prompt, corpus_prompt_name, corpus_prompt, batch_size
                       for the model, as there
    output_format      "triplet", "n-tuple", "labeled-pair" or "labeled-list"
    output_scores      as there
    depth              how many of the nearest are looked at; by default range_max
    progress           whether progress is shown on standard error
    options            any other flag of falcon lists, with underscores: target_false=0.02,
                       veto="pairs.csv", seed=1

    What is warned of arrives as FalconWarning, and stays in the result's info.description. Needs
    datasets and pyarrow. Raises FalconError where falcon fails; ValueError and TypeError where the
    arguments do not fit, before anything is encoded.
    """
    from datasets import Dataset
    import pyarrow.parquet

    require_known("lists", options, LISTS - _SET, inspect.signature(lists).parameters)
    anchor, positive = _columns(dataset, anchor_column_name, positive_column_name)
    if output_format not in _FORMATS:
        raise ValueError(f"output_format must be one of {', '.join(_FORMATS)}; {output_format!r}")
    if num_negatives < 1:
        raise ValueError(f"num_negatives must be at least 1; num_negatives={num_negatives}")
    if range_max is not None and num_negatives > range_max - range_min:
        raise ValueError(
            f"num_negatives must be at most range_max - range_min; num_negatives={num_negatives},"
            f" range_min={range_min}, range_max={range_max}"
        )
    anchors = _texts(anchor, dataset[anchor])
    positives = _texts(positive, dataset[positive])
    if not anchors:
        raise ValueError("the dataset must not be empty")
    more = _texts("corpus", corpus) if corpus is not None else []
    queries = list(dict.fromkeys(anchors))
    documents = list(dict.fromkeys(more + positives))
    query_number = {text: number for number, text in enumerate(queries)}
    number = {text: place for place, text in enumerate(documents)}
    if hasattr(model_or_vectors, "encode") and not isinstance(model_or_vectors, str):
        if query_prompt is not None:
            query_prompt_name = None
        encode = {"batch_size": batch_size, "normalize_embeddings": True}
        encode |= {"convert_to_numpy": True, "show_progress_bar": progress}
        of_queries = _encoder(model_or_vectors, "encode_query")(
            queries, prompt_name=query_prompt_name, prompt=query_prompt, **encode
        )
        of_documents = _encoder(model_or_vectors, "encode_document")(
            documents, prompt_name=corpus_prompt_name, prompt=corpus_prompt, **encode
        )
        of_queries = _tables.vectors(of_queries, "the anchors' vectors")
        of_documents = _tables.vectors(of_documents, "the corpus' vectors")
    else:
        if any((query_prompt, query_prompt_name, corpus_prompt, corpus_prompt_name)):
            raise ValueError("prompts are for a model; the vectors are there")
        of_queries, of_documents = _taken(
            model_or_vectors, anchors, positives, more, queries, documents
        )
    if of_queries.shape[1] != of_documents.shape[1]:
        raise ValueError(
            f"all vectors must have one dimension; {of_queries.shape[1]} and {of_documents.shape[1]}"
        )
    known = dict.fromkeys(zip(anchors, positives))
    with tempfile.TemporaryDirectory(prefix="falcon-") as folder:
        place = {name: os.path.join(folder, name) for name in ("queries", "corpus")}
        _tables.write_texts(place["queries"], of_queries, queries)
        _tables.write_texts(place["corpus"], of_documents, documents)
        pairs = os.path.join(folder, "positives.csv")
        keys = {
            "query_key": [query_number[query] for query, _ in known],
            "corpus_key": [number[document] for _, document in known],
        }
        _tables.write_csv(pairs, keys)
        out = os.path.join(folder, "lists.parquet")
        words = {
            "queries": place["queries"],
            "corpus": place["corpus"],
            "positives": pairs,
            "direction": "text-text",
            "columns": output_format,
            "texts": True,
            "out": out,
            "num_negatives": num_negatives,
            "range_min": range_min or None,
            "range_max": range_max,
            "depth": range_max if depth is None else depth,
            "max_score": max_score,
            "min_score": min_score,
            "absolute_margin": absolute_margin,
            "relative_margin": relative_margin,
            "sampling": None if sampling_strategy == "top" else sampling_strategy,
            "output_scores": output_scores,
        }
        summary = run(
            *("lists", *flags({**words, **options})),
            progress=progress,
            temporary=folder,
        )
        table = pyarrow.parquet.read_table(out, memory_map=False)
    names = [anchor, positive, *table.column_names[2:]]
    result = Dataset(table.rename_columns(names).replace_schema_metadata(None))
    counts = summary["summary"]
    lines = [f"{counts['negatives']} negatives for {counts['queries']} queries, mined by Falcon"]
    result.info.description = "\n".join(lines + [f"warning: {w}" for w in warnings_of(summary)])
    return result


def _columns(dataset: Any, anchor: Optional[str], positive: Optional[str]) -> tuple[str, str]:
    held = getattr(dataset, "column_names", None)
    if not isinstance(held, list):
        raise TypeError(
            "dataset must be a datasets.Dataset with columns of texts; of a DatasetDict, take a split"
        )
    for name in (anchor, positive):
        if name is not None and name not in held:
            raise ValueError(f"the dataset has no column {name!r}; it has {', '.join(held)}")
    if len(held) < 2:
        raise ValueError(f"the dataset must have two columns of texts; it has {', '.join(held)}")
    return anchor or held[0], positive or held[1]


def _texts(name: str, column: Any) -> list[str]:
    texts = list(column)
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise ValueError(f"{name}: row {row} must be a text; it is {text!r}")
    return texts


def _encoder(model: Any, name: str) -> Any:
    """The model's own way for a side; models before sentence-transformers 5 have one for both."""
    return getattr(model, name, None) or model.encode


def _taken(
    given: Any,
    anchors: list[str],
    positives: list[str],
    corpus: list[str],
    queries: list[str],
    documents: list[str],
) -> tuple[Any, Any]:
    """The vectors of the distinct anchors, and those of the distinct documents."""
    import numpy

    if isinstance(given, Mapping):
        sides = [given.get(name) for name in ("anchor", "positive", "corpus")]
    elif isinstance(given, (tuple, list)) and 2 <= len(given) <= 3:
        sides = [*given, None][:3]
    else:
        raise TypeError(
            "model_or_vectors must be a SentenceTransformer, or vectors (anchors, positives) or"
            f" (anchors, positives, corpus); it is {type(given).__name__}"
        )
    if corpus and sides[2] is None:
        raise ValueError("the corpus is given, and no vectors of it")
    arrays = []
    for name, side, texts in zip(("anchor", "positive", "corpus"), sides, (anchors, positives, corpus)):
        if not texts and name == "corpus":
            continue
        array = _tables.vectors(side, f"{name} vectors")
        _tables.require_rows(f"{name} vectors", array, len(texts))
        arrays.append(array)
    of_documents = numpy.concatenate([*arrays[2:], arrays[1]])
    return (
        arrays[0][_firsts(anchors, queries)],
        of_documents[_firsts(corpus + positives, documents)],
    )


def _firsts(texts: list[str], distinct: list[str]) -> list[int]:
    """The row of the first of each distinct text."""
    first: dict[str, int] = {}
    for row, text in enumerate(texts):
        first.setdefault(text, row)
    return [first[text] for text in distinct]
