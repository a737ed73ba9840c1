// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.audit.internal.draw.AuditPairs.Sampled;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.Stratum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Draws the negatives of a batch plan: those that the chain chose, in strata of their quantile; the
 * hardest in a batch, in either direction; and from all pairs of a batch.
 *
 * <p>The plan is read twice: first to count the strata, and, after the numbers of the pairs are
 * drawn, to collect these pairs. Memory: one batch, and the drawn pairs.
 */
final class PlanDraw {
  private final PlanBatches plan;
  private final AuditOptions options;
  private final List<Source> sources = new ArrayList<>();

  PlanDraw(PlanBatches plan, Items items, Optional<ItemVectors> rows, AuditOptions options) {
    this.plan = plan;
    this.options = options;
    for (Direction direction : List.of(Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
      for (int stratum = 0; stratum < PlanBatch.QUANTILE_STRATA; stratum++) {
        sources.add(new Source(new PlanPairs.Chain(direction, stratum, items)));
      }
    }
    rows.ifPresent(
        vectors -> {
          sources.add(new Source(new PlanPairs.Hardest(Direction.IMAGE_TO_TEXT, vectors)));
          sources.add(new Source(new PlanPairs.Hardest(Direction.TEXT_TO_IMAGE, vectors)));
        });
    sources.add(new Source(new PlanPairs.OffDiagonal(items)));
  }

  Sampled draw() {
    plan.forEach(batch -> sources.forEach(source -> source.count(batch)));
    sources.removeIf(source -> source.population == 0);
    Budget budget = Budget.of(sources.stream().mapToLong(s -> s.population).toArray(), options);
    for (int i = 0; i < sources.size(); i++) {
      sources.get(i).draw(RandomStream.of(options.seed(), "audit plan", i), budget.drawn()[i]);
    }
    plan.forEach(batch -> sources.forEach(source -> source.take(batch)));
    List<Stratum> strata = new ArrayList<>();
    AuditPairs pairs = new AuditPairs();
    for (Source source : sources) {
      for (AuditPair pair : source.taken) {
        pairs.add(
            new AuditPair(
                strata.size(), pair.direction(), pair.anchor(), pair.candidate(), pair.quantile()));
      }
      strata.add(source.stratum());
    }
    return new Sampled(strata, pairs, budget.needed());
  }

  /** A stratum during counting and drawing. */
  private static final class Source {
    private final PlanPairs pairs;
    private long population;
    private Long sameImage; // null if it is not counted
    private Long sameCaption; // null if it is not counted
    private long[] numbers = {}; // drawn ones, ascending
    private long passed; // pairs of earlier batches
    private final AuditPairs taken = new AuditPairs();

    Source(PlanPairs pairs) {
      this.pairs = pairs;
    }

    void count(PlanBatch batch) {
      population += pairs.in(batch);
      sameImage = sum(sameImage, pairs.sameImage(batch));
      sameCaption = sum(sameCaption, pairs.sameCaption(batch));
    }

    private static Long sum(Long before, Long more) {
      return before == null || more == null ? more : Long.valueOf(before + more);
    }

    void draw(RandomStream random, long count) {
      numbers = StratumDraws.distinct(random, population, Math.toIntExact(count));
    }

    void take(PlanBatch batch) {
      long end = passed + pairs.in(batch);
      while (taken.size() < numbers.length && numbers[taken.size()] < end) {
        taken.add(pairs.pair(batch, numbers[taken.size()] - passed));
      }
      passed = end;
    }

    Stratum stratum() {
      return new Stratum(
          pairs.kind(),
          pairs.direction(),
          pairs.quantile(),
          population,
          numbers.length,
          sameImage,
          sameCaption);
    }
  }
}
