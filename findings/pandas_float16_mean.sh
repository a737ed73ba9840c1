#!/usr/bin/env bash
# pandas 3.0.6: the mean of a float16 column is NaN once its sum exceeds 65504, and its standard deviation 0.0; so is
# the mean in `describe`. By groups, and in numpy, the mean of the same numbers is right.
# A likely wrong guess: it is numpy's mean, which sums float16 in float32.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages pandas==3.0.6 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import numpy as np
import pandas as pd

for rows in (1_000, 100_000):
    scores = (0.5 + np.arange(rows) % 2).astype(np.float16)
    column = pd.Series(scores)
    frame = pd.DataFrame({"score": scores, "group": np.zeros(rows, dtype=int)})
    print(rows, "pandas", column.mean(), "std", column.std(), "frame", frame["score"].mean(), "by group", float(frame.groupby("group")["score"].mean()[0]), "describe", float(column.describe()["mean"]), "numpy", float(scores.mean()))
EOF

expect <<'EOF'
1000 pandas 1.0 std 0.5 frame 1.0 by group 1.0 describe 1.0 numpy 1.0
100000 pandas nan std 0.0 frame nan by group 1.0 describe nan numpy 1.0
EOF

conclude "pandas 3.0.6: the mean of 100,000 float16 scores of 0.5 and 1.5 is NaN and their deviation 0.0; numpy's mean is 1.0"
