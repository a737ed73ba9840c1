package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.internal.data.AuditPair;
import dev.falcon.mining.audit.internal.data.AuditPairs;
import dev.falcon.mining.audit.internal.data.ItemVectors;
import dev.falcon.mining.audit.internal.data.Items;
import dev.falcon.mining.audit.internal.plan.PlanBatches;
import dev.falcon.mining.audit.internal.plan.PlanVectors;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.result.Direction;
import dev.falcon.mining.audit.result.PairKind;
import dev.falcon.mining.audit.result.Stratum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Draws the negatives of a batch plan: the chain's in strata of their quantile, the hardest
 * in-batch ones in either direction, and of all pairs of a batch.
 */
public final class PlanDraw {
  private static final int QUANTILE_STRATA = 11;

  private final PlanBatches plan;
  private final Items items;
  private final Optional<ItemVectors> rows;
  private final AuditOptions options;
  private final long[] pairsBefore;
  private final List<Source> sources = new ArrayList<>();

  /** A stratum before it is drawn from: its pairs can be made by their number. */
  private record Source(Stratum stratum, Function<Long, AuditPair> pair) {}

  public PlanDraw(PlanBatches plan, Items items, Optional<ItemVectors> rows, AuditOptions options) {
    this.plan = plan;
    this.items = items;
    this.rows = rows;
    this.options = options;
    pairsBefore = new long[plan.batches() + 1];
    for (int batch = 0; batch < plan.batches(); batch++) {
      long size = plan.size(batch);
      pairsBefore[batch + 1] = pairsBefore[batch] + size * (size - 1);
    }
  }

  Sampled draw() {
    addChain();
    if (rows.isPresent()) {
      addHardest(Direction.IMAGE_TO_TEXT);
      addHardest(Direction.TEXT_TO_IMAGE);
    }
    addOffDiagonal();
    sources.removeIf(source -> source.stratum().population() == 0);
    Budget budget =
        Budget.of(sources.stream().mapToLong(s -> s.stratum().population()).toArray(), options);
    long[] drawn = budget.drawn();
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    for (int i = 0; i < drawn.length; i++) {
      Source source = sources.get(i);
      Stratum all = source.stratum();
      int number = strata.size();
      strata.add(
          new Stratum(
              all.kind(),
              all.direction(),
              all.quantile(),
              all.population(),
              drawn[i],
              all.sameImage(),
              all.sameCaption()));
      RandomStream random = RandomStream.of(options.seed(), "audit plan", i);
      for (long index :
          StratumDraws.distinct(random, all.population(), Math.toIntExact(drawn[i]))) {
        AuditPair pair = source.pair().apply(index);
        pairs.add(
            new AuditPair(
                number, pair.direction(), pair.anchor(), pair.candidate(), pair.quantile()));
      }
    }
    return new Sampled(strata, pairs, budget.needed());
  }

  private void addChain() {
    int[][] chained = chainedRows();
    for (Direction direction : List.of(Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
      for (int i = 0; i < QUANTILE_STRATA; i++) {
        int[] of = chained[i];
        long sameImage =
            Arrays.stream(of).filter(r -> items.sameImage(plan.anchor(r), plan.item(r))).count();
        long sameCaption =
            Arrays.stream(of).filter(r -> items.sameCaption(plan.anchor(r), plan.item(r))).count();
        sources.add(
            new Source(
                new Stratum(
                    PairKind.CHAIN,
                    direction,
                    i / (QUANTILE_STRATA - 1.0),
                    of.length,
                    0,
                    sameImage,
                    sameCaption),
                index -> {
                  int row = of[Math.toIntExact(index)];
                  return new AuditPair(
                      0, direction, plan.anchor(row), plan.item(row), plan.quantile(row));
                }));
      }
    }
  }

  /** The rows that an anchor chose, by their quantile's first decimal. */
  private int[][] chainedRows() {
    int[][] chained = new int[QUANTILE_STRATA][64];
    int[] counts = new int[QUANTILE_STRATA];
    for (int row = 0; row < plan.rows(); row++) {
      if (plan.anchor(row) >= 0) {
        int i = Math.round(plan.quantile(row) * (QUANTILE_STRATA - 1));
        if (counts[i] == chained[i].length) {
          chained[i] = Arrays.copyOf(chained[i], 2 * counts[i]);
        }
        chained[i][counts[i]++] = row;
      }
    }
    Arrays.setAll(chained, i -> Arrays.copyOf(chained[i], counts[i]));
    return chained;
  }

  private void addHardest(Direction direction) {
    int[] anchors =
        IntStream.range(0, plan.rows()).filter(r -> plan.size(plan.batchOf(r)) > 1).toArray();
    PlanVectors vectors = new PlanVectors(plan, rows.orElseThrow());
    sources.add(
        new Source(
            new Stratum(PairKind.HARDEST, direction, null, anchors.length, 0, null, null),
            index -> vectors.hardest(anchors[Math.toIntExact(index)], direction)));
  }

  private void addOffDiagonal() {
    long sameImage = 0;
    long sameCaption = 0;
    for (int batch = 0; batch < plan.batches(); batch++) {
      Map<String, Integer> images = new HashMap<>();
      Map<String, Integer> captions = new HashMap<>();
      for (int row = plan.start(batch); row < plan.start(batch + 1); row++) {
        // Each new member makes two ordered pairs with every earlier one that it equals.
        sameImage += 2L * (images.merge(items.imageIdentity(plan.item(row)), 1, Integer::sum) - 1);
        sameCaption += 2L * (captions.merge(items.caption(plan.item(row)), 1, Integer::sum) - 1);
      }
    }
    sources.add(
        new Source(
            new Stratum(
                PairKind.OFF_DIAGONAL,
                Direction.EITHER,
                null,
                pairsBefore[plan.batches()],
                0,
                sameImage,
                sameCaption),
            this::offDiagonal));
  }

  private AuditPair offDiagonal(long index) {
    int batch = Arrays.binarySearch(pairsBefore, index);
    if (batch < 0) {
      batch = -batch - 2;
    }
    // Batches of one sample have no pairs: the number belongs to the last that begins with it.
    while (pairsBefore[batch + 1] == index) {
      batch++;
    }
    int others = plan.size(batch) - 1;
    int anchor = (int) ((index - pairsBefore[batch]) / others);
    int other = (int) ((index - pairsBefore[batch]) % others);
    int candidate = other < anchor ? other : other + 1;
    return new AuditPair(
        0,
        Direction.EITHER,
        plan.item(plan.start(batch) + anchor),
        plan.item(plan.start(batch) + candidate),
        Float.NaN);
  }
}
