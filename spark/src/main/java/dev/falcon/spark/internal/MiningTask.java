// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.PartMiner;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The data of a request that executors need, which can be sent to them. The plan and the epoch's
 * permutation, which follow from these data, are computed once per JVM. Miners are reused by later
 * tasks, so that the memory of a search space is allocated once.
 *
 * <p>Memory: 8 bytes per rejected row, shard, part and veto; for an epoch's permutation 8 bytes per
 * row of at most 2^24 rows, and none for more rows.
 */
public final class MiningTask implements Serializable {
  private static final long serialVersionUID = 1;

  private final PartRows.Shape shape;
  private final VectorType type;
  private final OptionsOnWire options;
  private final long[] vetoes; // null for none
  private final TableFormat format;
  private final String provenance;
  private final long[] rejected;
  private final long[] shardStarts;
  private transient MiningPlan plan;
  private transient Shuffle shuffle;
  private transient int shuffledEpoch;
  private transient Deque<PartMiner> idle; // null if there is none

  /**
   * Creates a task.
   *
   * @param type the precision in which vectors are sent
   * @param shardStarts the first row of each shard
   */
  public MiningTask(
      PartRows.Shape shape,
      VectorType type,
      PartMiner.Work work,
      StoreReport check,
      long[] shardStarts) {
    this.shape = shape;
    this.type = type;
    this.options = OptionsOnWire.of(work.options());
    this.vetoes = work.vetoes().orElse(null);
    this.format = work.format();
    this.provenance = Json.line(work.provenance());
    this.rejected = check.rejectedRows().stream().mapToLong(Long::longValue).toArray();
    this.shardStarts = shardStarts;
  }

  /** Returns the properties that all rows share. */
  public PartRows.Shape shape() {
    return shape;
  }

  /** Returns the precision in which vectors are sent. */
  public VectorType type() {
    return type;
  }

  /** Returns whether a row is unusable. */
  public boolean isRejected(long row) {
    return Arrays.binarySearch(rejected, row) >= 0;
  }

  /** Refuses constraints on properties that the store does not have. */
  public void requireFacts(Constraints constraints) {
    SpaceConstraints.of(constraints, new NoRows(shape), Optional.ofNullable(vetoes));
  }

  /** The properties that all rows share, without rows. */
  private record NoRows(Shape shape) implements PartRows {
    @Override
    public String key(long row) {
      throw new IllegalStateException("executors know it");
    }

    @Override
    public void read(long[] rows, float[] image, float[] text) {
      throw new IllegalStateException("executors know them");
    }
  }

  /** Returns the plan of the request. */
  public synchronized MiningPlan plan() {
    if (plan == null) {
      List<Long> rows = Arrays.stream(rejected).boxed().toList();
      StoreReport check = new StoreReport(shape.rows(), 0, rows, List.of());
      plan = MiningPlan.of(options.options(), check, shardStarts);
    }
    return plan;
  }

  /** Returns the permutation of an epoch. */
  public synchronized Shuffle shuffle(int epoch) {
    if (shuffle == null || shuffledEpoch != epoch) {
      shuffle = plan().shuffle(epoch);
      shuffledEpoch = epoch;
    }
    return shuffle;
  }

  public PartMiner.Work work() {
    try {
      return new PartMiner.Work(
          options.options(),
          Optional.ofNullable(vetoes),
          format,
          Json.mapper().readValue(provenance, Provenance.class));
    } catch (IOException e) {
      throw new UncheckedIOException("what was written by the same release", e);
    }
  }

  /**
   * Returns a miner for one task: one that an earlier task of this JVM has released, or a new one.
   *
   * @param budget the limit on the bytes of vectors and similarities, the same for all tasks of a
   *     JVM
   */
  public PartMiner miner(long budget) {
    synchronized (this) {
      if (idle != null && !idle.isEmpty()) {
        return idle.pop();
      }
    }
    Sessions sessions = new Sessions(SessionSettings.on(Device.CPU).withThreads(1), note -> {});
    return PartMiner.open(plan(), work(), shape.dimension(), shape.perImage(), budget, sessions);
  }

  /** Releases a miner that has finished its part. */
  public synchronized void giveBack(PartMiner miner) {
    if (idle == null) {
      idle = new ArrayDeque<>();
    }
    idle.push(miner);
  }

  /** Closes the unused miners. */
  public synchronized void closeIdle() {
    if (idle != null) {
      idle.forEach(PartMiner::close);
      idle = null;
    }
  }
}
