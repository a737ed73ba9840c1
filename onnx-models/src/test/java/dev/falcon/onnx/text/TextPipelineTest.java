// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.TestData;
import dev.falcon.onnx.WordPieces;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.TextDefaults;
import dev.falcon.onnx.internal.text.TokenizerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextPipelineTest {
  @TempDir Path folder;

  private static TextPipeline open(Path folder, boolean matching) {
    TokenizerFile tokenizer = TokenizerFile.read(folder.resolve("tokenizer.json"));
    return new TextPipeline(
        tokenizer,
        TextDefaults.of(FolderConfig.read(folder), tokenizer, OptionalInt.empty(), matching, ""));
  }

  private Path bert(String modelType, String falcon) throws IOException {
    WordPieces.writeTokenizer(folder);
    Files.writeString(
        folder.resolve("config.json"), "{\"model_type\": \"%s\"}".formatted(modelType));
    Files.writeString(folder.resolve("falcon.json"), falcon);
    return folder;
  }

  @Test
  void givesOpenClipsIdsForEveryGoldenPrompt() {
    Path golden = TestData.path("datacomp-golden");
    try (TextPipeline pipeline = open(golden.resolve("model"), false)) {
      assertThat(pipeline.settings().cleaning()).isEqualTo(TextCleaning.OPEN_CLIP);
      JsonNode prompts = Json.readTree(golden.resolve("intermediate/token_ids.json"));
      List<String> texts = prompts.findValuesAsText("text");
      TokenBatch batch = pipeline.encode(texts);
      assertThat(batch.rows()).isEqualTo(40);
      assertThat(batch.length()).isEqualTo(77);
      for (int row = 0; row < batch.rows(); row++) {
        int[] expected = Json.mapper().convertValue(prompts.get(row).get("ids"), int[].class);
        assertThat(Arrays.copyOfRange(batch.ids(), row * 77, row * 77 + 77))
            .as(texts.get(row))
            .containsExactly(expected);
      }
    }
  }

  @Test
  void givesClipsIdsFromAnotherSourceOfTheTokenizer() throws IOException {
    Files.copy(TestData.path("tokenizers/clip-tokenizer.json"), folder.resolve("tokenizer.json"));
    Files.writeString(folder.resolve("falcon.json"), "{\"padding\": \"longest\"}");
    try (TextPipeline pipeline = open(folder, false)) {
      assertThat(pipeline.encode(List.of("how are you doing?")).ids())
          .containsExactly(49406, 829, 631, 592, 1960, 286, 49407);
    }
  }

  @Test
  void textsThatAreTooLongAreCounted() throws IOException {
    try (TextPipeline pipeline = open(bert("bert", "{\"max_length\": 600}"), false)) {
      pipeline.encode(List.of("a dog", "a ".repeat(598)));
      assertThat(pipeline.truncated()).as("598 words and two special tokens fit").isZero();
      TokenBatch batch = pipeline.encode(List.of("a ".repeat(599), "dog", "a ".repeat(4000)));
      assertThat(pipeline.truncated()).isEqualTo(2);
      assertThat(batch.length()).isEqualTo(600);
      assertThat(Arrays.stream(batch.mask()).sum()).isEqualTo(600 + 3 + 600);
      pipeline.encode(List.of("a" + " ".repeat(20_000) + "dog"));
      assertThat(pipeline.truncated()).as("16,384 characters are read").isEqualTo(3);
    }
  }

  @Test
  void aTokenizerOfItsOwnIsNotCleanedAsClip() {
    try (TextPipeline pipeline = open(TestData.path("emoji-model"), false)) {
      assertThat(pipeline.settings())
          .hasToString(
              "TextSettings[cleaning=NONE, maxLength=16, padding=AUTO, padId=0,"
                  + " firstToken=Optional.empty, endToken=true, maxWords=2147483647,"
                  + " prompt=TextPrompt[text=, pooled=true], strip=false]");
      TokenBatch batch = pipeline.encode(List.of("airplane"));
      assertThat(batch.ids()).startsWith(2, 12, 3, 0).hasSize(16);
      assertThat(batch.mask()).startsWith(1, 1, 1, 0);
    }
  }

  @Test
  void aTextOfWhichNothingIsLeftIsEmpty() throws IOException {
    List<String> blank = List.of("", " \n", "\u00a0", "\u200b\ufeff");
    List<String> signs = List.of("!?", "...", "\u2026");
    try (TextPipeline plain = open(bert("bert", "{}"), false)) {
      assertThat(blank).allMatch(plain::isEmpty);
      assertThat(signs).as("signs are tokens").noneMatch(plain::isEmpty);
    }
    String falcon = "{\"text_cleaning\": \"siglip\"}";
    try (TextPipeline siglip = open(bert("bert", falcon), false)) {
      assertThat(blank).allMatch(siglip::isEmpty);
      assertThat(signs.subList(0, 2)).as("signs are deleted").allMatch(siglip::isEmpty);
      assertThat(List.of("dog", "\u732b", "4")).noneMatch(siglip::isEmpty);
    }
  }

  @Test
  void blipMatchesWithItsEncoderToken() throws IOException {
    Path bert = bert("blip", "{}");
    try (TextPipeline matching = open(bert, true);
        TextPipeline embedding = open(bert, false)) {
      assertThat(matching.encode(List.of("A dog, runs!")).ids())
          .hasSize(35)
          .startsWith(9, 4, 5, 8, 6, 7, 3, 0);
      assertThat(embedding.encode(List.of("A dog")).ids()).startsWith(2, 4, 5, 3);
    }
  }

  @Test
  void albefHasNoEndTokenAndCutsToItsLength() throws IOException {
    Path bert = bert("albef", "{\"max_length\": 4}");
    try (TextPipeline pipeline = open(bert, false)) {
      TokenBatch batch = pipeline.encode(List.of("a dog", "a dog a dog a dog"));
      assertThat(batch.ids()).containsExactly(2, 4, 5, 0, 2, 4, 5, 4);
      assertThat(batch.mask()).containsExactly(1, 1, 1, 0, 1, 1, 1, 1);
    }
  }

  @Test
  void theTemplateMustLeaveRoomForAText() throws IOException {
    Path bert = bert("bert", "{\"max_length\": 2}");
    assertThatThrownBy(() -> open(bert, false))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("tokenizer.json")
                + ": adds 2 tokens to every text, so the maximum length must be at least 3, not 2"
                + " (max_length in falcon.json)");
    Path pairs = bert("bert", "{\"max_length\": 3}");
    Path tokenizer = pairs.resolve("tokenizer.json");
    String separator = "{\"SpecialToken\": {\"id\": \"[SEP]\", \"type_id\": 0}}";
    Files.writeString(
        tokenizer,
        Files.readString(tokenizer)
            .replaceFirst("\"pair\": \\[", "\"pair\": [%1$s, %1$s, %1$s, ".formatted(separator)));
    try (TextPipeline pipeline = open(pairs, false)) {
      assertThat(pipeline.encode(List.of("dog")).ids()).containsExactly(2, 5, 3);
      assertThatThrownBy(() -> pipeline.encodePairs(List.of("a"), List.of("dog")))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining(
              "adds 3 tokens to every pair, so the maximum length must be at least 4");
    }
  }

  @Test
  void longestPadsToTheBatch() throws IOException {
    Path bert = bert("bert", "{\"padding\": \"longest\", \"pad_id\": 1}");
    try (TextPipeline pipeline = open(bert, false)) {
      assertThat(pipeline.encode(List.of("a", "a dog")).ids())
          .containsExactly(2, 4, 3, 1, 2, 4, 5, 3);
      assertThat(pipeline.encode(List.of()).rows()).isZero();
    }
  }

  @Test
  void wrongSettingsNameFileAndValue() throws IOException {
    Path badCleaning = bert("bert", "{\"text_cleaning\": \"cclip\"}");
    assertThatThrownBy(() -> open(badCleaning, false))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("falcon.json")
        .hasMessageContaining("'cclip'");
    Path badToken = bert("bert", "{\"first_token\": \"[DEC]\"}");
    assertThatThrownBy(() -> open(badToken, false))
        .hasMessageContaining("first_token is \"[DEC]\"")
        .hasMessageContaining("tokenizer.json");
    Files.writeString(folder.resolve("tokenizer.json"), "{}");
    assertThatThrownBy(() -> open(folder, false)).hasMessageContaining("not a tokenizer.json");
  }
}
