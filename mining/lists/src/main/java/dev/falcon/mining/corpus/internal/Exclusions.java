// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import static dev.falcon.mining.corpus.internal.same.CaptionGroups.SINGLE;

import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The items that are not candidates of a query, whatever their score: known positives, the query
 * itself, vetoed items, items of the same image and items with the same text. What is known of a
 * query holds for all queries with its text; it is found once and shared by them, so that the
 * positives of m queries with one text take the memory of m pairs.
 *
 * @param queries the queries
 * @param corpus the corpus
 * @param own the known positives of each query by itself
 * @param documents the items that are the query itself under its key, if texts do not show it
 * @param vetoed further excluded pairs
 * @param sameImage the items of each query's image, if they are excluded
 * @param texts the texts of queries and items
 * @param sameCaption whether items with a text of the query or of a positive are excluded
 * @param shared what queries with the same text share, by the first of them, as far as it was used
 */
public record Exclusions(
    CorpusItems queries,
    CorpusItems corpus,
    ItemPairs own,
    ItemPairs documents,
    ItemPairs vetoed,
    ItemPairs sameImage,
    KnownTexts texts,
    boolean sameCaption,
    Map<Integer, Shared> shared) {

  /**
   * The exclusions that queries with the same text share.
   *
   * @param facts the exclusions that hold for each of them
   * @param reasons the reason of each excluded item
   * @param selves the groups of items that are the queries themselves
   * @param vetoes the vetoed items, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Shared(
      QueryFacts facts, ExclusionReason[] reasons, Set<Integer> selves, int[] vetoes) {}

  /** Creates exclusions of which nothing has been used. */
  public Exclusions(
      CorpusItems queries,
      CorpusItems corpus,
      ItemPairs own,
      ItemPairs documents,
      ItemPairs vetoed,
      ItemPairs sameImage,
      KnownTexts texts,
      boolean sameCaption) {
    this(
        queries,
        corpus,
        own,
        documents,
        vetoed,
        sameImage,
        texts,
        sameCaption,
        new ConcurrentHashMap<>());
  }

  /** Returns the exclusions of some queries, which are numbered from 0. */
  Exclusions only(int[] some) {
    LongList known = new LongList();
    LongList selves = new LongList();
    LongList vetoes = new LongList();
    LongList images = new LongList();
    for (int x = 0; x < some.length; x++) {
      known.add(x, positives(some[x]));
      selves.add(x, documents.of(some[x]));
      vetoes.add(x, vetoes(some[x]));
      images.add(x, sameImage.of(some[x]));
    }
    return new Exclusions(
        queries.only(some),
        corpus,
        ItemPairs.of(some.length, known.toArray()),
        ItemPairs.of(some.length, selves.toArray()),
        ItemPairs.of(some.length, vetoes.toArray()),
        ItemPairs.of(some.length, images.toArray()),
        texts.only(some),
        sameCaption);
  }

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
    return ofText(query).map(all -> all.facts().positives()).orElseGet(() -> own.of(query));
  }

  /** Returns the vetoed items of a query and of those with its text, ascending. */
  public int[] vetoes(int query) {
    return ofText(query).map(Shared::vetoes).orElseGet(() -> vetoed.of(query));
  }

  /** Returns what a query shares; empty if no other query has its text. */
  private Optional<Shared> ofText(int query) {
    int[] first = texts.siblings(query).limit(2).toArray();
    return first.length == 1
        ? Optional.empty()
        : Optional.of(shared.computeIfAbsent(first[0], this::share));
  }

  private Shared share(int first) {
    int[] known = all(own, first);
    int[] vetoes = all(vetoed, first);
    SortedMap<Integer, ExclusionReason> reasons = new TreeMap<>();
    TreeSet<Integer> selves = new TreeSet<>();
    QueryFacts facts = facts(first, known, vetoes, new int[0], new int[0], reasons, selves);
    return new Shared(facts, reasons.values().toArray(ExclusionReason[]::new), selves, vetoes);
  }

  private int[] all(ItemPairs pairs, int first) {
    return texts
        .siblings(first)
        .flatMap(query -> Arrays.stream(pairs.of(query)))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Returns the exclusions of a query. */
  public QueryFacts of(int query) {
    IntStream.Builder self = IntStream.builder();
    if (hasSelf()) {
      self.add(corpus.ofRow(queries.row(query)));
    }
    Arrays.stream(documents.of(query)).forEach(self);
    int[] selves = self.build().toArray();
    int[] images = sameImage.of(query);
    Optional<Shared> all =
        ofText(query)
            .filter(known -> covers(known, selves, ExclusionReason.SELF))
            .filter(known -> covers(known, images, ExclusionReason.SAME_IMAGE));
    return all.isPresent()
        ? all.get().facts().of(query)
        : facts(
            query,
            positives(query),
            vetoes(query),
            selves,
            images,
            new TreeMap<>(),
            new TreeSet<>());
  }

  /**
   * Returns whether items are excluded for all queries of a text, for no later reason than this.
   */
  private boolean covers(Shared known, int[] items, ExclusionReason reason) {
    for (int item : items) {
      int at = Arrays.binarySearch(known.facts().excluded(), item);
      boolean covered =
          at >= 0
              ? known.reasons()[at].compareTo(reason) <= 0
              : known.selves().contains(texts.groupOf(item));
      if (!covered) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the exclusions of a query.
   *
   * @param self the items that are the query itself by their rows or keys
   * @param images the items of its image
   * @param reasons receives the items that are excluded one by one
   * @param selves receives the groups of items that are the query itself
   */
  private QueryFacts facts(
      int query,
      int[] known,
      int[] vetoes,
      int[] self,
      int[] images,
      SortedMap<Integer, ExclusionReason> reasons,
      TreeSet<Integer> selves) {
    put(reasons, known, ExclusionReason.POSITIVE);
    put(reasons, self, ExclusionReason.SELF);
    if (texts.alike()) {
      ban(texts.ofQuery(query), ExclusionReason.SELF, reasons, selves);
    }
    put(reasons, others(vetoes, selves), ExclusionReason.VETO);
    put(reasons, others(images, selves), ExclusionReason.SAME_IMAGE);
    TreeSet<Integer> banned = new TreeSet<>();
    if (sameCaption) {
      long[] words =
          LongStream.concat(
                  Arrays.stream(texts.ofQuery(query)),
                  Arrays.stream(known).mapToObj(texts::ofItem).flatMapToLong(Arrays::stream))
              .distinct()
              .toArray();
      ban(words, ExclusionReason.SAME_CAPTION, reasons, banned);
      banned.removeAll(selves);
    }
    Map<ExclusionReason, Long> leftOut = new EnumMap<>(ExclusionReason.class);
    reasons.values().forEach(reason -> leftOut.merge(reason, 1L, Long::sum));
    captions()
        .ifPresent(
            groups -> {
              Map<Integer, Integer> counted = countedOf(groups, reasons);
              add(leftOut, ExclusionReason.SELF, ofGroups(groups, selves, counted));
              long twins =
                  ofGroups(groups, banned, counted) + repeated(groups, selves, banned, counted);
              add(leftOut, ExclusionReason.SAME_CAPTION, twins);
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

  private static void put(
      Map<Integer, ExclusionReason> reasons, int[] items, ExclusionReason reason) {
    for (int item : items) {
      reasons.putIfAbsent(item, reason);
    }
  }

  /** Returns the items that are not in these groups. */
  private int[] others(int[] items, TreeSet<Integer> groups) {
    return Arrays.stream(items).filter(item -> !groups.contains(texts.groupOf(item))).toArray();
  }

  private static void add(Map<ExclusionReason, Long> leftOut, ExclusionReason reason, long count) {
    if (count > 0) {
      leftOut.merge(reason, count, Long::sum);
    }
  }

  /** Excludes the items with one of these texts: groups as a whole, others one by one. */
  private void ban(
      long[] words,
      ExclusionReason reason,
      Map<Integer, ExclusionReason> reasons,
      TreeSet<Integer> banned) {
    for (long each : words) {
      int group = texts.with(each).limit(1).map(texts::groupOf).findFirst().orElse(SINGLE);
      if (group == SINGLE) {
        texts.with(each).forEach(item -> reasons.putIfAbsent(item, reason));
      } else {
        banned.add(group);
      }
    }
  }

  /** Returns the number of items of each group that are excluded one by one. */
  private static Map<Integer, Integer> countedOf(
      CaptionGroups groups, Map<Integer, ExclusionReason> reasons) {
    Map<Integer, Integer> counted = new HashMap<>();
    for (int item : reasons.keySet()) {
      if (groups.groupOf(item) != SINGLE) {
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
