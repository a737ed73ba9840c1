// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.PartMiner;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.corpus.SearchEngine;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PlanManifest;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.spark.internal.ClusterCheck;
import dev.falcon.spark.internal.DriverFiles;
import dev.falcon.spark.internal.EpochJob;
import dev.falcon.spark.internal.ListJob;
import dev.falcon.spark.internal.MiningTask;
import dev.falcon.spark.internal.PlanPlace;
import dev.falcon.spark.internal.Storage;
import dev.falcon.spark.internal.StoreListing;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Mines on Spark. A store is checked in one pass, and mined in another. Every row goes through one
 * shuffle to its part, and its place in the part is computed by the inverse of the permutation, so
 * that nothing is sorted. Parts have the same bytes as those of {@link dev.falcon.mining.Miner}.
 *
 * <p>Stores and plans may be in any storage that the cluster's Hadoop can access.
 */
public final class SparkMiner implements MiningEngine, SearchEngine {
  @Override
  public String name() {
    return "spark";
  }

  @Override
  public Planned mine(Request request, Progress progress, Consumer<String> notes) {
    try (JavaSparkContext spark = context(request.master())) {
      return mine(
          spark, new Storage(spark.hadoopConfiguration()), request, new Listener(progress, notes));
    } catch (Exception e) {
      throw reported(e);
    }
  }

  @Override
  public PartSearch lists(String master, Consumer<String> notes) {
    return (search, parts, attempts, done) -> {
      try (JavaSparkContext spark = context(master)) {
        new ListJob(spark, notes).search(search, parts, attempts, done);
      } catch (Exception e) {
        throw reported(e);
      }
    };
  }

  private static JavaSparkContext context(String master) {
    SparkConf conf =
        new SparkConf()
            .setIfMissing("spark.app.name", "falcon mine")
            .set("spark.serializer", "org.apache.spark.serializer.JavaSerializer")
            // Vectors compress badly.
            .setIfMissing("spark.shuffle.compress", "false")
            .setIfMissing("spark.shuffle.spill.compress", "false");
    if (!master.isEmpty()) {
      conf.setMaster(master);
    }
    if (!conf.contains("spark.master")) {
      throw new RequestException(
          "no Spark master is named: start with spark-submit, or name one, such as local[2] or"
              + " spark://HOST:7077");
    }
    if (conf.get("spark.master").startsWith("local")) {
      conf.setIfMissing("spark.ui.enabled", "false");
      conf.setIfMissing("spark.driver.host", "localhost");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    JavaSparkContext context = new JavaSparkContext(conf);
    context.setLogLevel("ERROR"); // prints its messages for users itself
    return context;
  }

  /** Returns the first line of a failure, and that of its first cause if it adds something. */
  private static String reason(Exception failure) {
    String own = firstLine(failure);
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    String cause = firstLine(first);
    return own.contains(cause) ? own : own + ": " + cause;
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return message.strip().lines().findFirst().orElse(failure.getClass().getSimpleName());
  }

  /** Mines in a given context, which stays open. */
  Planned mine(JavaSparkContext spark, Request request, Consumer<String> notes) {
    return mine(spark, new Storage(spark.hadoopConfiguration()), request, notes);
  }

  Planned mine(JavaSparkContext spark, Storage storage, Request request, Consumer<String> notes) {
    return mine(spark, storage, request, new Listener(Progress.NONE, notes));
  }

  private record Listener(Progress progress, Consumer<String> notes) {}

  private static Planned mine(
      JavaSparkContext spark, Storage storage, Request request, Listener listener) {
    try (DriverFiles files = DriverFiles.of(spark.getConf(), storage, listener.notes())) {
      return mine(spark, storage, request, files.located(request), listener);
    }
  }

  private static Planned mine(
      JavaSparkContext spark,
      Storage storage,
      Request request,
      MiningOptions asked,
      Listener listener) {
    Consumer<String> notes = listener.notes();
    PlanPlace place = new PlanPlace(request.output(), storage);
    place.requireUnfinished(request.overwrite());
    StoreListing store = StoreListing.of(request.store(), storage);
    ClusterCheck check;
    try (Progress.Task checking = listener.progress().begin("checking", store.rows(), "rows")) {
      check = ClusterCheck.run(spark, store, storage, asked.constraints());
      checking.advance(store.rows());
    }
    if (!check.note().isEmpty()) {
      notes.accept(check.note());
    }
    if (check.report().rescaledRows() > 0) {
      notes.accept(
          "vectors that were not of unit length are normalised; rows="
              + check.report().rescaledRows());
    }
    MiningOptions options =
        request.imagesApart() && check.shape().hasImageIds()
            ? asked.withConstraints(asked.constraints().withImagesApart())
            : asked;
    long usable = check.report().rows() - check.report().rejects().size();
    PartMiner.Work work =
        new PartMiner.Work(
            options,
            check.vetoes(),
            request.format(),
            MiningPlan.provenance(options, request.format(), check.inputs(), usable));
    MiningTask task =
        new MiningTask(check.shape(), check.type(), work, check.report(), store.shardStarts());
    MiningPlan plan = task.plan();
    plan.requireRows(store.name());
    task.requireFacts(options.constraints());
    StoreReport report = check.report();
    PlanRequest parts = PartMiner.request(plan, work, report);
    place.begin(parts, request.overwrite());
    Broadcast<MiningTask> sent = spark.broadcast(task);
    List<Integer> missing = place.missing(parts);
    EpochJob job =
        new EpochJob(
            spark, check.store(), spark.broadcast(storage), spark.broadcast(place), parts, sent);
    long samples = missing.stream().mapToLong(plan::rows).sum();
    try (Progress.Task mining = listener.progress().begin("mining", samples, "samples")) {
      for (int epoch = 0; epoch < options.epochs(); epoch++) {
        job.run(epoch, missing, notes, mining);
      }
    } finally {
      task.closeIdle(); // if executors are in this JVM; others end with the application
    }
    PlanManifest manifest =
        place.finish(parts, report.rejects(), tables -> digests(spark, place, tables));
    return new Planned(request.output(), manifest.summary(), report.rejects());
  }

  private static List<String> digests(
      JavaSparkContext spark, PlanPlace place, List<String> tables) {
    Broadcast<PlanPlace> sent = spark.broadcast(place);
    return spark
        .parallelize(tables, Math.max(1, tables.size()))
        .map(table -> sent.value().sha256(table))
        .collect();
  }

  /**
   * Returns a failure for the user; if Falcon's code on an executor threw it, with the line of
   * Falcon's own exception.
   */
  private static RuntimeException reported(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FalconException own) {
        return own;
      }
    }
    if (failure instanceof SparkException && failure.getMessage() != null) {
      String marker = FalconException.class.getName() + ": ";
      List<String> lines = failure.getMessage().lines().toList();
      return lines.stream()
          .filter(line -> line.contains(marker))
          .map(line -> line.substring(line.indexOf(marker) + marker.length()))
          .findFirst()
          .map(line -> new FalconException(line, failure))
          .orElseGet(() -> new FalconException("Spark: " + reason(failure), failure));
    }
    if (failure.getClass().getName().startsWith("org.apache.spark.")) {
      return new FalconException("Spark: " + reason(failure), failure);
    }
    return failure instanceof RuntimeException runtime
        ? runtime
        : new FalconException("Spark: " + failure.getMessage(), failure);
  }
}
