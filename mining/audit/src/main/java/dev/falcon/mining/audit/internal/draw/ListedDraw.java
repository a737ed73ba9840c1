// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.internal.draw.AuditPairs.Sampled;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.ListedAt;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.Stratum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Draws from a list of pairs. */
final class ListedDraw {
  private static final Comparator<ListedAt> NUMBERED =
      Comparator.comparingInt((ListedAt at) -> Integer.parseInt(at.rank().split("[-+]", 2)[0]))
          .thenComparing(ListedAt::score)
          .thenComparing(ListedAt::nearer);

  private ListedDraw() {}

  /**
   * Adds a stratum of the list's pairs, without those of a sample with its own caption.
   *
   * @param count the maximum number of pairs to draw
   */
  public static void add(
      LabelledPairs list,
      PairKind kind,
      Items items,
      long seed,
      long count,
      List<Stratum> strata,
      AuditPairs pairs) {
    add(negatives(list), kind, null, null, items, seed, count, strata, pairs);
  }

  private static long[] negatives(LabelledPairs list) {
    long[] all = list.negatives();
    if (all.length == 0) {
      throw new FalconException(
          list.file()
              + ": lists no pair but samples with their own "
              + (list.ofPictures() ? "second image" : "caption"));
    }
    return all;
  }

  /**
   * Adds all pairs to calibrate on: a stratum for each kind that is known of some pairs, and one
   * for the others.
   */
  public static void addCalibration(
      LabelledPairs list, Items items, long seed, List<Stratum> strata, AuditPairs pairs) {
    Map<PairKind, long[]> ofKind = kinds(list, items, strata, pairs);
    Set<Long> named = new HashSet<>();
    ofKind.forEach(
        (kind, listed) -> {
          Arrays.stream(listed).forEach(named::add);
          add(
              listed,
              /* kind= */ PairKind.CALIBRATION,
              /* calibrates= */ kind,
              /* listed= */ null,
              items,
              seed,
              Integer.MAX_VALUE,
              strata,
              pairs);
        });
    long[] others = Arrays.stream(negatives(list)).filter(pair -> !named.contains(pair)).toArray();
    if (others.length > 0) {
      add(others, PairKind.CALIBRATION, null, null, items, seed, Integer.MAX_VALUE, strata, pairs);
    }
  }

  /**
   * Returns the list's pairs by kind. The kind is the one that the list names; if it names none and
   * several kinds are audited, it is every kind as which the pair was drawn.
   */
  private static Map<PairKind, long[]> kinds(
      LabelledPairs list, Items items, List<Stratum> strata, AuditPairs pairs) {
    Map<PairKind, long[]> named = list.negativesOfKind();
    if (strata.stream().map(Stratum::kind).distinct().count() < 2) {
      return named;
    }
    Set<Long> known = new HashSet<>();
    Map<PairKind, LongStream.Builder> builders = new EnumMap<>(PairKind.class);
    named.forEach(
        (kind, listed) -> {
          LongStream.Builder builder = LongStream.builder();
          Arrays.stream(listed).peek(known::add).forEach(builder::add);
          builders.put(kind, builder);
        });
    for (AuditPair pair : pairs) {
      long listed = list.listed(items.sample(pair.image()), pair.text());
      if (listed >= 0
          && !known.contains(listed)
          && items.sample(pair.image()) != items.sample(pair.text())) {
        builders
            .computeIfAbsent(strata.get(pair.stratum()).kind(), kind -> LongStream.builder())
            .add(listed);
      }
    }
    Map<PairKind, long[]> kinds = new EnumMap<>(PairKind.class);
    builders.forEach(
        (kind, listed) -> kinds.put(kind, listed.build().sorted().distinct().toArray()));
    return kinds;
  }

  private static void add(
      long[] all,
      PairKind kind,
      PairKind calibrates,
      ListedAt listed,
      Items items,
      long seed,
      long count,
      List<Stratum> strata,
      AuditPairs pairs) {
    int drawn = (int) Math.min(all.length, count);
    int stratum = strata.size();
    long[] numbers =
        StratumDraws.distinct(RandomStream.of(seed, "audit list", stratum), all.length, drawn);
    Arrays.stream(numbers)
        .map(number -> all[(int) number])
        .forEach(
            pair ->
                pairs.add(
                    new AuditPair(
                        stratum,
                        Direction.EITHER,
                        items.firstItem(LabelledPairs.imageSample(pair)),
                        LabelledPairs.text(pair),
                        Float.NaN)));
    strata.add(
        new Stratum(
            kind, Direction.EITHER, null, all.length, drawn, null, null, calibrates, listed));
  }

  /** Draws from a list only. */
  public static Sampled of(LabelledPairs list, Items items, AuditOptions options) {
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    Budget budget = Budget.of(new long[] {list.negatives().length}, options);
    add(list, PairKind.LISTED, items, options.seed(), budget.drawn()[0], strata, pairs);
    return new Sampled(strata, pairs, budget.needed());
  }

  /**
   * Draws from lists of negatives, with a stratum for each range of ranks and cosines if these are
   * known.
   */
  static Sampled of(NegativeLists lists, Items items, AuditOptions options) {
    if (lists.places().isEmpty()) {
      return of(lists.pairs(), items, options);
    }
    Map<ListedAt, LongStream.Builder> builders = new TreeMap<>(NUMBERED);
    for (long pair : negatives(lists.pairs())) {
      builders.computeIfAbsent(lists.place(pair), at -> LongStream.builder()).add(pair);
    }
    List<long[]> all = builders.values().stream().map(each -> each.build().toArray()).toList();
    Budget budget = Budget.of(all.stream().mapToLong(each -> each.length).toArray(), options);
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    int number = 0;
    for (ListedAt at : builders.keySet()) {
      add(
          all.get(number),
          PairKind.LISTED,
          null,
          at,
          items,
          options.seed(),
          budget.drawn()[number],
          strata,
          pairs);
      number++;
    }
    return new Sampled(strata, pairs, budget.needed());
  }
}
