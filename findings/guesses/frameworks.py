"""FW1 to FW8: TensorFlow 2.21.0 with Keras 3.15.1, JAX 0.10.2, LightGBM 4.7.0."""

import os
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
warnings.filterwarnings("ignore")

import jax
import jax.numpy as jnp
import keras
import lightgbm
import numpy as np
import tensorflow as tf
from tell import attempt, say

nan = float("nan")
flat = np.full((1, 3), 0.5, dtype=np.float32)
say("FW1", "top-1 accuracy of a constant, by class", [float(keras.metrics.sparse_top_k_categorical_accuracy([c], flat, k=1)[0]) for c in range(3)], [bool(tf.math.in_top_k([c], flat, 1)[0]) for c in range(3)], "accuracy", [float(keras.metrics.sparse_categorical_accuracy([c], flat)[0]) for c in range(3)])
say("FW2", [v.numpy().tolist() for v in tf.math.top_k([0.5] * 100, 5)], [v.numpy().tolist() for v in tf.math.top_k([1.0, nan, 3.0, 2.0], 2)])
say("FW3", [b.numpy().tolist() for b in tf.data.Dataset.range(5).batch(2)], [int(x) for x in tf.data.Dataset.range(5).shuffle(1)])
say("FW4", attempt(lambda: tf.train.Int64List(value=[2**64 - 1])))
say("FW5", [np.asarray(v).tolist() for v in jax.lax.top_k(jnp.full(100, 0.5), 5)], [np.asarray(v).tolist() for v in jax.lax.top_k(jnp.array([1.0, nan, 3.0, 2.0]), 2)])
for place in (0, 39):
    truth, seen = np.zeros(40), {}
    truth[place] = 1
    data = lightgbm.Dataset(np.ones((40, 1)), truth, group=[40])
    lightgbm.train({"objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": [1, 5], "verbose": -1}, data, 1, valid_sets=[data], callbacks=[lightgbm.record_evaluation(seen)])
    say("FW6", "relevant row", place, {k: float(v[0]) for k, v in seen["training"].items()})
for length in (1e-3, 1e-6, 1e-7, 1e-20):
    say("FW7", length, tf.math.l2_normalize([length, 0.0]).numpy().tolist(), "linalg", tf.linalg.normalize([length, 0.0])[0].numpy().tolist(), "float16", tf.math.l2_normalize(tf.constant([length, 0.0], tf.float16)).numpy().tolist())
say("FW8", float(keras.losses.CosineSimilarity()([[3.0, 4.0]], [[3.0, 4.0]])), float(keras.losses.CosineSimilarity()([[0.0, 0.0]], [[3.0, 4.0]])))
