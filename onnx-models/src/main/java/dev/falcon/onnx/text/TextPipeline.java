// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.util.PairList;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.NativeLibraries;
import dev.falcon.data.sample.SameText;
import dev.falcon.onnx.internal.text.TextRepair;
import dev.falcon.onnx.internal.text.TokenizerFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Converts captions to ids: applies the model's cleaning, then {@code tokenizer.json}, then limits
 * the length and pads. Several threads may encode at once.
 */
public final class TextPipeline implements AutoCloseable {
  /** The number to a multiple of which lengths are rounded up if padding is masked. */
  public static final int STEP = 4;

  private final Path file;
  private final TextSettings settings;
  private final HuggingFaceTokenizer tokenizer;
  private final int vocabularySize;
  private final int firstId;
  private final int droppedTokens;
  private final int unpooled;
  private final AtomicLong truncated = new AtomicLong();

  static {
    // Without this, the tokenizer's library searches the network for another build of itself if it
    // detects a GPU.
    if (System.getProperty("ai.djl.offline") == null) {
      System.setProperty("ai.djl.offline", "true");
    }
  }

  /**
   * Opens a tokenizer outside a model folder.
   *
   * @param tokenizer a {@code tokenizer.json}
   */
  public static TextPipeline open(Path tokenizer, TextSettings settings) {
    return new TextPipeline(TokenizerFile.read(tokenizer), settings);
  }

  public TextPipeline(TokenizerFile file, TextSettings settings) {
    this.file = file.file();
    this.settings = settings;
    this.vocabularySize = file.vocabularySize();
    this.firstId = settings.firstToken().flatMap(file::id).orElse(-1);
    this.droppedTokens = !settings.endToken() && endsCaptions(file) ? 1 : 0;
    this.tokenizer = open(file, settings.maxLength() + droppedTokens);
    try {
      requireRoom("text", tokenizer.encode(""));
    } catch (FalconException e) {
      close();
      throw e;
    }
    this.unpooled = settings.prompt().pooled() ? 0 : promptTokens();
  }

  /**
   * Refuses a length that the tokens of the template fill: all texts would have the same vector,
   * and the library does not truncate to such a length.
   */
  private void requireRoom(String what, Encoding empty) {
    int added = empty.getIds().length - droppedTokens;
    if (added >= settings.maxLength()) {
      throw new FalconException(
          file
              + ": adds "
              + added
              + " tokens to every "
              + what
              + ", so the maximum length must be at least "
              + (added + 1)
              + ", not "
              + settings.maxLength()
              + " (max_length in falcon.json)");
    }
  }

  /** Returns the number of tokens of the prompt alone, without the tokenizer's end token. */
  private int promptTokens() {
    if (settings.prompt().text().isEmpty()) {
      return 0;
    }
    Encoding prompt = tokenizer.encode(TextRepair.strip(settings.prompt().text()));
    int tokens = prompt.getIds().length;
    return tokens > 0 && prompt.getSpecialTokenMask()[tokens - 1] != 0 ? tokens - 1 : tokens;
  }

  /**
   * Returns the number of leading tokens of every text that are not pooled, those of the prompt.
   */
  public int unpooledTokens() {
    return unpooled;
  }

  /**
   * Returns whether the tokenizer appends a token to a caption, which it then also does to an empty
   * one.
   */
  private static boolean endsCaptions(TokenizerFile file) {
    try (HuggingFaceTokenizer whole = open(file, 2)) {
      return whole.encode("").getIds().length > 1;
    }
  }

  private static HuggingFaceTokenizer open(TokenizerFile file, int maxLength) {
    String length = Integer.toString(maxLength);
    // Without modelMaxLength the library truncates at 512, whatever maxLength is.
    Map<String, String> options =
        Map.of(
            "truncation",
            "true",
            "maxLength",
            length,
            "modelMaxLength",
            length,
            "padding",
            "false");
    NativeLibraries.folder();
    try {
      return HuggingFaceTokenizer.newInstance(
          new ByteArrayInputStream(file.text().getBytes(StandardCharsets.UTF_8)), options);
    } catch (IOException | RuntimeException e) {
      throw new FalconException(
          file.file() + ": not a tokenizer that can be used: " + e.getMessage(), e);
    }
  }

  /** Returns the settings of cleaning, length and padding. */
  public TextSettings settings() {
    return settings;
  }

  /** Returns the number of ids in the vocabulary. */
  public int vocabularySize() {
    return vocabularySize;
  }

  /**
   * Returns whether the model sees nothing of a text: it is blank, or the cleaning and the
   * tokenizer leave no token of it, so that it would have the vector of the empty text.
   */
  public boolean isEmpty(String text) {
    return SameText.isBlank(text)
        || (text.codePoints().noneMatch(Character::isLetterOrDigit) && tokens(text) <= tokens(""));
  }

  private int tokens(String text) {
    return tokenizer.encode(clean(text)).getIds().length;
  }

