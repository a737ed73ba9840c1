// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.mining.corpus.internal.cluster.Clustering;
import dev.falcon.mining.corpus.internal.cluster.ProbeRule;
import java.nio.file.Path;

/**
 * A search that compares a query only with the items of some clusters.
 *
 * @param file the file that keeps the clustering, which other processes read
 * @param clustering the clusters of the corpus
 * @param rule the clusters of a query
 * @param probes the mean number of clusters of a query, by which memory is planned
 */
public record ClusterSearch(Path file, Clustering clustering, ProbeRule rule, double probes) {}
