// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import java.util.List;

/**
 * Checks the assumptions of the tokenizer's library. The library is native code and ends the whole
 * process, instead of reporting an error, if one part of a {@code tokenizer.json} refers to another
 * that is missing. The references are therefore checked before the library reads the file.
 */
public final class TokenizerCheck {
  /**
   * The maximum number of ids, far above the largest vocabulary in use (2^18). An id takes memory
   * whether it is used or not.
   */
  private static final int MOST_IDS = 1 << 22;

  /**
   * The maximum length of a word in characters, which is 100 in BERT. The time for a word grows
   * with the square of its length.
   */
  private static final int LONGEST_WORD = 256;

  /** WordPiece's default token for unknown words. */
  private static final String UNKNOWN = "[UNK]";

  private final String file;

  private TokenizerCheck(String file) {
    this.file = file;
  }

  /**
   * Fails if the library would end the process, or take unbounded time or memory.
   *
   * @param file the file's name, for messages
   * @return the text for the library
   */
  public static String require(String file, JsonNode tokenizer) {
    TokenizerCheck check = new TokenizerCheck(file);
    if (!tokenizer.isObject()) {
      throw check.broken("it is no JSON object");
    }
    String text = TokenizerText.of(tokenizer, check::broken);
    new PartsCheck(check::broken).require(tokenizer);
    check.postProcessor(tokenizer.path("post_processor"));
    check.model(tokenizer.path("model"));
    for (JsonNode added : tokenizer.path("added_tokens")) {
      check.id(added.path("content").asText(), added.path("id"));
    }
    return text;
  }

  /** Checks an id; the library accepts larger ids than graphs do. */
  private void id(String token, JsonNode id) {
    boolean held = id.canConvertToInt() && id.intValue() >= 0 && id.intValue() < MOST_IDS;
    if (id.isNumber() && !(id.isIntegralNumber() && held)) {
      throw broken("'" + token + "' has the id " + id + "; ids lie in [0, " + MOST_IDS + ")");
    }
  }

  private void postProcessor(JsonNode processor) {
    for (JsonNode part : processor.path("processors")) {
      postProcessor(part);
    }
    for (String end : List.of("sep", "cls")) {
      id(processor.path(end).path(0).asText(), processor.path(end).path(1));
    }
    JsonNode special = processor.path("special_tokens");
    template("post_processor.single", processor.path("single"), special);
    template("post_processor.pair", processor.path("pair"), special);
    for (JsonNode token : special) {
      if (!token.isObject()) {
        throw broken("post_processor.special_tokens holds what is no object");
      }
      if (token.path("ids").size() != token.path("tokens").size()) {
        throw broken(
            "post_processor's token '"
                + token.path("id").asText()
                + "' has not as many ids as tokens");
      }
      token.path("ids").forEach(id -> id(token.path("id").asText(), id));
    }
  }

  /**
   * Checks a template. The library also accepts lists in place of objects, whose parts would escape
   * the checks.
   */
  private void template(String place, JsonNode template, JsonNode special) {
    if (!template.isMissingNode() && !template.isArray()) {
      throw broken(place, "is no list");
    }
    for (JsonNode piece : template) {
      JsonNode text = piece.path("Sequence").path("id");
      JsonNode token = piece.path("SpecialToken").path("id");
      if (piece.size() != 1 || text.isTextual() == token.isTextual()) {
        throw broken(place, "holds a piece that is neither a Sequence nor a SpecialToken");
      }
      if (text.isTextual() && place.endsWith("single") && !text.asText().equals("A")) {
        throw broken(place, "uses a second text");
      }
      if (token.isTextual() && !special.has(token.asText())) {
        throw broken(
            "post_processor uses the token '"
                + token.asText()
                + "', which its special_tokens lack");
      }
    }
  }

  private void model(JsonNode model) {
    String prefix = model.path("continuing_subword_prefix").asText("");
    for (JsonNode merge : model.path("merges")) {
      String right = merge.isArray() ? merge.path(1).asText() : afterBlank(merge.asText());
      if (!prefix.isEmpty() && !right.startsWith(prefix)) {
        throw broken(
            "model.merges has '" + right + "', which does not begin with '" + prefix + "'");
      }
    }
    for (JsonNode piece : model.path("vocab")) {
      if (piece.isArray() && piece.path(0).asText().isEmpty()) {
        throw broken("model.vocab has a piece without text");
      }
    }
    JsonNode longest = model.path("max_input_chars_per_word");
    if (longest.isNumber() && longest.asLong() > LONGEST_WORD) {
      throw broken("model.max_input_chars_per_word is " + longest + ", above " + LONGEST_WORD);
    }
    unknown(model);
  }

  /**
   * Checks the token for unknown words. Without one, a text with an unknown word would end the
   * process.
   */
  private void unknown(JsonNode model) {
    JsonNode vocabulary = model.path("vocab");
    vocabulary.properties().forEach(token -> id(token.getKey(), token.getValue()));
    if (vocabulary.isArray()) {
      JsonNode id = model.path("unk_id");
      if (!id.isInt() || id.intValue() < 0 || id.intValue() >= vocabulary.size()) {
        throw broken("model.unk_id names no piece of model.vocab");
      }
      return;
    }
    boolean bytePairs = model.path("type").asText("BPE").equals("BPE");
    JsonNode token = model.path("unk_token");
    boolean mayLack = bytePairs && (token.isMissingNode() || token.isNull());
    if (!mayLack && !vocabulary.has(token.asText(UNKNOWN))) {
      throw broken(
          "model.vocab lacks the token '" + token.asText(UNKNOWN) + "', which is model.unk_token");
    }
  }

  private static String afterBlank(String merge) {
    return merge.substring(merge.indexOf(' ') + 1);
  }

  private FalconException broken(String place, String what) {
    return broken(place + " " + what);
  }

  private FalconException broken(String what) {
    return new FalconException(file + ": not a tokenizer that can be used: " + what);
  }
}
