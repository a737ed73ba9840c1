// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.mining.space.SpaceConstraints;
import java.util.List;

/**
 * Reads search spaces: their rows, the rows' vectors, and the conflicts that do not depend on S.
 * Thread-safe if every thread has its own {@link Buffers}.
 */
public final class SpaceReader {
  private final PartRows store;
  private final SpaceConstraints constraints;
  private final int dimension;

  /**
   * Creates a reader.
   *
   * @param constraints the constraints on sharing a batch
   * @param vectors whether vectors are needed
   */
  public SpaceReader(PartRows store, SpaceConstraints constraints, boolean vectors) {
    this.store = store;
    this.constraints = constraints;
    this.dimension = vectors ? store.dimension() : 0;
  }

  /** Reusable memory for the vectors of one space. */
  public static final class Buffers {
    private float[] image = new float[0];
    private float[] text = new float[0];

    private void ensure(int length, int perImage) {
      if (text.length < length) {
        image = new float[Math.multiplyExact(length, perImage)];
        text = new float[length];
      }
    }
  }

  /**
   * A search space as read from the store.
   *
   * @param vectors the vectors, in buffers; valid until these are used again
   */
  public record Space(
      MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> conflicts) {
    /** Mines the space. */
    public MinedSpace mine(SpaceWork miner) {
      return miner.mine(unit, rows, vectors, conflicts);
    }
  }

  /** Reads a unit's search space. */
  public Space read(MiningUnit unit, SearchSpaces spaces, Buffers buffers) {
    long[] rows = spaces.rows(unit.space());
    buffers.ensure(Math.multiplyExact(rows.length, dimension), store.perImage());
    if (dimension > 0) {
      store.read(rows, buffers.image, buffers.text);
    } else {
      store.requireUnchanged(rows);
    }
    SpaceVectors vectors =
        new SpaceVectors(buffers.image, buffers.text, rows.length, dimension, store.perImage());
    return new Space(unit, rows, vectors, constraints.known(rows, vectors));
  }
}
