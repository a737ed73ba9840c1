/**
 * Searches for the nearest items of queries: their bounds, the packed corpus, and the order of its
 * products.
 */
package dev.falcon.mining.corpus.internal.scan;
