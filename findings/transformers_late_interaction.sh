#!/usr/bin/env bash
# transformers 5.18.0: `ColPaliProcessor.score_retrieval` pads documents with zero vectors and does not mask them.
# Where all products of a query's vector are negative, padding counts as 0: a document scores -0.69 alone and 0.20
# beside a longer one, so scores depend on which documents are in the same call, or batch of 128.
# A likely wrong guess: the score of a query and a document does not depend on other documents.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages transformers==5.18.0 torch==2.13.0 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import logging
import os

os.environ["HF_HUB_OFFLINE"] = "1"
logging.disable(logging.WARNING)

import torch
from transformers.models.colpali.processing_colpali import ColPaliProcessor


def rows(*vectors):
    return torch.nn.functional.normalize(torch.tensor(vectors), dim=1)


query = rows([1.0, 0, 0], [0, 1, 0])
short = rows([-1.0, 0.2, 0], [-1, -0.5, 0.1])
long = rows([0.1, 0.1, 1], [0.1, 0, 1], [0, 0.1, 1])
processor = ColPaliProcessor.__new__(ColPaliProcessor)
for name, documents in (("alone", [short]), ("beside a longer document", [short, long])):
    score = processor.score_retrieval([query], documents, output_device="cpu")[0, 0]
    print(name, round(float(score), 3))
print("by definition", round(float((query @ short.T).max(1).values.sum()), 3))
EOF

expect <<'EOF'
alone -0.695
beside a longer document 0.196
by definition -0.695
EOF

conclude "transformers 5.18.0: a document scores -0.69 by late interaction alone and 0.20 beside a longer one, since padding counts as 0"
