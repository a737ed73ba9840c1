// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The cost of a search, which people learn before it begins.
 *
 * @param queries the number of queries
 * @param items the number of items
 * @param vectorBytes the bytes of the items' vectors
 * @param candidates the greatest number of candidates of a query
 * @param clusters the number of clusters into which the items are divided at first; 0 if the search
 *     is exact
 * @param pairsBefore the number of pairs that are compared before a search in clusters, to divide
 *     the items and to measure the recall
 * @param time the expected times, if they were asked for
 */
public record SearchCost(
    long queries,
    long items,
    long vectorBytes,
    long candidates,
    int clusters,
    double pairsBefore,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Time> time) {
  private static final int CANDIDATE_BYTES = Integer.BYTES + Float.BYTES;

  // Cells are compressed, those of scores and of scattered rows by little.
  private static final int MOST_COMPRESSED = 2;

  /**
   * Expected times and memory.
   *
   * @param exactly the seconds of an exact search
   * @param before the seconds before a search in clusters; 0 if the search is exact
   * @param passes the number of times that the items are read for a part of the queries, with the
   *     memory that there is
   * @param diskBytes the greatest number of bytes of the candidates in files
   */
  public record Time(double exactly, double before, int passes, long diskBytes) {}

  /** Returns the cost of an exact search. */
  public static SearchCost exact(long queries, long items, long vectorBytes, long candidates) {
    return new SearchCost(queries, items, vectorBytes, candidates, 0, 0, Optional.empty());
  }

  /** Returns the number of pairs that an exact search compares. */
  public double pairs() {
    return (double) queries * items;
  }

  /** Returns a copy with the clusters of a search with a recall. */
  public SearchCost dividing(int into, double comparing) {
    return new SearchCost(queries, items, vectorBytes, candidates, into, comparing, time);
  }

  /**
   * Returns a copy with expected times.
   *
   * @param secondsPerPair the seconds in which a query is compared with an item
   */
  public SearchCost timed(double secondsPerPair, int passes) {
    return new SearchCost(
        queries,
        items,
        vectorBytes,
        candidates,
        clusters,
        pairsBefore,
        Optional.of(
            new Time(
                pairs() * secondsPerPair, pairsBefore * secondsPerPair, passes, disk(queries))));
  }

  /** Returns the greatest number of bytes of the candidates of some queries in files. */
  long disk(long some) {
    return some * candidates * CANDIDATE_BYTES;
  }

  /** Returns the cost as part of a sentence. */
  public String described() {
    return String.format(
        Locale.ROOT,
        "%,d queries and %,d items, which take %s of memory or are read several times; candidates"
            + " take up to %s of disk",
        queries,
        items,
        megabytes(vectorBytes),
        megabytes(disk(queries)));
  }

  /** Returns the division into clusters as part of a sentence. */
  public String division() {
    return String.format(
        Locale.ROOT,
        "dividing the items into %,d clusters compares %.2g pairs, an exact search %.2g",
        clusters,
        pairsBefore,
        pairs());
  }

  /** Refuses a folder whose disk cannot hold the candidates of some queries. */
  public void requireDisk(Path folder, long some) {
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
  public static String about(double seconds) {
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
