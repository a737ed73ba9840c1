#!/usr/bin/env bash
# safetensors 0.8.0: `safetensors.numpy` writes the memory of an array and the shape of its view. A transposed,
# strided, reversed or Fortran-ordered array comes back with other values, without an error; the writer for PyTorch
# refuses such tensors.
# A likely wrong guess: the array comes back equal, or is refused.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages safetensors==0.8.0 numpy==2.4.6

python >"$seen" <<'EOF'
import numpy as np
from safetensors.numpy import load, save

x = np.arange(6, dtype=np.float32).reshape(2, 3)
for name, array in (("rows", x[1:]), ("transposed", x.T), ("every other column", x[:, ::2]), ("reversed rows", x[::-1]), ("Fortran order", np.asfortranarray(x))):
    back = load(save({"x": array}))["x"]
    print(name, back.shape == array.shape, bool((back == array).all()))
print(load(save({"x": x.T}))["x"].tolist())
EOF

expect <<'EOF'
rows True True
transposed True False
every other column True False
reversed rows True False
Fortran order True False
[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
EOF

conclude "safetensors 0.8.0: save of x.T gives [[0, 1], [2, 3], [4, 5]] for [[0, 3], [1, 4], [2, 5]]; an array that is not contiguous is neither copied nor refused"
