// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.Kernel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.cluster.Clustering;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import java.util.Arrays;
import java.util.Optional;

/**
 * The order of a corpus' columns: cluster by cluster if there are clusters, and first singles, then
 * twins, group by group. A stretch holds the singles, or the twins, of the corpus or of a cluster.
 *
 * <p>Memory: with clusters, 4 bytes per item.
 */
final class ColumnOrder {
  /** No cluster: every query is compared with the items. */
  static final int ALL = -1;

  private final Optional<CaptionGroups> captions;
  private final Optional<Clustering> clusters;
  private final int[] order; // empty if the items are in their own order
  private final int[] starts; // of the stretches, and the end of the last

  ColumnOrder(CorpusItems corpus, Optional<CaptionGroups> captions, Optional<Clustering> clusters) {
    this.captions = captions;
    this.clusters = clusters;
    int[] own = captions.map(CaptionGroups::order).orElse(new int[0]);
    this.order = clusters.map(division -> division.sorted(own)).orElse(own);
    int[] found = new int[64];
    int stretches = 0;
    if (clusters.isPresent()) {
      for (int x = 0; x < corpus.count(); x++) {
        if (x == 0 || cluster(x) != cluster(x - 1) || areTwins(x) != areTwins(x - 1)) {
          found = stretches == found.length ? Arrays.copyOf(found, 2 * stretches) : found;
          found[stretches++] = x;
        }
      }
    } else {
      int singles = captions.map(CaptionGroups::singles).orElse(corpus.count());
      stretches = singles == 0 || singles == corpus.count() ? 1 : 2;
      found[1] = singles;
    }
    this.starts = Arrays.copyOf(found, stretches + 1);
    starts[stretches] = corpus.count();
  }

  /** Returns the item of a column. */
  int item(int column) {
    return order.length == 0 ? column : order[column];
  }

  /** Returns the number of stretches. */
  int stretches() {
    return starts.length - 1;
  }

  /** Returns the first column of a stretch, or the number of columns after the last. */
  int start(int stretch) {
    return starts[stretch];
  }

  /** Returns whether a column's item is a twin. */
  boolean areTwins(int column) {
    return captions.isPresent() && captions.get().groupOf(item(column)) != CaptionGroups.SINGLE;
  }

  /** Returns the cluster of a column's item; {@link #ALL} without clusters. */
  int cluster(int column) {
    return clusters.isPresent() ? clusters.get().clusterOf(item(column)) : ALL;
  }

  /** Returns the number of columns if each stretch ends with a whole block. */
  long padded() {
    long padded = 0;
    for (int stretch = 0; stretch < stretches(); stretch++) {
      padded += (long) Kernel.blocks(start(stretch + 1) - start(stretch)) * Kernel.BLOCK;
    }
    return padded;
  }
}
