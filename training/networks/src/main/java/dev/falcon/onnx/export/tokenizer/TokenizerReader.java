// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.tokenizer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.internal.text.TokenizerCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the tokenizer of another model. */
public final class TokenizerReader {
  /** BERT's list of word pieces, one per line. */
  public static final String VOCABULARY = "vocab.txt";

  private TokenizerReader() {}

  /**
   * Reads a {@code tokenizer.json} or a {@code vocab.txt} of BERT's uncased word pieces, or
   * whichever of these a folder contains.
   *
   * @throws RequestException if there is no such file, or if it is not of BERT's or Gemma's kind
   */
  public static Tokenizer read(Path named) {
    Path file = named;
    if (Folders.isFolder(named)) {
      Path whole = named.resolve(TokenizerFiles.TOKENIZER);
      file = Folders.exists(whole) ? whole : named.resolve(VOCABULARY);
    }
    if (!Folders.isFile(file)) {
      throw new RequestException(
          named + ": is no tokenizer.json or vocab.txt, and no folder that holds one");
    }
    String text = text(file);
    boolean list = file.getFileName().toString().endsWith(".txt");
    List<String> vocabulary = list ? text.lines().toList() : vocabulary(file.toString(), text);
    if (!Tokenizer.Special.isGemmas(vocabulary)) {
      requireAll(file.toString(), vocabulary, Tokenizer.Special.BERT);
    }
    return list ? new Tokenizer.WordPiece(vocabulary) : new Tokenizer.Given(text, vocabulary);
  }

  private static void requireAll(String file, List<String> vocabulary, Tokenizer.Special special) {
    for (String token : special.all()) {
      if (!vocabulary.contains(token)) {
        throw new RequestException(
            file + ": lacks the token " + token + ", which tokenizers of BERT's kind have");
      }
    }
  }

  /**
   * Like {@link #read}, for BLIP-2: captions have an end token, and the decoder's start token comes
   * after all other tokens. In a tokenizer of BERT's kind, it is added if it is missing.
   */
  public static Tokenizer readGeneration(Path named) {
    Tokenizer read = read(named);
    List<String> vocabulary = new ArrayList<>(read.vocabulary());
    int there = vocabulary.indexOf(Tokenizer.TELL);
    if (there >= 0 && there != vocabulary.size() - 1) {
      throw new RequestException(
          named
              + ": "
              + Tokenizer.TELL
              + " is token "
              + there
              + " of "
              + vocabulary.size()
              + "; BLIP-2's is the last");
    }
    if (there < 0) {
      vocabulary.add(Tokenizer.TELL);
    }
    requireAll(named.toString(), vocabulary, Tokenizer.Special.BLIP2);
    return new Tokenizer.Given(
        TokenizerFiles.rules(read).toString(), vocabulary, Tokenizer.Special.BLIP2);
  }

  /** Reads a tokenizer written by {@link TokenizerFiles#json}. */
  public static Tokenizer parse(String json) {
    List<String> vocabulary = vocabulary("the tokenizer", json);
    return TokenizerFiles.endsBertsCaptions(json)
        ? new Tokenizer.Given(json, vocabulary, Tokenizer.Special.BLIP2)
        : new Tokenizer.Given(json, vocabulary);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read as text: " + e.getMessage(), e);
    }
  }

  /** Returns all tokens in the order of their ids; an unused id has an empty text. */
  private static List<String> vocabulary(String name, String json) {
    JsonNode file;
    try {
      file = Json.mapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new RequestException(name + ": not a tokenizer.json: " + Json.reason(e));
    }
    JsonNode words = file.path("model").path("vocab");
    if (!words.isContainerNode() || words.isEmpty()) {
      throw new RequestException(name + ": not a tokenizer.json: it has no model.vocab");
    }
    TokenizerCheck.require(name, file);
    Map<Integer, String> tokens = new TreeMap<>();
    if (words.isArray()) {
      for (int i = 0; i < words.size(); i++) {
        tokens.put(i, words.get(i).path(0).asText());
      }
    }
    words
        .properties()
        .forEach(word -> tokens.put(id(name, word.getKey(), word.getValue()), word.getKey()));
    for (JsonNode added : file.path("added_tokens")) {
      String content = added.path("content").asText();
      tokens.put(id(name, content, added.path("id")), content);
    }
    String[] all = new String[1 + tokens.keySet().stream().reduce(0, Math::max)];
    Arrays.fill(all, "");
    tokens.forEach((id, token) -> all[id] = token);
    return List.of(all);
  }

  /** Returns a token's id, whose upper limit was checked before. */
  private static int id(String name, String token, JsonNode id) {
    if (!id.isIntegralNumber() || !id.canConvertToInt() || id.intValue() < 0) {
      throw new RequestException(
          name
              + ": the token '"
              + token
              + "' has the id "
              + id
              + "; it must be a whole number from 0");
    }
    return id.intValue();
  }
}
