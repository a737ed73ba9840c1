// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Reject;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.table.Rejects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small run on a table of images, and what the other commands make of its export. */
class TrainCommandTest {
  private static final int IMAGES = 12;

  @TempDir private Path folder;
  private Path config;

  @BeforeEach
  void writeData() throws IOException {
    Scenes world = new Scenes(ScenesConfig.standard());
    List<String> rows = new ArrayList<>(List.of("filepath,title"));
    for (int i = 0; i < IMAGES; i++) {
      Files.write(folder.resolve(i + ".png"), world.png(Split.TRAIN, i));
      rows.add(i + ".png," + world.captions(Split.TRAIN, i).get(0).text());
    }
    Files.write(folder.resolve("held.csv"), rows);
    rows.add("3.png,...");
    Files.write(folder.resolve("train.csv"), rows);
    Stream<String> special = Stream.of("[PAD]", "[UNK]", "[CLS]", "[MASK]");
    Files.write(
        folder.resolve("vocab.txt"),
        Stream.concat(special, Caption.vocabulary().stream()).toList());
    config = folder.resolve("run.yaml");
    Files.writeString(
        config,
        """
        preset: albef-base
        threads: 1
        device: cpu
        data:
          train: {dataset: '%1$s/train.csv', format: csv}
          held: '%1$s/held.csv'
          text: {tokenizer: '%1$s/vocab.txt', max_tokens: 12, held_tokens: 12}
        model:
          image_size: 32
          vision: {width: 16, heads: 2, layers: 1, feed_forward: 16}
          text: {width: 16, heads: 2, layers: 1, feed_forward: 16}
          fusion_layers: 1
          projection: 8
          max_tokens: 12
        method: {search_space: 12}
        scheduler: {quantiles: 8, hidden: 8}
        train: {epochs: 2, batch_size: 4}
        """
            .formatted(folder));
  }

  private Cli.Result train(Object... more) {
    List<Object> all =
        new ArrayList<>(
            List.of(
                "train",
                "--config",
                config,
                "--out",
                folder.resolve("run"),
                "--cache",
                folder.resolve("cache"),
                "--quiet"));
    all.addAll(List.of(more));
    return Cli.launch(all.toArray());
  }

  @Test
  void notesAboutTheDataAreGivenOnceTheyAreRead() throws IOException {
    Path pictures = Files.createDirectory(folder.resolve("pictures"));
    for (int i = 0; i < IMAGES; i++) {
      Files.copy(folder.resolve(i + ".png"), pictures.resolve(i + ".png"));
      Files.writeString(pictures.resolve(i + ".txt"), "a red dog\na dog that is red");
    }
    Files.writeString(
        config,
        Files.readString(config).replace(folder + "/train.csv', format: csv", pictures + "'"));
    assertThat(train().errors())
        .contains("note: " + pictures + ": 12 caption files with line breaks, first that of '0'");
  }

  @Test
  void aModelOfOtherDataIsUsedByEveryCommand() {
    Cli.Result trained = train("--json");
    assertThat(trained.exitCode()).as(trained.errors()).isEqualTo(3);
    assertThat(Rejects.read(folder.resolve("run/rejects.parquet")))
        .extracting(Reject::key)
        .containsExactly("000000012");

    Path model = folder.resolve("model");
    Path held = folder.resolve("held.csv");
    assertThat(Cli.launch("export", folder.resolve("run"), "--out", model).exitCode()).isZero();
    assertThat(Cli.launch("model", "verify", model).exitCode()).isZero();
    Cli.Result embedded =
        Cli.launch(
            "embed",
            "--input-dataset",
            held,
            "--model",
            model,
            "--out",
            folder.resolve("store"),
            "--quiet");
    assertThat(embedded.exitCode()).as(embedded.errors()).isZero();

    Cli.Result evaluated =
        Cli.launch(
            "eval", "retrieval", "--model", model, "--input-dataset", held, "--json", "--quiet");
    assertThat(evaluated.exitCode()).as(evaluated.errors()).isZero();
  }

  @Test
  void reportsMissingDataInOneLineAndKeepsAnOlderRun() throws IOException {
    train("--set", "train.epochs=1");
    Path older = folder.resolve("run").resolve("result.json");
    assertThat(older).exists();
    Cli.Result result = train("--overwrite", "--set", "data.train=nowhere.csv");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .isEqualTo("falcon train: nowhere.csv: there is no such file or folder\n");
    assertThat(older).exists();
  }

  @Test
  void aRunThatHasRejectsSaysWhere() throws IOException {
    Cli.Result result = train("--set", "train.epochs=1");
    String warning =
        "rows rejected: 1, listed in " + folder.resolve("run/rejects.parquet") + "; the first: ";
    assertThat(result.output()).contains("warning: " + warning);
    Cli.Result json = train("--set", "train.epochs=1", "--overwrite", "--json");
    assertThat(Json.mapper().readTree(json.output()).get("warnings"))
        .filteredOn(text -> text.asText().startsWith(warning))
        .hasSize(1);
  }

  @Test
  void reportsAMissingGpu() {
    Cli.Result result = train("--device", "cuda:99");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .startsWith(
            "falcon train: device cuda:99 is asked for, but the libtorch in use cannot use it (")
        .hasLineCount(1);
  }
}
