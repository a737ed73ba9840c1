// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.report.Histogram;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Statistics of lists for their page.
 *
 * <p>Memory: a few hundred numbers, and the pairs that are shown.
 */
final class ListCounts {
  private static final int MOST_HARDEST = 12;
  private static final int MOST_PLACES = 10;
  private static final Comparator<Pair> HARDEST =
      Comparator.comparingDouble((Pair pair) -> -pair.negative().cosine())
          .thenComparingLong(pair -> pair.query().row())
          .thenComparingLong(pair -> pair.negative().row());

  private final Histogram cosines = new Histogram(-1, 1, "positives", "negatives");
  private final long[] counts = new long[MOST_PLACES];
  private final double[] sums = new double[MOST_PLACES];
  private final long[] compared = new long[MOST_PLACES];
  private final long[] nearer = new long[MOST_PLACES];
  private final TreeSet<Pair> hardest = new TreeSet<>(HARDEST);
  private final Set<List<String>> shown = new HashSet<>();

  /** A query, a negative of its list, and its positives. */
  record Pair(ListedItem query, ListedItem negative, List<ListedItem> positives) {
    /** Returns both keys in ascending order, so that a pair found from both sides is one pair. */
    private List<String> identity() {
      return List.of(query.key(), negative.key()).stream().sorted().toList();
    }
  }

  /** Counts a list. */
  void add(MinedList list) {
    double least = Double.POSITIVE_INFINITY;
    for (ListedItem positive : list.positives()) {
      cosines.add("positives", positive.cosine());
      least = Math.min(least, positive.cosine());
    }
    for (int place = 0; place < list.negatives().size(); place++) {
      ListedItem negative = list.negatives().get(place);
      cosines.add("negatives", negative.cosine());
      if (place < MOST_PLACES) {
        counts[place]++;
        sums[place] += negative.cosine();
        compared[place] += list.positives().isEmpty() ? 0 : 1;
        nearer[place] += negative.cosine() > least ? 1 : 0;
      }
      show(new Pair(list.query(), negative, list.positives()));
    }
  }

  private void show(Pair pair) {
    boolean better = hardest.size() < MOST_HARDEST || HARDEST.compare(pair, hardest.last()) < 0;
    if (better && shown.add(pair.identity())) {
      hardest.add(pair);
      if (hardest.size() > MOST_HARDEST) {
        shown.remove(hardest.pollLast().identity());
      }
    }
  }

  /** Returns the cosines of the positives and of the negatives. */
  Histogram cosines() {
    return cosines;
  }

  /**
   * Returns, for each place in a list, its number, the number of its negatives, their mean cosine,
   * and the share of them that is nearer than the positive.
   */
  List<List<String>> places() {
    List<List<String>> rows = new ArrayList<>();
    for (int place = 0; place < MOST_PLACES && counts[place] > 0; place++) {
      rows.add(
          List.of(
              Integer.toString(place + 1),
              String.format(Locale.ROOT, "%,d", counts[place]),
              String.format(Locale.ROOT, "%.3f", sums[place] / counts[place]),
              compared[place] == 0
                  ? "none"
                  : String.format(
                      Locale.ROOT, "%.1f %%", 100.0 * nearer[place] / compared[place])));
    }
    return rows;
  }

  /** Returns the most similar pairs, each once. */
  List<Pair> hardest() {
    return List.copyOf(hardest);
  }
}
