// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.Map;

/**
 * Selection of a list's negatives among the candidates that pass the filters.
 *
 * @param count the number of negatives per list, at least 1
 * @param rangeMin the number of nearest candidates to skip, at least 0
 * @param rangeMax the end of the considered ranks, exclusive, above {@code rangeMin}; {@link
 *     #NO_RANGE_MAX} for all
 * @param sampling whether the nearest or random candidates are taken
 * @param shortLists the treatment of lists with fewer than {@code count} negatives
 * @param seed the seed of random choices
 */
public record ListSelection(
    int count, int rangeMin, int rangeMax, Sampling sampling, ShortLists shortLists, long seed) {
  /** No upper end of the range of ranks. */
  public static final int NO_RANGE_MAX = Integer.MAX_VALUE;

  private static final int RANDOM_WINDOW = 10; // ranks per negative, as in sentence-transformers

  /** The choice of negatives from the range. */
  public enum Sampling {
    TOP,
    RANDOM
  }

  /** The treatment of a list with fewer negatives than requested. */
  public enum ShortLists {
    /** The list stays as it is. */
    KEEP,
    /** The list is dropped, and counted. */
    DROP,
    /** The list is filled with random items of the corpus that are not excluded. */
    FILL
  }

  public ListSelection {
    if (count < 1) {
      throw new RequestException("num-negatives must be at least 1; num-negatives=" + count);
    }
    if (rangeMin < 0 || rangeMax <= rangeMin) {
      throw new RequestException(
          "range-min must be at least 0 and less than range-max; range-min="
              + rangeMin
              + ", range-max="
              + rangeMax);
    }
    if (rangeMax != NO_RANGE_MAX && count > rangeMax - rangeMin) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "%d negatives do not fit into the %d ranks from range-min=%d to range-max=%d",
              count,
              rangeMax - rangeMin,
              rangeMin,
              rangeMax));
    }
  }

  /** Returns a selection of the nearest candidates that keeps all lists. */
  public static ListSelection top(int count) {
    return new ListSelection(count, 0, NO_RANGE_MAX, Sampling.TOP, ShortLists.KEEP, 42);
  }

  /** Returns a copy that skips another number of nearest candidates. */
  public ListSelection from(int rank) {
    return new ListSelection(count, rank, rangeMax, sampling, shortLists, seed);
  }

  /**
   * Returns the end of the considered ranks, exclusive.
   *
   * @param depth the number of candidates before the filters; {@link Integer#MAX_VALUE} for all
   */
  public int window(int depth) {
    long end =
        switch (sampling) {
          case TOP -> Math.min(rangeMax, (long) rangeMin + count);
          case RANDOM ->
              rangeMax == NO_RANGE_MAX && depth == Integer.MAX_VALUE
                  ? rangeMin + (long) RANDOM_WINDOW * count
                  : rangeMax;
        };
    return (int) Math.min(Math.min(end, depth), Integer.MAX_VALUE - 8);
  }

  /** Adds the options for the provenance, by the flags' names. */
  void describe(Map<String, Object> described) {
    described.put("num-negatives", count);
    described.put("range-min", rangeMin);
    described.put("range-max", rangeMax == NO_RANGE_MAX ? null : rangeMax);
    described.put("sampling", sampling.name().toLowerCase(Locale.ROOT));
    described.put("short", shortLists.name().toLowerCase(Locale.ROOT));
  }
}
