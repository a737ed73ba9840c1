/** Clusters of a corpus, and the number of them that a search must look into for a given recall. */
package dev.falcon.mining.corpus.internal.cluster;
