package dev.falcon.onnx.internal.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.List;

/**
 * What the tokenizer's library takes on trust. It is native code that ends the process, not the
 * call, where one part of a {@code tokenizer.json} speaks of another that is not there; so the
 * parts are held against each other before it sees them.
 */
final class TokenizerCheck {
  /** WordPiece's, where the file names none. */
  private static final String UNKNOWN = "[UNK]";

  private final Path file;

  private TokenizerCheck(Path file) {
    this.file = file;
  }

  /** Fails where the library would end the process. */
  static void require(Path file, JsonNode tokenizer) {
    TokenizerCheck check = new TokenizerCheck(file);
    check.postProcessor(tokenizer.path("post_processor"));
    check.model(tokenizer.path("model"));
    for (JsonNode added : tokenizer.path("added_tokens")) {
      check.id(added.path("content").asText(), added.path("id"));
    }
  }

  /** The library takes larger ids than graphs do. */
  private void id(String token, JsonNode id) {
    if (id.isIntegralNumber() && (!id.canConvertToInt() || id.intValue() < 0)) {
      throw broken("'" + token + "' has the id " + id + "; ids lie in [0, 2^31)");
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
    template(processor.path("single"), special);
    template(processor.path("pair"), special);
    for (JsonNode token : special) {
      if (token.path("ids").size() != token.path("tokens").size()) {
        throw broken(
            "post_processor's token '"
                + token.path("id").asText()
                + "' has not as many ids as tokens");
      }
      token.path("ids").forEach(id -> id(token.path("id").asText(), id));
    }
  }

  private void template(JsonNode template, JsonNode special) {
    for (JsonNode piece : template) {
      JsonNode token = piece.path("SpecialToken").path("id");
      if (!token.isMissingNode() && !special.has(token.asText())) {
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
      String right = merge.isArray() ? merge.path(1).asText() : behindBlank(merge.asText());
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
    unknown(model);
  }

  /** A text with an unknown token ends the process where the model has none to put in its place. */
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

  private static String behindBlank(String merge) {
    return merge.substring(merge.indexOf(' ') + 1);
  }

  private FalconException broken(String what) {
    return new FalconException(file + ": not a tokenizer that can be used: " + what);
  }
}
