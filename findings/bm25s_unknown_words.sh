#!/usr/bin/env bash
# bm25s 0.3.11: a query of which no document has a word gets the last documents of the corpus with the score 0, and
# a query with fewer matches than k is filled up with them. The default tokenizer drops stop words and single
# letters, so 'the' is such a query.
# A likely wrong guess: such a query gets nothing, or fewer than k results.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages bm25s==0.3.11 numpy==2.4.6

python >"$seen" <<'EOF'
import bm25s

corpus = ["a cat sits on a mat", "a dog runs in the park", "red car on the street", "a cat and a dog", "blue bus"]
retriever = bm25s.BM25()
retriever.index(bm25s.tokenize(corpus, show_progress=False), show_progress=False)
for query in ("cat", "zebra", "the"):
    rows, scores = retriever.retrieve(bm25s.tokenize(query, show_progress=False), k=3, show_progress=False)
    print(query, rows[0].tolist(), scores[0].round(3).tolist())
EOF

expect <<'EOF'
cat [3, 0, 4] [0.39100000262260437, 0.328000009059906, 0.0]
zebra [4, 3, 2] [0.0, 0.0, 0.0]
the [4, 3, 2] [0.0, 0.0, 0.0]
EOF

conclude "bm25s 0.3.11: an unknown word returns documents 4, 3, 2 with score 0, the same for every such query; it does not return nothing"
