// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings;
import dev.falcon.onnx.text.TokenBatch;
import dev.falcon.training.config.TextConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Tokenises captions with the same code and the same tokenizer as exported models. */
public final class CaptionTokenizer implements AutoCloseable {
  private final Vocabulary vocabulary;
  private final TextPipeline pipeline;

  private CaptionTokenizer(Vocabulary vocabulary, TextPipeline pipeline) {
    this.vocabulary = vocabulary;
    this.pipeline = pipeline;
  }

  /**
   * Returns the text of the tokenizer that a configuration names, as stored in checkpoints.
   *
   * @param special the special tokens of the framework's input
   */
  public static String read(TextConfig text, Tokenizer.Special special) {
    Path named = Path.of(text.tokenizer());
    Tokenizer tokenizer =
        special.all().contains(Tokenizer.TELL)
            ? TokenizerReader.readGeneration(named)
            : TokenizerReader.read(named);
    return TokenizerFiles.json(tokenizer, longest(text));
  }

  /**
   * Opens a tokenizer.
   *
   * @param json the text that {@link #read} returned
   */
  public static CaptionTokenizer open(String json, TextConfig text) {
    Tokenizer tokenizer = TokenizerReader.parse(json);
    Vocabulary vocabulary = vocabulary(tokenizer);
    TextSettings settings =
        new TextSettings(
            TextCleaning.parse(text.cleaning()),
            longest(text),
            TextSettings.Padding.LONGEST,
            vocabulary.padding(),
            Optional.empty(),
            tokenizer.special().last().isPresent());
    return new CaptionTokenizer(vocabulary, pipeline(json, settings));
  }

  /** Opens the text of any {@code tokenizer.json}. */
  public static TextPipeline pipeline(String json, TextSettings settings) {
    // The library can read only files.
    Path folder = Folders.temporary("falcon-tokenizer");
    try {
      Path file = folder.resolve("tokenizer.json");
      AtomicFile.write(file, json);
      return TextPipeline.open(file, settings);
    } finally {
      Folders.delete(folder);
    }
  }

  private static int longest(TextConfig text) {
    return Math.max(text.maxTokens(), text.heldTokens());
  }

  /** Returns the training run's view of a tokenizer. */
  public static Vocabulary vocabulary(Tokenizer tokenizer) {
    return new Vocabulary(
        tokenizer.vocabulary().size(),
        tokenizer.id(tokenizer.special().padding()),
        tokenizer.special().first().map(tokenizer::id).orElse(-1),
        tokenizer.id(tokenizer.special().mask()));
  }

  /** Returns the training run's view of this tokenizer. */
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /**
   * Tokenises captions.
   *
   * @param maxTokens the maximum number of tokens per caption, including the first token
   * @return the tokens, one row per caption, without padding
   */
  public int[][] tokens(List<String> captions, int maxTokens) {
    TokenBatch batch = pipeline.encode(captions);
    int[][] tokens = new int[batch.rows()][];
    for (int row = 0; row < tokens.length; row++) {
      int from = row * batch.length();
      int length = 0;
      while (length < batch.length() && batch.mask()[from + length] == 1) {
        length++;
      }
      tokens[row] = Arrays.copyOfRange(batch.ids(), from, from + Math.min(length, maxTokens));
    }
    return tokens;
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
