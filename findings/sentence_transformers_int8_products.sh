#!/usr/bin/env bash
# sentence-transformers 6.0.1: `util.dot_score` of int8 vectors, as `quantize_embeddings` makes them, is an int8
# product that overflows, and `semantic_search` with it ranks by what is left: of 200 vectors hardly any finds itself
# among the first ten. `cos_sim` raises an error.
# A likely wrong guess: scores are those of the numbers as floats.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages sentence-transformers==6.0.1 torch==2.13.0 transformers==5.18.0 numpy==2.4.6

python -W ignore >"$seen" <<'EOF'
import logging
import os

os.environ["HF_HUB_OFFLINE"] = "1"
logging.disable(logging.WARNING)

import numpy as np
from sentence_transformers import util
from sentence_transformers.quantization import quantize_embeddings

x = np.random.default_rng(0).standard_normal((200, 64)).astype(np.float32)
x /= np.linalg.norm(x, axis=1, keepdims=True)
small = quantize_embeddings(x, "int8")
product = util.dot_score(np.array([[100, 100]], np.int8), np.array([[100, 100]], np.int8))
print("100 * 100 + 100 * 100 =", int(product), product.dtype)
for name, vectors in (("int8", small), ("as floats", small.astype(np.float32))):
    hits = util.semantic_search(vectors, vectors, top_k=10, score_function=util.dot_score)
    own = sum(any(h["corpus_id"] == i for h in row) for i, row in enumerate(hits))
    print(name, "at least 190 find themselves:", own >= 190, "at most 40:", own <= 40)
EOF

expect <<'EOF'
100 * 100 + 100 * 100 = 32 torch.int8
int8 at least 190 find themselves: False at most 40: True
as floats at least 190 find themselves: True at most 40: False
EOF

conclude "sentence-transformers 6.0.1: dot_score of int8 vectors overflows, and semantic_search by it does not find the vectors themselves"
