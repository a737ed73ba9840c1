"""One search space mined as a researcher writes Algorithm 1 in PyTorch, to stand beside MiningBenchmark.

    python3 mining_benchmark.py SIZE POLICY [REPETITIONS]

SIZE is |M|; POLICY is fixed (q = 0.9), scheduler (100 quantiles of every row, and then a q for each) or falcon+ (q = 1
under the margin of 0.05). S comes from one matrix product; the scheduler's quantiles from sorted rows; the chain takes the
row of its last sample at what is left and asks kthvalue for the rank, or for q = 1 argmax. One thread; prints the median of
the processor time in seconds after one run that does not count, or with 0 repetitions the time of the first. Vectors are shaped as MiningBenchmark's, of dimension 256, and
batches have 96 samples. Needs torch.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import statistics
import sys
import time

import torch

DIMENSION, LEVELS, BATCH, MARGIN, CLUSTER = 256, 100, 96, 0.05, 24
ROWS = 1024  # sorted at a time, so that memory suffices for large spaces


def clustered(size):
    """Clusters of 24, in which pairs are closer than clusters: the generator of MiningBenchmark with other draws."""
    random = torch.Generator().manual_seed(7)

    def normal(*shape):
        return torch.randn(*shape, generator=random)

    clusters = max(8, size // CLUSTER)
    centres = normal(clusters, DIMENSION)
    shared = centres[torch.randint(clusters, (size,), generator=random)] + 0.9 * normal(size, DIMENSION)
    sides = [shared + 0.7 * normal(size, DIMENSION) + 0.5 * normal(DIMENSION) for _ in range(2)]
    return [torch.nn.functional.normalize(side) for side in sides]


def mine(images, texts, policy):
    product = images @ texts.T
    suspects = None
    if policy == "falcon+":
        close = product >= (1 - MARGIN) * product.diagonal()
        suspects = close | close.T
    similarity = product.add_(product.T.clone())
    size = len(similarity)
    quantiles = torch.full((size,), 1.0 if policy == "falcon+" else 0.9)
    if policy == "scheduler":
        at = torch.linspace(0, size - 1, LEVELS).long()
        for first in range(0, size, ROWS):
            levels = similarity[first : first + ROWS].sort(1).values[:, at]
            quantiles[first : first + ROWS] = levels.mean(1).sub(levels[:, 0]).clamp(0, 1)
    left = torch.arange(size)
    batches = []
    while len(left) >= BATCH:
        batch = [int(left[0])]
        left = left[1:]
        free = left if suspects is None else left[~suspects[batch[0], left]]
        while len(batch) < BATCH and len(free):
            row = similarity[batch[-1], free]
            if policy == "falcon+":
                place = row.argmax()
            else:
                rank = round(float(quantiles[batch[-1]]) * (len(free) - 1)) + 1
                place = row.kthvalue(rank).indices
            chosen = free[place]
            batch.append(int(chosen))
            left = left[left != chosen]
            free = left if suspects is None else free[(free != chosen) & ~suspects[chosen, free]]
        batches.append(batch)
    return batches


def main():
    size, policy = int(sys.argv[1]), sys.argv[2]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    torch.set_num_threads(1)
    images, texts = clustered(size)
    seconds = []
    for repetition in range(repetitions + 1):
        begun = time.process_time()
        batches = mine(images, texts, policy)
        if repetition or not repetitions:
            seconds.append(time.process_time() - begun)
    print(
        f"PyTorch {torch.__version__}, |M|={size}, d={DIMENSION}, m={LEVELS}, B={BATCH}, 1 thread, {policy}: "
        f"{statistics.median(seconds):.3f} s, {len(batches)} batches",
        flush=True,
    )


if __name__ == "__main__":
    main()
