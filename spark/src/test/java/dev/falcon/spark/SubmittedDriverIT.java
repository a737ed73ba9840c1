// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    return mine("plan", List.of(submit));
  }

  private SubmittedJar.Ended mine(String out, List<String> submit, String... more)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "mine",
                "--spark",
                "--quantiles=0.8",
                "--search-space=40",
                "--batch-size=8",
                "--embeddings=" + folder.resolve("store"),
                "--out=" + folder.resolve(out)));
    command.addAll(List.of(more));
    return SubmittedJar.run(folder, Optional.empty(), submit, command);
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

  @Test
  void aListOfVetoesTravelsByFilesAndWithoutThemOneLineSaysSo() throws Exception {
    SparkStores.own(folder.resolve("store"), 303);
    Path veto =
        Files.writeString(
            Files.createDirectory(folder.resolve("here")).resolve("veto.csv"),
            "key_a,key_b\nkey-0,key-8\nkey-1,key-9\n");
    assertThat(mine("here-plan", List.of(), "--veto=" + veto).exit()).isZero();
    String pod = "--conf=spark.kubernetes.submitInDriver=true";
    String there = "--veto=/home/me/veto.csv"; // not on the driver's machine

    SubmittedJar.Ended without = mine("plan", List.of(pod), there);
    assertThat(without.exit()).isEqualTo(1);
    assertThat(without.log())
        .contains(
            "falcon mine: /home/me/veto.csv: is not on the machine of the driver; give it to"
                + " spark-submit, too, as spark.files=/home/me/veto.csv");

    SubmittedJar.Ended with = mine("plan", List.of(pod, "--files=" + veto), there);
    assertThat(with.exit()).as(with.log()).isZero();
    assertThat(with.log()).contains("/home/me/veto.csv: is not on the machine of the driver; read");
    assertThat(TestClusters.files(folder.resolve("plan")))
        .isEqualTo(TestClusters.files(folder.resolve("here-plan")));

    SubmittedJar.Ended uri = mine("by-uri", List.of(), "--veto=file://" + veto);
    assertThat(uri.exit()).as(uri.log()).isZero();
    assertThat(TestClusters.files(folder.resolve("by-uri")))
        .isEqualTo(TestClusters.files(folder.resolve("here-plan")));
  }
}
