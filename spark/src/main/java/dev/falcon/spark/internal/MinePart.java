// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Sha256;
import dev.falcon.mining.PartMiner;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.spark.internal.PlanPlace.PartAttempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Mines a part from the rows that were sent to it, and writes its table as an attempt. All attempts
 * at a part have the same bytes.
 *
 * @param parts the part of each partition
 * @param tables the name of each partition's table
 */
record MinePart(
    Broadcast<MiningTask> broadcast,
    Broadcast<PlanPlace> place,
    int epoch,
    int[] parts,
    String[] tables)
    implements Function2<Integer, Iterator<Tuple2<Integer, byte[]>>, Iterator<PartAttempt>> {
  /** An argument of Spark's executors on all kinds of clusters. */
  private static final Pattern CORES = Pattern.compile(" -{2}cores (\\d{1,6})\\b");

  private static final Pattern LOCAL = Pattern.compile("local\\[(\\d{1,6})(,\\d+)?]");

  @Override
  public Iterator<PartAttempt> call(Integer partition, Iterator<Tuple2<Integer, byte[]>> sent) {
    MiningTask task = broadcast.value();
    TaskContext context = TaskContext.get();
    Shuffle shuffle = task.shuffle(epoch);
    int part = parts[partition];
    Iterator<byte[]> chunks =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return sent.hasNext();
          }

          @Override
          public byte[] next() {
            return sent.next()._2();
          }
        };
    try (ShuffledRows rows = new ShuffledRows(task, part, shuffle, chunks)) {
      Path file = LocalDisks.file("falcon-part-", "-" + tables[partition]);
      try {
        PartMiner.Mined mined = mine(task, part, shuffle, rows, file);
        String attempt = place.value().attempt(tables[partition], context.taskAttemptId());
        long bytes = Files.size(file);
        place.value().storage().put(file, attempt);
        return List.of(
                new PartAttempt(
                    part,
                    attempt,
                    mined.rows(),
                    bytes,
                    Sha256.of(file),
                    mined.summary(),
                    PartMiner.vectorised(),
                    SparkEnv.get().executorId()))
            .iterator();
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new FalconException(
          tables[partition] + ": its temporary file cannot be read: " + e.getMessage(), e);
    }
  }

  private static PartMiner.Mined mine(
      MiningTask task, int part, Shuffle shuffle, ShuffledRows rows, Path file) {
    PartMiner miner = task.miner(execution(1).memoryBudget());
    boolean done = false;
    try (Progress.Task none = Progress.NONE.begin("mining", -1, "samples")) {
      PartMiner.Mined mined = miner.mine(part, shuffle, rows, file, none);
      done = true;
      return mined;
    } finally {
      if (done) {
        task.giveBack(miner);
      } else {
        miner.close();
      }
    }
  }

  /** Returns one task's share of the heap. */
  static MiningRequest.Execution execution(int threads) {
    int atOnce = cores() / taskThreads();
    long heap = Runtime.getRuntime().maxMemory() / Math.max(1, atOnce);
    return MiningRequest.Execution.within(threads, heap);
  }

  /** Returns the number of processors that a task may use. */
  static int taskThreads() {
    return Math.max(1, SparkEnv.get().conf().getInt("spark.task.cpus", 1));
  }

  /**
   * Returns the number of processors of this executor: the number with which the cluster has
   * started it, since a cluster may assign fewer than the machine has if {@code
   * spark.executor.cores} is not set.
   */
  private static int cores() {
    Matcher started = CORES.matcher(System.getProperty("sun.java.command", ""));
    String master = SparkEnv.get().conf().get("spark.master", "");
    Matcher local = LOCAL.matcher(master);
    int cores =
        started.find()
            ? Integer.parseInt(started.group(1))
            : local.matches()
                ? Integer.parseInt(local.group(1))
                : SparkEnv.get()
                    .conf()
                    .getInt("spark.executor.cores", Runtime.getRuntime().availableProcessors());
    return Math.max(1, cores);
  }
}
