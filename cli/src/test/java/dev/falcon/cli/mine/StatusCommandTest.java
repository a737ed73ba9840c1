// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
  @TempDir private Path folder;

  private void launch(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private JsonNode status(Path of) throws IOException {
    Cli.Result result = Cli.launch("status", of, "--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return Json.mapper().readTree(result.output());
  }

  @Test
  void aStoreAndAPlanAreFollowedFromTheFirstTaskToTheMerge() throws IOException {
    Path data = folder.resolve("data");
    launch("data", "generate", "scenes", "--count=240", "--samples-per-shard=60", "--out=" + data);
    Path store = folder.resolve("store");
    Object[] embed = {
      "embed",
      "--input-dataset=" + data,
      "--model=" + Path.of("..", "onnx-models", "scenes-tiny"),
      "--out=" + store,
      "--quiet",
      "--shard=1/3"
    };
    launch(embed);
    JsonNode begun = status(store);
    assertThat(begun.path("kind").asText()).isEqualTo("store");
    assertThat(begun.path("complete").asBoolean()).isFalse();
    assertThat(begun.path("parts").asInt()).isEqualTo(4);
    assertThat(begun.path("done").asInt()).isEqualTo(1);
    assertThat(begun.path("missing_tasks").asText()).isEqualTo("--array=0,2 of 3");
    assertThat(begun.has("hours_left")).isFalse();
    embed[5] = "--shard=0/1";
    launch(embed);
    assertThat(Cli.launch("status", store).output())
        .contains("4 of 4 parts done")
        .contains("all parts are done; falcon merge " + store);
    launch("merge", store);
    assertThat(status(store).path("complete").asBoolean()).isTrue();

    Path plan = folder.resolve("plan");
    Object[] mine = {
      "mine",
      "--embeddings=" + store,
      "--quantiles=1",
      "--search-space=24",
      "--batch-size=12",
      "--quiet",
      "--out=" + plan,
      "--shard=0/2"
    };
    launch(mine);
    int done = status(plan).path("done").asInt();
    int parts = status(plan).path("parts").asInt();
    assertThat(done).isEqualTo((parts + 1) / 2).isGreaterThan(2);
    // Half of the parts in the hour before the last one was done, an hour ago.
    Instant now = Instant.now();
    for (int part = 0; part < parts; part += 2) {
      Path result = plan.resolve(String.format(Locale.ROOT, "part-%05d.json", part));
      Duration age = Duration.ofMinutes(120).minus(Duration.ofMinutes(60L * part / (parts - 1)));
      Files.setLastModifiedTime(result, FileTime.from(now.minus(age)));
    }
    JsonNode late = status(plan);
    double rate = late.path("parts_per_hour").asDouble();
    assertThat(rate).isBetween((done - 1) / 2.1, (done - 1) / 1.9);
    assertThat(late.path("hours_left").asDouble())
        .isBetween((parts - done) / rate - 0.01, (parts - done) / rate + 0.01);
    assertThat(late.path("missing_tasks").asText()).isEqualTo("--array=1 of 2");
    mine[7] = "--shard=1/2";
    launch(mine);
    launch("merge", plan);
    JsonNode complete = status(plan);
    assertThat(complete.path("complete").asBoolean()).isTrue();
    assertThat(complete.path("done").asInt()).isEqualTo(parts);
  }

  @Test
  void namesAFolderThatHoldsNoWork() throws IOException {
    Cli.Result none = Cli.launch("status", folder.resolve("nothing"));
    assertThat(none.errors()).contains("nothing: is not a folder").hasLineCount(1);
    assertThat(none.exitCode()).isEqualTo(2);
    for (String command : new String[] {"status", "merge"}) {
      Cli.Result remote = Cli.launch(command, "s3a://bucket/plan");
      assertThat(remote.errors())
          .contains("s3a://bucket/plan: falcon " + command + " reads local files; copy the folder");
      assertThat(remote.exitCode()).isEqualTo(2);
    }
    Cli.Result table = Cli.launch("mine", "--shard=0/2", "--out=" + folder.resolve("z.parquet"));
    assertThat(table.errors()).contains("--shard writes a folder of parts");
    assertThat(folder.resolve("z.parquet")).doesNotExist();
    Cli.Result empty = Cli.launch("status", folder);
    assertThat(empty.errors()).contains(": holds no work of tasks: ").hasLineCount(1);
    assertThat(empty.exitCode()).isEqualTo(1);
    Files.writeString(folder.resolve("store.unfinished.json"), "{}");
    Cli.Result unfinished = Cli.launch("status", folder);
    assertThat(unfinished.errors())
        .contains(": is a store that one process embeds, or that it left unfinished")
        .hasLineCount(1);
  }
}
