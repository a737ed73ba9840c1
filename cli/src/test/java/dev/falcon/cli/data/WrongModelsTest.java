// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model folder with one thing wrong in it is refused in a line that names file and key. */
class WrongModelsTest {
  private static final Path MODEL =
      Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    try (Stream<Path> files = Files.walk(MODEL)) {
      files.forEach(
          file -> {
            Path target = folder.resolve(MODEL.relativize(file).toString());
            try {
              if (!Files.isDirectory(target)) {
                Files.copy(file, target);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "preprocessor_config.json | rescale_factor | -1 | a number above 0",
        "preprocessor_config.json | image_mean | [1, 2] | three numbers",
        "preprocessor_config.json | image_mean | [1, 2, \"x\"] | three numbers",
        "preprocessor_config.json | image_std | [1, 0, 1] | must not hold a zero",
        "preprocessor_config.json | do_rescale | 3 | true or false",
        "preprocessor_config.json | do_normalize | \"yes\" | true or false",
        "preprocessor_config.json | resample | 77 | resample",
        "preprocessor_config.json | size | -4 | size",
        "preprocessor_config.json | size | \"large\" | size",
        "preprocessor_config.json | crop_pct | 0.9 | state size and crop_size instead",
        "falcon.json | image_rounding | \"up\" | \"torchvision\" or \"transformers\"",
        "falcon.json | image_rounding | 3 | a text",
        "falcon.json | end_token | 3 | true or false",
        "falcon.json | max_words | 0 | a whole number of at least 1",
        "tokenizer.json | model | {} | tokenizer.json",
        "tokenizer.json | added_tokens | [{\"id\": 4194304, \"content\": \"x\"}] | ids lie in",
        "tokenizer.json | model | {\"vocab\": {\"a\": 4194304}} | ids lie in",
        "tokenizer.json | model | {\"vocab\": {\"a\": -1}} | ids lie in",
        "tokenizer.json | post_processor | {\"type\": \"BertProcessing\", \"cls\": [\"a\", 4194304], \"sep\": [\"a\", 0]} | ids lie in",
      })
  void aWrongValueIsNamed(String name, String key, String value, String message)
      throws IOException {
    Path file = folder.resolve(name);
    JsonNode tree = Json.readTree(file);
    ((ObjectNode) tree).set(key, Json.mapper().readTree(value));
    Files.writeString(file, tree.toString());

    refused(name, message);
  }

  @ParameterizedTest
  @CsvSource({
    "preprocessor_config.json, preprocessor_config.json",
    "config.json, JSON object",
    "tokenizer_config.json, JSON object",
  })
  void aListIsNoConfiguration(String name, String message) throws IOException {
    Files.writeString(folder.resolve(name), "[]");

    refused(name, message);
  }

  @ParameterizedTest
  @CsvSource({
    "tokenizer.json, there is no such file",
    "onnx/text_model.onnx, text_model.onnx",
    "onnx/vision_model.onnx, vision_model.onnx",
  })
  void aMissingFileIsNamed(String name, String message) throws IOException {
    Files.delete(folder.resolve(name));

    refused(name, message);
  }

  private void refused(String name, String message) {
    List<Object> command =
        List.of(
            "embed",
            "--input-dataset=scenes:test,count=2",
            "--model=" + folder,
            "--quiet",
            "--out=" + folder.resolve("out"));
    Cli.Result result = Cli.launch(command.toArray());

    assertThat(result.errors().strip().lines()).hasSize(1);
    assertThat(result.errors())
        .contains(Path.of(name).getFileName().toString(), message)
        .doesNotContain("this is a bug");
    assertThat(result.exitCode()).isEqualTo(1);
  }
}
