# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Columns of numpy and pyarrow on their way into Falcon's files and out of them."""

from __future__ import annotations

import csv
import os
import re
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Sequence

if TYPE_CHECKING:
    import numpy

_WHOLE = {"epoch", "search_space", "batch", "position", "index", "anchor_index", "rank", "candidates"}
_WHOLE |= {"label"}
_REAL = re.compile(r"quantile|similarity|(.*_)?score")
_KEYS = re.compile(r"key|anchor|positive|candidate|negative(_\d+)?")


def is_arrow(value: object) -> bool:
    """Whether this is a table or a column of pyarrow; it need not be installed."""
    return type(value).__module__.split(".")[0] == "pyarrow"


def vectors(value: Any) -> "numpy.ndarray":
    """[rows, dimension] in float32 or float16 of an array, a tensor or a pyarrow column of lists."""
    import numpy

    if is_arrow(value):
        column = value.combine_chunks() if hasattr(value, "combine_chunks") else value
        rows = len(column)
        flat = numpy.asarray(column.flatten())
        array = flat.reshape(rows, -1 if rows else 0)
    else:
        array = numpy.asarray(value.detach().cpu() if hasattr(value, "detach") else value)
    if array.ndim != 2:
        raise ValueError(f"vectors are [rows, dimension]; {array.shape}")
    return array if array.dtype == numpy.float16 else array.astype(numpy.float32)


def texts(value: Any) -> Optional[list[str]]:
    """Keys, ids or captions as texts."""
    if value is None:
        return None
    return [str(each) for each in (value.to_pylist() if is_arrow(value) else value)]


def write_csv(path: str, columns: Any) -> None:
    """Writes columns as Falcon reads them; what has no value (-1, nan, None) is empty.

    columns   a mapping of columns, or a table of pyarrow
    """
    if is_arrow(columns):
        columns = columns.to_pydict()
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(columns)
        lists = [_cells(name, column) for name, column in columns.items()]
        rows.writerows(zip(*lists))


def _cells(name: str, column: Iterable[Any]) -> list[str]:
    absent = name in _WHOLE and name != "label"
    cells = []
    for value in column:
        if value is None or value != value or (absent and value == -1):
            cells.append("")
        elif isinstance(value, (bool,)) or type(value).__name__ in ("bool_", "bool"):
            cells.append("true" if value else "false")
        else:
            cells.append(str(value))
    return cells


def read_csv(path: str, keys: Optional[Sequence[str]] = None) -> dict[str, "numpy.ndarray"]:
    """All columns of a table of Falcon's.

    keys   names of the store's rows, where the store itself knows them by number
    """
    import numpy

    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns: list[list[str]] = [[] for _ in names]
        for row in rows:
            for column, value in zip(columns, row):
                column.append(value)
    result = {}
    for name, column in zip(names, columns):
        if name in _WHOLE:
            result[name] = numpy.array([int(v) if v else -1 for v in column], dtype=numpy.int64)
        elif _REAL.fullmatch(name):
            reals = [float(v) if v else numpy.nan for v in column]
            result[name] = numpy.array(reals, dtype=numpy.float32)
        else:
            if keys is not None and _KEYS.fullmatch(name):
                column = [keys[int(v)] if v else "" for v in column]
            result[name] = numpy.array(column, dtype=str)
    return result


def as_table(columns: Mapping[str, "numpy.ndarray"]) -> Any:
    """A table of pyarrow with nulls where a value is missing."""
    import pyarrow

    arrays = {}
    for name, column in columns.items():
        if column.dtype.kind == "U":
            arrays[name] = pyarrow.array(column.tolist(), type=pyarrow.string())
        else:
            missing = column != column if column.dtype.kind == "f" else column == -1
            arrays[name] = pyarrow.array(column, mask=missing if name != "label" else None)
    return pyarrow.table(arrays)


def write_store(
    folder: str | os.PathLike[str],
    image_vectors: Any,
    text_vectors: Any,
    keys: Optional[Iterable[Any]] = None,
    captions: Optional[Iterable[Any]] = None,
    image_ids: Optional[Iterable[Any]] = None,
) -> None:
    """Writes a store that `falcon mine --embeddings` takes, in clip-retrieval's layout.

    image_vectors, text_vectors   [rows, dimension] of numpy, torch or pyarrow, float32 or float16;
                                  row i of both is one pair
    keys, captions, image_ids     texts, one a row; these need pyarrow. Without keys a row's key is
                                  its number

    Raises ValueError where the shapes differ.
    """
    import numpy

    image, text = vectors(image_vectors), vectors(text_vectors)
    if image.shape != text.shape:
        raise ValueError(f"vectors are [rows, dimension], alike; {image.shape} and {text.shape}")
    columns = {}
    for name, values in (("key", keys), ("caption", captions), ("image_id", image_ids)):
        given = texts(values)
        if given is not None and len(given) != len(image):
            raise ValueError(f"{name}: {len(given)} values for {len(image)} rows")
        if given is not None:
            columns[name] = given
    for name, array in (("img_emb", image), ("text_emb", text)):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        numpy.save(os.path.join(folder, name, name + "_0.npy"), array)
    if columns:
        import pyarrow
        import pyarrow.parquet

        columns.setdefault("key", [str(row) for row in range(len(image))])
        os.makedirs(os.path.join(folder, "metadata"), exist_ok=True)
        path = os.path.join(folder, "metadata", "metadata_0.parquet")
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
