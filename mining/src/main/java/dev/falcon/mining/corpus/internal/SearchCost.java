// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The cost of a search, which people learn before it begins.
 *
 * @param queries the number of queries
 * @param items the number of items
 * @param vectors the bytes of the items' vectors
 * @param candidates the greatest number of candidates of a query
 */
record SearchCost(long queries, long items, long vectors, long candidates) {
  private static final int CANDIDATE_BYTES = Integer.BYTES + Float.BYTES;

  // Cells are compressed, those of scores and of scattered rows by little.
  private static final int MOST_COMPRESSED = 2;

  static SearchCost of(Exclusions exclusions, CorpusScan.Limits limits) {
    CorpusItems corpus = exclusions.corpus();
    return new SearchCost(
        exclusions.queries().count(),
        corpus.count(),
        (long) Float.BYTES * corpus.count() * corpus.perItem() * corpus.store().dimension(),
        Math.min(limits.k(), corpus.count()));
  }

  /** Returns the greatest number of bytes of the candidates of some queries in files. */
  long disk(long some) {
    return some * candidates * CANDIDATE_BYTES;
  }

  /** Returns the cost as part of a sentence. */
  String described() {
    return String.format(
        Locale.ROOT,
        "%,d queries and %,d items, which take %s of memory or are read several times; candidates"
            + " take up to %s of disk",
        queries,
        items,
        megabytes(vectors),
        megabytes(disk(queries)));
  }

  /** Refuses a folder whose disk cannot hold the candidates of some queries. */
  void requireDisk(Path folder, long some) {
    try {
      requireDisk(folder, some, Files.getFileStore(folder).getUsableSpace());
    } catch (IOException e) {
      throw new FalconException(folder + ": its disk cannot be asked: " + e.getMessage(), e);
    }
  }

  /**
   * Refuses a folder whose disk cannot hold the candidates of some queries.
   *
   * @param free the free bytes; 0 if the disk does not say
   */
  void requireDisk(Path folder, long some, long free) {
    if (free > 0 && free < disk(some) / MOST_COMPRESSED) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: has %,d bytes of disk left, and the candidates of %,d queries take up to %,d;"
                  + " make room, or search less deeply",
              folder,
              free,
              some,
              disk(some)));
    }
  }

  /** Returns a duration in words. */
  static String about(double seconds) {
    if (seconds < 100) {
      return String.format(Locale.ROOT, "about %.0f s", Math.max(1, seconds));
    }
    return seconds < 6_000
        ? String.format(Locale.ROOT, "about %.0f min", seconds / 60)
        : String.format(Locale.ROOT, "about %.1f h", seconds / 3_600);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,d MB", (bytes + (1 << 20) - 1) >> 20);
  }
}
