// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The parts of a {@code tokenizer.json} that Falcon itself reads.
 *
 * @param file the file
 * @param model the kind of tokenizer, such as {@code BPE} or {@code WordPiece}
 * @param clip whether it is CLIP's tokenizer: byte pairs whose words end in {@code </w>}
 * @param vocabularySize the largest id plus one
 * @param addedTokens the ids of the tokens outside the model, by their text
 * @param maxLength the number of tokens to which it truncates, if specified
 * @param padId the id with which it pads, if specified
 * @param vocabulary the model's own tokens, with their ids or, in the order of ids, with their
 *     scores
 * @param text the library's input: the file's content after the checks
 */
public record TokenizerFile(
    Path file,
    String model,
    boolean clip,
    int vocabularySize,
    Map<String, Integer> addedTokens,
    OptionalInt maxLength,
    OptionalInt padId,
    JsonNode vocabulary,
    String text) {
  /** The maximum number of characters of a caption that are tokenised; the rest is dropped. */
  public static final int MOST_CHARACTERS = 16_384;

  /** Reads the file. */
  public static TokenizerFile read(Path file) {
    if (!Folders.isFile(file)) {
      throw new FalconException(
          file + ": there is no such file; a text model needs its tokenizer beside it");
    }
    JsonNode tree = Json.readTree(file);
    JsonNode model = tree.path("model");
    JsonNode vocabulary = model.path("vocab");
    if (!vocabulary.isContainerNode()) {
      throw new FalconException(
          file + ": not a tokenizer.json: it has no model.vocab (save the fast tokenizer)");
    }
    String text = TokenizerCheck.require(file.toString(), tree);
    int largest = vocabulary.isArray() ? vocabulary.size() - 1 : -1;
    if (vocabulary.isObject()) {
      for (JsonNode id : vocabulary) {
        largest = Math.max(largest, id.asInt());
      }
    }
    Map<String, Integer> added = new TreeMap<>();
    for (JsonNode token : tree.path("added_tokens")) {
      added.put(token.path("content").asText(), token.path("id").asInt());
      largest = Math.max(largest, token.path("id").asInt());
    }
    return new TokenizerFile(
        file,
        model.path("type").asText(vocabulary.isArray() ? "Unigram" : "BPE"),
        model.path("end_of_word_suffix").asText().equals("</w>"),
        largest + 1,
        added,
        number(tree.path("truncation").path("max_length")),
        number(tree.path("padding").path("pad_id")),
        vocabulary,
        text);
  }

  private static OptionalInt number(JsonNode value) {
    return value.canConvertToInt() ? OptionalInt.of(value.intValue()) : OptionalInt.empty();
  }

  /** Returns the id of a token, special or not; empty if there is no such token. */
  public Optional<Integer> id(String token) {
    Integer id = addedTokens.get(token);
    if (id != null) {
      return Optional.of(id);
    }
    if (vocabulary.isObject()) {
      return Optional.ofNullable(vocabulary.get(token)).map(JsonNode::asInt);
    }
    for (int i = 0; i < vocabulary.size(); i++) {
      if (vocabulary.get(i).path(0).asText().equals(token)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }
}
