/** An evaluation's shards and images, their vectors on disk, and products of many vectors. */
package dev.falcon.eval.internal.vectors;
