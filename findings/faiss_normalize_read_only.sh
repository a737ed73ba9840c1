#!/usr/bin/env bash
# faiss-cpu 1.15.1: normalize_L2 writes into arrays that are read-only. numpy refuses `x /= n` for such an array, but
# normalize_L2 changes it, and with it what it is a view of: an Arrow table (pyarrow 25.0.1), a polars Series (1.44.2)
# or Python's bytes, none of which can otherwise be changed. Written back, the table's vectors have lost their lengths.
# A likely wrong guess: a read-only array is refused, as by numpy, or copied.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages faiss-cpu==1.15.1 numpy==2.4.6 pyarrow==25.0.1 polars==1.44.2

python >"$seen" <<'EOF'
import faiss
import numpy as np
import polars as pl
import pyarrow as pa

rows = [[3.0, 4.0], [6.0, 8.0]]
table = pa.table({"v": pa.array(rows, pa.list_(pa.float32(), 2))})
series = pl.Series("v", rows, dtype=pl.Array(pl.Float32, 2))
raw = np.float32(rows).tobytes()
views = {
    "pyarrow": table["v"].chunk(0).values.to_numpy(zero_copy_only=True).reshape(-1, 2),
    "polars": series.to_numpy(),
    "bytes": np.frombuffer(raw, np.float32).reshape(-1, 2),
}
for name, view in views.items():
    try:
        view /= 5
        numpy_says = "changed"
    except ValueError as error:
        numpy_says = str(error)
    faiss.normalize_L2(view)
    print(name, "writeable", view.flags.writeable, "| numpy:", numpy_says)


def lengths(vectors):
    return np.linalg.norm(vectors, axis=1).round(3).tolist()


print("lengths, once 5 and 10:", lengths(table["v"].to_pylist()), lengths(series.to_list()))
print("in the bytes:", lengths(np.frombuffer(raw, np.float32).reshape(-1, 2)))
EOF

expect <<'EOF'
pyarrow writeable False | numpy: output array is read-only
polars writeable False | numpy: output array is read-only
bytes writeable False | numpy: output array is read-only
lengths, once 5 and 10: [1.0, 1.0] [1.0, 1.0]
in the bytes: [1.0, 1.0]
EOF

conclude "faiss-cpu 1.15.1: normalize_L2 changes read-only arrays, and the Arrow table or polars Series that they are a view of; it neither refuses nor copies them"
