// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.PairKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The pairs of one stratum, batch by batch: gives their number in a batch, and each by its index.
 */
abstract sealed class PlanPairs {
  private final PairKind kind;
  private final Direction direction;
  private final Double quantile; // null for any

  private PlanPairs(PairKind kind, Direction direction, Double quantile) {
    this.kind = kind;
    this.direction = direction;
    this.quantile = quantile;
  }

  PairKind kind() {
    return kind;
  }

  Direction direction() {
    return direction;
  }

  Double quantile() {
    return quantile;
  }

  /** Returns the number of a batch's pairs in the stratum. */
  abstract long in(PlanBatch batch);

  /** Returns a pair, whose stratum is not set yet. */
  abstract AuditPair pair(PlanBatch batch, long number);

  /**
   * Returns the number of a batch's pairs that show the same image; null if that is not counted.
   */
  abstract Long sameImage(PlanBatch batch);

  /** Returns the number of a batch's pairs with the same caption; null if that is not counted. */
  abstract Long sameCaption(PlanBatch batch);

  /** Samples and their anchors, at quantiles of one stratum. */
  static final class Chain extends PlanPairs {
    private final int stratum;
    private final Items items;

    Chain(Direction direction, int stratum, Items items) {
      super(PairKind.CHAIN, direction, stratum / (PlanBatch.QUANTILE_STRATA - 1.0));
      this.stratum = stratum;
      this.items = items;
    }

    @Override
    long in(PlanBatch batch) {
      return batch.chained(stratum).length;
    }

    @Override
    AuditPair pair(PlanBatch batch, long number) {
      int sample = batch.chained(stratum)[(int) number];
      return new AuditPair(
          0, direction(), batch.anchor(sample), batch.item(sample), batch.quantile(sample));
    }

    @Override
    Long sameImage(PlanBatch batch) {
      return Arrays.stream(batch.chained(stratum))
          .filter(sample -> items.sameImage(batch.anchor(sample), batch.item(sample)))
          .count();
    }

    @Override
    Long sameCaption(PlanBatch batch) {
      return Arrays.stream(batch.chained(stratum))
          .filter(sample -> items.sameCaption(batch.anchor(sample), batch.item(sample)))
          .count();
    }
  }

  /** Each sample and the most similar one in its batch by a direction's cosine. */
  static final class Hardest extends PlanPairs {
    private final ItemVectors rows;
    private PlanBatch read; // the batch whose vectors are in memory
    private SpaceVectors vectors;

    Hardest(Direction direction, ItemVectors rows) {
      super(PairKind.HARDEST, direction, null);
      this.rows = rows;
    }

    @Override
    long in(PlanBatch batch) {
      return batch.size() > 1 ? batch.size() : 0;
    }

    @Override
    AuditPair pair(PlanBatch batch, long number) {
      if (read != batch) {
        vectors = rows.read(batch.items());
        read = batch;
      }
      int anchor = (int) number;
      int best = -1;
      float highest = Float.NEGATIVE_INFINITY;
      for (int i = 0; i < batch.size(); i++) {
        if (i != anchor) {
          float cosine =
              direction() == Direction.IMAGE_TO_TEXT
                  ? vectors.cosine(anchor, i)
                  : vectors.cosine(i, anchor);
          if (best < 0 || cosine > highest) {
            best = i;
            highest = cosine;
          }
        }
      }
      return new AuditPair(0, direction(), batch.item(anchor), batch.item(best), Float.NaN);
    }

    @Override
    Long sameImage(PlanBatch batch) {
      return null;
    }

    @Override
    Long sameCaption(PlanBatch batch) {
      return null;
    }
  }

  /** All ordered pairs of different samples of a batch. */
  static final class OffDiagonal extends PlanPairs {
    private final Items items;

    OffDiagonal(Items items) {
      super(PairKind.OFF_DIAGONAL, Direction.EITHER, null);
      this.items = items;
    }

    @Override
    long in(PlanBatch batch) {
      return batch.size() * (batch.size() - 1L);
    }

    @Override
    AuditPair pair(PlanBatch batch, long number) {
      int others = batch.size() - 1;
      int anchor = (int) (number / others);
      int other = (int) (number % others);
      int candidate = other < anchor ? other : other + 1;
      return new AuditPair(0, direction(), batch.item(anchor), batch.item(candidate), Float.NaN);
    }

    @Override
    Long sameImage(PlanBatch batch) {
      Map<String, Integer> images = new HashMap<>();
      long same = 0;
      for (int item : batch.items()) {
        // Each new member makes two ordered pairs with every earlier one that it equals.
        same += 2L * (images.merge(items.imageIdentity(item), 1, Integer::sum) - 1);
      }
      return same;
    }

    @Override
    Long sameCaption(PlanBatch batch) {
      Map<String, Integer> captions = new HashMap<>();
      long same = 0;
      for (int item : batch.items()) {
        same += 2L * (captions.merge(items.secondIdentity(item), 1, Integer::sum) - 1);
      }
      return same;
    }
  }
}
