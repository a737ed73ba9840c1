"""Vectors in which a component is null: make_nulls.py FOLDER (pyarrow 25)."""

import sys

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

vectors = [[1.0, None, 0.0], [0.0, 1.0, None], [], None]
table = pa.table({"vector": pa.array(vectors, pa.list_(pa.float32()))})
pq.write_table(table, sys.argv[1] + "/null-components.parquet")
feather.write_feather(table, sys.argv[1] + "/null-components.arrow", compression="uncompressed")
