// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.tokenizer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.internal.config.FolderConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a tokenizer as Hugging Face's {@code tokenizer.json} and {@code tokenizer_config.json}.
 */
public final class TokenizerFiles {
  /** The file that defines how captions are split. */
  public static final String TOKENIZER = "tokenizer.json";

  /** The maximum length of a word in characters; BERT treats longer words as unknown. */
  private static final int LONGEST_WORD = 100;

  private TokenizerFiles() {}

  /**
   * Writes both files.
   *
   * @param maxTokens the maximum number of tokens per caption, including the first token; longer
   *     captions are truncated
   */
  public static void write(Path folder, Tokenizer tokenizer, int maxTokens) {
    Json.write(folder.resolve(TOKENIZER), tree(tokenizer, maxTokens));
    Json.write(folder.resolve(FolderConfig.TOKENIZER), config(tokenizer.special(), maxTokens));
  }

  /**
   * Returns the text of {@code tokenizer.json}, on one line.
   *
   * @param maxTokens as for {@link #write}
   */
  public static String json(Tokenizer tokenizer, int maxTokens) {
    return Json.line(tree(tokenizer, maxTokens));
  }

  private static ObjectNode tree(Tokenizer tokenizer, int maxTokens) {
    ObjectNode file = rules(tokenizer);
    if (tokenizer.special().all().contains(Tokenizer.TELL)) {
      addGeneration(file, tokenizer);
    }
    file.set("truncation", truncation(maxTokens));
    file.set("padding", padding(tokenizer));
    file.set("post_processor", postProcessor(tokenizer));
    return file;
  }

  private static ObjectNode parsed(String json) {
    try {
      return (ObjectNode) Json.mapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new FalconException("not a tokenizer.json: " + Json.reason(e), e);
    }
  }

  /** Adds the start token of BLIP-2's decoder, which BERT's own files lack. */
  private static void addGeneration(ObjectNode file, Tokenizer tokenizer) {
    ArrayNode added = file.withArrayProperty("added_tokens");
    for (JsonNode token : added) {
      if (token.path("content").asText().equals(Tokenizer.TELL)) {
        return;
      }
    }
    added.add(addedToken(tokenizer, Tokenizer.TELL));
  }

  /**
   * Returns whether a file puts BERT's tokens at the start and the end of captions, as BLIP-2's
   * does.
   */
  static boolean endsBertsCaptions(String json) {
    JsonNode template = parsed(json).at("/post_processor/single");
    JsonNode last = template.path(template.size() - 1);
    return last.at("/SpecialToken/id").asText().equals(Tokenizer.LAST);
  }

  /** Returns the rules that split captions, from a new tokenizer.json or an existing one. */
  static ObjectNode rules(Tokenizer tokenizer) {
    return tokenizer instanceof Tokenizer.Given given ? parsed(given.json()) : ownRules(tokenizer);
  }

  private static ObjectNode ownRules(Tokenizer tokenizer) {
    ObjectNode file = object().put("version", "1.0");
    file.set("added_tokens", addedTokens(tokenizer));
    if (tokenizer instanceof Tokenizer.WordLevel) {
      file.set("normalizer", object().put("type", "Lowercase"));
      file.set("pre_tokenizer", object().put("type", "Whitespace"));
    } else {
      file.set("normalizer", bertNormalizer());
      file.set("pre_tokenizer", object().put("type", "BertPreTokenizer"));
    }
    file.putNull("decoder");
    file.set("model", model(tokenizer));
    return file;
  }

  private static ObjectNode truncation(int maxTokens) {
    return object()
        .put("direction", "Right")
        .put("max_length", maxTokens)
        .put("strategy", "LongestFirst")
        .put("stride", 0);
  }

  private static ObjectNode padding(Tokenizer tokenizer) {
    return object()
        .put("strategy", "BatchLongest")
        .put("direction", "Right")
        .putNull("pad_to_multiple_of")
        .put("pad_id", tokenizer.id(tokenizer.special().padding()))
        .put("pad_type_id", 0)
        .put("pad_token", tokenizer.special().padding());
  }

  private static ArrayNode addedTokens(Tokenizer tokenizer) {
    ArrayNode tokens = Json.mapper().createArrayNode();
    for (String token : tokenizer.special().all()) {
      tokens.add(addedToken(tokenizer, token));
    }
    return tokens;
  }

  private static ObjectNode addedToken(Tokenizer tokenizer, String token) {
    return object()
        .put("id", tokenizer.id(token))
        .put("content", token)
        .put("single_word", false)
        .put("lstrip", false)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", true);
  }

  private static ObjectNode bertNormalizer() {
    return object()
        .put("type", "BertNormalizer")
        .put("clean_text", true)
        .put("handle_chinese_chars", true)
        .putNull("strip_accents")
        .put("lowercase", true);
  }

  private static ObjectNode postProcessor(Tokenizer tokenizer) {
    Tokenizer.Special special = tokenizer.special();
    ObjectNode processor = object().put("type", "TemplateProcessing");
    ArrayNode single = processor.putArray("single");
    ArrayNode pair = processor.putArray("pair");
    for (ArrayNode template : List.of(single, pair)) {
      special.first().ifPresent(token -> special(template, token));
      template.addObject().putObject("Sequence").put("id", "A").put("type_id", 0);
      special.last().ifPresent(token -> special(template, token));
    }
    pair.addObject().putObject("Sequence").put("id", "B").put("type_id", 1);
    ObjectNode tokens = processor.putObject("special_tokens");
    Stream.concat(special.first().stream(), special.last().stream())
        .forEach(
            token -> {
              ObjectNode entry = tokens.putObject(token);
              entry.put("id", token);
              entry.putArray("ids").add(tokenizer.id(token));
              entry.putArray("tokens").add(token);
            });
    return processor;
  }

  private static void special(ArrayNode template, String token) {
    template.addObject().putObject("SpecialToken").put("id", token).put("type_id", 0);
  }

  private static ObjectNode model(Tokenizer tokenizer) {
    ObjectNode model = object();
    if (tokenizer instanceof Tokenizer.WordLevel) {
      model.put("type", "WordLevel");
    } else {
      model
          .put("type", "WordPiece")
          .put("continuing_subword_prefix", "##")
          .put("max_input_chars_per_word", LONGEST_WORD);
    }
    model.put("unk_token", tokenizer.special().unknown());
    ObjectNode ids = model.putObject("vocab");
    for (String token : tokenizer.vocabulary()) {
      ids.put(token, ids.size());
    }
    return model;
  }

  private static ObjectNode config(Tokenizer.Special special, int maxTokens) {
    ObjectNode config =
        object()
            .put("tokenizer_class", "PreTrainedTokenizerFast")
            .put("model_max_length", maxTokens)
            .put("pad_token", special.padding())
            .put("unk_token", special.unknown());
    special.first().ifPresent(token -> config.put("cls_token", token));
    special.last().ifPresent(token -> config.put("eos_token", token));
    return config.put("mask_token", special.mask());
  }

  private static ObjectNode object() {
    return Json.mapper().createObjectNode();
  }
}
