// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.cli.Main;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An object store, on Spark as it is downloaded with the artifact that the page names. */
class S3IT {
  private static final String STORE = "--embeddings=s3a://" + S3Server.BUCKET + "/store";

  @TempDir private Path folder;

  private SubmittedJar.Ended mine(List<String> submit, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "mine",
                "--spark",
                "--quantiles=0.8",
                "--search-space=40",
                "--batch-size=8",
                STORE));
    command.addAll(List.of(more));
    return SubmittedJar.run(folder, Optional.empty(), submit, command);
  }

  @Test
  void withoutItsArtifactOneLineNamesIt() throws Exception {
    SubmittedJar.Ended ended = mine(List.of(), "--out=s3a://" + S3Server.BUCKET + "/plan");
    assertThat(ended.exit()).as(ended.log()).isEqualTo(1);
    assertThat(ended.log().lines().filter(line -> line.startsWith("falcon mine: ")))
        .singleElement()
        .asString()
        .contains("nothing here reads s3a://; add spark.jars.packages=")
        .endsWith("org.apache.hadoop:hadoop-aws:3.5.0");
  }

  @Test
  void aStoreAndItsPlanInAnObjectStoreHaveTheBytesOfASingleMachine() throws Exception {
    assumeTrue(
        S3Server.isHere(),
        "object stores are not tested: mvn -f spark/src/test/s3/pom.xml package downloads a server");
    Path store = SparkStores.own(folder.resolve("store"), 703);
    Path lists = Files.createDirectory(folder.resolve("lists"));
    String pairs = "key_a,key_b\nkey-0,key-8\nkey-1,key-9\n";
    Path veto = Files.writeString(lists.resolve("veto.csv"), pairs);
    assertThat(
            Main.run(
                "mine",
                "--quiet",
                "--quantiles=0.8",
                "--search-space=40",
                "--batch-size=8",
                "--embeddings=" + store,
                "--veto=" + veto,
                "--out=" + folder.resolve("single") + "/"))
        .isEqualTo(3);
    try (S3Server server = S3Server.start(folder)) {
      server.put(store, "store");
      server.put(lists, "lists");
      List<String> submit = new ArrayList<>(server.settings());
      submit.add(S3Server.jars());
      String plan = "--out=s3a://" + S3Server.BUCKET + "/runs/a plan";

      String vetoes = "--veto=s3a://" + S3Server.BUCKET + "/lists/veto.csv";
      SubmittedJar.Ended mined = mine(submit, plan, vetoes);

      assertThat(mined.exit()).as(mined.log()).isEqualTo(3); // a key that occurs again
      Map<String, String> single = TestClusters.files(folder.resolve("single"));
      single.remove("rejects.parquet"); // it names the store as the command does
      Map<String, String> there = digests(server, "runs/a plan");
      assertThat(there.remove("rejects.parquet")).isNotNull();
      assertThat(there).isEqualTo(single);

      SubmittedJar.Ended again = mine(submit, plan);
      assertThat(again.exit()).isEqualTo(2);
      assertThat(again.log()).contains("s3a://" + S3Server.BUCKET + "/runs/a plan: already exists");
      SubmittedJar.Ended absent = mine(submit, "--embeddings=s3a://no-such-bucket/store", plan);
      assertThat(absent.exit()).isNotZero();
    }
  }

  private static Map<String, String> digests(S3Server server, String prefix)
      throws IOException, InterruptedException {
    Map<String, String> digests = new TreeMap<>();
    for (String name : server.list(prefix)) {
      digests.put(name, Sha256.of(server.get(prefix.replace(" ", "%20") + "/" + name)));
    }
    return digests;
  }
}
