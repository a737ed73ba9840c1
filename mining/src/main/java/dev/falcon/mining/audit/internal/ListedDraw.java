package dev.falcon.mining.audit.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.AuditPair;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.Stratum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws from a list of pairs. */
final class ListedDraw {
  private ListedDraw() {}

  /**
   * Adds a stratum of the list's pairs, without those of a sample with its own caption.
   *
   * @param count the most to draw
   */
  static void add(
      LabelledPairs list,
      PairKind kind,
      Items items,
      long seed,
      long count,
      List<Stratum> strata,
      List<AuditPair> pairs) {
    long[] all = new long[Math.toIntExact(list.size())];
    int[] size = new int[1];
    list.forEachNegative(pair -> all[size[0]++] = pair);
    if (size[0] == 0) {
      throw new FalconException(list.file() + ": lists no pair but samples with their own caption");
    }
    int drawn = (int) Math.min(size[0], count);
    int stratum = strata.size();
    long[] numbers = Draws.distinct(RandomStream.of(seed, "audit list", stratum), size[0], drawn);
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
    strata.add(new Stratum(kind, Direction.EITHER, null, size[0], drawn, null, null));
  }

  /** Of a list alone. */
  static Drawn of(LabelledPairs list, Items items, long seed, long count) {
    List<Stratum> strata = new ArrayList<>();
    List<AuditPair> pairs = new ArrayList<>();
    add(list, PairKind.LISTED, items, seed, count, strata, pairs);
    return new Drawn(strata, pairs);
  }
}
