#!/usr/bin/env bash
# tensorstore 0.1.85: an array of Zarr or N5 that is made shorter and longer again has some of its old values back:
# those that shared a chunk with what was kept. The others are the fill value.
# A likely wrong guess: what was cut off is gone, and new elements are the fill value, as in HDF5.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages tensorstore==0.1.85 numpy==2.4.6

python >"$seen" <<'EOF'
import numpy as np
import tensorstore as ts

for driver in ("zarr", "zarr3", "n5"):
    array = ts.open(
        {"driver": driver, "kvstore": {"driver": "memory"}}, create=True, dtype=ts.float32, shape=[10],
        chunk_layout=ts.ChunkLayout(chunk_shape=[4]),
    ).result()
    array[:] = np.arange(1, 11, dtype=np.float32)
    array = array.resize(exclusive_max=[1]).result()
    array = array.resize(exclusive_max=[10]).result()
    print(driver, array.read().result().tolist())
EOF

expect <<'EOF'
zarr [1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
zarr3 [1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
n5 [1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
EOF

conclude "tensorstore 0.1.85: an array cut to 1 row and made longer again has rows 2 to 4 back, since they share its chunk"
