#!/usr/bin/env bash
# torchmetrics 1.9.0: RetrievalMAP(top_k=k) divides by the number of relevant documents among the first k, not by
# the number that there are. A ranking that finds one of five relevant documents, in the first place, has a MAP of 1
# at every k until a second one comes, and finding more lowers it.
# A likely wrong guess: it divides by min(k, number of relevant documents), as trec_eval and MS MARCO do with a
# cut-off.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages torchmetrics==1.9.0 torch==2.13.0 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import torch
from torchmetrics.retrieval import RetrievalMAP

scores = torch.arange(20, 0, -1).float()
query = torch.zeros(20, dtype=torch.long)
for name, places in (("one of five found", [0, 11, 12, 13, 14]), ("two of five found", [0, 8, 11, 12, 13])):
    target = torch.zeros(20, dtype=torch.long)
    target[places] = 1
    hits = [i for i in places if i < 10]
    usual = sum((n + 1) / (i + 1) for n, i in enumerate(hits)) / 5
    print(name, "MAP at 10", round(float(RetrievalMAP(top_k=10)(scores, target, indexes=query)), 4), "divided by five", round(usual, 4))
EOF

expect <<'EOF'
one of five found MAP at 10 1.0 divided by five 0.2
two of five found MAP at 10 0.6111 divided by five 0.2444
EOF

conclude "torchmetrics 1.9.0: RetrievalMAP with top_k divides by what was found: one of five relevant documents gives 1.0, two give less"
