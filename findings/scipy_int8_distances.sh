#!/usr/bin/env bash
# scipy 1.17.1: distances of two int8 vectors are computed in 8 bits where a function does not convert them. Of 1,000
# pairs of random vectors, whose cosine distances are about 1, `cosine` is right for none: it is exactly 0 for 221, and
# NaN or an error for 540. `euclidean` and `cityblock` are right for none, without a warning; `cdist` and `correlation`
# for all.
# A likely wrong guess: the functions of scipy.spatial.distance convert what they get, and equal `cdist`.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages scipy==1.17.1 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import numpy as np
from scipy.spatial import distance

pairs = np.random.default_rng(0).integers(-128, 128, (1000, 2, 64)).astype(np.int8)


def attempt(function, u, v):
    try:
        return float(function(u, v))
    except ValueError:
        return float("nan")


for name in ("cosine", "euclidean", "cityblock", "correlation", "cdist"):
    one = getattr(distance, "cosine" if name == "cdist" else name)
    exact = np.array([one(u.astype(float), v.astype(float)) for u, v in pairs])
    function = (lambda u, v: distance.cdist([u], [v], "cosine")[0, 0]) if name == "cdist" else one
    seen = np.array([attempt(function, u, v) for u, v in pairs])
    print(name, "right:", int((np.abs(seen - exact) < 1e-6 * exact).sum()), "raises or NaN:", int(np.isnan(seen).sum()), "exactly 0:", int((seen == 0).sum()))
EOF

expect <<'EOF'
cosine right: 0 raises or NaN: 540 exactly 0: 221
euclidean right: 0 raises or NaN: 0 exactly 0: 0
cityblock right: 0 raises or NaN: 0 exactly 0: 0
correlation right: 1000 raises or NaN: 0 exactly 0: 0
cdist right: 1000 raises or NaN: 0 exactly 0: 0
EOF

conclude "scipy 1.17.1: cosine, euclidean and cityblock of int8 vectors overflow in 8 bits, and are wrong for all of 1,000 pairs; cdist is right"
