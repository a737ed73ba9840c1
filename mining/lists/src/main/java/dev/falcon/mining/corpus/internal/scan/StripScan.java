// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.QueryFacts;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the k nearest items, within bounds, of each query of a strip. Columns may come in any order
 * and in any number of pieces, since whole keys are compared: first the score, then the item.
 *
 * <p>A row of a block whose values are all outside (least of the k best so far, bound] costs one
 * pass over registers. If bounds exclude candidates, those beyond them are counted.
 *
 * <p>Of items with the same text, the twins, only the nearest counts.
 *
 * <p>Memory: {@link NearestItems} per query, the vectors, and one block.
 */
final class StripScan {
  private static final int BLOCK = CrossKernel.BLOCK;
  private static final int NO_GROUP = -1;
  private static final int FEW = 8; // at most as many are compared one by one

  private final CrossKernel kernel;
  private final List<Asker> askers;
  private final Optional<CaptionGroups> captions;
  private final int k;
  private final float maxScore;
  private final float belowMin; // the greatest float that is too small
  private final boolean counting;
  private final int[][] excluded; // ascending
  private final float[] low; // exclusive
  private final float[] high; // inclusive
  private final NearestItems[] nearest;
  private final long[] overBound;
  private final long[] overHigh;
  private final long[] aboveMin;
  // The group of twins that each asker saw last, and its nearest item so far.
  private final int[] openGroup;
  private final float[] openScore;
  private final int[] openItem;
  private final int[] hits = new int[BLOCK]; // columns of a block's row within bounds

  /**
   * A row of the scan: a query with a bound. There is one per query or, if every positive has its
   * own bound, one per positive.
   *
   * @param facts the exclusions of the query
   * @param positive the positive to which the list belongs; {@link CorpusItems#NONE} for all
   * @param bound the greatest score that the margin leaves
   */
  record Asker(QueryFacts facts, int positive, float bound) {}

  /**
   * Some askers as rows of products.
   *
   * @param packed their vectors, one entry per vector of a query
   * @param askers their numbers, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Rows(CrossKernel.Packed[] packed, int[] askers) {}

  /**
   * Bounds common to all queries of a strip.
   *
   * @param k the number of items to keep, at least 1
   */
  record Limits(int k, float maxScore, float minScore) {}

  StripScan(
      CrossKernel kernel, List<Asker> askers, Optional<CaptionGroups> captions, Limits limits) {
    this.kernel = kernel;
    this.askers = askers;
    this.captions = captions;
    this.k = limits.k();
    this.maxScore = limits.maxScore();
    this.belowMin = Math.nextDown(limits.minScore()) + 0f;
    int count = askers.size();
    this.excluded = new int[count][];
    this.low = new float[count];
    this.high = new float[count];
    this.nearest = new NearestItems[count];
    this.overBound = new long[count];
    this.overHigh = new long[count];
    this.aboveMin = new long[count];
    this.openGroup = new int[count];
    this.openScore = new float[count];
    this.openItem = new int[count];
    Arrays.fill(low, belowMin);
    Arrays.fill(openGroup, NO_GROUP);
    Arrays.fill(openItem, CorpusItems.NONE);
    boolean bounded = limits.minScore() > Float.NEGATIVE_INFINITY;
    for (int r = 0; r < count; r++) {
      excluded[r] = askers.get(r).facts().excluded();
      high[r] = Math.min(askers.get(r).bound(), maxScore);
      bounded |= high[r] < Float.POSITIVE_INFINITY;
    }
    this.counting = bounded;
  }

  /** Scans a piece of the corpus for some askers. */
  void scan(Rows rows, PackedCorpus.Piece piece, float[] block, float[] other) {
    int blocks = (piece.items().length + BLOCK - 1) / BLOCK;
    int rowBlocks = (rows.askers().length + BLOCK - 1) / BLOCK;
    for (int column = 0; column < blocks; column++) {
      for (int row = 0; row < rowBlocks; row++) {
        product(rows.packed(), row, piece.vectors(), column, block, other);
        if (piece.twins()) {
          lookAtTwins(rows.askers(), row * BLOCK, piece.items(), column * BLOCK, block);
        } else {
          look(rows.askers(), row * BLOCK, piece.items(), column * BLOCK, block);
        }
      }
    }
  }

