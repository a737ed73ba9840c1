# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Columns of numpy and pyarrow on their way into Falcon's files and out of them."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
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


def vectors(value: Any, name: str = "vectors") -> "numpy.ndarray":
    """[rows, dimension] in float32 or float16, in C order.

    value   an array, a tensor, rows of numbers, a data frame whose columns are the dimensions, or a
            column of lists of pyarrow, pandas or polars
    """
    import numpy

    if value is None:
        raise ValueError(f"{name} are missing")
    if is_arrow(value):
        column = value.combine_chunks() if hasattr(value, "combine_chunks") else value
        if column.null_count:
            raise ValueError(f"{name}: every row must have a vector; {column.null_count} are null")
        rows = len(column)
        flat = numpy.asarray(column.flatten())
        if rows and len(flat) % rows:
            raise ValueError(f"{name}: all rows must have the same number of values")
        array = flat.reshape(rows, -1 if rows else 0)
    elif hasattr(value, "detach"):
        tensor = value.detach().cpu()
        array = (tensor.float() if "bfloat16" in str(tensor.dtype) else tensor).numpy()
    elif hasattr(value, "to_numpy"):
        array = value.to_numpy()
    else:
        array = numpy.asarray(value)
    if array.ndim == 1 and array.dtype == object and len(array):
        # A column of lists: one array a row.
        lengths = {len(row) for row in array}
        if len(lengths) > 1:
            raise ValueError(f"{name}: all rows must have the same number of values; {lengths}")
        array = numpy.stack([numpy.asarray(row) for row in array])
    if array.ndim != 2:
        raise ValueError(f"{name} must be [rows, dimension]; the shape is {array.shape}")
    if not array.size:
        raise ValueError(f"{name} must not be empty; the shape is {array.shape}")
    if array.dtype == object:
        try:
            array = array.astype(numpy.float32)
        except (TypeError, ValueError) as e:
            raise ValueError(f"{name} must be numbers: {e}") from e
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} must be real numbers; the type is {array.dtype}")
    kept = array.dtype if array.dtype == numpy.float16 else numpy.float32
    return numpy.ascontiguousarray(array, dtype=kept)


def listed(value: Any) -> Optional[list[Any]]:
    """Keys, ids or captions as a list, of whatever holds them."""
    if value is None:
        return None
    if is_arrow(value):
        return list(value.to_pylist())
    return list(value.tolist() if hasattr(value, "tolist") else value)


def texts(value: Any) -> Optional[list[str]]:
    """Keys, ids or captions as texts."""
    values = listed(value)
    return None if values is None else [str(each) for each in values]


def require_rows(name: str, values: Optional[Sequence[Any]], rows: int) -> None:
    """Raises ValueError where there is not one value a row."""
    if values is not None and len(values) != rows:
        raise ValueError(f"{name} must be one a row: {len(values)} for {rows} rows")


def require_unique(keys: Optional[Sequence[str]]) -> None:
    """Raises ValueError where two rows have one key."""
    first: dict[str, int] = {}
    for row, key in enumerate(keys or ()):
        if first.setdefault(key, row) != row:
            raise ValueError(f"keys must be unique; {key!r} is that of rows {first[key]} and {row}")


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


def read(path: str) -> dict[str, "numpy.ndarray"]:
    """All columns of a table of Falcon's, of any of its formats; those without content are left out.

    In arrays, whole numbers without a value are -1 and real ones nan.
    """
    if path.endswith(".csv"):
        names, columns = _read_csv(path)
    elif path.endswith(".parquet"):
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path)
        names, columns = table.column_names, [column.to_pylist() for column in table.columns]
    elif path.endswith(".arrow"):
        import pyarrow

        with pyarrow.memory_map(path) as source:
            table = pyarrow.ipc.open_file(source).read_all()
            names, columns = table.column_names, [column.to_pylist() for column in table.columns]
    else:
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file if line.strip()]
        names = list(dict.fromkeys(name for row in rows for name in row))
        columns = [[row.get(name) for row in rows] for name in names]
    read = {name: _array(name, column) for name, column in zip(names, columns)}
    return {name: column for name, column in read.items() if not _without_content(name, column)}


def _without_content(name: str, column: "numpy.ndarray") -> bool:
    """Whether an optional column, a text or a score, has no value in any row."""
    if not len(column):
        return False
    if column.dtype.kind == "U":
        return not (column != "").any()
    return name.endswith("_score") and bool((column != column).all())


def _read_csv(path: str) -> tuple[list[str], list[list[Any]]]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns: list[list[Any]] = [[] for _ in names]
        for row in rows:
            for column, value in zip(columns, row):
                column.append(value)
    return names, columns


