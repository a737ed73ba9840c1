#!/usr/bin/env bash
# pyarrow 25.0.1: a fixed-size list column with a null row is written to Parquet without an error, and then pyarrow
# cannot read it: `Expected all lists to be of size=2 but index 2 had size=0`. DuckDB 1.5.6 and polars 1.44.2 read
# the file. IPC files are not affected.
# A likely wrong guess: what pyarrow has written it reads back.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages pyarrow==25.0.1 duckdb==1.5.6 polars==1.44.2

python >"$seen" <<'EOF'
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

vectors = pa.array([[1.0, 2.0], None, [5.0, 6.0]], pa.list_(pa.float32(), 2))
pq.write_table(pa.table({"v": vectors}), "v.parquet")
try:
    print("pyarrow", pq.read_table("v.parquet")["v"].to_pylist())
except pa.ArrowInvalid as error:
    print("pyarrow", error)
print("duckdb", [row[0] for row in duckdb.sql("select v from 'v.parquet'").fetchall()])
print("polars", pl.read_parquet("v.parquet")["v"].to_list())
EOF

expect <<'EOF'
pyarrow Expected all lists to be of size=2 but index 2 had size=0
duckdb [[1.0, 2.0], None, [5.0, 6.0]]
polars [[1.0, 2.0], None, [5.0, 6.0]]
EOF

conclude "pyarrow 25.0.1: a null vector in a fixed-size list column goes into Parquet and does not come back (Expected all lists to be of size=2); other readers take the file"
