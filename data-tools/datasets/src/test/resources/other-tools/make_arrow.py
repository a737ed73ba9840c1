"""Writes the Arrow files and folders of Python tools. Versions: pyarrow 25, pandas 3, polars 1.44, duckdb 1.5, datasets 5.

Usage: python make_arrow.py, in this folder. The stores have the rows of make.py.
"""

import decimal
import uuid

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, List, Value

ROWS, DIMENSION = 6, 4
vectors = (np.arange(ROWS * DIMENSION).reshape(ROWS, DIMENSION) % 7 - 3 + np.eye(ROWS, DIMENSION)) / 8
vectors = vectors.astype("f2").astype("f4")  # exact in half precision
keys = [f"k{i}" for i in range(ROWS)]
captions = [f"caption {i}" for i in range(ROWS)]


def fixed(dtype):
    return pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype(dtype).ravel()), DIMENSION)


def lists(kind):
    return pa.array(vectors.tolist(), kind)


def store(name, image, text=None, key=None, batch=4, stream=False):
    columns = {"key": pa.array(keys) if key is None else key, "caption": captions}
    columns.update({"image_embedding": image, "text_embedding": image if text is None else text})
    table = pa.table(columns)
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(name, table.schema) as writer:
        writer.write_table(table, max_chunksize=batch)


f4 = fixed("f4")
store("pyarrow-fixed-float32.arrow", f4)
store("pyarrow-fixed-float16.arrow", fixed("f2"))
store("pyarrow-fixed-float64.arrow", fixed("f8"))
store("pyarrow-list-float16.arrow", pa.array([list(row) for row in vectors.astype("f2")], pa.list_(pa.float16())))
store("pyarrow-list-float64.arrow", lists(pa.list_(pa.float64())))
store("pyarrow-large-list.arrow", lists(pa.large_list(pa.float32())))
store("pyarrow-two-types.arrow", f4, fixed("f2"))
store("pyarrow-tensor.arrow", pa.FixedShapeTensorArray.from_numpy_ndarray(vectors))
unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
store("pyarrow-bytes-float32.arrow", pa.array([row.tobytes() for row in vectors], pa.binary(4 * DIMENSION)))
store("pyarrow-bytes-float16.arrow", pa.array([row.astype("<f2").tobytes() for row in unit], pa.binary(2 * DIMENSION)))
store("pyarrow-list-int8.arrow", pa.array((vectors * 100).astype("i1").tolist(), pa.list_(pa.int8())))
rows = vectors.tolist()
store("pyarrow-null-vector.arrow", pa.array(rows[:5] + [None], pa.list_(pa.float32(), DIMENSION)), f4)
store("pyarrow-null-component.arrow", f4, pa.array(rows[:4] + [[1, None, 0, 0], rows[5]], pa.list_(pa.float32(), DIMENSION)))
store("pyarrow-ragged.arrow", f4, pa.array(rows[:4] + [[1, 2, 3], rows[5]], pa.list_(pa.float32())))

store("pyarrow-key-uint64.arrow", f4, key=pa.array([10400465108006834781 + i for i in range(ROWS)], pa.uint64()))
store("pyarrow-key-uuid.arrow", f4, key=pa.array([uuid.UUID(int=i + 1).bytes for i in range(ROWS)], pa.uuid()))
store("pyarrow-key-decimal.arrow", f4, key=pa.array([decimal.Decimal(i) for i in range(ROWS)], pa.decimal128(38, 0)))
store("pyarrow-key-large-string.arrow", f4, key=pa.array(keys, pa.large_string()))
store("pyarrow-key-dictionary.arrow", f4, key=pa.array(keys).dictionary_encode())
store("pyarrow-key-float64.arrow", f4, key=pa.array([float(i) for i in range(ROWS)]))
store("pyarrow-key-bytes.arrow", f4, key=pa.array([bytes([255, i]) for i in range(ROWS)]))
store("pyarrow-stream.arrow", f4, stream=True)
store("pyarrow-stream-key-dictionary.arrow", lists(pa.list_(pa.float32())), key=pa.array(keys).dictionary_encode(), stream=True)

frame = {"key": keys, "caption": captions}
both = {"image_embedding": vectors, "text_embedding": vectors}
plain = {name: value.tolist() for name, value in both.items()}
pd.DataFrame({**frame, **plain}).to_feather("pandas-lists.feather", compression="uncompressed")
pl.DataFrame({**frame, **both}).write_ipc("polars-array.arrow")
pl.DataFrame({**frame, **both}).write_ipc_stream("polars-array-stream.arrow")
arrow = duckdb.sql("select key, caption, image_embedding, text_embedding::float[4] text_embedding from 'pyarrow-list-float32.parquet'")
table = arrow.to_arrow_table()
with pa.ipc.new_file("duckdb.arrow", table.schema) as writer:
    writer.write_table(table)

half = Features({"key": Value("string"), **{name: List(Value("float16"), length=DIMENSION) for name in both}})
saved = Dataset.from_dict({"key": keys, **plain})
saved.save_to_disk("datasets-saved", num_shards=2)
datasets.load_from_disk("datasets-saved").map(lambda row: {"key": row["key"] + "!"})  # leaves a cache in the folder
Dataset.from_dict({"key": keys, **plain}, features=half).save_to_disk("datasets-saved-float16")
DatasetDict({"train": saved.select([0]), "test": saved.select([1])}).save_to_disk("datasets-saved-splits")
judged = Dataset.from_dict({"query-id": ["q0", "q0", "q1"], "corpus-id": ["d0", "d1", "d2"], "score": [1, 2, 0]})
judged.save_to_disk("datasets-saved-qrels", num_shards=2)
truth = {"image_key": ["a", "b", "c"], "text_key": ["x", "y", "z"], "match": [True, False, True]}
Dataset.from_dict(truth).save_to_disk("datasets-saved-match")

# Data sets.
pairs = pa.table({"id": pa.array([10400465108006834781, 17], pa.uint64()), "anchor": ["a0", "a1"],
                  "positive": pa.array(["p0", "p1"], pa.large_string()), "tags": [["x", None], []]})
Dataset(datasets.table.InMemoryTable(pairs)).save_to_disk("datasets-saved-pairs", num_shards=2)
datasets.load_from_disk("datasets-saved-pairs").map(lambda row: {"anchor": row["anchor"] + "!"})
record = pa.StructArray.from_arrays([pa.array(["s0", "s1"]), pa.array(["x", "y"]).dictionary_encode()], ["kept", "left_out"])
table = pa.table({"id": pa.array(["a", "b"]).dictionary_encode(), "anchor": ["a0", "a1"], "positive": ["p0", "p1"],
                  "record": record, "lists": pa.array([[1.5], None], pa.large_list(pa.float16())), "map": pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int8()))})
with pa.ipc.new_stream("pyarrow-pairs-stream.arrow", table.schema) as writer:
    writer.write_table(table)
pl.DataFrame({"id": ["a", "b"], "anchor": ["a0", "a1"], "positive": ["p0", "p1"]}).write_ipc("polars-pairs.arrow")
table = pa.table({"id": [1.0, 2.0], "anchor": ["a0", "a1"], "positive": ["p0", "p1"]})
with pa.ipc.new_file("pyarrow-pairs-float64.arrow", table.schema) as writer:
    writer.write_table(table)
