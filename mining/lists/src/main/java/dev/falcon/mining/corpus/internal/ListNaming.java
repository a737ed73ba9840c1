// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import dev.falcon.mining.corpus.WithheldShare;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Resolves the items of lists, fills or drops short lists, passes lists to the output, and counts.
 */
public final class ListNaming {
  private static final String FILL = "fill";

  private final PreparedRequest prepared;
  private final ListChoice choice;
  private final ListSelection selection;
  private final ListOutput.Sink sink;
  private final ExclusionCounts reasons = new ExclusionCounts();
  private long lists;
  private long rows;
  private long negatives;
  private long filled;
  private long shortLists;
  private long emptyLists;
  private long dropped;
  private long unplaced;
  private long withoutPositives;
  private long positives;
  private double positiveSum;
  private double negativeSum;
  private long compared;
  private long nearer;
  private int lastQuery = CorpusItems.NONE;

  ListNaming(PreparedRequest prepared, ListChoice choice, ListOutput.Sink sink) {
    this.prepared = prepared;
    this.choice = choice;
    this.selection = choice.selection();
    this.sink = sink;
  }

  /** Counts the candidates that a search excluded. */
  void leftOut(Map<ExclusionReason, Long> counts) {
    reasons.add(counts);
  }

  /** Makes the lists of a search's results. */
  void accept(QueryCandidates found) {
    if (found.query() != lastQuery) {
      withoutPositives += found.positives().length == 0 ? 1 : 0;
      lastQuery = found.query();
    }
    for (ChosenNegatives chosen : choice.of(found, reasons)) {
      ChosenNegatives list = own(found.query(), chosen);
      if (list.positives().length == 0 && chosen.positives().length > 0) {
        continue; // this positive is listed with the query that names it
      }
      boolean few = list.items().length < selection.count();
      shortLists += few ? 1 : 0;
      emptyLists += list.items().length == 0 ? 1 : 0;
      if (few && selection.shortLists() == ShortLists.DROP) {
        dropped++;
        continue;
      }
      boolean fills = few && selection.shortLists() == ShortLists.FILL;
      write(found.query(), fills ? filled(found.query(), list) : list);
    }
  }

  /**
   * Returns a list without the positives that only other queries with its text name, which list
   * them; all remain if it names none itself.
   */
  private ChosenNegatives own(int query, ChosenNegatives list) {
    int[] named = prepared.exclusions().own().of(query);
    int[] kept =
        IntStream.range(0, list.positives().length)
            .filter(x -> Arrays.binarySearch(named, list.positives()[x]) >= 0)
            .toArray();
    return named.length == 0 || kept.length == list.positives().length
        ? list
        : list.withPositives(kept);
  }

  private void write(int query, ChosenNegatives list) {
    long made =
        sink.append(
            new MinedList(
                named(prepared.exclusions().queries(), query, 1, Float.NaN, ChosenNegatives.DRAWN),
                positives(list),
                negatives(list),
                list.bound()));
    if (made == 0) {
      unplaced++;
      return;
    }
    lists++;
    rows += made;
    negatives += list.items().length;
    float least = Float.POSITIVE_INFINITY;
    for (float cosine : list.positiveCosines()) {
      positives++;
      positiveSum += cosine;
      least = Math.min(least, cosine);
    }
    for (float cosine : list.cosines()) {
      negativeSum += cosine;
      compared += list.positives().length > 0 ? 1 : 0;
      nearer += cosine > least ? 1 : 0;
    }
  }

  private List<ListedItem> positives(ChosenNegatives list) {
    List<ListedItem> named = new ArrayList<>(list.positives().length);
    for (int x = 0; x < list.positives().length; x++) {
      named.add(
          named(
              prepared.exclusions().corpus(),
              list.positives()[x],
              list.positiveCosines()[x],
              list.positiveJudged()[x],
              ChosenNegatives.DRAWN));
    }
    return named;
  }

