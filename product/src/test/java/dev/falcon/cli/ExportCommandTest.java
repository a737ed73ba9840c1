// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.internal.process.ChildProcesses;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code falcon train} and {@code falcon export} on a network so small that a step takes no time.
 */
class ExportCommandTest {
  @TempDir private Path folder;

  private List<String> command(String run, int epochs) {
    List<String> words = new ArrayList<>(List.of("train", "--preset", "scenes-tiny", "--quiet"));
    Collections.addAll(words, "--config", TinyRuns.file().toString());
    Collections.addAll(words, "--set", "train.epochs=" + epochs);
    Collections.addAll(words, "--set", "evaluation.every_epochs=0");
    Collections.addAll(words, "--cache", folder.resolve("cache").toString());
    Collections.addAll(words, "--out", folder.resolve(run).toString());
    return words;
  }

  private Cli.Result train(String run, int epochs, String... more) {
    List<String> words = command(run, epochs);
    Collections.addAll(words, more);
    return Cli.launch(words.toArray());
  }

  private Cli.Result export(String run, Object... more) {
    List<Object> words = new ArrayList<>(List.of("export", folder.resolve(run), "--quiet"));
    Collections.addAll(words, "--out", folder.resolve("model"));
    Collections.addAll(words, more);
    return Cli.launch(words.toArray());
  }

  @Test
  void aRunBecomesAModelFolder() throws IOException {
    assertThat(train("run", 2, "--method", "falcon").exitCode()).isZero();
    Cli.Result exported = export("run");
    assertThat(exported.errors()).isEmpty();
    assertThat(exported.exitCode()).isZero();
    assertThat(exported.output()).contains("the model after 15 steps (step-0000015.safetensors)");
    assertThat(folder.resolve("model")).isDirectoryContaining("glob:**/training.yaml");
    assertThat(folder.resolve("model/onnx"))
        .isDirectoryContaining("glob:**/vision_model.onnx")
        .isDirectoryContaining("glob:**/itm_fusion_model.onnx")
        .isDirectoryContaining("glob:**/scheduler.onnx");
    Cli.Result again = export("run", "--checkpoint", "epoch:1", "--overwrite", "--json");
    assertThat(again.exitCode()).isZero();
    JsonNode result = Json.mapper().readTree(again.output());
    assertThat(result.get("step").asInt()).isEqualTo(8);
    Cli.Result verified = Cli.launch("model", "verify", folder.resolve("model"));
    assertThat(verified.exitCode()).as(verified.errors()).isZero();
  }

  private static Cli.Result verify(Path output, String... more) {
    List<Object> words = new ArrayList<>(List.of("verify", output, "--quiet"));
    Collections.addAll(words, more);
    return Cli.launch(words.toArray());
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aRunItsCheckpointsAndItsModelAreVerified() throws IOException {
    train("run", 2, "--method", "falcon");
    export("run");
    Path run = folder.resolve("run");
    Path checkpoint = run.resolve("checkpoints/step-0000015.safetensors");
    Path graph = folder.resolve("model/onnx/text_model.onnx");
    JsonNode record = Json.readTree(run.resolve("provenance.json"));
    assertThat(record.at("/provenance/libraries/pytorch").asText()).startsWith("2.");
    assertThat(record.at("/provenance/command").asText()).isEqualTo("train");
    assertThat(record.toString()).doesNotContain(folder.toString(), "timing.json");
    for (Path output : List.of(run, checkpoint, folder.resolve("model"), graph)) {
      Cli.Result holds = verify(output);
      assertThat(holds.exitCode()).as(output + ": " + holds.output() + holds.errors()).isZero();
    }
    assertThat(verify(folder.resolve("model")).output())
        .contains("falcon_model", "holds     inputs: 1 of 1");
    Cli.Result again = verify(run, "--again");
    assertThat(again.exitCode()).as(again.output() + again.errors()).isZero();
    assertThat(again.output()).contains("falcon_run", "holds     made again");

    flip(graph);
    assertThat(verify(graph).output()).contains("DIFFERS   onnx/text_model.onnx: changed");
    assertThat(verify(folder.resolve("model")).exitCode()).isEqualTo(1);
    flip(checkpoint);
    assertThat(verify(run).output())
        .contains("DIFFERS   checkpoints/step-0000015.safetensors: changed");
    assertThat(verify(folder.resolve("model/onnx/vision_model.onnx")).output())
        .contains("DIFFERS   step-0000015.safetensors: changed");
  }

  @Test
  void reportsInALineWhyNothingCanBeExported() throws IOException {
    Files.createDirectories(folder.resolve("empty"));
    Cli.Result empty = export("empty");
    assertThat(empty.exitCode()).isNotZero();
    assertThat(empty.errors().lines()).hasSize(1);
    assertThat(empty.errors()).contains("empty");
    train("run", 1);
    Cli.Result unknown = export("run", "--checkpoint", "epoch:9");
    assertThat(unknown.exitCode()).isNotZero();
    assertThat(unknown.errors()).contains("epoch");
    Files.createDirectories(folder.resolve("model"));
    Files.writeString(folder.resolve("model/mine.txt"), "kept");
    assertThat(export("run").exitCode()).isNotZero();
    assertThat(folder.resolve("model/mine.txt")).hasContent("kept");
  }

  @Test
  void aFinishedRunIsNotTrainedAgain() {
    train("run", 1);
    Cli.Result again = train("run", 1);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.errors()).contains("already exists");
    assertThat(train("run", 1, "--set", "model.patch_size=0").exitCode()).isEqualTo(2);
  }

  /** What Ctrl-C does: the JVM is told to end. */
  @Test
  void anInterruptedRunWritesACheckpointAndGoesOnToTheSameBytes()
      throws IOException, InterruptedException {
    int epochs = 25; // seconds from the first checkpoint to the end
    ChildProcesses processes = ChildProcesses.ofThisOne(1);
    List<String> words = new ArrayList<>(processes.command());
    words.addAll(command("parts", epochs));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("CLASSPATH", processes.classPath());
    builder.redirectOutput(folder.resolve("child.log").toFile());
    Process child = builder.start();
    try {
      while (child.isAlive() && newest("parts") < 0) {
        Thread.sleep(20);
      }
      child.toHandle().destroy();
      assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    String log = Files.readString(folder.resolve("child.log"));
    assertThat(folder.resolve("parts/result.json")).as(log).doesNotExist();
    long stopped = newest("parts");
    assertThat(stopped).as(log).isBetween(8L, 7L * epochs);
    assertThat(Files.readAllLines(folder.resolve("parts/metrics.jsonl"))).hasSize((int) stopped);
    assertThat(train("parts", epochs).exitCode()).isZero();
    assertThat(train("whole", epochs).exitCode()).isZero();
    String last = String.format(Locale.ROOT, "checkpoints/step-%07d.safetensors", newest("whole"));
    assertThat(folder.resolve("parts").resolve(last))
        .hasSameBinaryContentAs(folder.resolve("whole").resolve(last));
    assertThat(folder.resolve("parts/metrics.jsonl"))
        .hasSameTextualContentAs(folder.resolve("whole/metrics.jsonl"));
  }

  /** The step of a run's newest checkpoint. */
  private long newest(String run) throws IOException {
    Path checkpoints = folder.resolve(run).resolve("checkpoints");
    if (!Files.isDirectory(checkpoints)) {
      return -1;
    }
    try (Stream<Path> files = Files.list(checkpoints)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("step-\\d+\\.safetensors"))
          .mapToLong(name -> Long.parseLong(name.replaceAll("\\D", "")))
          .max()
          .orElse(-1);
    }
  }
}
