"""Makes the lists of this folder in Tevatron's form, whose passages are records, from triplet.parquet."""
import json
import os
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset

triples = pd.read_parquet("triplet.parquet")
numbers = {json.loads(line)["positive"]: i for i, line in enumerate(open("pairs.jsonl"))}
def passage(text):
    return {"docid": f"p{numbers[text]}", "title": "", "text": text}
rows = []
for (query, positive), group in triples.groupby(list(triples.columns[:2]), sort=False):
    rows.append({"query_id": f"q{len(rows)}", "query": query, "positive_passages": [passage(positive)],
                 "negative_passages": [passage(text) for text in group[triples.columns[2]]]})
# A passage without a text, a query without negatives, and a passage that is a null.
rows[0]["negative_passages"][0]["text"] = None
rows.append({**rows[0], "query_id": "none", "negative_passages": None})
rows.append({**rows[0], "query_id": "null", "negative_passages": [None]})
dataset = Dataset.from_list(rows)
dataset.to_parquet("datasets-tevatron.parquet")
dataset.save_to_disk("datasets-tevatron")
lists = pa.Table.from_pylist(rows)
pq.write_table(lists, "pyarrow-tevatron.parquet", use_compliant_nested_type=False, compression="zstd")
frame = pl.from_arrow(lists)
frame.write_parquet("polars-tevatron.parquet")
frame.write_ipc("polars-tevatron.arrow", compression="uncompressed")
duckdb.sql("copy lists to 'duckdb-tevatron.parquet'")
