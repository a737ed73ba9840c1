package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How a driver ends that spark-submit has started, by the settings that YARN and Kubernetes give to
 * a driver of their own. Spark starts no such driver on a local master, so that the settings are
 * given to the client's.
 */
class SubmittedDriverIT {
  private static final int REJECTING = 503; // row 400 has the key of row 3

  @TempDir private Path folder;

  private SubmittedJar.Ended mine(String... submit) throws Exception {
    return SubmittedJar.run(
        folder,
        Optional.empty(),
        List.of(submit),
        List.of(
            "mine",
            "--spark",
            "--quantiles=0.8",
            "--search-space=40",
            "--batch-size=8",
            "--embeddings=" + folder.resolve("store"),
            "--out=" + folder.resolve("plan")));
  }

  @Test
  void inAPodItReturnsWithRejectedRowsAndThrowsWhereItFails() throws Exception {
    String pod = "--conf=spark.kubernetes.submitInDriver=true";
    SparkStores.own(folder.resolve("store"), REJECTING);
    SubmittedJar.Ended done = mine(pod);
    assertThat(done.exit()).as(done.log()).isZero();
    assertThat(folder.resolve("plan/plan.json")).exists();
    assertThat(folder.resolve("plan/rejects.parquet")).exists();
    SubmittedJar.Ended failed = mine(pod);
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.log())
        .contains("plan: already exists; name another folder, or overwrite it (--overwrite)")
        .contains("falcon has failed with exit code 2; its message is in the driver's log");
  }

  @Test
  void ofAClientItEndsWithTheCodesOfTheCommand() throws Exception {
    SparkStores.own(folder.resolve("store"), REJECTING);
    assertThat(mine().exit()).isEqualTo(3);
    assertThat(mine().exit()).isEqualTo(2);
  }
}
