#!/usr/bin/env bash
# scikit-learn 1.9.1: `normalize` keeps float16, and sums squares in it. A row of 768 components with the length 300
# becomes zero, since its squares exceed 65504; one of the length 0.001 is returned as it is, since its squares
# are 0, and a zero length counts as 1. Lengths of 0.03 to 200 are right.
# A likely wrong guess: every row that is not zero has the length 1 afterwards.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages scikit-learn==1.9.1 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import numpy as np
from sklearn.preprocessing import normalize

unit = np.random.default_rng(0).standard_normal((1, 768))
unit /= np.linalg.norm(unit)
for length in (0.001, 1, 100, 300):
    row = (unit * length).astype(np.float16)
    made = normalize(row)
    print(length, made.dtype, "length afterwards", round(float(np.linalg.norm(made.astype(float))), 3), "in float32", round(float(np.linalg.norm(normalize(row.astype(np.float32)))), 3))
EOF

expect <<'EOF'
0.001 float16 length afterwards 0.001 in float32 1.0
1 float16 length afterwards 1.0 in float32 1.0
100 float16 length afterwards 1.0 in float32 1.0
300 float16 length afterwards 0.0 in float32 1.0
EOF

conclude "scikit-learn 1.9.1: normalize makes float16 rows of the length 300 zero, and leaves those of the length 0.001 as they are"
