package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;

/**
 * Files that the driver reads itself: a list of vetoes, a scheduler's graph. In cluster mode the
 * driver runs on another machine than the one that submits.
 */
public final class DriverFiles {
  private DriverFiles() {}

  /**
   * Refuses files that are not where the driver runs.
   *
   * @throws FalconException saying how they come there
   */
  public static void require(SparkConf conf, MiningOptions options) {
    if (!"cluster".equals(conf.get("spark.submit.deployMode", ""))) {
      return; // the file's own failure says enough
    }
    options.constraints().veto().ifPresent(DriverFiles::require);
    if (options.policy() instanceof QuantilePolicy.Scheduled scheduled) {
      scheduled.graph().ifPresent(DriverFiles::require);
    }
  }

  private static void require(Path file) {
    if (!Files.exists(file)) {
      throw new FalconException(
          file
              + ": is not on the machine of the driver; name it in spark.files, too, and here without its folder, "
              + file.getFileName());
    }
  }
}
