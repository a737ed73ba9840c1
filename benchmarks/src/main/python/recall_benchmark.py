"""FAISS's inverted lists and graphs on the texts of a store in clip-retrieval's layout, beside RecallBenchmark.

    python3 recall_benchmark.py STORE K RECALL QUERIES KIND[,KIND...] [TRAINED]

KIND is a number of lists, or a graph such as HNSW32. For each: the processor time of training and adding, and of a search of QUERIES
texts with the least effort that finds a share RECALL of their K nearest items, per query. First the flat index. One thread. Lists are
trained on TRAINED vectors, by default on all. Needs faiss.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import glob
import sys
import time

import faiss
import numpy as np

faiss.omp_set_num_threads(1)
trained = int(sys.argv[6]) if len(sys.argv) > 6 else None
store, k, recall, count = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
corpus = np.concatenate([np.load(file) for file in sorted(glob.glob(store + "/text_emb/*.npy"))]).astype("f4")
queries = corpus[np.random.default_rng(1).permutation(len(corpus))[:count]]
print("FAISS", faiss.__version__, faiss.get_compile_options().strip(), flush=True)


def search(index):
    began = time.process_time()
    _, found = index.search(queries, k + 1)  # a query is also an item
    return time.process_time() - began, found


flat = faiss.IndexFlatIP(corpus.shape[1])
flat.add(corpus)
seconds, right = search(flat)
print(f"flat: {1000 * seconds / count:.3f} ms per query", flush=True)
for kind in sys.argv[5].split(","):
    began = time.process_time()
    if kind.startswith("HNSW"):
        index = faiss.IndexHNSWFlat(corpus.shape[1], int(kind[4:]), faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = 200
        effort, low, high = "efSearch", k + 1, 16 * k  # a graph finds no more items than it keeps
    else:
        index = faiss.index_factory(corpus.shape[1], f"IVF{kind},Flat", faiss.METRIC_INNER_PRODUCT)
        index.train(corpus[np.random.default_rng(2).permutation(len(corpus))[:trained]])
        effort, low, high = "nprobe", 1, int(kind)
    index.add(corpus)
    built = time.process_time() - began
    setting = index.hnsw if effort == "efSearch" else index

    def recall_with(value):
        setattr(setting, effort, value)
        return np.mean([len(np.intersect1d(a, b)) / (k + 1) for a, b in zip(search(index)[1], right)])

    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if recall_with(middle) >= recall else (middle + 1, high)
    found = recall_with(low)
    seconds = min(search(index)[0] for _ in range(3))
    print(f"{kind}: {effort} {low}, recall {found:.4f}, {1000 * seconds / count:.3f} ms per query, built in {built:.1f} s", flush=True)
