package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.LeftOut;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The items that are not candidates of a query, whatever their score: known positives, the query
 * itself, vetoed items, items of the same image and items with the same text.
 *
 * @param queries the queries
 * @param corpus the corpus
 * @param positives known positives
 * @param vetoes further excluded pairs
 * @param sameImage the items of each query's image, if they are excluded
 * @param captions the groups of items with the same text, if they are excluded
 */
public record Exclusions(
    CorpusItems queries,
    CorpusItems corpus,
    ItemPairs positives,
    ItemPairs vetoes,
    ItemPairs sameImage,
    Optional<CaptionGroups> captions) {

  /** Returns whether a query is also an item of the corpus. */
  public boolean hasSelf() {
    return queries.store() == corpus.store() && queries.side() == corpus.side();
  }

  /** Returns the exclusions of a query. */
  public QueryFacts of(int query) {
    Map<Integer, LeftOut> reasons = new TreeMap<>();
    int[] known = positives.of(query);
    put(reasons, known, LeftOut.POSITIVE);
    if (hasSelf()) {
      put(reasons, new int[] {corpus.ofRow(queries.row(query))}, LeftOut.SELF);
    }
    put(reasons, vetoes.of(query), LeftOut.VETO);
    put(reasons, sameImage.of(query), LeftOut.SAME_IMAGE);
    TreeSet<Integer> banned = new TreeSet<>();
    captions.ifPresent(groups -> ban(groups, query, known, reasons, banned));
    Map<LeftOut, Long> leftOut = new EnumMap<>(LeftOut.class);
    reasons.values().forEach(reason -> leftOut.merge(reason, 1L, Long::sum));
    captions.ifPresent(
        groups -> {
          long twins = twins(groups, reasons, banned);
          if (twins > 0) {
            leftOut.merge(LeftOut.SAME_CAPTION, twins, Long::sum);
          }
        });
    long out = leftOut.values().stream().mapToLong(Long::longValue).sum();
    return new QueryFacts(
        query,
        known,
        reasons.keySet().stream().mapToInt(Integer::intValue).toArray(),
        banned.stream().mapToInt(Integer::intValue).toArray(),
        corpus.count() - out,
        leftOut);
  }

  private static void put(Map<Integer, LeftOut> reasons, int[] items, LeftOut reason) {
    for (int item : items) {
      reasons.putIfAbsent(item, reason);
    }
  }

  /** Excludes items with the text of the query or of a positive. */
  private void ban(
      CaptionGroups groups,
      int query,
      int[] known,
      Map<Integer, LeftOut> reasons,
      TreeSet<Integer> banned) {
    queries
        .caption(query)
        .ifPresent(words -> ban(groups, CaptionGroups.hash(words), reasons, banned));
    for (int item : known) {
      ban(groups, groups.hashOf(item), reasons, banned);
    }
  }

  private static void ban(
      CaptionGroups groups, long words, Map<Integer, LeftOut> reasons, TreeSet<Integer> banned) {
    int[] same = groups.withWords(words);
    if (same.length == 1) {
      put(reasons, same, LeftOut.SAME_CAPTION);
    } else if (same.length > 1) {
      banned.add(groups.groupOf(same[0]));
    }
  }

  /** Returns the number of twins that are excluded only because of their text. */
  private long twins(CaptionGroups groups, Map<Integer, LeftOut> reasons, TreeSet<Integer> banned) {
    Map<Integer, Integer> excludedOf = new HashMap<>();
    for (int item : reasons.keySet()) {
      if (groups.groupOf(item) != CaptionGroups.SINGLE) {
        excludedOf.merge(groups.groupOf(item), 1, Integer::sum);
      }
    }
    // At first all items of every group except one count; groups that differ are corrected.
    long out = (long) corpus.count() - groups.singles() - groups.groups();
    TreeSet<Integer> touched = new TreeSet<>(banned);
    touched.addAll(excludedOf.keySet());
    for (int group : touched) {
      int left = groups.size(group) - excludedOf.getOrDefault(group, 0);
      out -= groups.size(group) - 1;
      out += banned.contains(group) ? left : Math.max(0, left - 1);
    }
    return out;
  }
}
