// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The two batches of a plan that its page shows as a whole: the hardest, by the mean S of anchors
 * and chosen samples, and a random one.
 *
 * <p>Memory: the rows of three batches.
 */
final class ShownBatches {
  private final RandomStream random;
  private final List<Member> current = new ArrayList<>();
  private Name name = new Name(-1, -1, -1);
  private Optional<Batch> hardest = Optional.empty();
  private Optional<Batch> drawn = Optional.empty();
  private int batches;

  /**
   * Creates an empty choice.
   *
   * @param seed the seed of the draw
   */
  ShownBatches(long seed) {
    random = RandomStream.of(seed, "page");
  }

  /**
   * The place of a batch in a plan; all numbers start from 0.
   *
   * @param epoch the epoch of the plan
   * @param space the search space of the epoch
   * @param batch the batch of the search space
   */
  record Name(int epoch, int space, int batch) {}

  /**
   * A sample of a batch.
   *
   * @param row the sample's row of the store
   * @param anchor the row that chose it; empty for the first sample of a chain
   * @param similarity S with the anchor, in [-2, 2]; NaN without one
   */
  record Member(long row, Optional<Long> anchor, float similarity) {}

  /**
   * A batch in the trainer's order.
   *
   * @param name the batch's place in the plan
   * @param members the batch's samples
   * @param mean the mean of S over the samples with an anchor; NaN without any
   */
  record Batch(Name name, List<Member> members, double mean) {
    /** Returns the position of the sample that chose this one, if it is in the batch. */
    Optional<Integer> positionOfAnchor(Member member) {
      return member
          .anchor()
          .flatMap(
              row -> {
                for (int i = 0; i < members.size(); i++) {
                  if (members.get(i).row() == row) {
                    return Optional.of(i);
                  }
                }
                return Optional.empty();
              });
    }
  }

  /** Adds the next row of the plan. */
  void add(Name of, Member member) {
    if (!of.equals(name)) {
      endBatch();
      name = of;
    }
    current.add(member);
  }

  private void endBatch() {
    if (current.isEmpty()) {
      return;
    }
    double mean =
        current.stream()
            .filter(member -> member.anchor().isPresent())
            .mapToDouble(Member::similarity)
            .average()
            .orElse(Double.NaN);
    Batch batch = new Batch(name, List.copyOf(current), mean);
    if (!Double.isNaN(mean) && hardest.map(other -> mean > other.mean()).orElse(true)) {
      hardest = Optional.of(batch);
    }
    batches++;
    if (random.nextInt(batches) == 0) { // each of n batches is kept with probability 1 / n
      drawn = Optional.of(batch);
    }
    current.clear();
  }

  /** Ends the last batch. */
  void end() {
    endBatch();
  }

  /** Returns the batch with the highest mean S; empty if no sample has an anchor. */
  Optional<Batch> hardest() {
    return hardest;
  }

  /** Returns a random batch, each equally likely; empty if the plan is empty. */
  Optional<Batch> drawn() {
    return drawn;
  }
}
