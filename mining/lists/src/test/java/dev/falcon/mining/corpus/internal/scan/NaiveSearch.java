// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.Kernel;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.ItemPairs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The definition of a search, one whole row of cosines at a time. */
final class NaiveSearch {
  private final CorpusItems queries;
  private final CorpusItems corpus;
  private final float[][] left;
  private final float[][] right;
  private final ItemPairs positives;
  private final ItemPairs vetoes;
  private final boolean sameCaption;
  private final boolean words;
  private final boolean self;
  final Map<ExclusionReason, Long> leftOut = new TreeMap<>();
  final List<String> lists = new ArrayList<>();

  NaiveSearch(Exclusions exclusions) {
    this.queries = exclusions.queries();
    this.corpus = exclusions.corpus();
    this.left = all(queries);
    this.right = all(corpus);
    this.positives = exclusions.own();
    this.vetoes = exclusions.vetoed();
    this.sameCaption = exclusions.sameCaption();
    this.words = exclusions.texts().alike();
    this.self = exclusions.hasSelf();
  }

  private static float[][] all(CorpusItems items) {
    return items.read(IntStream.range(0, items.count()).toArray());
  }

  private float cosine(int query, int item) {
    float highest = Float.NEGATIVE_INFINITY;
    for (float[] a : left) {
      for (float[] b : right) {
        highest = Math.max(highest, Kernel.cosine(a, b, corpus.store().dimension(), query, item));
      }
    }
    return highest + 0f;
  }

  /** Searches for all queries. */
  void search(ListFilters filters, int k, boolean deep) {
    for (int query = 0; query < queries.count(); query++) {
      search(query, filters, k, deep);
    }
  }

  private void search(int query, ListFilters filters, int k, boolean deep) {
    float[] row = new float[corpus.count()];
    for (int item = 0; item < row.length; item++) {
      row[item] = cosine(query, item);
    }
    Set<Integer> known = new HashSet<>();
    Set<String> texts = new HashSet<>();
    Set<Integer> vetoed = new HashSet<>();
    for (int other : siblings(query)) {
      for (int item : positives.of(other)) {
        known.add(item);
        corpus.caption(item).ifPresent(texts::add);
      }
      for (int item : vetoes.of(other)) {
        vetoed.add(item);
      }
    }
    String asked = words ? queries.caption(query).orElseThrow() : "";
    List<Integer> left = new ArrayList<>();
    List<Integer> order =
        IntStream.range(0, row.length)
            .boxed()
            .sorted(Comparator.comparing((Integer d) -> -row[d]).thenComparing(d -> d))
            .toList();
    for (int item : order) {
      if (known.contains(item)) {
        out(ExclusionReason.POSITIVE);
      } else if ((self && item == query)
          || (words && asked.equals(corpus.caption(item).orElseThrow()))) {
        out(ExclusionReason.SELF);
      } else if (vetoed.contains(item)) {
        out(ExclusionReason.VETO);
      } else if (sameCaption && texts.contains(corpus.caption(item).orElse(""))) {
        out(ExclusionReason.SAME_CAPTION);
      } else {
        left.add(item);
        corpus.caption(item).filter(text -> sameCaption).ifPresent(texts::add);
      }
    }
    List<Integer> own = known.isEmpty() ? List.of() : new ArrayList<>(known);
    if (filters.each() && !own.isEmpty()) {
      own.stream().sorted().forEach(p -> list(query, row, left, List.of(p), filters, k, deep));
    } else {
      list(query, row, left, own, filters, k, deep);
    }
  }

  /** Returns the queries with a query's text, if texts are known. */
  private int[] siblings(int query) {
    return words
        ? IntStream.range(0, queries.count())
            .filter(other -> queries.caption(other).equals(queries.caption(query)))
            .toArray()
        : new int[] {query};
  }

  private void list(
      int query,
      float[] row,
      List<Integer> left,
      List<Integer> own,
      ListFilters filters,
      int k,
      boolean deep) {
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    for (int p : own) {
      least = Math.min(least, row[p]);
      most = Math.max(most, row[p]);
    }
    float bound = own.isEmpty() ? Float.POSITIVE_INFINITY : filters.bound(least, most);
    StringBuilder text = new StringBuilder(query + ":");
    int taken = 0;
    for (int item : left) {
      if (row[item] > bound) {
        out(ExclusionReason.MARGIN);
      } else if (row[item] > filters.maxScore()) {
        out(ExclusionReason.MAX_SCORE);
      } else if (row[item] < filters.minScore()) {
        out(ExclusionReason.MIN_SCORE);
      } else if (taken < k) {
        text.append(' ').append(item).append('=').append(Float.floatToRawIntBits(row[item]));
        taken++;
      } else if (deep) {
        out(ExclusionReason.DEPTH);
      }
    }
    lists.add(text.toString());
  }

  private void out(ExclusionReason reason) {
    leftOut.merge(reason, 1L, Long::sum);
  }
}
