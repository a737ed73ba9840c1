"""What falcon lists --recall says beside the truth, seed by seed.

    python3 recall_seeds.py STORE DIRECTION DEPTH RECALL SEEDS [FLAG ...]

The store is searched exactly once, and with the recall for each of SEEDS seeds. A line per seed: the measured recall of the
candidates and of the negatives with their 95 % intervals, the true recall over all queries, and the compared share of the pairs. At
last how many intervals hold the truth and, if positives are withheld, their share among the negatives. FLAG goes to every run. The
environment's FALCON names the command. Needs pyarrow and numpy.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import pyarrow.parquet as pq

store, direction, depth, recall, seeds = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5])
falcon = os.environ.get("FALCON", "./falcon")
folder = tempfile.mkdtemp()


def lists(name, *flags):
    """Returns the rows of candidates of each query, and the summary."""
    out = f"{folder}/{name}.parquet"
    subprocess.run(
        [falcon, "lists", "--quiet", "--overwrite", "--embeddings", store, "--direction", direction, "--depth", depth,
         "--num-negatives", "4", "--candidates", f"{folder}/{name}-candidates.parquet", "--out", out, *flags, *sys.argv[6:]],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    table = pq.read_table(f"{folder}/{name}-candidates.parquet", columns=["candidates"])
    with open(out + ".json") as companion:
        summary = json.load(companion)["summary"]
    columns = pq.read_table(out)
    return [np.frombuffer(cell.as_py(), "<i4") for cell in table["candidates"]], summary, columns


def negatives(columns):
    """Returns the keys of the negatives of each query."""
    found = {}
    for query, key in zip(columns["anchor"].to_pylist(), columns["negative"].to_pylist()):
        found.setdefault(query, set()).add(key)
    return found


def share(found, right):
    return sum(len(np.intersect1d(a, b)) for a, b in zip(found, right)) / sum(map(len, right))


def holds(measured, truth):
    return measured["low"] <= truth <= measured["high"]


right, exact, columns = lists("exact")
right_negatives = negatives(columns)
withheld = exact["false_negatives"]
print(f"{len(right):,} queries", flush=True)
reached = covered = covered_negatives = runs = 0
false = []
for seed in range(seeds):
    found, summary, columns = lists("near", "--recall", recall, "--seed", str(seed))
    said = summary["recall"]
    if said["why_exact"]:
        print(f"seed {seed}: exact, {said['why_exact']}", flush=True)
        continue
    runs += 1
    near = negatives(columns)
    truth = share(found, right)
    of_negatives = sum(len(keys & near.get(query, set())) for query, keys in right_negatives.items()) / sum(
        map(len, right_negatives.values()))
    reached += truth >= float(recall)
    covered += holds(said["candidates"], truth)
    covered_negatives += holds(said["negatives"], of_negatives)
    false.append(summary["false_negatives"]["share"])
    print("seed {}: candidates {:.4f} ({:.4f} to {:.4f}), truly {:.4f}; negatives {:.4f} ({:.4f} to {:.4f}), truly {:.4f};"
          " {:.2f} % of the pairs".format(
              seed, *(said["candidates"][x] for x in ("share", "low", "high")), truth,
              *(said["negatives"][x] for x in ("share", "low", "high")), of_negatives, 100 * said["pairs"]), flush=True)
print(f"of {runs} seeds: {reached} reach {recall}; intervals hold the truth of candidates {covered} times, of negatives"
      f" {covered_negatives} times", flush=True)
if runs and all(value is not None and value == value for value in false):
    print(f"withheld among the negatives: {np.mean(false):.4f} in the mean of the seeds, {withheld['share']:.4f}"
          f" ({withheld['low']:.4f} to {withheld['high']:.4f}) exactly")
