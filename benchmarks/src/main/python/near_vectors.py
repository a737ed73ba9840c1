"""Writes a store of images and captions with near duplicates, for falcon data check.

    python3 near_vectors.py STORE COUNT DIMENSION TOPICS

3 % of the images have a cosine of 0.975 to 1 with an image of the first 100,000. Needs numpy and pyarrow.
"""
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

out, count, dimension, topics = sys.argv[1], *map(int, sys.argv[2:5])
random = np.random.default_rng(1)
middles = random.standard_normal((topics, dimension), dtype="f4")
for name in ("img_emb", "text_emb", "metadata"):
    os.makedirs(f"{out}/{name}")


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


first_images = None
for number, first in enumerate(range(0, count, 100_000)):
    some = min(100_000, count - first)
    images = unit(middles[random.integers(topics, size=some)] + 0.9 * random.standard_normal((some, dimension), dtype="f4"))
    first_images = images.copy() if first_images is None else first_images
    near = random.random(some) < 0.03
    cosines = random.uniform(0.975, 1, size=near.sum()).astype("f4")[:, None]
    other = random.standard_normal((near.sum(), dimension), dtype="f4")
    like = first_images[random.integers(len(first_images), size=near.sum())]
    other = unit(other - (other * like).sum(1, keepdims=True) * like)
    images[near] = cosines * like + np.sqrt(1 - cosines * cosines) * other
    texts = unit(images + 0.05 * random.standard_normal((some, dimension), dtype="f4"))
    np.save(f"{out}/img_emb/img_emb_{number:02d}.npy", images.astype("f2"))
    np.save(f"{out}/text_emb/text_emb_{number:02d}.npy", texts.astype("f2"))
    keys = [f"{row:09d}" for row in range(first, first + some)]
    pq.write_table(pa.table({"key": keys}), f"{out}/metadata/metadata_{number:02d}.parquet")
