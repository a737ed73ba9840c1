"""Writes a column of intervals of time in every format. Versions: pyarrow 25, pandas 3.

Usage: python make.py, in this folder.
"""

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

for unit in ["s", "ms", "us", "ns"]:
    table = pa.table({"key": pa.array([7, None, -3], pa.duration(unit)), "text": ["a", "b", "c"]})
    pq.write_table(table, f"{unit}.parquet")
    with pa.ipc.new_file(f"{unit}.arrow", table.schema) as writer:
        writer.write_table(table)
frame = pd.DataFrame({"key": pd.to_timedelta([7, 3], unit="s"), "text": ["a", "b"]})
frame.to_csv("pandas.csv", index=False)
frame.to_json("pandas.jsonl", orient="records", lines=True, date_format="iso")
