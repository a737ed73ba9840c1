"""Writes the files of Python tools. Versions: pyarrow 25, pandas 3, polars 1.44, duckdb 1.5, datasets 5, numpy 2.

Usage: python make.py, in this folder. Each store has the same 6 rows of 4 components, so that one line of the manifest
says what must be read.
"""

import datetime
import decimal
import uuid

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

ROWS, DIMENSION = 6, 4
vectors = (np.arange(ROWS * DIMENSION).reshape(ROWS, DIMENSION) % 7 - 3 + np.eye(ROWS, DIMENSION)) / 8
vectors = vectors.astype("f2").astype("f4")  # exact in half precision
keys = [f"k{i}" for i in range(ROWS)]
captions = [f"caption {i}" for i in range(ROWS)]
big = [10400465108006834781 + i for i in range(ROWS)]


def fixed(dtype):
    return pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype(dtype).ravel()), DIMENSION)


def store(name, column, key=None, write=pq.write_table):
    table = pa.table(
        {
            "key": pa.array(keys) if key is None else key,
            "caption": captions,
            "image_embedding": column,
            "text_embedding": column,
        }
    )
    write(table, name)


def rows_as_bytes(dtype):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return pa.array([row.astype(dtype).tobytes() for row in unit], pa.binary(np.dtype(dtype).itemsize * DIMENSION))


# Stores: types of vectors.
store("pyarrow-list-float32.parquet", pa.array(vectors.tolist(), pa.list_(pa.float32())))
store("pyarrow-list-float64.parquet", pa.array(vectors.tolist(), pa.list_(pa.float64())))
store("pyarrow-large-list.parquet", pa.array(vectors.tolist(), pa.large_list(pa.float32())))
store("pyarrow-fixed-float16.parquet", fixed("f2"))
store("pyarrow-tensor.parquet", pa.FixedShapeTensorArray.from_numpy_ndarray(vectors))
store("pyarrow-bytes-float32.parquet", pa.array([row.tobytes() for row in vectors], pa.binary(4 * DIMENSION)))
store("pyarrow-bytes-any-length.parquet", pa.array([row.tobytes() for row in vectors]))
store("pyarrow-bytes-float16.parquet", rows_as_bytes("<f2"))
store("pyarrow-bytes-float64.parquet", rows_as_bytes("<f8"))
store("pyarrow-list-int8.parquet", pa.array((vectors * 100).astype("i1").tolist(), pa.list_(pa.int8())))
# Stores: types of keys.
f4 = fixed("f4")
store("pyarrow-key-uint64.parquet", f4, pa.array(big, pa.uint64()))
store("pyarrow-key-uint32.parquet", f4, pa.array([4_000_000_000 + i for i in range(ROWS)], pa.uint32()))
store("pyarrow-key-uuid.parquet", f4, pa.array([uuid.UUID(int=i + 1).bytes for i in range(ROWS)], pa.uuid()))
store("pyarrow-key-decimal.parquet", f4, pa.array([decimal.Decimal(i) for i in range(ROWS)], pa.decimal128(38, 0)))
store("pyarrow-key-date.parquet", f4, pa.array([datetime.date(2026, 1, 1 + i) for i in range(ROWS)]))
store("pyarrow-key-float64.parquet", f4, pa.array([float(i) for i in range(ROWS)]))
store("pyarrow-key-bytes.parquet", f4, pa.array([bytes([255, i]) for i in range(ROWS)]))
store("pyarrow-key-dictionary.parquet", f4, pa.array(keys).dictionary_encode())

frame = {"key": keys, "caption": captions}
both = {"image_embedding": vectors, "text_embedding": vectors}
lists = {name: value.tolist() for name, value in both.items()}
pd.DataFrame({**frame, **lists}).to_parquet("pandas-lists.parquet")
pd.DataFrame({**frame, **{n: list(v) for n, v in both.items()}}).to_parquet("pandas-arrays.parquet")
pl.DataFrame({**frame, **both}).write_parquet("polars-array.parquet")
pl.DataFrame({**frame, **lists}).write_parquet("polars-list-float64.parquet")
pl.DataFrame({**frame, **both}).with_columns(
    pl.col("image_embedding", "text_embedding").cast(pl.Array(pl.Float16, DIMENSION))
).write_parquet("polars-float16.parquet")
pl.DataFrame({**frame, **both}).with_columns(pl.Series("key", big, pl.UInt64)).write_parquet("polars-key-uint64.parquet")
duck = duckdb.connect()
duck.sql(
    "create table t as select key, caption, image_embedding::float[4] image_embedding, text_embedding::float[]"
    " text_embedding from 'pyarrow-list-float32.parquet'"
)
duck.sql("copy t to 'duckdb.parquet'")
duck.sql("copy t to 'duckdb-v2.parquet' (parquet_version v2)")
duck.sql(
    "copy (select ('00000000-0000-0000-0000-00000000000' || (i + 1))::uuid as key, t.* exclude (key) from"
    " (select *, row_number() over () - 1 i from t) t) to 'duckdb-key-uuid.parquet'"
)
half = datasets.Features(
    {
        "key": datasets.Value("string"),
        "image_embedding": datasets.List(datasets.Value("float16"), length=DIMENSION),
        "text_embedding": datasets.List(datasets.Value("float32"), length=DIMENSION),
    }
)
data = {"key": keys, **lists}
datasets.Dataset.from_dict(data).to_parquet("datasets-float64.parquet")
datasets.Dataset.from_dict(data, features=half).to_parquet("datasets-float16.parquet")

