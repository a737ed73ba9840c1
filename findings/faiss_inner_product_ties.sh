#!/usr/bin/env bash
# faiss-cpu 1.15.1: among equal inner products a search returns the largest ids first, and under L2 the smallest.
# Of a vector that is stored three times, the first copy is last: `search(x[3], k=3)` gives 901, 900, 3. Which copy
# is first also depends on k, because the k smallest ids are kept and then reversed.
# A likely wrong guess: the first result of a stored vector is itself, so that dropping the first column leaves its
# neighbours.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages faiss-cpu==1.15.1 numpy==2.4.6

python >"$seen" <<'EOF'
import faiss
import numpy as np

x = np.random.default_rng(1).standard_normal((1000, 32)).astype(np.float32)
faiss.normalize_L2(x)
x[900] = x[901] = x[3]
for name, index in (("inner product", faiss.IndexFlatIP(32)), ("L2", faiss.IndexFlatL2(32))):
    index.add(x)
    print(name, [index.search(x[3:4], k)[1][0].tolist() for k in (1, 2, 3)])
EOF

expect <<'EOF'
inner product [[3], [900, 3], [901, 900, 3]]
L2 [[3], [3, 900], [3, 900, 901]]
EOF

conclude "faiss-cpu 1.15.1: equal inner products come with the largest id first (901, 900, 3), equal L2 distances with the smallest; the first result of a stored vector is not always itself"
