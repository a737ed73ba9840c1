/** The exact search for the nearest items of a corpus, and the filters of its results. */
package dev.falcon.mining.corpus.internal;
