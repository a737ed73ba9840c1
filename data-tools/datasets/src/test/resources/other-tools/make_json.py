"""Makes the pairs of texts in one JSON value, in the forms of pandas 3.0.6 and of datasets 5.0.1, and as Python's json writes them."""

import json

import datasets
import pandas as pd

pairs = pd.DataFrame({"id": ["a", "b"], "anchor": ["a0", "a1"], "positive": ["p0", "p1"]})
for orient in ["records", "split", "table", "columns", "index", "values"]:
    pairs.to_json(f"pandas-pairs-{orient}.json", orient=orient)
datasets.Dataset.from_pandas(pairs).to_json("datasets-pairs-split.json", orient="split", lines=False)
records = pairs.to_dict("records")
rows = [{"row_idx": i, "row": row, "truncated_cells": []} for i, row in enumerate(records)]
for name, value in {
    "data": {"version": 1, "data": records},
    "train": {"train": records},
    "splits": {"train": records, "test": records},
    "lists": pairs.to_dict("list"),
    "keys": {row["id"]: row for row in records},
    "texts": dict(zip(pairs["id"], pairs["anchor"])),
    "viewer": {"features": [{"feature_idx": 0, "name": "id"}], "rows": rows, "num_rows_total": 2},
    "one": records[0],
}.items():
    with open(f"json-pairs-{name}.json", "w") as file:
        json.dump(value, file)
