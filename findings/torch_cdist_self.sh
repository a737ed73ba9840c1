#!/usr/bin/env bash
# torch 2.13.0: `torch.cdist(x, x)` has an exact zero for each row and itself up to 25 rows. From 26 on it computes
# by a matrix product, and unit vectors are 0.0003 or more from themselves; a row and its copy are not at 0, so that
# `distance == 0` and small thresholds miss duplicates. `compute_mode="donot_use_mm_for_euclid_dist"` gives zeros.
# A likely wrong guess: a row has the distance 0 to itself, however many rows there are.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages torch==2.13.0 numpy==2.4.6

python >"$seen" <<'EOF'
import numpy as np
import torch

x = np.random.default_rng(0).standard_normal((1000, 64)).astype(np.float32)
x = torch.from_numpy(x / np.linalg.norm(x, axis=1, keepdims=True))
for rows in (25, 26, 1000):
    own = torch.cdist(x[:rows], x[:rows]).diagonal()
    print(rows, "rows: all at 0:", bool((own == 0).all()), "one beyond 0.0001:", bool((own > 1e-4).any()))
exact = torch.cdist(x, x, compute_mode="donot_use_mm_for_euclid_dist").diagonal()
print("without matrix product: all at 0:", bool((exact == 0).all()))
EOF

expect <<'EOF'
25 rows: all at 0: True one beyond 0.0001: False
26 rows: all at 0: False one beyond 0.0001: True
1000 rows: all at 0: False one beyond 0.0001: True
without matrix product: all at 0: True
EOF

conclude "torch 2.13.0: from 26 rows on, cdist(x, x) puts rows 0.0001 and more from themselves; up to 25 the distance is 0"
