// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tiny BLIP-2 of random weights with a tokenizer of thirty words tells of Scenes. */
class ImageCaptionerTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("falcon.testdata", "absent"), "frameworks", "blip2-tiny");

  @TempDir private Path temporary;
  private Path model;

  @BeforeEach
  void copyModel() throws IOException {
    assumeTrue(Files.isDirectory(FOLDER), "there is no " + FOLDER);
    model = Files.createDirectory(temporary.resolve("model"));
    Files.copy(FOLDER.resolve("opt.safetensors"), model.resolve("model.safetensors"));
    Files.copy(FOLDER.resolve("opt-config.json"), model.resolve("config.json"));
    ObjectNode tokenizer = Json.mapper().createObjectNode().put("version", "1.0");
    ObjectNode rules = tokenizer.putObject("model").put("type", "WordLevel").put("unk_token", "w0");
    tokenizer.putObject("pre_tokenizer").put("type", "Whitespace");
    ObjectNode words = rules.putObject("vocab");
    String[] known = {"w0", "pad", "begin", "end", "a", "photo", "of", "question", "short", "red"};
    for (int i = 0; i < 30; i++) {
      words.put(i < known.length ? known[i] : "w" + i, i);
    }
    Json.write(model.resolve("tokenizer.json"), tokenizer);
  }

  private GenerationRequest request(
      GenerationRequest.Kind kind, String out, boolean overwrite, BooleanSupplier stop) {
    return new GenerationRequest(
        model,
        SampleSources.open("scenes:test,count=3"),
        kind,
        kind == GenerationRequest.Kind.CAPTIONS ? "a photo of" : "question {} short",
        new GenerationSettings(3, 2, 5, 0, 1.15),
        temporary.resolve(out),
        overwrite,
        "cpu",
        1,
        Progress.NONE,
        stop);
  }

  @Test
  void aRunThatWasStoppedGoesOnToTheSameFile() throws IOException {
    GenerationResult whole =
        ImageCaptioner.generate(
            request(GenerationRequest.Kind.CAPTIONS, "whole.json", false, () -> false));
    assertThat(whole).isEqualTo(new GenerationResult(true, temporary.resolve("whole.json"), 3, 0));
    JsonNode captions = Json.readTree(whole.out());
    assertThat(captions).hasSize(3);
    for (JsonNode caption : captions) {
      assertThat(caption.fieldNames()).toIterable().containsExactly("image_id", "caption");
      assertThat(caption.get("caption").asText().split(" ")).hasSizeBetween(2, 5);
    }
    AtomicInteger asked = new AtomicInteger();
    BooleanSupplier second = () -> asked.incrementAndGet() == 2;
    GenerationResult part =
        ImageCaptioner.generate(
            request(GenerationRequest.Kind.CAPTIONS, "parts.json", false, second));
    assertThat(part).isEqualTo(new GenerationResult(false, temporary.resolve("parts.json"), 1, 0));
    assertThat(part.out()).doesNotExist();
    assertThatThrownBy(
            () ->
                ImageCaptioner.generate(
                    request(GenerationRequest.Kind.ANSWERS, "parts.json", false, () -> false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("was begun with another model, prompt, search or data");
    // A killed run may leave half a line.
    Path begun = temporary.resolve("parts.json.begun");
    Files.writeString(begun, Files.readString(begun) + "{\"image_id\"");
    ImageCaptioner.generate(
        request(GenerationRequest.Kind.CAPTIONS, "parts.json", false, () -> false));
    assertThat(Files.readString(part.out())).isEqualTo(Files.readString(whole.out()));
    assertThat(begun).doesNotExist();
    assertThatThrownBy(
            () ->
                ImageCaptioner.generate(
                    request(GenerationRequest.Kind.CAPTIONS, "parts.json", false, () -> false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("already exists; name another file, or overwrite it");
    ImageCaptioner.generate(
        request(GenerationRequest.Kind.CAPTIONS, "parts.json", true, () -> false));
  }

  @Test
  void everyQuestionHasAnAnswer() {
    GenerationResult predicted =
        ImageCaptioner.generate(
            request(GenerationRequest.Kind.ANSWERS, "answers.json", false, () -> false));
    for (JsonNode answer : Json.readTree(predicted.out())) {
      assertThat(answer.fieldNames()).toIterable().containsExactly("question_id", "answer");
    }
    assertThatThrownBy(
            () ->
                new GenerationRequest(
                    model,
                    SampleSources.open("scenes:test,count=1"),
                    GenerationRequest.Kind.ANSWERS,
                    "question",
                    GenerationSettings.ANSWERS,
                    temporary.resolve("x"),
                    false,
                    "cpu",
                    1,
                    Progress.NONE,
                    () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("must have {} where the question goes");
  }

  @Test
  void picturesOfAnotherSizeThanTheModelsAreRefused() throws IOException {
    Files.copy(
        Path.of("..", "..", "onnx-models", "scenes-tiny", "preprocessor_config.json"),
        model.resolve("preprocessor_config.json"));
    assertThatThrownBy(
            () ->
                ImageCaptioner.generate(
                    request(GenerationRequest.Kind.CAPTIONS, "x.json", false, () -> false)))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            model
                + ": its preprocessing gives pictures of 32 x 32 pixels;"
                + " vision_config.image_size is 16");
  }

  @Test
  void aFolderThatIsNoSuchModelIsRefused() throws IOException {
    Path config = model.resolve("config.json");
    String whole = Files.readString(config);
    Files.writeString(config, whole.replace("\"text_config\"", "\"other\""));
    assertThatThrownBy(
            () ->
                ImageCaptioner.generate(
                    request(GenerationRequest.Kind.CAPTIONS, "x.json", false, () -> false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("names no language model (text_config)");
    Files.writeString(config, whole.replace("\"num_query_tokens\": 4", "\"num_query_tokens\": 5"));
    assertThatThrownBy(
            () ->
                ImageCaptioner.generate(
                    request(GenerationRequest.Kind.CAPTIONS, "x.json", false, () -> false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("query_tokens has the shape [1, 4, 16]");
    assertThat(temporary.resolve("x.json.begun")).doesNotExist();
    Files.delete(model.resolve("config.json"));
    assertThatThrownBy(
            () ->
                ImageCaptioner.generate(
                    request(GenerationRequest.Kind.CAPTIONS, "x.json", false, () -> false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("there is no such file; expected a folder of Blip2For");
  }
}
