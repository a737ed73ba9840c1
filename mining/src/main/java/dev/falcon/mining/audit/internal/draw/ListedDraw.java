package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.internal.draw.AuditPairs.Sampled;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.Stratum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws from a list of pairs. */
final class ListedDraw {
  private ListedDraw() {}

  /**
   * Adds a stratum of the list's pairs, without those of a sample with its own caption.
   *
   * @param count maximum number to draw
   */
  public static void add(
      LabelledPairs list,
      PairKind kind,
      Items items,
      long seed,
      long count,
      List<Stratum> strata,
      AuditPairs pairs) {
    add(negatives(list), kind, null, items, seed, count, strata, pairs);
  }

  private static long[] negatives(LabelledPairs list) {
    long[] all = list.negatives();
    if (all.length == 0) {
      throw new FalconException(list.file() + ": lists no pair but samples with their own caption");
    }
    return all;
  }

  /** Adds all pairs to calibrate on: a stratum of each kind that the list names, and the others. */
  public static void addCalibration(
      LabelledPairs list, Items items, long seed, List<Stratum> strata, AuditPairs pairs) {
    Map<PairKind, long[]> ofKind = list.negativesOfKind();
    Set<Long> named = new HashSet<>();
    ofKind.forEach(
        (kind, listed) -> {
          Arrays.stream(listed).forEach(named::add);
          add(
              listed,
              /* kind= */ PairKind.CALIBRATION,
              /* calibrates= */ kind,
              items,
              seed,
              Integer.MAX_VALUE,
              strata,
              pairs);
        });
    long[] others = Arrays.stream(negatives(list)).filter(pair -> !named.contains(pair)).toArray();
    if (others.length > 0) {
      add(others, PairKind.CALIBRATION, null, items, seed, Integer.MAX_VALUE, strata, pairs);
    }
  }

  private static void add(
      long[] all,
      PairKind kind,
      PairKind calibrates,
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
        new Stratum(kind, Direction.EITHER, null, all.length, drawn, null, null, calibrates));
  }

  /** From a list alone. */
  public static Sampled of(LabelledPairs list, Items items, AuditOptions options) {
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    Budget budget = Budget.of(new long[] {list.negatives().length}, options);
    add(list, PairKind.LISTED, items, options.seed(), budget.drawn()[0], strata, pairs);
    return new Sampled(strata, pairs, budget.needed());
  }
}