  private List<ListedItem> negatives(ChosenNegatives list) {
    List<ListedItem> named = new ArrayList<>(list.items().length);
    for (int x = 0; x < list.items().length; x++) {
      named.add(
          named(
              prepared.exclusions().corpus(),
              list.items()[x],
              list.cosines()[x],
              list.judged()[x],
              list.ranks()[x]));
    }
    return named;
  }

  static ListedItem named(CorpusItems items, int item, float cosine, float judged, int rank) {
    return new ListedItem(
        items.row(item),
        items.key(item),
        items.caption(item),
        cosine,
        judged,
        rank == ChosenNegatives.DRAWN ? OptionalInt.empty() : OptionalInt.of(rank));
  }

  /**
   * Returns the list with added random items, which are neither excluded nor in the list. If equal
   * texts are excluded, their texts differ from those of the list and of each other.
   */
  private ChosenNegatives filled(int query, ChosenNegatives list) {
    Exclusions exclusions = prepared.exclusions();
    QueryFacts facts = exclusions.of(query);
    CorpusItems corpus = exclusions.corpus();
    Set<Integer> taken = new HashSet<>();
    Arrays.stream(list.items()).forEach(taken::add);
    int free = corpus.count() - facts.excluded().length;
    Set<Integer> groups = new HashSet<>();
    Arrays.stream(facts.bannedGroups()).forEach(groups::add);
    Arrays.stream(list.items()).forEach(item -> groups.add(exclusions.texts().groupOf(item)));
    groups.remove(CaptionGroups.SINGLE);
    RandomStream random = RandomStream.of(selection.seed(), FILL, exclusions.queries().row(query));
    int[] items = Arrays.copyOf(list.items(), selection.count());
    int count = list.items().length;
    while (count < items.length && taken.size() < free) {
      int item = random.nextInt(corpus.count());
      int group = exclusions.texts().groupOf(item);
      boolean excluded = Arrays.binarySearch(facts.excluded(), item) >= 0;
      if (!excluded && taken.add(item) && (group == CaptionGroups.SINGLE || groups.add(group))) {
        items[count++] = item;
      }
    }
    items = Arrays.copyOf(items, count);
    filled += count - list.items().length;
    float[] cosines = Arrays.copyOf(list.cosines(), count);
    float[] judged = Arrays.copyOf(list.judged(), count);
    int[] ranks = Arrays.copyOf(list.ranks(), count);
    int[] drawn = Arrays.copyOfRange(items, list.items().length, count);
    float[] own =
        PairCosines.of(exclusions.queries().read(new int[] {query}), new int[][] {drawn}, corpus)[
            0];
    System.arraycopy(own, 0, cosines, list.items().length, own.length);
    Arrays.fill(judged, list.items().length, count, Float.NaN);
    Arrays.fill(ranks, list.items().length, count, ChosenNegatives.DRAWN);
    return new ChosenNegatives(
        list.positives(),
        list.positiveCosines(),
        list.positiveJudged(),
        items,
        cosines,
        judged,
        ranks,
        list.bound());
  }

  /**
   * Returns the statistics of the lists.
   *
   * @param measured the measured share of false negatives
   */
  CorpusSummary summary(WithheldShare measured) {
    Map<String, Long> leftOut = new LinkedHashMap<>();
    new TreeMap<>(reasons.counts()).forEach((reason, count) -> leftOut.put(reason.label(), count));
    return new CorpusSummary(
        prepared.exclusions().queries().count(),
        prepared.exclusions().corpus().count(),
        lists,
        rows,
        negatives,
        filled,
        shortLists,
        emptyLists,
        dropped,
        unplaced,
        withoutPositives,
        prepared.unknownPositives(),
        prepared.selfPositives(),
        prepared.unknownVetoes(),
        positiveSum / positives,
        negativeSum / negatives,
        nearer / (double) compared,
        prepared.rejects().size(),
        measured,
        Optional.empty(),
        0,
        0,
        leftOut);
  }
}
