// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.training.config.TextConfig;
import dev.falcon.training.internal.input.CaptionTokenizer;
import dev.falcon.training.internal.input.Vocabulary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tokenises texts with the checkpoint's tokenizer. If the tokenizer knows only whole words, like
 * that of Scenes, the new words of the training texts are appended to its vocabulary.
 */
public final class Tokens implements AutoCloseable {
  /** The end token of an answer. */
  public static final String END = "[SEP]";

  /**
   * The pieces into which a tokenizer of whole words splits texts: words, and runs of other
   * characters.
   */
  private static final Pattern PIECE = Pattern.compile("\\w+|[^\\w\\s]+");

  private final String json;
  private final int places;
  private final int end;
  private final CaptionTokenizer cutter;

  private Tokens(String json, int places, int end) {
    this.json = json;
    this.places = places;
    this.end = end;
    this.cutter = CaptionTokenizer.open(json, new TextConfig("", "none", places, places));
  }

  /**
   * Opens a tokenizer.
   *
   * @param places the maximum number of tokens of the network
   * @param texts the training texts, in the form in which they will be tokenised
   */
  public static Tokens of(Tokenizer tokenizer, int places, Collection<String> texts) {
    Tokenizer grown = grown(tokenizer, texts);
    return new Tokens(TokenizerFiles.json(grown, places), places, grown.id(END));
  }

  /** Opens the tokenizer of a checkpoint, written by {@link #json}. */
  public static Tokens read(Tokenizer tokenizer, int places) {
    return new Tokens(TokenizerFiles.json(tokenizer, places), places, tokenizer.id(END));
  }

  private static Tokenizer grown(Tokenizer tokenizer, Collection<String> texts) {
    if (!knowsWholeWordsAlone(tokenizer)) {
      return tokenizer;
    }
    Set<String> words = new LinkedHashSet<>(tokenizer.vocabulary());
    words.add(END);
    Set<String> added = new TreeSet<>();
    for (String text : texts) {
      Matcher piece = PIECE.matcher(text.toLowerCase(Locale.ROOT));
      while (piece.find()) {
        added.add(piece.group());
      }
    }
    words.addAll(added);
    return new Tokenizer.WordLevel(List.copyOf(words), tokenizer.special());
  }

  /**
   * Returns whether a tokenizer knows only whole words, in the form that Falcon writes: lower case,
   * split at white space and punctuation.
   */
  private static boolean knowsWholeWordsAlone(Tokenizer tokenizer) {
    if (!(tokenizer instanceof Tokenizer.Given given)) {
      return tokenizer instanceof Tokenizer.WordLevel;
    }
    try {
      JsonNode file = Json.mapper().readTree(given.json());
      return file.at("/model/type").asText().equals("WordLevel")
          && file.at("/normalizer/type").asText().equals("Lowercase")
          && file.at("/pre_tokenizer/type").asText().equals("Whitespace");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a checkpoint's tokenizer is JSON", e);
    }
  }

  /** Returns the text of {@code tokenizer.json}, as stored in a checkpoint. */
  String json() {
    return json;
  }

  /** Returns the training run's view of this tokenizer. */
  public Vocabulary vocabulary() {
    return cutter.vocabulary();
  }

  /** Returns the end token of an answer; -1 if the tokenizer has none. */
  public int end() {
    return end;
  }

  /**
   * Tokenises texts, each with the first token and without padding.
   *
   * @param most the maximum number of tokens per text; the network's maximum also applies
   */
  public List<int[]> cut(List<String> texts, int most) {
    List<int[]> all = new ArrayList<>();
    int chunk = 4096;
    for (int from = 0; from < texts.size(); from += chunk) {
      List<String> some = texts.subList(from, Math.min(texts.size(), from + chunk));
      all.addAll(List.of(cutter.tokens(some, Math.min(most, places))));
    }
    return all;
  }

  @Override
  public void close() {
    cutter.close();
  }
}