  /** Computes the products of one block; if an item has several vectors, the highest. */
  private void product(
      CrossKernel.Packed[] rows,
      int row,
      CrossKernel.Packed[] columns,
      int column,
      float[] block,
      float[] other) {
    kernel.product(rows[0], row, columns[0], column, block);
    for (int n = 0; n < rows.length; n++) {
      for (int m = n == 0 ? 1 : 0; m < columns.length; m++) {
        kernel.product(rows[n], row, columns[m], column, other);
        for (int x = 0; x < BLOCK * BLOCK; x++) {
          block[x] = Math.max(block[x], other[x]);
        }
      }
    }
  }

  private void look(int[] rows, int firstRow, int[] items, int firstColumn, float[] block) {
    int columns = Math.min(BLOCK, items.length - firstColumn);
    int end = Math.min(rows.length, firstRow + BLOCK);
    for (int x = firstRow; x < end; x++) {
      lookAtRow(rows[x], items, firstColumn, columns, block, (x - firstRow) * BLOCK);
    }
  }

  private void lookAtRow(int r, int[] items, int firstColumn, int columns, float[] block, int at) {
    if (counting) {
      count(r, block, at, columns);
    }
    int found = kernel.within(block, at, low[r], high[r], hits);
    for (int h = 0; h < found; h++) {
      int column = hits[h];
      float score = block[at + column];
      // A block may end after the items, and the limit rises as items enter.
      if (column < columns && score > low[r]) {
        offer(r, score + 0f, items[firstColumn + column]);
      }
    }
  }

  /**
   * Scans a piece of single items for one row only.
   *
   * @param rows all askers
   */
  void scanRow(Rows rows, int r, PackedCorpus.Piece piece, float[] block, float[] other) {
    int blocks = (piece.items().length + BLOCK - 1) / BLOCK;
    for (int column = 0; column < blocks; column++) {
      product(rows.packed(), r / BLOCK, piece.vectors(), column, block, other);
      int columns = Math.min(BLOCK, piece.items().length - column * BLOCK);
      lookAtRow(r, piece.items(), column * BLOCK, columns, block, r % BLOCK * BLOCK);
    }
  }

  /** Returns the number of rows. */
  int rows() {
    return askers.size();
  }

  /** Returns the number of items kept per row. */
  int k() {
    return k;
  }

  /** Returns whether items beyond bounds are counted. */
  boolean isCounting() {
    return counting;
  }

  /** Returns the exclusive lower limit of a row's candidates. */
  float low(int r) {
    return low[r];
  }

  /** Returns the inclusive upper limit of a row's candidates. */
  float high(int r) {
    return high[r];
  }

  /** Returns whether an item is excluded for a row. */
  boolean isExcluded(int r, int item) {
    return contains(excluded[r], item);
  }

  /** Takes the canonical score of a single item. */
  void take(int r, float score, int item) {
    if (score > low[r] && score <= high[r]) {
      offer(r, score, item);
    }
  }

  /**
   * Returns the values above which a row's items are counted: the bound, and the greatest and the
   * least score; +∞ if there is no such limit.
   */
  float[] countedAbove(int r) {
    float bound = askers.get(r).bound();
    return new float[] {
      bound,
      maxScore < bound ? maxScore : Float.POSITIVE_INFINITY,
      belowMin > Float.NEGATIVE_INFINITY ? belowMin : Float.POSITIVE_INFINITY
    };
  }

  /** Adds the numbers of single items that exceed the values of {@link #countedAbove}. */
  void addCounts(int r, long overTheBound, long overTheMost, long overTheLeast) {
    overBound[r] += overTheBound;
    overHigh[r] += overTheMost;
    aboveMin[r] += overTheLeast;
  }

