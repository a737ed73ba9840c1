#!/usr/bin/env bash
# polars 1.44.2: `to_numpy` of an Array column shows what lies in memory under a null. After a left join, a missing
# vector is a row of zeros; after `when … then`, it is the vector that was masked; from Arrow, whatever was there.
# `arr.get` shows it, too. Only a column that was built from Python's None gives NaN.
# A likely wrong guess: a null vector becomes a row of NaN.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages polars==1.44.2 numpy==2.4.6

python >"$seen" <<'EOF'
import numpy as np
import polars as pl

VECTOR = pl.Array(pl.Float32, 2)
some = pl.DataFrame({"key": [1, 3], "v": pl.Series([[1.0, 2.0], [3.0, 4.0]], dtype=VECTOR)})
joined = pl.DataFrame({"key": [1, 2, 3]}).join(some, on="key", how="left", maintain_order="left")["v"]
masked = some.with_columns(pl.when(pl.col("key") == 1).then("v").alias("v"))["v"]
built = pl.Series([[1.0, 2.0], None], dtype=VECTOR)
for name, column in (("joined", joined), ("masked", masked), ("built", built)):
    print(name, column.to_list(), column.to_numpy().tolist())
print("get", masked.arr.get(0).to_list())
EOF

expect <<'EOF'
joined [[1.0, 2.0], None, [3.0, 4.0]] [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]]
masked [[1.0, 2.0], None] [[1.0, 2.0], [3.0, 4.0]]
built [[1.0, 2.0], None] [[1.0, 2.0], [nan, nan]]
get [1.0, 3.0]
EOF

conclude "polars 1.44.2: to_numpy of a null vector gives zeros after a join and the hidden vector after a mask; it is not always NaN"
