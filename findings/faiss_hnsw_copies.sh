#!/usr/bin/env bash
# faiss-cpu 1.15.1: copies of one vector hide others from HNSW. Of 1,000 distinct vectors all find themselves;
# after 3,000 copies of one other vector are added, about half do (495 to 505 for four seeds), although a flat
# index finds all. A search with efSearch = 200 finds hardly more.
# A likely wrong guess: copies compete only with one another, so a distinct vector is found as before.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages faiss-cpu==1.15.1 numpy==2.4.6

python >"$seen" <<'EOF'
import faiss
import numpy as np

faiss.omp_set_num_threads(1)
x = np.random.default_rng(1).standard_normal((1001, 32)).astype(np.float32)
faiss.normalize_L2(x)
distinct = x[:1000]


def found(index, base):
    index.add(base)
    return int((index.search(distinct, 1)[1][:, 0] == np.arange(1000)).sum())


base = np.concatenate([distinct, np.repeat(x[1000:], 3000, axis=0)])
print("without copies", found(faiss.IndexHNSWFlat(32, 32), distinct))
print("flat, with copies", found(faiss.IndexFlatL2(32), base))
for search in (16, 200):
    index = faiss.IndexHNSWFlat(32, 32)
    index.hnsw.efSearch = search
    print("with copies, efSearch", search, "fewer than 700:", found(index, base) < 700)
EOF

expect <<'EOF'
without copies 1000
flat, with copies 1000
with copies, efSearch 16 fewer than 700: True
with copies, efSearch 200 fewer than 700: True
EOF

conclude "faiss-cpu 1.15.1: 3,000 copies of one vector hide about half of 1,000 distinct vectors from HNSW; copies do not compete only with one another"
