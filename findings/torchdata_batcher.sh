#!/usr/bin/env bash
# torchdata 0.11.0: `nodes.Batcher` leaves out the last batch if it is smaller than the others, unless
# drop_last=False is given. torch's DataLoader keeps it.
# A likely wrong guess: its default is DataLoader's.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages torchdata==0.11.0 torch==2.13.0 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import torch
from torchdata import nodes

rows = range(5)
print("nodes.Batcher", list(nodes.Loader(nodes.Batcher(nodes.IterableWrapper(rows), 2))))
print("DataLoader", [b.tolist() for b in torch.utils.data.DataLoader(list(rows), batch_size=2)])
EOF

expect <<'EOF'
nodes.Batcher [[0, 1], [2, 3]]
DataLoader [[0, 1], [2, 3], [4]]
EOF

conclude "torchdata 0.11.0: nodes.Batcher drops the last, smaller batch by default; DataLoader keeps it"
