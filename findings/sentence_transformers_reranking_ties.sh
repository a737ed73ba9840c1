#!/usr/bin/env bash
# sentence-transformers 6.0.1: RerankingEvaluator orders equal scores by torch.argsort, which is not stable. A
# model that gives every text the same vector has an MRR of 1 with few documents, since positives come first, and 0
# with 31; its MAP is 1 divided by the number of documents in both cases.
# A likely wrong guess: a constant model has the MRR of chance, or one that does not depend on the number of
# documents.
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

import numpy as np
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.evaluation import RerankingEvaluator
from sentence_transformers.sentence_transformer.modules import StaticEmbedding
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

tokenizer = Tokenizer(WordLevel({"[UNK]": 0, "query": 1, "text": 2}, unk_token="[UNK]"))
model = SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=np.ones((3, 8), np.float32))], device="cpu")
for negatives in (4, 30):
    samples = [{"query": "query", "positive": ["text"], "negative": ["text"] * negatives}]
    scores = RerankingEvaluator(samples, show_progress_bar=False)(model)
    print(negatives, "negatives: mrr", round(float(scores["mrr@10"]), 4), "map", round(float(scores["map"]), 4))
EOF

expect <<'EOF'
4 negatives: mrr 1.0 map 0.2
30 negatives: mrr 0.0 map 0.0323
EOF

conclude "sentence-transformers 6.0.1: RerankingEvaluator gives a constant model an MRR of 1 with 4 negatives and 0 with 30; ties are neither shared nor stable"
