"""Makes pairs of texts whose labels, columns of texts, ends of lines or folders are unusual, with pandas 3.0.6 and pyarrow 25.0.1."""

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

pairs = pd.DataFrame({"id": ["a", "b", "c"], "anchor": ["a0", "a1", "a2"], "positive": ["p0", "p1", "p2"]})
labels = {"truths": [True, True, False], "floats": [1.0, None, 0.0]}
for name, values in labels.items():
    labelled = pairs.assign(label=values)
    labelled.to_parquet(f"pandas-label-{name}.parquet")
    labelled.to_csv(f"pandas-label-{name}.csv", index=False)
    labelled.to_json(f"pandas-label-{name}.jsonl", orient="records", lines=True)
pairs.to_csv("pandas-pairs-returns.csv", index=False, lineterminator="\r")
views = pa.table({"id": ["a"], "anchor": ["a0"], "positive": pa.array([["p0", "p1"]], pa.list_view(pa.string()))})
with pa.ipc.new_file("pyarrow-pairs-list-view.arrow", views.schema) as writer:
    writer.write_table(views)
vectors = pa.array([[1.0, 0.0], [0.0, 1.0]], pa.list_(pa.float32()))
parts = pa.table({"key": ["a", "b"], "image_embedding": vectors, "text_embedding": vectors, "lang": ["de", "en"]})
pq.write_to_dataset(parts, "pyarrow-store-hive", partition_cols=["lang"], basename_template="part-{i}.parquet")
