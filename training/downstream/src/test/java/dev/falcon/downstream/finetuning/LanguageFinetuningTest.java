// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.generation.GenerationRequest;
import dev.falcon.downstream.generation.GenerationResult;
import dev.falcon.downstream.generation.GenerationSettings;
import dev.falcon.downstream.generation.ImageCaptioner;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.downstream.internal.tasks.LanguageTask;
import dev.falcon.downstream.internal.tasks.LanguageWarmStart;
import dev.falcon.training.Exporter;
import dev.falcon.training.TinyCoco;
import dev.falcon.training.TinyRuns;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** BLIP-2's second stage on Scenes, with networks so small that it takes a second. */
class LanguageFinetuningTest {
  @TempDir private static Path shared;
  private static Path first;

  @TempDir private Path folder;

  @BeforeAll
  static void trainTheFirstStage() {
    first =
        TinyRuns.train(
                TinyRuns.of(
                    "blip2-tiny", "model.projection=16", "train.epochs=1", "method.name=uniform"),
                shared,
                "first",
                () -> false)
            .checkpoint();
  }

  private FinetuneResult finetune(Path from, String name, BooleanSupplier stop, String... others) {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "start.checkpoint=" + Json.line(from.toString()),
                "threads=1",
                "train={epochs: 2, batch_size: 10}",
                "task.scenes={width: 16, heads: 2, layers: 1, feed_forward: 16, texts: 20,"
                    + " steps: 3, batch_size: 4}"));
    keys.addAll(List.of(others));
    return Finetuner.finetune(
        new FinetuneRequest(
            FinetuneReader.read("language", "scenes-tiny", null, keys),
            folder.resolve(name),
            false,
            folder.resolve("cache"),
            Progress.NONE,
            stop));
  }

  private ExportResult export(String run, String model) {
    return Exporter.export(
        new ExportRequest(
            folder.resolve(run), new CheckpointChoice.Newest(), folder.resolve(model), false));
  }

  @Test
  void resumesAnInterruptedRunBitByBit() throws IOException {
    FinetuneResult whole = finetune(first, "whole", () -> false);
    assertThat(whole.finished()).isTrue();
    assertThat(whole.scores().group("held").get("accuracy")).isBetween(0.0, 100.0);
    AtomicInteger left = new AtomicInteger(6);
    assertThat(finetune(first, "parts", () -> left.decrementAndGet() <= 0).finished()).isFalse();
    FinetuneResult parts = finetune(first, "parts", () -> false);
    assertThat(parts.scores()).isEqualTo(whole.scores());
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    assertThat(folder.resolve("parts/metrics.jsonl"))
        .hasSameTextualContentAs(folder.resolve("whole/metrics.jsonl"));
  }

  /** What never learns is in one file of the run, and not in its checkpoints. */
  @Test
  void aCheckpointHoldsWhatLearns() throws IOException {
    Path checkpoint = finetune(first, "run", () -> false).checkpoint();
    Path frozen = folder.resolve("run/frozen.safetensors");
    try (SafeTensors still = SafeTensors.open(frozen);
        SafeTensors learned = SafeTensors.open(checkpoint)) {
      assertThat(still.names())
          .contains("vision_model.encoder.layers.0.mlp.fc1.weight")
          .anyMatch(name -> name.startsWith("language_model."))
          .doesNotContainAnyElementsOf(learned.names());
      assertThat(learned.names()).contains("query_tokens", "optimiser.mean.0");
      assertThat(Checkpoint.read(checkpoint).values().keySet())
          .containsAll(still.names())
          .containsAll(learned.names())
          .hasSize(still.names().size() + learned.names().size());
    }
    byte[] bytes = Files.readAllBytes(frozen);
    bytes[bytes.length - 1] ^= 1;
    Files.write(frozen, bytes);
    assertThatThrownBy(() -> export("run", "model"))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith(
            "run/frozen.safetensors, which is not what it was when the checkpoint was written");
    Files.delete(frozen);
    assertThatThrownBy(() -> export("run", "model"))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith("run/frozen.safetensors, which is missing");
  }

  /** Checkpoints once held what never learns; a run whose checkpoint does goes on from it. */
  @Test
  void resumesFromACompleteCheckpoint() throws IOException {
    FinetuneResult whole = finetune(first, "whole", () -> false);
    AtomicInteger left = new AtomicInteger(6);
    Path some = finetune(first, "parts", () -> left.decrementAndGet() <= 0).checkpoint();
    Checkpoint read = Checkpoint.read(some);
    new Checkpoint(
            some,
            read.config(),
            read.data(),
            read.objective(),
            read.task(),
            "",
            read.state(),
            read.values())
        .write(List.of());
    Files.delete(folder.resolve("parts/frozen.safetensors"));
    FinetuneResult parts = finetune(first, "parts", () -> false);
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    assertThat(folder.resolve("parts/frozen.safetensors"))
        .hasSameBinaryContentAs(folder.resolve("whole/frozen.safetensors"));
  }

  @Test
  void imageEncoderAndLanguageModelStayWhatTheyAre() {
    Map<String, float[]> before = Checkpoint.read(first).values();
    Map<String, float[]> after =
        Checkpoint.read(finetune(first, "run", () -> false).checkpoint()).values();
    assertThat(after.get("vision_model.encoder.layers.0.mlp.fc1.weight"))
        .isEqualTo(before.get("vision_model.encoder.layers.0.mlp.fc1.weight"));
    for (String learning : List.of("query_tokens", "vision_model.post_layernorm.bias")) {
      assertThat(after.get(learning)).as(learning).isNotEqualTo(before.get(learning));
    }
    assertThat(after).doesNotContainKey("embeddings.word_embeddings.weight");
    Path read =
        folder
            .resolve("cache")
            .toFile()
            .listFiles((at, name) -> name.matches("language-model.*[.]safetensors"))[0]
            .toPath();
    try (SafeTensors language = SafeTensors.open(read)) {
      assertThat(language.names())
          .isNotEmpty()
          .allSatisfy(name -> assertThat(after.get(name)).isEqualTo(language.floats(name)));
    }
  }

  @Test
  void exportedModelsGenerateCaptions() throws IOException {
    finetune(first, "run", () -> false);
    assertThat(export("run", "model").differences()).containsEntry("model.safetensors", 0.0);
    assertThat(folder.resolve("model/onnx")).doesNotExist();
    GenerationResult predicted = generate("captions.json");
    assertThat(predicted.texts()).isEqualTo(2);
    assertThat(Json.readTree(predicted.out()).get(0).get("caption").asText().split(" "))
        .hasSizeBetween(3, 5);
    Path model = folder.resolve("model");
    Path pictures = model.resolve("preprocessor_config.json");
    Files.writeString(pictures, Files.readString(pictures).replaceAll(": 32\\b", ": 24"));
    assertThatThrownBy(() -> generate("smaller.json"))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            model
                + ": its preprocessing gives pictures of 24 x 24 pixels;"
                + " vision_config.image_size is 32");
  }

  private GenerationResult generate(String out) {
    return ImageCaptioner.generate(
        new GenerationRequest(
            folder.resolve("model"),
            SampleSources.open("scenes:test,count=2"),
            GenerationRequest.Kind.CAPTIONS,
            "",
            new GenerationSettings(2, 3, 5, 0, 1),
            folder.resolve(out),
            false,
            "cpu",
            1,
            Progress.NONE,
            () -> false));
  }

  @Test
  void captionsOfScenesAreReadOfScenesAlone() throws IOException {
    TinyCoco coco = new TinyCoco(folder);
    Path pairs = coco.write("train.json", Split.TRAIN, 6);
    Path dataset =
        TinyRuns.train(
                TinyRuns.of(
                    "blip2-tiny",
                    "data.train=" + pairs,
                    "data.held=" + pairs,
                    "data.text.tokenizer=" + coco.vocabulary(),
                    "start.image_encoder=random",
                    "method={name: uniform, search_space: 12}",
                    "model.projection=16",
                    "train.epochs=1",
                    "evaluation={rerank_images: 4, rerank_captions: 4}"),
                folder,
                "dataset",
                () -> false)
            .checkpoint();
    assertThatThrownBy(() -> finetune(dataset, "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "task.language_model: scenes reads only captions of Scenes, and the pairs are others;"
                + " expected a folder of OPT");
  }

  /** A BLIP-2's folder is a language model, too, and a second stage may go on from another one. */
  @Test
  void startsFromASecondStageWithAPrompt() throws IOException {
    Path second = finetune(first, "second", () -> false).checkpoint();
    export("second", "model");
    String model = "task.language_model=" + Json.line(folder.resolve("model").toString());
    FinetuneResult third = finetune(second, "third", () -> false, model, "task.prompt=a");
    assertThat(third.finished()).isTrue();
    Map<String, float[]> before = Checkpoint.read(second).values();
    Map<String, float[]> after = Checkpoint.read(third.checkpoint()).values();
    assertThat(after.get("language_model.model.decoder.embed_tokens.weight"))
        .isEqualTo(before.get("language_model.model.decoder.embed_tokens.weight"));
    assertThatThrownBy(
            () ->
                finetune(
                    second,
                    "other",
                    () -> false,
                    model,
                    "task.prompt='a red ring and a red ring and a red ring and a red ring a ring'"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("task.prompt has 18 tokens, which leave none to tell");
    Path config = folder.resolve("model/config.json");
    Files.writeString(
        config, Files.readString(config).replace("\"ffn_dim\" : 16", "\"ffn_dim\" : 17"));
    assertThatThrownBy(() -> finetune(second, "other", () -> false, model))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("layers.0.fc1.weight has the shape [16, 16]; this network needs [17");
    Files.delete(folder.resolve("model/tokenizer.json"));
    assertThatThrownBy(() -> finetune(second, "other", () -> false, model))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("a language model needs its tokenizer beside it");
    Files.delete(folder.resolve("second/language.json"));
    assertThatThrownBy(() -> export("second", "again"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("language.json: there is no such file; it holds the sizes");
  }

  @Test
  void refusesWhatItCannotLearnFrom() {
    assertThatThrownBy(() -> finetune(first, "run", () -> false, "task.language_model=''"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("task.language_model must name a folder of OPT");
    assertThatThrownBy(() -> finetune(first, "run", () -> false, "task.language_model=nowhere"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("config.json: there is no such file; expected a folder of OPT");
    assertThatThrownBy(() -> finetune(first, "run", () -> false, "data.text.max_tokens=60"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("data.text.max_tokens: 60 tokens after 8 queries; the language");
    Path albef =
        TinyRuns.train(
                TinyRuns.config("train.epochs=1", "method.name=uniform"),
                folder,
                "albef",
                () -> false)
            .checkpoint();
    assertThatThrownBy(() -> finetune(albef, "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("of another framework; expected model.framework: blip2");
    TaskMaterials materials =
        new TaskMaterials(
            FinetuneReader.read(
                "language",
                "scenes-tiny",
                null,
                List.of("start.checkpoint=" + Json.line(albef.toString()))),
            Origin.open(albef, 0),
            folder.resolve("cache"),
            Progress.NONE,
            () -> false);
    LanguageTask.Settings scenes =
        new LanguageTask.Settings("scenes", "", new LanguageWarmStart.Settings());
    assertThatThrownBy(() -> scenes.open(materials))
        .as("where nobody has asked for the framework's name before")
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a framework of other sizes: albef");
  }

  @Test
  void aTokenizerThatIsNoTextIsNamed() throws IOException {
    Path model = Files.createDirectory(folder.resolve("latin"));
    Files.writeString(model.resolve("config.json"), "{}");
    Path tokenizer = Files.write(model.resolve("tokenizer.json"), new byte[] {'"', (byte) 0xE9});
    String key = "task.language_model=" + Json.line(model.toString());
    assertThatThrownBy(() -> finetune(first, "run", () -> false, key))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(tokenizer + ": cannot be read as text: ");
  }
}
