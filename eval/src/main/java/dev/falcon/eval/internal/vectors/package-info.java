/** Products of many vectors, and vectors on disk. */
package dev.falcon.eval.internal.vectors;
