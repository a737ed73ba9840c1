#!/usr/bin/env bash
# polars 1.44.2: `DataFrame.top_k` and `sort(descending=True)` put NaN first, `Series.top_k` puts it last, and
# `max` leaves it out. A neighbour with a NaN score is the nearest or the farthest, depending on which of them is
# called.
# A likely wrong guess: one library has one order, in which NaN is last.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages polars==1.44.2

python >"$seen" <<'EOF'
import polars as pl

frame = pl.DataFrame({"score": [0.1, float("nan"), 0.9], "row": [0, 1, 2]})
print("DataFrame.top_k", frame.top_k(2, by="score")["row"].to_list())
print("sort", frame.sort("score", descending=True)["row"].to_list())
print("Series.top_k", frame["score"].top_k(2).to_list())
print("max", frame["score"].max(), "arg_max", frame["score"].arg_max())
EOF

expect <<'EOF'
DataFrame.top_k [1, 2]
sort [1, 2, 0]
Series.top_k [0.9, nan]
max 0.9 arg_max 2
EOF

conclude "polars 1.44.2: NaN is first for DataFrame.top_k and sort, last for Series.top_k, and no value for max; there is no single order"
