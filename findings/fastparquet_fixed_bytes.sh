#!/usr/bin/env bash
# fastparquet 2026.9.0: bytes of a fixed length lose the zeros at their end, so that a vector kept as 8 bytes of
# float32 comes back with 6, and two different keys may become equal. float16 columns come as such bytes, not as
# numbers.
# A likely wrong guess: fixed-length bytes come back with that length, and float16 as float16.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages fastparquet==2026.9.0 pyarrow==25.0.1 pandas==3.0.6 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import fastparquet
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

vector = np.array([0.1, 1.0, 0.0], dtype=np.float32).tobytes()
table = pa.table({
    "vector": pa.array([vector, np.array([0.1, 0.2, 0.3], dtype=np.float32).tobytes()], pa.binary(12)),
    "score": pa.array([np.float16(1.0), np.float16(2.0)], pa.float16()),
})
pq.write_table(table, "vectors.parquet")
frame = fastparquet.ParquetFile("vectors.parquet").to_pandas()
print("bytes written", [12, 12], "read", [len(v) for v in frame["vector"]])
print("float16 written", table["score"].to_pylist(), "read", frame["score"].tolist())
print("pyarrow reads", [len(v) for v in pq.read_table("vectors.parquet")["vector"].to_pylist()])
EOF

expect <<'EOF'
bytes written [12, 12] read [8, 12]
float16 written [1.0, 2.0] read [b'\x00<', b'\x00@']
pyarrow reads [12, 12]
EOF

conclude "fastparquet 2026.9.0: fixed-length bytes lose the zeros at their end: 12 bytes of three floats come back as 8"
