#!/usr/bin/env bash
# torch 2.13.0: among equal scores, `torch.topk` takes other rows for each k. Of 100 equal scores the first is row 0
# for k = 1 and is not among the ten for k = 10, so that a hit rate at 1 can exceed that at 10.
# A likely wrong guess: the first k are among the first k + 1, and equal scores come by row.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages torch==2.13.0 numpy==2.4.6

python >"$seen" <<'EOF'
import torch

scores = torch.full((100,), 0.5)
first = {k: set(torch.topk(scores, k).indices.tolist()) for k in (1, 10)}
print("row 0 is the first of 1:", first[1] == {0}, "among the first 10:", 0 in first[10])
print("rows 0 to 9 are the first 10:", first[10] == set(range(10)))
EOF

expect <<'EOF'
row 0 is the first of 1: True among the first 10: False
rows 0 to 9 are the first 10: False
EOF

conclude "torch 2.13.0: of 100 equal scores row 0 is the first of one and not among the first ten; the first k are not among the first k + 1"