  /** Returns the caption in the form that the tokenizer reads. */
  public String clean(String caption) {
    String whole = begin(settings.prompt().text() + caption);
    String clean =
        begin(settings.cleaning().apply(settings.strip() ? TextRepair.strip(whole) : whole));
    return settings.maxWords() == Integer.MAX_VALUE
        ? clean
        : TextCleaning.cut(clean, settings.maxWords());
  }

  /**
   * Limits a caption's characters, so that no tokenizer takes long. A model with fewer than about
   * 4,000 tokens does not accept more characters of ordinary text anyway.
   */
  private static String begin(String caption) {
    int end = TokenizerFile.MOST_CHARACTERS;
    if (caption.length() <= end) {
      return caption;
    }
    return caption.substring(0, Character.isHighSurrogate(caption.charAt(end - 1)) ? end - 1 : end);
  }

  /**
   * Encodes captions, each in its own row. Only the first 16,384 characters of a caption are
   * encoded; a text with more of them counts as {@link #truncated}.
   */
  public TokenBatch encode(List<String> captions) {
    if (captions.isEmpty()) {
      return new TokenBatch(0, settings.maxLength(), new int[0], new int[0]);
    }
    Encoding[] encodings = tokenizer.batchEncode(captions.stream().map(this::clean).toList());
    List<int[]> ids = new ArrayList<>(encodings.length);
    for (int i = 0; i < encodings.length; i++) {
      ids.add(kept(encodings[i].getIds()));
      if (encodings[i].exceedMaxLength()
          || captions.get(i).length() > TokenizerFile.MOST_CHARACTERS) {
        truncated.incrementAndGet();
      }
    }
    return pad(ids);
  }

  /**
   * Encodes pairs of texts, joined by the tokenizer's template for pairs. If a pair is longer than
   * the model accepts, the longer text is truncated first.
   *
   * @param firsts the first texts of the pairs, whose tokens have type 0
   * @param seconds the second texts, whose tokens have type 1; as many as {@code firsts}
   */
  public List<PairTokens> encodePairs(List<String> firsts, List<String> seconds) {
    PairList<String, String> pairs = new PairList<>(firsts.size());
    for (int i = 0; i < firsts.size(); i++) {
      pairs.add(clean(firsts.get(i)), clean(seconds.get(i)));
    }
    List<PairTokens> encoded = new ArrayList<>(pairs.size());
    if (pairs.isEmpty()) {
      return encoded;
    }
    requireRoom("pair", tokenizer.encode("", ""));
    Encoding[] encodings = tokenizer.batchEncode(pairs);
    for (int i = 0; i < encodings.length; i++) {
      encoded.add(
          new PairTokens(integers(encodings[i].getIds()), integers(encodings[i].getTypeIds())));
      if (encodings[i].exceedMaxLength()
          || firsts.get(i).length() > TokenizerFile.MOST_CHARACTERS
          || seconds.get(i).length() > TokenizerFile.MOST_CHARACTERS) {
        truncated.incrementAndGet();
      }
    }
    return encoded;
  }

  private static int[] integers(long[] values) {
    return Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
  }

  /** Pads pairs of texts to equal length, by the settings. */
  public TokenBatch padPairs(List<PairTokens> pairs) {
    TokenBatch batch = pad(pairs.stream().map(PairTokens::ids).toList());
    for (int row = 0; row < pairs.size(); row++) {
      int[] types = pairs.get(row).types();
      System.arraycopy(types, 0, batch.types(), row * batch.length(), types.length);
    }
    return batch;
  }

  /**
   * Returns the number of texts encoded so far that were truncated because they had more tokens or
   * characters than the model accepts. Truncation to a number of words does not count.
   */
  public long truncated() {
    return truncated.get();
  }

  private int[] kept(long[] encoded) {
    int[] ids = new int[encoded.length - droppedTokens];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = Math.toIntExact(encoded[i]);
    }
    if (firstId >= 0 && ids.length > 0) {
      ids[0] = firstId;
    }
    return ids;
  }

  /** Returns the text of tokens, without special tokens. */
  public String decode(int[] ids) {
    return tokenizer.decode(Arrays.stream(ids).asLongStream().toArray(), true);
  }

  /** Pads captions to equal length, by the settings. */
  public TokenBatch pad(List<int[]> captions) {
    int length =
        switch (settings.padding()) {
          case AUTO, MAX_LENGTH -> settings.maxLength();
          case LONGEST ->
              Math.max(1, captions.stream().mapToInt(ids -> ids.length).max().orElse(1));
          case MASKED -> {
            int longest = captions.stream().mapToInt(ids -> ids.length).max().orElse(1);
            yield Math.min(settings.maxLength(), Math.max(1, longest + STEP - 1) / STEP * STEP);
          }
        };
    int[] ids = new int[captions.size() * length];
    int[] mask = new int[ids.length];
    Arrays.fill(ids, settings.padId());
    for (int row = 0; row < captions.size(); row++) {
      int[] caption = captions.get(row);
      System.arraycopy(caption, 0, ids, row * length, caption.length);
      Arrays.fill(mask, row * length, row * length + caption.length, 1);
    }
    return new TokenBatch(captions.size(), length, ids, mask);
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
