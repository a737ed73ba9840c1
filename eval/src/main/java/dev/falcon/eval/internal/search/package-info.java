/** Retrieval over a dataset that is embedded on the way. */
package dev.falcon.eval.internal.search;
