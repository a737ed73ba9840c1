// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.mining.PartMiner;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.corpus.SharedSearch;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Searches a corpus for parts of the queries, in one stage without a shuffle, with one task per
 * part. Each task reads the whole corpus. The driver takes over a part as soon as a task has
 * finished it, so that a driver that is killed loses no finished part.
 *
 * @param notes receives messages for the user
 */
public record ListJob(JavaSparkContext spark, Consumer<String> notes) implements PartSearch {

  @Override
  public void search(
      SharedSearch search, int[] parts, Path attempts, Consumer<SharedSearch.Done> done) {
    List<Integer> numbers = IntStream.of(parts).boxed().toList();
    Broadcast<SharedSearch> sent = spark.broadcast(search);
    JavaRDD<Attempt> searched =
        spark
            .parallelize(numbers, numbers.size())
            .map(new SearchPart(sent, attempts.toAbsolutePath().toString()));
    try {
      spark
          .sc()
          .runJob(
              searched.rdd(), new Only(), new Commit(done, notes), ClassTag.apply(Attempt.class));
    } finally {
      search.closeIdle(); // if executors are in this JVM; others end with the application
    }
  }

  /**
   * A part's table that a task has written.
   *
   * @param vectorised whether the executor has the fast kernel
   * @param host the executor's host
   */
  private record Attempt(
      int part,
      String table,
      TreeMap<ExclusionReason, Long> leftOut,
      boolean vectorised,
      String host)
      implements Serializable {}

  private record SearchPart(Broadcast<SharedSearch> search, String attempts)
      implements Function<Integer, Attempt> {
    @Override
    public Attempt call(Integer part) {
      Path folder = Path.of(attempts);
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new FalconException(folder + ": cannot be made: " + e.getMessage(), e);
      }
      Path table = folder.resolve(TaskContext.get().taskAttemptId() + "-" + part + ".parquet");
      SharedSearch.Done done =
          search.value().search(part, table, MinePart.execution(MinePart.taskThreads()));
      return new Attempt(
          part,
          table.toString(),
          new TreeMap<>(done.leftOut()),
          PartMiner.vectorised(),
          SparkEnv.get().executorId());
    }
  }

  /** A partition is one part. */
  private static final class Only extends AbstractFunction1<Iterator<Attempt>, Attempt>
      implements Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Attempt apply(Iterator<Attempt> part) {
      return part.next();
    }
  }

  /** The driver's action for a finished part; calls do not overlap. */
  private static final class Commit extends AbstractFunction2<Object, Attempt, BoxedUnit> {
    private final Consumer<SharedSearch.Done> done;
    private final Consumer<String> notes;
    private final Set<String> slow = new ConcurrentSkipListSet<>();

    Commit(Consumer<SharedSearch.Done> done, Consumer<String> notes) {
      this.done = done;
      this.notes = notes;
    }

    @Override
    public BoxedUnit apply(Object partition, Attempt attempt) {
      done.accept(
          new SharedSearch.Done(attempt.part(), Path.of(attempt.table()), attempt.leftOut()));
      if (!attempt.vectorised() && slow.add(attempt.host())) {
        notes.accept(EpochJob.slow(attempt.host()));
      }
      return BoxedUnit.UNIT;
    }
  }
}
