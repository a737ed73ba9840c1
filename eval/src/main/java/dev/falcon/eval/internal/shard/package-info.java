/** Datasets of evaluations: their shards, images and digests. */
package dev.falcon.eval.internal.shard;
