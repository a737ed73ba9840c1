#!/usr/bin/env bash
# h5py 3.16.0: numbers that do not fit the data set's type are written as the nearest that does, without a warning.
# Unsigned ids from 2^63 on, written to an int64 data set, all become 2^63 - 1; 300 becomes 127 in int8. A read into
# a smaller array does the same.
# A likely wrong guess: they wrap around as in numpy, so that they can be turned back, or are refused.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages h5py==3.16.0 numpy==2.4.6

python -W error >"$seen" <<'EOF'
import h5py
import numpy as np

ids = np.array([2**63 + 5, 2**63 + 9, 7], dtype=np.uint64)
with h5py.File("ids.h5", "w") as file:
    file.create_dataset("ids", (3,), "i8")[:] = ids
    file.create_dataset("codes", (2,), "i1")[:] = np.array([300, -300])
    print("ids", file["ids"][:].tolist(), "numpy", ids.astype(np.int64).tolist())
    print("codes", file["codes"][:].tolist(), "numpy", np.array([300, -300]).astype(np.int8).tolist())
EOF

expect <<'EOF'
ids [9223372036854775807, 9223372036854775807, 7] numpy [-9223372036854775803, -9223372036854775799, 7]
codes [127, -128] numpy [44, -44]
EOF

conclude "h5py 3.16.0: different ids from 2^63 on become one id in an int64 data set; they do not wrap around as in numpy"
