// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs whose checkpoint, data or folder is not what they need. */
class WrongRunsTest {
  @TempDir private static Path shared;
  private static Path pretrained;

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() {
    pretrained =
        TinyRuns.train(
                TinyRuns.config("method.name=uniform", "train.epochs=1"),
                shared,
                "pre",
                () -> false)
            .checkpoint();
  }

  private static AbstractThrowableAssert<?, ?> refused(ThrowingCallable call, String message) {
    return assertThatThrownBy(call)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(message.strip())
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "falcon.state | | holds weights, but is not a checkpoint of falcon train",
        "falcon.state | { | its state cannot be read",
        "falcon.state | null | its state cannot be read",
        "falcon.config | a: [ | damaged: its configuration: the configuration is not YAML",
        "falcon.config | a: 1 | damaged: its configuration",
        "falcon.config | null | damaged: its configuration",
      })
  void aCheckpointWhoseNotesAreDamagedIsNamed(String key, String value, String message)
      throws IOException {
    Path damaged =
        damaged(
            header -> {
              ObjectNode notes = (ObjectNode) header.get("__metadata__");
              notes.remove(key);
              if (value != null) {
                notes.put(key, value);
              }
            });
    refused(() -> export(damaged), message).hasMessageStartingWith(damaged.toString());
  }

  @Test
  void aCheckpointOfAnotherArchitectureIsNamed() throws IOException {
    Path without = damaged(header -> header.set("none", header.remove("temperature")));
    refused(() -> export(without), "a checkpoint of another architecture: ")
        .hasMessageContaining("is missing");
    Path swapped =
        damaged(header -> DamagedCheckpoint.swap(header, "vision_projection.bias", "temperature"));
    refused(() -> export(swapped), "a checkpoint of another architecture: ")
        .hasMessageContaining("values");
  }

  /** The tasks of fine-tuning are not on the class path of these tests. */
  @Test
  void theExportOfATaskNeedsTheModuleOfTasks() throws IOException {
    Path tuned =
        damaged(header -> ((ObjectNode) header.get("__metadata__")).put("falcon.task", "task: {}"));
    refused(
            () -> export(tuned),
            ": is a fine-tuned checkpoint, whose export needs falcon-downstream on the class path")
        .hasMessageStartingWith(tuned.toString());
    assertThat(folder.resolve("model")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "falcon.tokenizer | (?s)^.*$ | other | has another vocabulary than the learner",
        "falcon.config | _tokens: \\d+ | _tokens: 2 | has 2 places for tokens; data.text",
      })
  void aFrozenNetworkMustReadTheRunsCaptions(String key, String there, String here, String message)
      throws IOException {
    Path guide =
        damaged(
            header -> {
              ObjectNode notes = (ObjectNode) header.get("__metadata__");
              notes.put(key, notes.path(key).asText().replaceAll(there, here));
            });
    refused(() -> train("objective.loss={name: gist, guide: " + guide + "}"), message);
  }

  @Test
  void aBeginningMustReadTheRunsCaptions() throws IOException {
    Path other = DamagedCheckpoint.tokenized(pretrained, folder, "other");
    refused(
        () -> train("start.checkpoint=" + other),
        other + " has another tokenizer than data.text.tokenizer names");
  }

  @Test
  void aWarmStartSeesCellsAsPatches() {
    refused(
        () -> train("model.patch_size=16"),
        "needs a patch for every cell of a scene: 4 a side; model.image_size=32,"
            + " model.patch_size=16; or set start.image_encoder to random");
  }

  @Test
  void aFrozenNetworkMustCompareAsItIsAsked() {
    Path queries = other("blip2-tiny", "model.projection=16");
    refused(
        () -> train("objective.loss={name: gist, guide: " + queries + "}"),
        "vectors an image, and images are compared by one");
    refused(
        () -> train("method.name=jest", "method.reference=" + queries),
        "vectors an image, and images are compared by one");
  }

  private Path other(String preset, String... keys) {
    String[] all = Arrays.copyOf(keys, keys.length + 2);
    all[keys.length] = "train.epochs=1";
    all[keys.length + 1] = "method.name=uniform";
    return TinyRuns.train(TinyRuns.of(preset, all), folder, preset, () -> false).checkpoint();
  }

  private void train(String... keys) {
    TinyRuns.train(TinyRuns.config(keys), folder, "run", () -> false);
  }

  @Test
  void aJudgeThatIsAModelFolderMustSeeTheRunsPictures() throws IOException {
    Path model = Path.of("..", "..", "onnx-models", "scenes-tiny");
    Path blind = folder.resolve("blind");
    copy(model, blind);
    for (String graph : List.of("itm_fusion_model.onnx", "itm_vision_model.onnx")) {
      Files.delete(blind.resolve("onnx").resolve(graph));
    }
    String judge = "objective.loss={name: mafa, judge: %s}";
    refused(() -> train(judge.formatted(blind)), "blind has no image-text matching model");
    refused(() -> train(judge.formatted(model), "model.image_size=64"), "; model.image_size=64");
    refused(
        () -> train(judge.formatted(model), "data.mean=[0.4, 0.5, 0.5]"),
        "needs pixels of another data.mean: ");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  @Test
  void aWarmStartThatIsStoppedSaysWhere() {
    refused(
        () -> TinyRuns.train(TinyRuns.config(), folder, "run", () -> true),
        "interrupted at step 0 of 2");
  }

  private void export(Path checkpoint) {
    Exporter.export(
        new ExportRequest(
            checkpoint.getParent().getParent(),
            new CheckpointChoice.Newest(),
            folder.resolve("model"),
            false));
  }

  /** The checkpoint with another header before the same tensors. */
  private Path damaged(Consumer<ObjectNode> change) throws IOException {
    return DamagedCheckpoint.write(pretrained, folder, change);
  }
}
