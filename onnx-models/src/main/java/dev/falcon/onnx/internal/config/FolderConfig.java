// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The JSON files beside the graphs: Hugging Face's {@code config.json} and {@code
 * tokenizer_config.json}, and {@code falcon.json} for settings that have no key in those files.
 * Missing files are treated as empty.
 */
public record FolderConfig(Path folder, JsonNode model, JsonNode tokenizer, JsonNode falcon) {
  public static final String MODEL = "config.json";
  public static final String TOKENIZER = "tokenizer_config.json";
  public static final String FALCON = "falcon.json";

  /** Reads the files of a folder. */
  public static FolderConfig read(Path folder) {
    return new FolderConfig(
        folder,
        tree(folder.resolve(MODEL)),
        tree(folder.resolve(TOKENIZER)),
        tree(folder.resolve(FALCON)));
  }

  /** Returns a file's JSON object; a missing node if there is no file. */
  static JsonNode tree(Path file) {
    if (!Folders.isFile(file)) {
      return MissingNode.getInstance();
    }
    JsonNode tree = Json.readTree(file);
    if (!tree.isObject()) {
      throw new FalconException(file + ": must hold a JSON object");
    }
    return tree;
  }

  /**
   * Returns the model type in {@code config.json}, such as {@code clip}; empty if it names none.
   */
  public String modelType() {
    return model.path("model_type").asText("").toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether {@code config.json} names an architecture that classifies texts, such as {@code
   * BertForSequenceClassification}, as a cross-encoder's does.
   */
  public boolean scoresTexts() {
    for (JsonNode name : model.path("architectures")) {
      if (name.asText("").endsWith("ForSequenceClassification")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns this configuration; fails unless {@code config.json} says that the model is a
   * cross-encoder, since the length and the token types of pairs would otherwise be guesses.
   */
  public FolderConfig requireScoresTexts() {
    if (!scoresTexts()) {
      throw new FalconException(
          folder.resolve(MODEL)
              + ": its architectures name no class that ends in ForSequenceClassification, as a"
              + " cross-encoder's does; expected the file that the model was published with");
    }
    return this;
  }

  /**
   * Returns whether the tokens of the two texts of a pair have types, 0 and 1, as in BERT. RoBERTa
   * and DistilBERT have no types.
   */
  public boolean distinguishesTexts() {
    int types = modelType().equals("bert") ? 2 : 1;
    return model.path("type_vocab_size").asInt(types) > 1;
  }

  /** Returns a text in {@code falcon.json}; empty if it has no such key. */
  public Optional<String> falconText(String key) {
    JsonNode value = falcon.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw wrong(key, value, "a text");
    }
    return Optional.of(value.textValue());
  }

  /**
   * Returns a whole number in {@code falcon.json}, which must be at least {@code least}; empty if
   * it has no such key.
   */
  public OptionalInt falconNumber(String key, int least) {
    JsonNode value = falcon.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return OptionalInt.empty();
    }
    if (!value.canConvertToInt() || value.intValue() < least) {
      throw wrong(key, value, "a whole number of at least " + least);
    }
    return OptionalInt.of(value.intValue());
  }

  /** Returns a boolean in {@code falcon.json}; empty if it has no such key. */
  public Optional<Boolean> falconFlag(String key) {
    JsonNode value = falcon.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      throw wrong(key, value, "true or false");
    }
    return Optional.of(value.booleanValue());
  }

  /** Returns the failure for a wrong value in {@code falcon.json}. */
  public FalconException wrong(String key, JsonNode value, String right) {
    return new FalconException(
        folder.resolve(FALCON) + ": " + key + " is " + value + " and must be " + right);
  }
}
