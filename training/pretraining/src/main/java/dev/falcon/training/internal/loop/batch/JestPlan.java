// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.JointSelection;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.input.Purpose;
import java.util.Arrays;

/**
 * JEST's batches: the most learnable subset of a super-batch, judged by the learner's vectors of
 * the previous epoch and by those of a reference. In the literal form, the super-batch is a uniform
 * draw whose discarded pairs are skipped for this epoch; otherwise it is the rest of the search
 * space, and every pair is used once, the least learnable last.
 */
public final class JestPlan extends SpacePlan {
  /** The parameters a and b of the sigmoid loss for both networks; a cosine of 0.5 is neutral. */
  private static final double SHARPNESS = 10;

  private static final double BIAS = -5;

  /** The number of chunks, 16 as in the paper, if a chunk then has two pairs or more. */
  private static final int CHUNKS = 16;

  private final int batchSize;
  private final VectorCache learner;
  private final FrozenNetwork.Vectors reference;

  private int[] rows;
  private Candidates candidates;
  private JointSelection selection;

  /**
   * @param layout the layout, whose batch size is the number of pairs that are taken from a search
   *     space at a time
   * @param batchSize the number of pairs that are kept
   */
  public JestPlan(
      EpochLayout layout, int batchSize, VectorCache learner, FrozenNetwork.Vectors reference) {
    super(layout);
    this.batchSize = batchSize;
    this.learner = learner;
    this.reference = reference;
  }

  @Override
  public PlannedBatch compose(int number, long step, int[] takenBefore) {
    enterSpaceOf(number, takenBefore);
    RandomStream random =
        Purpose.JEST.at(layout.seed(), layout.epoch(), layout.spaceOf(number), number);
    boolean literal = layout.batch() > batchSize;
    int[] among = literal ? drawn(random) : left();
    int chunks = Math.max(1, Math.min(CHUNKS, batchSize / 2));
    int[] chosen = selection.choose(among, batchSize, chunks, random);
    for (int member : literal ? among : chosen) {
      candidates.remove(member);
      take(member);
    }
    return new PlannedBatch(Arrays.stream(chosen).map(member -> rows[member]).toArray());
  }

  @Override
  public boolean foreseeable() {
    return true;
  }

  private int[] left() {
    return Arrays.copyOf(candidates.list(), candidates.size());
  }

  /** Draws a super-batch. */
  private int[] drawn(RandomStream random) {
    int[] left = left();
    random.shuffle(left);
    int[] drawn = Arrays.copyOf(left, layout.batch());
    Arrays.sort(drawn);
    return drawn;
  }

  @Override
  Candidates enter(int next, long[] members) {
    rows = Arrays.stream(members).mapToInt(Math::toIntExact).toArray();
    candidates = new Candidates(rows.length);
    selection =
        JointSelection.of(
            learner.space(rows),
            new SpaceVectors(
                gathered(reference.images()),
                gathered(reference.texts()),
                rows.length,
                reference.width()),
            SHARPNESS,
            BIAS);
    return candidates;
  }

  private float[] gathered(float[] vectors) {
    int width = reference.width();
    float[] gathered = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(vectors, rows[i] * width, gathered, i * width, width);
    }
    return gathered;
  }
}
