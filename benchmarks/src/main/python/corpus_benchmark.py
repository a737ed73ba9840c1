"""A flat index of FAISS, to stand beside CorpusBenchmark, which starts this with faiss=PYTHON.

    python3 corpus_benchmark.py QUERIES CORPUS DIMENSION

QUERIES and CORPUS are files of little-endian float32. Prints FAISS's version; then, for each line of the standard input, which
is a k, searches once for the k nearest items of all queries, and prints the processor time in seconds. One thread. Needs
faiss: faiss-cpu of PyPI, which brings its own BLAS. Debian's python3-faiss is as fast as the BLAS that is installed.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import sys
import time

import faiss
import numpy as np

queries, corpus = (np.fromfile(file, "<f4").reshape(-1, int(sys.argv[3])) for file in sys.argv[1:3])
faiss.omp_set_num_threads(1)
index = faiss.IndexFlatIP(corpus.shape[1])
index.add(corpus)
print("FAISS", faiss.__version__, faiss.get_compile_options().strip(), flush=True)
for line in sys.stdin:
    began = time.process_time()
    index.search(queries, int(line))
    print(time.process_time() - began, flush=True)
