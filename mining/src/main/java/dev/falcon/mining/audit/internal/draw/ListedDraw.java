package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.internal.data.AuditPair;
import dev.falcon.mining.audit.internal.data.AuditPairs;
import dev.falcon.mining.audit.internal.data.Items;
import dev.falcon.mining.audit.internal.data.LabelledPairs;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.result.Direction;
import dev.falcon.mining.audit.result.PairKind;
import dev.falcon.mining.audit.result.Stratum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws from a list of pairs. */
public final class ListedDraw {
  private ListedDraw() {}

  /**
   * Adds a stratum of the list's pairs, without those of a sample with its own caption.
   *
   * @param count the most to draw
   */
  public static void add(
      LabelledPairs list,
      PairKind kind,
      Items items,
      long seed,
      long count,
      List<Stratum> strata,
      AuditPairs pairs) {
    long[] all = list.negatives();
    if (all.length == 0) {
      throw new FalconException(list.file() + ": lists no pair but samples with their own caption");
    }
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
    strata.add(new Stratum(kind, Direction.EITHER, null, all.length, drawn, null, null));
  }

  /** Of a list alone. */
  public static Sampled of(LabelledPairs list, Items items, AuditOptions options) {
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    Budget budget = Budget.of(new long[] {list.negatives().length}, options);
    add(list, PairKind.LISTED, items, options.seed(), budget.drawn()[0], strata, pairs);
    return new Sampled(strata, pairs, budget.needed());
  }
}
