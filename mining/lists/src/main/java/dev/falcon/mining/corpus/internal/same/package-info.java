/** Which queries and items of a search of a corpus are the same text. */
package dev.falcon.mining.corpus.internal.same;
