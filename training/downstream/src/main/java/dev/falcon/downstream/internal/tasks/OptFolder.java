// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.downstream.generation.internal.Stage2Weights;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import dev.falcon.training.internal.input.CaptionTokenizer;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** OPT in a folder in Hugging Face's format, either alone or within a BLIP-2. */
record OptFolder(Path folder, Stage2Config config, String tokenizer) implements LanguageModel {
  /** The prefix of the names of the language model's weights in a BLIP-2. */
  private static final String WITHIN = "language_model.";

  private static final String PART = "model.";

  /**
   * Opens a folder.
   *
   * @param shape the sizes of the image side
   */
  static OptFolder open(Path folder, Blip2Shape shape) {
    Stage2Config config = Stage2Config.readLanguage(folder.resolve("config.json"), shape);
    Path file = folder.resolve(TokenizerFiles.TOKENIZER);
    if (!Folders.isFile(file)) {
      throw new FalconException(
          file + ": there is no such file; a language model needs its tokenizer beside it");
    }
    try {
      String tokenizer = Files.readString(file);
      return new OptFolder(folder, ended(config, tokenizer), tokenizer);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read as text: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the configuration with the token that ends a text: as in LAVIS, a line break if the
   * tokenizer has one.
   */
  private static Stage2Config ended(Stage2Config config, String tokenizer) {
    try (TextPipeline text = CaptionTokenizer.pipeline(tokenizer, config.text())) {
      TokenBatch nothing = text.encode(List.of(""));
      TokenBatch lineBreak = text.encode(List.of("\n"));
      return lineBreak.length() == nothing.ids().length + 1
          ? config.withEnd(lineBreak.ids()[lineBreak.length() - 1])
          : config;
    }
  }

  /** Fails if the folder lacks weights. */
  void requireAll(List<ParameterLayout.Entry> wanted) {
    try (SafeTensors file = SafeTensors.open(folder)) {
      Stage2Weights.find(file, wanted, names(file));
    }
  }

  @Override
  public Map<String, float[]> weights(List<ParameterLayout.Entry> wanted) {
    Map<String, float[]> weights = new LinkedHashMap<>();
    try (SafeTensors file = SafeTensors.open(folder)) {
      Stage2Weights.find(file, wanted, names(file))
          .forEach((name, values) -> weights.put(name, values.get()));
    }
    return weights;
  }

  /**
   * Returns the mapping to the file's names. OPT's own names lack the prefix, and those of its core
   * also lack the next part.
   */
  private static UnaryOperator<String> names(SafeTensors file) {
    for (String left : List.of("", WITHIN, WITHIN + PART)) {
      if (file.names().stream().anyMatch(name -> (left + name).startsWith(WITHIN + PART))) {
        return name -> name.substring(left.length());
      }
    }
    return UnaryOperator.identity();
  }
}
