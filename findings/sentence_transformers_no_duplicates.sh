#!/usr/bin/env bash
# sentence-transformers 6.0.1: NoDuplicatesBatchSampler compares all columns except labels, as text. A column of
# weights with one value makes batches of one row. A column of lists is compared as a whole, so a negative that is
# another row's positive stays in the batch, which as a column of its own it would not.
# A likely wrong guess: texts are compared, each with each, and other columns do not matter.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages sentence-transformers==6.0.1 datasets==5.0.1 torch==2.13.0 transformers==5.18.0 numpy==2.4.6

python >"$seen" <<'EOF'
import logging
import os
import warnings

os.environ["HF_HUB_OFFLINE"] = "1"
logging.disable(logging.WARNING)
warnings.simplefilter("ignore")

import torch
from datasets import Dataset
from sentence_transformers.base.sampler import NoDuplicatesBatchSampler


def sizes(**columns):
    data = Dataset.from_dict(columns)
    sampler = NoDuplicatesBatchSampler(data, 4, False, valid_label_columns=["label", "score"], generator=torch.Generator(), seed=1)
    return sorted((len(batch) for batch in sampler), reverse=True)


anchor, positive = [f"a{i}" for i in range(8)], [f"p{i}" for i in range(8)]
print("pairs", sizes(anchor=anchor, positive=positive))
print("label", sizes(anchor=anchor, positive=positive, label=[1] * 8))
print("weight", sizes(anchor=anchor, positive=positive, weight=[1] * 8))
print("negative in a column", sizes(anchor=["a", "b"], positive=["p", "q"], negative=["q", "p"]))
print("negative in a list", sizes(anchor=["a", "b"], positive=["p", "q"], negatives=[["q", "r"], ["p", "s"]]))
EOF

expect <<'EOF'
pairs [4, 4]
label [4, 4]
weight [1, 1, 1, 1, 1, 1, 1, 1]
negative in a column [1, 1]
negative in a list [2]
EOF

conclude "sentence-transformers 6.0.1: a constant column 'weight' makes NoDuplicatesBatchSampler's batches 1 row long, and texts in lists are not compared one by one"
