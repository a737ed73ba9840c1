// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.Progress;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.spark.internal.PlanPlace.PartAttempt;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Mines the missing parts of one epoch, with one pass over the store and one shuffle. The driver
 * moves each part into place as soon as a task has finished it, so that a driver that is killed
 * loses no finished part.
 */
public record EpochJob(
    JavaSparkContext spark,
    StoreListing store,
    Broadcast<Storage> storage,
    Broadcast<PlanPlace> place,
    PlanRequest request,
    Broadcast<MiningTask> task) {

  /**
   * Runs the job.
   *
   * @param missing the missing parts of the plan, ascending
   * @param notes receives messages for the user
   * @param progress advanced by the samples of every finished part
   */
  public void run(
      int epoch, List<Integer> missing, Consumer<String> notes, Progress.Task progress) {
    MiningPlan plan = task.value().plan();
    int first = plan.firstPart(epoch);
    int[] parts =
        missing.stream()
            .filter(part -> plan.epoch(part) == epoch)
            .mapToInt(Integer::intValue)
            .toArray();
    if (parts.length == 0) {
      return;
    }
    int[] targets = new int[plan.firstPart(epoch + 1) - first];
    Arrays.fill(targets, -1);
    String[] tables = new String[parts.length];
    for (int i = 0; i < parts.length; i++) {
      targets[parts[i] - first] = i;
      tables[i] = request.table(parts[i]);
    }
    JavaRDD<PartAttempt> attempts =
        spark
            .parallelize(store.shards(), store.shards().size())
            .flatMapToPair(new Scatter(task, storage, epoch, targets))
            .partitionBy(new ByPart(parts.length))
            .mapPartitionsWithIndex(new MinePart(task, place, epoch, parts, tables), true);
    Set<String> slow = new ConcurrentSkipListSet<>();
    spark
        .sc()
        .runJob(
            attempts.rdd(),
            new Only(),
            new Commit(place.value(), request, slow, notes, progress),
            ClassTag.apply(PartAttempt.class));
  }

  /** Returns the note on an executor without the fast kernel. */
  static String slow(String host) {
    return "executor "
        + host
        + " has no vector module, and mines several times slower; give"
        + " spark.executor.extraJavaOptions=--add-modules=jdk.incubator.vector";
  }

  /** A partition is one part. */
  private static final class Only extends AbstractFunction1<Iterator<PartAttempt>, PartAttempt>
      implements Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public PartAttempt apply(Iterator<PartAttempt> part) {
      return part.next();
    }
  }

  /** The driver's action for a finished part. */
  static final class Commit extends AbstractFunction2<Object, PartAttempt, BoxedUnit> {
    private final PlanPlace place;
    private final PlanRequest request;
    private final Set<String> slow;
    private final Consumer<String> notes;
    private final Progress.Task progress;

    Commit(
        PlanPlace place,
        PlanRequest request,
        Set<String> slow,
        Consumer<String> notes,
        Progress.Task progress) {
      this.place = place;
      this.request = request;
      this.slow = slow;
      this.notes = notes;
      this.progress = progress;
    }

    @Override
    public BoxedUnit apply(Object partition, PartAttempt attempt) {
      place.commit(request, attempt);
      progress.advance(attempt.rows());
      if (!attempt.vectorised() && slow.add(attempt.host())) {
        notes.accept(slow(attempt.host()));
      }
      return BoxedUnit.UNIT;
    }
  }
}
