#!/usr/bin/env bash
# accelerate 1.15.0: between two processes, a batch sampler with a batch_size loses batches if a smaller one is not
# the last. Of [0, 1, 2], [3, 4], [5, 6, 7], [8] the processes get [5, 6, 7] and [8, 0, 1]; the first two are never
# trained on. Without the attribute batch_size all four arrive. Samplers that avoid duplicates end with several
# small batches.
# A likely wrong guess: every batch goes to one of the processes, as it is.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages accelerate==1.15.0 torch==2.13.0 numpy==2.4.6

python >"$seen" <<'EOF'
from accelerate.data_loader import BatchSamplerShard


class Composed:
    def __init__(self, batches):
        self.batches = batches

    def __iter__(self):
        return iter(self.batches)

    def __len__(self):
        return len(self.batches)


class Sized(Composed):
    batch_size = 3
    drop_last = False


batches = [[0, 1, 2], [3, 4], [5, 6, 7], [8]]
for kind in (Composed, Sized):
    for process in (0, 1):
        print(kind.__name__, process, list(BatchSamplerShard(kind(batches), 2, process)))
EOF

expect <<'EOF'
Composed 0 [[0, 1, 2], [5, 6, 7]]
Composed 1 [[3, 4], [8]]
Sized 0 [[5, 6, 7]]
Sized 1 [[8, 0, 1]]
EOF

conclude "accelerate 1.15.0: of four batches 3, 2, 3 and 1 long, two processes get only the last two, and [8] becomes [8, 0, 1]; not every batch goes to a process"
