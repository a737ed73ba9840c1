// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Split;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.training.DamagedCheckpoint;
import dev.falcon.training.TinyRuns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fine-tuning whose checkpoint, data or folder is not what it needs. */
class WrongFinetuningTest {
  @TempDir private static Path shared;
  private static Path pretrained;

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() {
    pretrained = TinyTasks.prepare(shared);
  }

  private void finetune(String task, Path run, BooleanSupplier stop, List<String> keys) {
    Finetuner.finetune(
        new FinetuneRequest(
            FinetuneReader.read(task, "scenes-tiny", null, keys),
            run,
            false,
            folder.resolve("cache"),
            Progress.NONE,
            stop));
  }

  private Path finetuned(Path from, String task) throws IOException {
    Path run = folder.resolve(task);
    finetune(task, run, () -> false, TinyTasks.keys(shared, from, task, "train.epochs=1"));
    return newest(run);
  }

  private static Path newest(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run.resolve("checkpoints"))) {
      return files.max(Path::compareTo).orElseThrow();
    }
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
        "vqa | task.fewest=999 | task.fewest: no answer occurs in this many training questions",
        "assignment | train.batch_size=2 | train.batch_size must be at least 3",
        "nlvr | task.images=3 | names 2 images; task.images=3; an evaluation needs all",
        "nlvr | data.train.image_root=nowhere | no statement can be used; the first reason",
        "vqa | start.checkpoint=. | start.checkpoint: . has no checkpoint",
        "nlvr | train.batch_size=999 | train.batch_size must not exceed the 20 training examples; batch_size=999",
      })
  void settingsThatTheDataDoNotAllowAreNamed(String task, String override, String message) {
    refused(
        () ->
            finetune(
                task,
                folder.resolve("run"),
                () -> false,
                TinyTasks.keys(shared, pretrained, task, override)),
        message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nlvr | assignment | data.pairs: they are tokenized in another way",
      })
  void aCheckpointOfAnotherTaskIsNoBeginning(String first, String second, String message)
      throws IOException {
    Path from = finetuned(pretrained, first);
    refused(
        () ->
            finetune(
                second, folder.resolve("run"), () -> false, TinyTasks.keys(shared, from, second)),
        message);
  }

  @Test
  void statementsAreOfOneFileEach() {
    String twice =
        TinyTasks.files(shared, "train", Split.TRAIN, "statements.jsonl", "statements.jsonl");
    refused(
        () ->
            finetune(
                "nlvr",
                folder.resolve("run"),
                () -> false,
                TinyTasks.keys(shared, pretrained, "nlvr", twice)),
        "statements are read from one file for each of train, held and test; files=[");
  }

  /** A weight that is no number makes the first loss none. */
  @Test
  void aRunThatDivergesEnds() throws IOException {
    Path poisoned = poisoned("vision_model.");
    refused(
        () ->
            finetune(
                "nlvr",
                folder.resolve("run"),
                () -> false,
                TinyTasks.keys(shared, poisoned, "nlvr")),
        "step 0: the loss is NaN, the gradient's norm NaN; the last good checkpoint is none");
  }

  /** The checkpoint with NaN at the end of the first weight whose name begins so. */
  private Path poisoned(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(pretrained);
    ByteBuffer whole = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int begin = Long.BYTES + (int) whole.getLong(0);
    for (Map.Entry<String, JsonNode> entry :
        Json.mapper().readTree(bytes, Long.BYTES, begin - Long.BYTES).properties()) {
      if (entry.getKey().startsWith(name)) {
        int end = entry.getValue().at("/data_offsets/1").asInt();
        whole.putFloat(begin + end - Float.BYTES, Float.NaN);
        return Files.write(folder.resolve(pretrained.getFileName()), bytes);
      }
    }
    throw new AssertionError("no weight begins with " + name);
  }

  @Test
  void aFolderOfTrainingIsNotFinetunedIn() {
    AtomicInteger left = new AtomicInteger(4);
    Path run =
        TinyRuns.train(TinyRuns.config(), folder, "run", () -> left.decrementAndGet() <= 0)
            .checkpoint()
            .getParent()
            .getParent();
    refused(
        () -> finetune("vqa", run, () -> false, TinyTasks.keys(shared, pretrained, "vqa")),
        "holds a run of falcon train; name another folder");
  }

  @Test
  void readingImagesStopsOnRequest() {
    refused(
        () ->
            finetune(
                "vqa",
                folder.resolve("run"),
                () -> true,
                TinyTasks.keys(shared, pretrained, "vqa")),
        "stopped before all images were looked at");
  }

  @ParameterizedTest
  @CsvSource({"true, cannot be read any more", "false, has changed since the run began"})
  void imagesStayAsTheyWere(boolean gone, String message) throws IOException {
    Path images = folder.resolve("data");
    copy(shared, images);
    AtomicInteger asked = new AtomicInteger();
    BooleanSupplier stop =
        () -> {
          if (asked.incrementAndGet() == 3) { // both sets have been looked at
            change(images.resolve("train"), gone);
          }
          return false;
        };
    refused(
        () ->
            finetune("vqa", folder.resolve("run"), stop, TinyTasks.keys(images, pretrained, "vqa")),
        message);
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

  private static void change(Path folder, boolean gone) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path image : files.filter(file -> file.toString().endsWith(".png")).toList()) {
        if (gone) {
          Files.delete(image);
        } else {
          Files.write(image, new byte[] {1});
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void resumesWithTheExamplesOfItsBeginning() throws IOException {
    Path data = folder.resolve("data");
    copy(shared, data);
    AtomicInteger left = new AtomicInteger(4);
    List<String> keys = TinyTasks.keys(data, pretrained, "nlvr");
    finetune("nlvr", folder.resolve("run"), () -> left.decrementAndGet() <= 0, keys);
    Path statements = data.resolve("train/statements.jsonl");
    List<String> lines = Files.readAllLines(statements);
    Files.write(statements, lines.subList(0, lines.size() - 1));

    refused(
        () -> finetune("nlvr", folder.resolve("run"), () -> false, keys),
        "with other examples, than are there now");
  }

  @Test
  void aBeginningOfAnotherArchitectureIsNamed() throws IOException {
    Path without = damaged(header -> header.set("none", header.remove("vision_projection.bias")));
    refused(() -> assign(without), "lacks the weight vision_projection.bias");
    Path smaller =
        damaged(
            header ->
                DamagedCheckpoint.swap(
                    header, "vision_projection.bias", "vision_projection.weight"));
    refused(() -> assign(smaller), "values, and cannot become");
  }

  private void assign(Path from) {
    finetune(
        "assignment",
        folder.resolve("assigned"),
        () -> false,
        TinyTasks.keys(shared, from, "assignment"));
  }

  @Test
  void anAnswerNeedsATokenThatEndsIt() throws IOException {
    String tokenizer =
        Files.readString(Path.of("..", "..", "onnx-models", "scenes-tiny", "tokenizer.json"))
            .replace("[SEP]", "[END]")
            .replace("\"Whitespace\"", "\"WhitespaceSplit\"");
    Path endless = DamagedCheckpoint.tokenized(pretrained, folder, tokenizer);
    refused(() -> answer(endless), "its tokenizer lacks the token [SEP], which ends answers");
    Path cut = DamagedCheckpoint.tokenized(pretrained, folder, "{");
    refused(() -> answer(cut), "tokenizer");
  }

  private void answer(Path from) {
    finetune("vqa", folder.resolve("answers"), () -> false, TinyTasks.keys(shared, from, "vqa"));
  }

  @Test
  void anAnswersDecoderIsAsWideAsBothEncoders() {
    Path wide =
        TinyRuns.train(
                TinyRuns.config("model.vision.width=32", "train.epochs=1", "method.name=uniform"),
                folder,
                "wide",
                () -> false)
            .checkpoint();
    refused(() -> answer(wide), "must be equally wide");
  }

  @Test
  void aNetworkOfStatementsIsForAsManyImagesAsItWas() throws IOException {
    Path two = finetuned(pretrained, "assignment");
    Path statements =
        Files.writeString(
            folder.resolve("statements.json"),
            "[{\"sentence\": \"a ring\", \"label\": \"True\", \"images\": [\"a.png\"]}]");
    Files.copy(anImage(), folder.resolve("a.png"));
    String files =
        Json.line(new TinyTasks.Named(List.of(statements.toString()), folder.toString()));
    refused(
        () ->
            finetune(
                "nlvr",
                folder.resolve("run"),
                () -> false,
                TinyTasks.keys(
                    shared,
                    two,
                    "nlvr",
                    "task.images=1",
                    "train.batch_size=1",
                    "data.train=" + files,
                    "data.held=" + files)),
        "its network is for another number of images than task.images=1");
  }

  private static Path anImage() throws IOException {
    try (Stream<Path> files = Files.walk(shared.resolve("train"))) {
      return files.filter(file -> file.toString().endsWith(".png")).findFirst().orElseThrow();
    }
  }

  /** The checkpoint with another header before the same tensors. */
  private Path damaged(Consumer<ObjectNode> change) throws IOException {
    return DamagedCheckpoint.write(pretrained, folder, change);
  }
}
