package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkEnv;

/**
 * Temporary files and folders of executors: below {@code spark.local.dir}, or where the cluster has
 * assigned disks, and removed with these. In a process without Spark, the platform's folder.
 */
final class LocalDisks {
  private static final AtomicInteger NEXT = new AtomicInteger();

  private LocalDisks() {}

  /** Makes an empty file. */
  static Path file(String begin, String end) {
    try {
      return Files.createTempFile(folder(), begin, end);
    } catch (IOException e) {
      throw new FalconException("no temporary file can be made: " + e.getMessage(), e);
    }
  }

  /** Makes an empty folder. */
  static Path folder(String begin) {
    try {
      return Files.createTempDirectory(folder(), begin);
    } catch (IOException e) {
      throw new FalconException("no temporary folder can be made: " + e.getMessage(), e);
    }
  }

  /** One of the disks, in turn. */
  private static Path folder() {
    SparkEnv spark = SparkEnv.get();
    if (spark == null) {
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
    String[] disks = spark.blockManager().diskBlockManager().localDirsString();
    return Path.of(disks[Math.floorMod(NEXT.getAndIncrement(), disks.length)]);
  }
}