  private void count(int r, float[] block, int at, int columns) {
    float bound = askers.get(r).bound();
    if (bound < Float.POSITIVE_INFINITY) {
      overBound[r] += kernel.countAbove(block, at, columns, bound);
    }
    if (maxScore < bound) {
      overHigh[r] += kernel.countAbove(block, at, columns, maxScore);
    }
    if (belowMin > Float.NEGATIVE_INFINITY) {
      aboveMin[r] += kernel.countAbove(block, at, columns, belowMin);
    }
  }

  /** Adds a score to the counts, or subtracts it if the sign is -1. */
  private void count(int r, float score, int sign) {
    float bound = askers.get(r).bound();
    overBound[r] += score > bound ? sign : 0;
    overHigh[r] += maxScore < bound && score > maxScore ? sign : 0;
    aboveMin[r] += belowMin > Float.NEGATIVE_INFINITY && score > belowMin ? sign : 0;
  }

  /** Subtracts an excluded item from the counts. */
  void uncount(int r, int item, float score) {
    if (captions.isEmpty() || captions.get().groupOf(item) == CaptionGroups.SINGLE) {
      count(r, score, -1);
    }
  }

  private void lookAtTwins(int[] rows, int firstRow, int[] items, int firstColumn, float[] block) {
    CaptionGroups groups = captions.orElseThrow();
    int columns = Math.min(BLOCK, items.length - firstColumn);
    int end = Math.min(rows.length, firstRow + BLOCK);
    for (int j = 0; j < columns; j++) {
      int item = items[firstColumn + j];
      int group = groups.groupOf(item);
      for (int x = firstRow; x < end; x++) {
        int r = rows[x];
        if (openGroup[r] != group) {
          endGroup(r);
          openGroup[r] = group;
        }
        float score = block[(x - firstRow) * BLOCK + j];
        // A group's items ascend, so that of equal scores the lower item stays.
        boolean nearer = openItem[r] == CorpusItems.NONE || score > openScore[r];
        if (nearer && !contains(excluded[r], item)) {
          openScore[r] = score;
          openItem[r] = item;
        }
      }
    }
  }

  private void endGroup(int r) {
    if (openItem[r] != CorpusItems.NONE
        && !contains(askers.get(r).facts().bannedGroups(), openGroup[r])) {
      float score = openScore[r] + 0f;
      count(r, score, 1);
      if (score > low[r] && score <= high[r]) {
        offer(r, score, openItem[r]);
      }
    }
    openItem[r] = CorpusItems.NONE;
  }

  private static boolean contains(int[] sorted, int value) {
    if (sorted.length > FEW) {
      return Arrays.binarySearch(sorted, value) >= 0;
    }
    boolean found = false;
    for (int each : sorted) {
      found |= each == value;
    }
    return found;
  }

  private void offer(int r, float score, int item) {
    if (contains(excluded[r], item)) {
      return;
    }
    if (nearest[r] == null) {
      nearest[r] = new NearestItems(kernel, k);
    }
    low[r] = nearest[r].add(score, item, low[r]);
  }

  /** Ends the scan by counting the last group of twins. */
  void end() {
    for (int r = 0; r < askers.size(); r++) {
      endGroup(r);
    }
  }

  /**
   * Returns the keys of a row's nearest items, the nearest first; to be called after {@link #end}.
   */
  long[] best(int r) {
    return nearest[r] == null ? new long[0] : nearest[r].best();
  }

  /** Returns the number of candidates above the margin's bound. */
  long overMargin(int r) {
    return overBound[r];
  }

  /** Returns the number of candidates within the margin's bound and above the greatest score. */
  long overMax(int r) {
    return maxScore < askers.get(r).bound() ? overHigh[r] - overBound[r] : 0;
  }

  /** Returns the number of candidates below the least score that no upper bound excludes. */
  long underMin(int r) {
    if (belowMin == Float.NEGATIVE_INFINITY) {
      return 0;
    }
    long within = askers.get(r).facts().candidates() - overMargin(r) - overMax(r);
    boolean minAboveHigh = belowMin >= high[r];
    return minAboveHigh ? within : askers.get(r).facts().candidates() - aboveMin[r];
  }
}
