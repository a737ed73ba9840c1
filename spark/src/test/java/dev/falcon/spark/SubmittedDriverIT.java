package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How a driver ends that spark-submit has started, by the settings that YARN and Kubernetes give to
 * a driver of their own. Spark starts no such driver on a local master, so that the settings are
 * given to the client's.
 */
class SubmittedDriverIT {
  private static final int REJECTING = 503; // row 400 has the key of row 3

  @TempDir private Path folder;

  private SubmittedJar.Ended mine(List<String> jvm, List<String> submit, String store)
      throws Exception {
    return SubmittedJar.run(
        folder,
        jvm,
        Optional.empty(),
        submit,
        List.of(
            "mine",
            "--spark",
            "--quantiles=0.8",
            "--search-space=40",
            "--batch-size=8",
            "--embeddings=" + folder.resolve(store),
            "--out=" + folder.resolve("plan")));
  }

  /** YARN's driver finds the setting among the properties of its JVM, Kubernetes' in its file. */
  @ParameterizedTest
  @CsvSource({
    "-Dspark.submit.deployMode=cluster,",
    ", --conf=spark.kubernetes.submitInDriver=true",
  })
  void ofAClusterItReturnsWithRejectedRowsAndThrowsWhereItFails(String jvm, String submit)
      throws Exception {
    List<String> properties = jvm == null ? List.of() : List.of(jvm);
    List<String> settings = submit == null ? List.of() : List.of(submit);
    SparkStores.own(folder.resolve("store"), REJECTING);
    SubmittedJar.Ended done = mine(properties, settings, "store");
    assertThat(done.exit()).as(done.log()).isZero();
    assertThat(folder.resolve("plan/plan.json")).exists();
    assertThat(folder.resolve("plan/rejects.parquet")).exists();
    SubmittedJar.Ended failed = mine(properties, settings, "store");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.log())
        .contains("plan: already exists; name another folder, or overwrite it (--overwrite)")
        .contains("falcon has failed with exit code 2; its message is in the driver's log");
  }

  @Test
  void ofAClientItEndsWithTheCodesOfTheCommand() throws Exception {
    SparkStores.own(folder.resolve("store"), REJECTING);
    assertThat(mine(List.of(), List.of(), "store").exit()).isEqualTo(3);
    assertThat(mine(List.of(), List.of(), "store").exit()).isEqualTo(2);
  }
}
