package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.LeftOut;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The items that are not candidates of a query, whatever their score: known positives, the query
 * itself, vetoed items, items of the same image and items with the same text. What is known of a
 * query holds for all queries with its text.
 *
 * @param queries the queries
 * @param corpus the corpus
 * @param own the known positives of each query by itself
 * @param documents the items that are the query itself under its key, if texts do not show it
 * @param vetoed further excluded pairs
 * @param sameImage the items of each query's image, if they are excluded
 * @param texts the texts of queries and items
 * @param sameCaption whether items with a text of the query or of a positive are excluded
 */
public record Exclusions(
    CorpusItems queries,
    CorpusItems corpus,
    ItemPairs own,
    ItemPairs documents,
    ItemPairs vetoed,
    ItemPairs sameImage,
    KnownTexts texts,
    boolean sameCaption) {

  /** Returns whether a query is also an item of the corpus. */
  public boolean hasSelf() {
    return queries.store() == corpus.store() && queries.side() == corpus.side();
  }

  /** Returns the groups of items of which only one may be listed. */
  public Optional<CaptionGroups> captions() {
    return texts.groups();
  }

  /** Returns the known positives of a query and of those with its text, ascending. */
  public int[] positives(int query) {
    return ofText(own, query);
  }

  /** Returns the vetoed items of a query and of those with its text, ascending. */
  public int[] vetoes(int query) {
    return ofText(vetoed, query);
  }

  private int[] ofText(ItemPairs pairs, int query) {
    int[] siblings = texts.siblings(query);
    return siblings.length == 1
        ? pairs.of(query)
        : Arrays.stream(siblings)
            .flatMap(q -> Arrays.stream(pairs.of(q)))
            .sorted()
            .distinct()
            .toArray();
  }

  /** Returns the exclusions of a query. */
  public QueryFacts of(int query) {
    Map<Integer, LeftOut> reasons = new TreeMap<>();
    int[] known = positives(query);
    put(reasons, known, LeftOut.POSITIVE);
    if (hasSelf()) {
      put(reasons, new int[] {corpus.ofRow(queries.row(query))}, LeftOut.SELF);
    }
    put(reasons, documents.of(query), LeftOut.SELF);
    TreeSet<Integer> selves = new TreeSet<>();
    if (texts.alike()) {
      ban(texts.ofQuery(query), LeftOut.SELF, reasons, selves);
    }
    put(reasons, others(vetoes(query), selves), LeftOut.VETO);
    put(reasons, others(sameImage.of(query), selves), LeftOut.SAME_IMAGE);
    TreeSet<Integer> banned = new TreeSet<>();
    if (sameCaption) {
      ban(texts.ofQuery(query), LeftOut.SAME_CAPTION, reasons, banned);
      for (int item : known) {
        ban(texts.ofItem(item), LeftOut.SAME_CAPTION, reasons, banned);
      }
      banned.removeAll(selves);
    }
    Map<LeftOut, Long> leftOut = new EnumMap<>(LeftOut.class);
    reasons.values().forEach(reason -> leftOut.merge(reason, 1L, Long::sum));
    captions()
        .ifPresent(
            groups -> {
              Map<Integer, Integer> counted = countedOf(groups, reasons);
              add(leftOut, LeftOut.SELF, ofGroups(groups, selves, counted));
              long twins =
                  ofGroups(groups, banned, counted) + repeated(groups, selves, banned, counted);
              add(leftOut, LeftOut.SAME_CAPTION, twins);
            });
    banned.addAll(selves);
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

  /** Returns the items that are not in these groups. */
  private int[] others(int[] items, TreeSet<Integer> groups) {
    return Arrays.stream(items).filter(item -> !groups.contains(texts.groupOf(item))).toArray();
  }

  private static void add(Map<LeftOut, Long> leftOut, LeftOut reason, long count) {
    if (count > 0) {
      leftOut.merge(reason, count, Long::sum);
    }
  }

  /** Excludes the items with one of these texts: groups as a whole, others one by one. */
  private void ban(
      long[] words, LeftOut reason, Map<Integer, LeftOut> reasons, TreeSet<Integer> banned) {
    for (long each : words) {
      for (int item : texts.with(each)) {
        if (texts.groupOf(item) == CaptionGroups.SINGLE) {
          reasons.putIfAbsent(item, reason);
        } else {
          banned.add(texts.groupOf(item));
          break; // all of them are one group
        }
      }
    }
  }

  /** Returns the number of items of each group that are excluded one by one. */
  private static Map<Integer, Integer> countedOf(
      CaptionGroups groups, Map<Integer, LeftOut> reasons) {
    Map<Integer, Integer> counted = new HashMap<>();
    for (int item : reasons.keySet()) {
      if (groups.groupOf(item) != CaptionGroups.SINGLE) {
        counted.merge(groups.groupOf(item), 1, Integer::sum);
      }
    }
    return counted;
  }

  /** Returns the number of items that are excluded only with their groups. */
  private static long ofGroups(
      CaptionGroups groups, TreeSet<Integer> banned, Map<Integer, Integer> counted) {
    return banned.stream()
        .mapToLong(group -> groups.size(group) - counted.getOrDefault(group, 0))
        .sum();
  }

  /** Returns the number of items that are excluded since a nearer one has their text. */
  private long repeated(
      CaptionGroups groups,
      TreeSet<Integer> selves,
      TreeSet<Integer> banned,
      Map<Integer, Integer> counted) {
    // At first all items of every group except one count; groups that differ are corrected.
    long out = (long) corpus.count() - groups.singles() - groups.groups();
    for (TreeSet<Integer> excluded : List.of(selves, banned)) {
      for (int group : excluded) {
        out -= groups.size(group) - 1;
      }
    }
    for (Map.Entry<Integer, Integer> group : counted.entrySet()) {
      if (!selves.contains(group.getKey()) && !banned.contains(group.getKey())) {
        int left = groups.size(group.getKey()) - group.getValue();
        out -= groups.size(group.getKey()) - 1;
        out += Math.max(0, left - 1);
      }
    }
    return out;
  }
}
