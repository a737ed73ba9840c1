/** Retrieval over a dataset whose images and captions are embedded for it. */
package dev.falcon.eval.internal.search;
