// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.graph.GraphRunner;
import dev.falcon.onnx.graph.ModelMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFolderWriterTest {
  @TempDir Path temporary;

  @Test
  void theFolderHoldsEveryFileUnderHuggingFacesNames() throws IOException {
    Path folder = temporary.resolve("model");
    write(folder, true, false);
    assertThat(names(folder))
        .containsExactly(
            "config.json",
            "falcon.json",
            "onnx",
            "preprocessor_config.json",
            "tokenizer.json",
            "tokenizer_config.json");
    assertThat(names(folder.resolve("onnx")))
        .containsExactly(
            "itm_fusion_model.onnx",
            "itm_vision_model.onnx",
            "scheduler.onnx",
            "text_model.onnx",
            "vision_model.onnx");
    assertThat(names(temporary)).containsExactly("model");
  }

  @Test
  void everyGraphOpensAndHoldsTheProvenance() throws Exception {
    Path folder = temporary.resolve("model");
    write(folder, true, false);
    Path graphs = folder.resolve("onnx");
    for (String name : names(graphs)) {
      try (GraphRunner runner = new GraphRunner(graphs.resolve(name))) {
        assertThat(
                runner
                    .session()
                    .getMetadata()
                    .getCustomMetadataValue(ModelMetadata.PROVENANCE)
                    .orElseThrow())
            .contains("\"seed\":5");
      }
    }
  }

  @Test
  void theConfigurationStatesTheShape() {
    Path folder = temporary.resolve("model");
    write(folder, false, false);
    JsonNode config = Json.readTree(folder.resolve("config.json"));
    assertThat(config.path("model_type").textValue()).isEqualTo("clip");
    assertThat(config.path("vision_config").path("patch_size").intValue()).isEqualTo(4);
    for (String token : List.of("pad_token_id", "bos_token_id", "eos_token_id")) {
      assertThat(config.path("text_config").path(token).asInt(-1))
          .as(token)
          .isBetween(0, config.path("text_config").path("vocab_size").asInt() - 1);
    }
    assertThat(config.path("text_config").path("norm_placement").textValue()).isEqualTo("pre");
    assertThat(config.path("provenance").path("seed").longValue()).isEqualTo(5);
    JsonNode pixels = Json.readTree(folder.resolve("preprocessor_config.json"));
    assertThat(pixels.path("size").path("height").intValue()).isEqualTo(8);
    assertThat(pixels.path("image_std").path(2).floatValue()).isEqualTo(0.3f);
    JsonNode tokenizer = Json.readTree(folder.resolve("tokenizer.json"));
    assertThat(tokenizer.path("model").path("vocab").path("ring").intValue()).isEqualTo(6);
    assertThat(tokenizer.path("truncation").path("max_length").intValue()).isEqualTo(9);
  }

  @Test
  void aFolderWithFilesIsNotOverwrittenUnasked() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("model"));
    Files.writeString(folder.resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> ModelFolderWriter.create(folder, false))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("overwrite");
  }

  @Test
  void overwritingReplacesTheModelAndNothingElse() throws IOException {
    Path folder = temporary.resolve("model");
    write(folder, true, false);
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("onnx/notes.txt"), "mine");
    Files.writeString(folder.resolve("text_model.onnx"), "where older versions had it");
    write(folder, false, true);
    assertThat(names(folder)).contains("notes.txt").doesNotContain("text_model.onnx");
    assertThat(names(folder.resolve("onnx")))
        .contains("notes.txt", "vision_model.onnx")
        .doesNotContain("scheduler.onnx");
    assertThat(names(temporary)).containsExactly("model");
  }

  @Test
  void aFolderInTheWayOfAFileIsNamed() throws IOException {
    Path folder = temporary.resolve("model");
    Files.createDirectories(folder.resolve("config.json/mine"));
    assertThatThrownBy(() -> write(folder, false, true))
        .isInstanceOf(FalconException.class)
        .hasMessage(folder + ": cannot be moved into place: " + folder.resolve("config.json"));
    assertThat(names(temporary)).containsExactly("model");
  }

  @Test
  void withoutACommitNothingIsLeft() throws IOException {
    try (ModelFolderWriter writer = ModelFolderWriter.create(temporary.resolve("model"), false)) {
      writer.write(TinyTrainedModel.of(false));
      assertThat(writer.path().resolve("onnx/text_model.onnx")).exists();
    }
    assertThat(names(temporary)).isEmpty();
  }

  @Test
  void aVocabularyWithoutASpecialTokenIsRefused() {
    assertThatThrownBy(() -> new Tokenizer.WordLevel(List.of("[PAD]", "a")))
        .hasMessage("the vocabulary lacks the token [UNK]");
  }

  @Test
  void captionsThatTheNetworkCannotTakeAreRefused() {
    assertThatThrownBy(() -> reading(new Tokenizer.WordLevel(TinyTrainedModel.WORDS), 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("captions of 10 tokens, positions for 9");
    List<String> words = TinyTrainedModel.WORDS.subList(0, 5);
    assertThatThrownBy(() -> reading(new Tokenizer.WordLevel(words), 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the tokenizer has 5 tokens, the network 7");
  }

  private static TrainedModel reading(Tokenizer tokenizer, int maxTokens) {
    TrainedModel model = TinyTrainedModel.of(false);
    return new TrainedModel(
        model.network(),
        model.weights(),
        model.scheduler(),
        model.pixels(),
        new TrainedModel.Text(model.text().cleaning(), tokenizer, maxTokens),
        model.provenance());
  }

  private static void write(Path folder, boolean scheduler, boolean overwrite) {
    try (ModelFolderWriter writer = ModelFolderWriter.create(folder, overwrite)) {
      writer.write(TinyTrainedModel.of(scheduler));
      writer.commit();
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