def _array(name: str, column: list[Any]) -> "numpy.ndarray":
    import numpy

    if any(isinstance(value, (list, dict)) for value in column):
        array = numpy.empty(len(column), dtype=object)
        array[:] = column
        return array
    if name in _WHOLE:
        whole = [-1 if v in ("", None) else int(v) for v in column]
        return numpy.array(whole, dtype=numpy.int64)
    if _REAL.fullmatch(name):
        reals = [numpy.nan if v in ("", None) else float(v) for v in column]
        return numpy.array(reals, dtype=numpy.float32)
    return numpy.array(["" if v is None else str(v) for v in column], dtype=str)


def with_keys(
    columns: Mapping[str, "numpy.ndarray"], keys: Sequence[Any], by_number: bool
) -> dict[str, "numpy.ndarray"]:
    """The columns with the keys as they were given: whole numbers stay whole numbers.

    by_number   whether the table names rows by their number, rather than by the keys' texts
    """
    import numpy

    of = {str(row) if by_number else str(key): row for row, key in enumerate(keys)}
    given = numpy.asarray(keys)
    named = {}
    for name, column in columns.items():
        if column.dtype.kind == "U" and _KEYS.fullmatch(name):
            rows = numpy.array([of.get(text, -1) for text in column.tolist()], dtype=numpy.int64)
            if given.dtype.kind in "iu":
                column = numpy.where(rows < 0, given.dtype.type(-1), given[rows])
            elif by_number:
                texts = [str(keys[row]) if row >= 0 else "" for row in rows.tolist()]
                column = numpy.array(texts, dtype=str)
        named[name] = column
    return named


def as_table(columns: Mapping[str, "numpy.ndarray"]) -> Any:
    """A table of pyarrow with nulls where a value is missing."""
    import pyarrow

    arrays = {}
    for name, column in columns.items():
        if column.dtype.kind == "U":
            arrays[name] = pyarrow.array(column.tolist(), type=pyarrow.string())
        elif column.dtype.kind == "O":
            arrays[name] = pyarrow.array(column.tolist())
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
    *,
    overwrite: bool = False,
) -> None:
    """Writes a store that `falcon mine --embeddings` takes, in clip-retrieval's layout.

    image_vectors, text_vectors   [rows, dimension] of numpy, torch, pandas, polars or pyarrow; float16
                                  stays, all else becomes float32; row i of both is one pair
    keys, captions, image_ids     texts, one a row; these need pyarrow. Without keys a row's key is
                                  its number
    overwrite                     whether a store in the folder is replaced

    Raises ValueError where the shapes differ, where there is not one value a row, and where a key
    occurs twice; FileExistsError where the folder holds vectors. Then nothing is written.
    """
    import numpy

    image, text = vectors(image_vectors, "image vectors"), vectors(text_vectors, "text vectors")
    if image.shape != text.shape:
        raise ValueError(
            f"image and text vectors must have one shape; {image.shape} and {text.shape}"
        )
    columns = _metadata(len(image), keys, captions, image_ids)
    parts = [os.path.join(folder, part) for part in ("img_emb", "text_emb", "metadata")]
    for part in filter(os.path.exists, parts):
        if not overwrite:
            raise FileExistsError(
                f"{os.fspath(folder)} holds vectors already; name another folder, or overwrite=True"
            )
        shutil.rmtree(part)
    _write_side(folder, "img_emb", image)
    _write_side(folder, "text_emb", text)
    _write_metadata(folder, columns)


def write_texts(
    folder: str | os.PathLike[str], text_vectors: "numpy.ndarray", captions: Sequence[str]
) -> None:
    """Writes a store that has texts alone; a row's key is its number."""
    _write_side(folder, "text_emb", text_vectors)
    _write_metadata(folder, _metadata(len(text_vectors), None, captions, None))


def _write_side(folder: str | os.PathLike[str], name: str, array: "numpy.ndarray") -> None:
    import numpy

    os.makedirs(os.path.join(folder, name), exist_ok=True)
    numpy.save(os.path.join(folder, name, name + "_0.npy"), array)


def _metadata(
    rows: int,
    keys: Optional[Iterable[Any]],
    captions: Optional[Iterable[Any]],
    image_ids: Optional[Iterable[Any]],
) -> dict[str, list[str]]:
    """The columns of texts; none where nothing is given."""
    columns = {}
    for name, values in (("key", keys), ("caption", captions), ("image_id", image_ids)):
        given = texts(values)
        require_rows(f"{name}s", given, rows)
        if given is not None:
            columns[name] = given
    require_unique(columns.get("key"))
    if columns:
        columns.setdefault("key", [str(row) for row in range(rows)])
    return columns


def _write_metadata(folder: str | os.PathLike[str], columns: dict[str, list[str]]) -> None:
    if columns:
        import pyarrow
        import pyarrow.parquet

        os.makedirs(os.path.join(folder, "metadata"), exist_ok=True)
        path = os.path.join(folder, "metadata", "metadata_0.parquet")
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
