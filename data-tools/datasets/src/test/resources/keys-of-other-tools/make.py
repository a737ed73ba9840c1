"""Writes small files whose keys, columns or vectors are not what a reader expects.

Versions: pyarrow 25, pandas 3, polars 1.44, duckdb 1.5. Usage: python make.py, in this folder.
"""

import json
import os

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

ROWS, DIMENSION = 6, 4
vectors = (np.arange(ROWS * DIMENSION).reshape(ROWS, DIMENSION) % 7 - 3 + np.eye(ROWS, DIMENSION)) / 8
vectors = vectors.astype("f2").astype("f4")
# Row 2 has no key, and its number is the key of row 4; the key of row 5 is empty.
keys = ["k0", "k1", None, "k3", "2", ""]
both = {"image_embedding": list(vectors), "text_embedding": list(vectors)}

# Stores.
pd.DataFrame({"key": keys, **both}).to_parquet("pandas-store.parquet")
pl.DataFrame({"key": keys, "image_embedding": vectors, "text_embedding": vectors}).write_ipc(
    "polars-store.arrow", compression="uncompressed")
whole = pa.table({"key": [f"k{i}" for i in range(ROWS)], **{name: pa.array([v.tolist() for v in vectors]) for name in both}})
for folder, second in [("without-key", whole.drop(["key"])), ("with-key", whole), ("more", whole.append_column("caption", pa.array(["c"] * ROWS)))]:
    os.makedirs(f"shards-{folder}", exist_ok=True)
    pq.write_table(whole.slice(0, 3), f"shards-{folder}/a.parquet")
    pq.write_table(whole.slice(3, 0), f"shards-{folder}/b.parquet")
    pq.write_table(second.slice(3), f"shards-{folder}/c.parquet")
with pa.ipc.new_stream("pyarrow-store.arrows", whole.schema) as writer:
    writer.write_table(whole)
pq.write_table(whole.rename_columns(["key", "anchor_embedding", "text_embedding"]), "pyarrow-anchors.parquet")
unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
halves = {"unit": unit, "long": 9 * unit}
for name, rows in halves.items():
    halves = pa.array([(row.view("u4") >> 16).astype("<u2").tobytes() for row in np.tile(rows, (1, 2)) / 2**.5])
    pq.write_table(pa.table({"key": whole["key"], "image_embedding": halves, "text_embedding": halves}), f"pyarrow-bfloat16-{name}.parquet")
twice = pa.Table.from_arrays([whole["key"], whole["key"], whole["image_embedding"], whole["text_embedding"]], ["key", "key", *both])
pq.write_table(twice, "pyarrow-two-keys.parquet")
pd.DataFrame(both, index=[f"k{i}" for i in range(ROWS)]).to_parquet("pandas-index-store.parquet")

# Data sets.
pairs = pd.DataFrame({"id": ["a", None, "", "1"], "anchor": ["qa", "qb", "qc", "qd"], "positive": ["pa", "pb", "pc", "pd"]})
pairs.to_parquet("pandas-pairs.parquet")
pairs.to_csv("pandas-pairs.csv", index=False)
pairs.to_json("pandas-pairs.jsonl", orient="records", lines=True)
pl.from_pandas(pairs).write_ipc("polars-pairs.arrow", compression="uncompressed")
duckdb.sql("copy (select 'a' as id, 'q, one' as anchor, 'p;1' as positive) to 'duckdb-bar.csv' (header, delimiter '|')")
pq.write_table(pa.Table.from_arrays([["a"], ["qa"], ["pa"], ["x"]], ["id", "anchor", "positive", "positive"]), "pyarrow-two-positives.parquet")
pq.write_to_dataset(pa.table({"id": ["a", None], "anchor": ["qa", "qb"], "positive": ["pa", "pb"]}), "hive", partition_cols=["id"], basename_template="part-{i}.parquet")
os.makedirs("files-without-key", exist_ok=True)
table = pa.table({"id": ["a"], "anchor": ["qa"], "positive": ["pa"]})
pq.write_table(table, "files-without-key/a.parquet")
pq.write_table(table.drop(["id"]), "files-without-key/b.parquet")
index = pd.DataFrame({"anchor": ["qa", "qb"], "positive": ["pa", "pb"]}, index=["a", "b"])
index.to_parquet("pandas-index-pairs.parquet")
index.to_csv("pandas-index-pairs.csv")

# Tables of pairs.
judged = pa.table({"query_id": ["q0", "q0", "q1"], "corpus_id": ["d0", "d1", "d2"], "score": [1, 2, 0]})
os.makedirs("judged", exist_ok=True)
pq.write_table(judged.slice(0, 2), "judged/part-0.parquet")
pq.write_table(judged.slice(2, 0), "judged/part-1.parquet")
pq.write_table(judged.slice(2).select(["score", "corpus_id", "query_id"]), "judged/part-2.parquet")
with open("python-judged.jsonl", "w") as file:
    for row in judged.to_pylist():
        file.write(json.dumps({**row, "rank": float("nan")}) + "\n")
os.makedirs("judged-hub", exist_ok=True)
for part in range(2):
    pq.write_table(judged.slice(2 * part, 2), f"judged-hub/test-{part:05}-of-00002.parquet")
os.makedirs("judged-splits", exist_ok=True)
pq.write_table(judged, "judged-splits/test-00000-of-00001.parquet")
pq.write_table(judged, "judged-splits/train-00000-of-00001.parquet")

# As older versions of R's nanoparquet write: levels that do not exist are said to be plain.
required = pa.schema([pa.field(name, pa.string(), False) for name in ("key", "caption")])
pq.write_table(pa.table({"key": ["k0", "k1"], "caption": ["one", "two"]}, schema=required), "plain-levels.parquet",
    use_dictionary=False, compression="none", write_statistics=False)
with open("plain-levels.parquet", "rb+") as file:
    written = file.read()
    assert written.count(b"\x15\x06\x15\x06") == 2
    file.seek(0)
    file.write(written.replace(b"\x15\x06\x15\x06", b"\x15\x00\x15\x00"))
