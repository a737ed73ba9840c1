// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkEnv;

/**
 * Creates temporary files and folders of executors. They are below {@code spark.local.dir}, or on
 * the disks that the cluster has assigned, and are removed with these. A process without Spark uses
 * the platform's folder of temporary files.
 */
final class LocalDisks {
  private static final AtomicInteger NEXT = new AtomicInteger();

  private LocalDisks() {}

  /** Creates an empty file. */
  static Path file(String begin, String end) {
    try {
      return Files.createTempFile(folder(), begin, end);
    } catch (IOException e) {
      throw new FalconException("no temporary file can be made: " + e.getMessage(), e);
    }
  }

  /** Creates an empty folder. */
  static Path folder(String begin) {
    try {
      return Files.createTempDirectory(folder(), begin);
    } catch (IOException e) {
      throw new FalconException("no temporary folder can be made: " + e.getMessage(), e);
    }
  }

  /** Returns a folder on one of the disks, each in turn. */
  private static Path folder() {
    SparkEnv spark = SparkEnv.get();
    if (spark == null) {
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
    String[] disks = spark.blockManager().diskBlockManager().localDirsString();
    return Path.of(disks[Math.floorMod(NEXT.getAndIncrement(), disks.length)]);
  }
}
