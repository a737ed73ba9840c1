#!/usr/bin/env bash
# dask 2026.8.0: the quantile of a column is estimated from those of its partitions. Where the rows are sorted, the
# answer is the end of a partition: with two partitions the median is the 25th percentile, and the 95th and the 99.9th
# are the median. Shuffled rows give the right ones.
# A likely wrong guess: an estimate is off by a percent or so, whatever the order of the rows.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages "dask[dataframe]==2026.8.0" pandas==3.0.6 numpy==2.4.6 pyarrow==25.0.1

python -W ignore >"$seen" <<'EOF'
import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd

dask.config.set(scheduler="synchronous")
x = np.linspace(0, 1, 100_001)
for parts in (2, 10, 100):
    frame = dd.from_pandas(pd.DataFrame({"score": x}), npartitions=parts, sort=False)
    print("sorted,", parts, "partitions", {q: round(float(frame.score.quantile(q).compute()), 2) for q in (0.5, 0.95, 0.999)})
frame = dd.from_pandas(pd.DataFrame({"score": np.random.default_rng(0).permutation(x)}), npartitions=2, sort=False)
print("shuffled, 2 partitions", {q: round(float(frame.score.quantile(q).compute()), 2) for q in (0.5, 0.95, 0.999)})
EOF

expect <<'EOF'
sorted, 2 partitions {0.5: 0.25, 0.95: 0.5, 0.999: 0.5}
sorted, 10 partitions {0.5: 0.45, 0.95: 0.9, 0.999: 0.9}
sorted, 100 partitions {0.5: 0.5, 0.95: 0.95, 0.999: 0.99}
shuffled, 2 partitions {0.5: 0.5, 0.95: 0.95, 0.999: 1.0}
EOF

conclude "dask 2026.8.0: of sorted rows in two partitions, the median is the 25th percentile, and the 95th is the median"
