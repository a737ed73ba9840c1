"""Writes a store of unit vectors with structure on three scales: topics, parts of topics, and a spectrum that falls.

    python3 recall_vectors.py STORE COUNT DIMENSION [TOPICS]

A topic's share of the vectors falls as 1/rank^0.7; each has 16 parts. Needs numpy and pyarrow.
"""
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

out, count, dimension = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
topics = int(sys.argv[4]) if len(sys.argv) > 4 else 3000
random = np.random.default_rng(7)
spectrum = (np.arange(1, dimension + 1) ** -0.5).astype("f4")
turn = np.linalg.qr(random.standard_normal((dimension, dimension)))[0].astype("f4")
middles = random.standard_normal((topics, dimension), dtype="f4")
parts = middles[:, None] + 0.6 * random.standard_normal((topics, 16, dimension), dtype="f4")
share = np.arange(1, topics + 1) ** -0.7
for name in ("text_emb", "metadata"):
    os.makedirs(f"{out}/{name}")
vectors = np.lib.format.open_memmap(f"{out}/text_emb/text_emb_0.npy", "w+", "f4", (count, dimension))
for first in range(0, count, 50_000):
    some = min(50_000, count - first)
    topic = random.choice(topics, some, p=share / share.sum())
    own = parts[topic, random.integers(0, 16, some)] + 0.7 * random.standard_normal((some, dimension), dtype="f4")
    own = (own * spectrum) @ turn
    vectors[first : first + some] = own / np.linalg.norm(own, axis=1, keepdims=True)
vectors.flush()
keys = [f"{row:09d}" for row in range(count)]
pq.write_table(pa.table({"key": keys, "caption": keys}), f"{out}/metadata/metadata_0.parquet")
