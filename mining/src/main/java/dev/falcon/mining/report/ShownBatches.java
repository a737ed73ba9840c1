package dev.falcon.mining.report;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Two whole batches of a plan for its page: the hardest, by the mean S of anchors and chosen
 * samples, and one at random.
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
   * No batches yet.
   *
   * @param seed derives which batch is drawn
   */
  ShownBatches(long seed) {
    random = RandomStream.of(seed, "page");
  }

  /**
   * Where a batch stands in the plan; all from 0.
   *
   * @param epoch of the plan
   * @param space search space of the epoch
   * @param batch of the search space
   */
  record Name(int epoch, int space, int batch) {}

  /**
   * A sample of a batch.
   *
   * @param row of the store
   * @param anchor the row that chose it; absent of the first of a chain
   * @param similarity S with the anchor, NaN without one
   */
  record Member(long row, Optional<Long> anchor, float similarity) {}

  /**
   * A batch in the trainer's order.
   *
   * @param name where it stands
   * @param members its samples
   * @param mean of S over the samples that have an anchor, NaN without any
   */
  record Batch(Name name, List<Member> members, double mean) {
    /** The position of the sample that chose this one, if it is of the batch. */
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

  /** Takes the next row of the plan. */
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
    if (random.nextInt(batches) == 0) { // of n batches each remains with probability 1 / n
      drawn = Optional.of(batch);
    }
    current.clear();
  }

  /** Ends the last batch. */
  void end() {
    endBatch();
  }

  /** The batch of the highest mean S; none if no sample has an anchor. */
  Optional<Batch> hardest() {
    return hardest;
  }

  /** One batch of all, each equally likely; none if the plan is empty. */
  Optional<Batch> drawn() {
    return drawn;
  }
}