# Judgements, truths and scores.
queries, documents, scores = ["q0", "q0", "q1"], ["d0", "d1", "d2"], [1, 2, 0]
pd.DataFrame({"query-id": queries, "corpus-id": documents, "score": scores}).to_parquet("pandas-qrels.parquet")
pd.DataFrame({"query_id": queries, "corpus_id": documents, "score": scores}).to_csv("pandas-qrels.tsv", sep="\t", index=False)
pd.DataFrame({"qid": queries, "did": documents, "score": scores}).to_csv("pandas-qrels.csv", index=False, encoding="utf-8-sig")
pd.DataFrame({"qid": queries, "did": documents, "score": scores}).to_json("pandas-qrels.jsonl", orient="records", lines=True)
pl.DataFrame({"qid": queries, "did": documents, "score": scores}).write_parquet("polars-qrels.parquet")
pl.DataFrame({"query_id": queries, "corpus_id": documents, "score": [1.0, 2.0, 0.0]}).write_ipc("polars-qrels.arrow")
truth = pd.DataFrame({"image_key": ["a", "b", "c"], "text_key": ["x", "y", "z"], "match": [1, 0, 1]})
truth.to_parquet("pandas-match-int64.parquet")
truth.assign(match=truth.match.astype(float)).to_parquet("pandas-match-float64.parquet")
truth.assign(match=truth.match.astype("Int64")).to_parquet("pandas-match-nullable.parquet")
truth.assign(match=truth.match.astype(bool)).to_csv("pandas-match.csv", index=False)
truth.to_csv("pandas-match-ints.csv", index=False)
truth.assign(match=truth.match.astype(bool)).to_csv("pandas-match.tsv", index=False, sep="\t")
pl.DataFrame(truth.to_dict("list")).cast({"match": pl.Int8}).write_parquet("polars-match-int8.parquet")
duck.sql("copy (select 'a' image_key, 'x' text_key, 1::utinyint as match union all select 'b', 'y', 0 union all select 'c', 'z', 1) to 'duckdb-match.parquet'")
feather.write_feather(pa.Table.from_pandas(truth), "pyarrow-match.feather", compression="uncompressed")
truth.to_feather("pandas-match.feather")
truth.assign(match=["yes", "no", "yes"]).to_parquet("pandas-match-words.parquet")
truth.assign(match=[2, 0, 1]).to_parquet("pandas-match-two.parquet")
judged = truth.drop(columns="match")
judged.assign(score=[1, 0, 1]).to_parquet("pandas-scores-int64.parquet")
judged.assign(score=np.array([1, 0, 1], "f4")).to_parquet("pandas-scores-float32.parquet")
pl.DataFrame(judged.assign(score=[1, 0, 1]).to_dict("list")).cast({"score": pl.Decimal(10, 2)}).write_parquet("polars-scores-decimal.parquet")
pl.DataFrame(judged.assign(score=[1, 0, 1]).to_dict("list")).cast({"score": pl.Float16}).write_parquet("polars-scores-float16.parquet")
pl.DataFrame(judged.assign(score=[1, 0, 1]).to_dict("list")).cast({"image_key": pl.Categorical}).write_ipc("polars-scores-categorical.arrow")

# Data sets of pairs of texts.
pairs = {"anchor": ["a0", "a1"], "positive": ["p0", "p1"]}
pq.write_table(pa.table({"id": pa.array(big[:2], pa.uint64()), **pairs}), "pyarrow-pairs-uint64.parquet")
pq.write_table(pa.table({"id": pa.array([b"\xff\x00"] * 2), **pairs}), "pyarrow-pairs-key-bytes.parquet")
pq.write_table(pa.table({"id": ["a", "b"], "hash": [b"\xff\x00"] * 2, **pairs}), "pyarrow-pairs-other-bytes.parquet")
pd.DataFrame({"id": [1.0, 2.0], **pairs}).to_parquet("pandas-pairs-float64.parquet")
duck.sql("copy (select 17::hugeint id, 'a0' anchor, 'p0' positive) to 'duckdb-pairs-hugeint.parquet'")
