#!/usr/bin/env bash
# torch 2.13.0: `F.normalize` of a zero vector in float16 is NaN, since its smallest length, 1e-12, is 0 in float16;
# in float32 and bfloat16 it stays zero. A float16 vector longer than 65504 becomes zero, although each of its
# components is finite. `F.cosine_similarity` gives NaN and 0 for them.
# A likely wrong guess: a zero vector stays zero in each type, and a long one gets the length 1.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages torch==2.13.0 numpy==2.4.6

python >"$seen" <<'EOF'
import torch
import torch.nn.functional as F

for kind in (torch.float32, torch.bfloat16, torch.float16):
    zero = torch.zeros(768, dtype=kind)
    long = torch.full((768,), 3000, dtype=kind)
    lengths = [round(float(F.normalize(v, dim=0).double().norm()), 2) for v in (zero, long)]
    cosines = [round(float(F.cosine_similarity(v, torch.ones(768, dtype=kind), dim=0)), 2) for v in (zero, long)]
    print(str(kind), "lengths of a zero and a long vector", lengths, "cosines", cosines)
EOF

expect <<'EOF'
torch.float32 lengths of a zero and a long vector [0.0, 1.0] cosines [0.0, 1.0]
torch.bfloat16 lengths of a zero and a long vector [0.0, 1.0] cosines [0.0, 1.0]
torch.float16 lengths of a zero and a long vector [nan, 0.0] cosines [nan, 0.0]
EOF

conclude "torch 2.13.0: in float16, F.normalize makes a zero vector NaN and one of the length 83,000 zero; in float32 and bfloat16 it does neither"
