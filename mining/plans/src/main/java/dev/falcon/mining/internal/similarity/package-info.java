/** Rows of S, their quantiles, and selection by rank. */
package dev.falcon.mining.internal.similarity;
