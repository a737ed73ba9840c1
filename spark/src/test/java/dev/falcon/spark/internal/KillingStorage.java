// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.spark.internal.Storage.FileState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;

/** A storage that kills the executor it is used by: once in each stage of a job. */
public final class KillingStorage extends Storage {
  private static final long serialVersionUID = 1;

  private final String marks;
  private final String plan;

  /**
   * With a cluster's settings.
   *
   * @param marks a folder, where a file a stage says that its executor was killed
   * @param plan the plan's folder
   */
  public KillingStorage(Configuration configuration, Path marks, Path plan) {
    super(configuration);
    this.marks = marks.toString();
    this.plan = plan.toString();
  }

  /** Executors ask for it before they read a shard of the store: to check it, and to send it. */
  @Override
  public FileState state(String file) {
    if (file.endsWith("part-00003.arrow")) {
      dieOnce(exists(plan + "/request.json") ? "sending" : "checking");
    }
    return super.state(file);
  }

  @Override
  public void put(Path from, String to) {
    super.put(from, to);
    if (to.endsWith("part-00005.parquet")) {
      dieOnce("mining");
    }
  }

  private void dieOnce(String stage) {
    if (TaskContext.get() == null) {
      return; // the driver lives
    }
    try {
      Files.createFile(Path.of(marks, stage));
    } catch (FileAlreadyExistsException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().halt(137);
  }
}
