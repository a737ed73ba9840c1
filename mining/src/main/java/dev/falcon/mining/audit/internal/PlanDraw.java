package dev.falcon.mining.audit.internal;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.AuditPair;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.Stratum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Draws the negatives of a batch plan: the chain's in strata of their quantile, the hardest
 * in-batch ones in either direction, and of all pairs of a batch.
 */
final class PlanDraw {
  private static final int QUANTILE_STRATA = 11;

  private final PlanBatches plan;
  private final Items items;
  private final Optional<Rows> rows;
  private final AuditOptions options;
  private final long[] pairsBefore;
  private final List<Source> sources = new ArrayList<>();

  /** A stratum before it is drawn from: its pairs can be made by their number. */
  private record Source(Stratum stratum, Function<Long, AuditPair> pair) {}

  PlanDraw(PlanBatches plan, Items items, Optional<Rows> rows, AuditOptions options) {
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

  Drawn draw() {
    addChain();
    if (rows.isPresent()) {
      addHardest(Direction.IMAGE_TO_TEXT);
      addHardest(Direction.TEXT_TO_IMAGE);
    }
    addOffDiagonal();
    sources.removeIf(source -> source.stratum().population() == 0);
    long[] drawn =
        Budget.of(sources.stream().mapToLong(s -> s.stratum().population()).toArray(), options);
    List<Stratum> strata = new ArrayList<>();
    List<AuditPair> pairs = new ArrayList<>();
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
      for (long index : Draws.distinct(random, all.population(), Math.toIntExact(drawn[i]))) {
        AuditPair pair = source.pair().apply(index);
        pairs.add(
            new AuditPair(
                number, pair.direction(), pair.anchor(), pair.candidate(), pair.quantile()));
      }
    }
    return new Drawn(strata, pairs);
  }

  private void addChain() {
    List<List<Integer>> chained = new ArrayList<>();
    for (int i = 0; i < QUANTILE_STRATA; i++) {
      chained.add(new ArrayList<>());
    }
    for (int row = 0; row < plan.rows(); row++) {
      if (plan.anchor(row) >= 0) {
        chained.get(Math.round(plan.quantile(row) * (QUANTILE_STRATA - 1))).add(row);
      }
    }
    for (Direction direction : List.of(Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
      for (int i = 0; i < QUANTILE_STRATA; i++) {
        List<Integer> of = chained.get(i);
        long sameImage = of.stream().filter(r -> sameImage(plan.anchor(r), plan.item(r))).count();
        long sameCaption =
            of.stream().filter(r -> items.sameCaption(plan.anchor(r), plan.item(r))).count();
        sources.add(
            new Source(
                new Stratum(
                    PairKind.CHAIN,
                    direction,
                    i / (QUANTILE_STRATA - 1.0),
                    of.size(),
                    0,
                    sameImage,
                    sameCaption),
                index -> {
                  int row = of.get(Math.toIntExact(index));
                  return new AuditPair(
                      0, direction, plan.anchor(row), plan.item(row), plan.quantile(row));
                }));
      }
    }
  }

  private boolean sameImage(int a, int b) {
    return items.sameImage(a, b);
  }

  private void addHardest(Direction direction) {
    List<Integer> anchors = new ArrayList<>();
    for (int batch = 0; batch < plan.batches(); batch++) {
      if (plan.size(batch) > 1) {
        for (int row = plan.start(batch); row < plan.start(batch + 1); row++) {
          anchors.add(row);
        }
      }
    }
    sources.add(
        new Source(
            new Stratum(PairKind.HARDEST, direction, null, anchors.size(), 0, null, null),
            index -> hardest(anchors.get(Math.toIntExact(index)), direction)));
  }

  /** The anchor's most similar sample in the batch by the cosine of that direction. */
  private AuditPair hardest(int anchorRow, Direction direction) {
    int batch = plan.batchOf(anchorRow);
    int start = plan.start(batch);
    int[] members = new int[plan.size(batch)];
    Arrays.setAll(members, i -> plan.item(start + i));
    int dimension = rows.orElseThrow().dimension();
    float[] image = new float[members.length * dimension];
    float[] text = new float[image.length];
    rows.get().read(members, image, text);
    float[] anchorSide = direction == Direction.IMAGE_TO_TEXT ? image : text;
    float[] otherSide = direction == Direction.IMAGE_TO_TEXT ? text : image;
    int anchor = anchorRow - start;
    int best = -1;
    float highest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < members.length; i++) {
      float cosine = Rows.dot(anchorSide, anchor * dimension, otherSide, i * dimension, dimension);
      if (i != anchor && (best < 0 || cosine > highest)) {
        best = i;
        highest = cosine;
      }
    }
    return new AuditPair(0, direction, members[anchor], members[best], Float.NaN);
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
