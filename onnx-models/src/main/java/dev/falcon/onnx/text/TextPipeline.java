package dev.falcon.onnx.text;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.tokenizer.TokenizerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Captions to ids: the cleaning that the model's trainer applied, then {@code tokenizer.json}, then
 * length and padding. Several threads may encode at once.
 */
public final class TextPipeline implements AutoCloseable {
  private final TextSettings settings;
  private final HuggingFaceTokenizer tokenizer;
  private final int vocabularySize;
  private final int firstId;
  private final int droppedTokens;

  static {
    // The tokenizer's library would otherwise look for a build of itself on the network where it
    // sees a GPU.
    if (System.getProperty("ai.djl.offline") == null) {
      System.setProperty("ai.djl.offline", "true");
    }
  }

  /**
   * Opens a tokenizer that does not lie in a model folder.
   *
   * @param tokenizer a {@code tokenizer.json}
   */
  public static TextPipeline open(Path tokenizer, TextSettings settings) {
    return new TextPipeline(TokenizerFile.read(tokenizer), settings);
  }

  public TextPipeline(TokenizerFile file, TextSettings settings) {
    this.settings = settings;
    this.vocabularySize = file.vocabularySize();
    this.firstId = settings.firstToken().flatMap(file::id).orElse(-1);
    this.droppedTokens = !settings.endToken() && endsCaptions(file) ? 1 : 0;
    this.tokenizer = open(file, settings.maxLength() + droppedTokens);
  }

  /** Whether the tokenizer puts a token behind a caption; it then does so behind nothing, too. */
  private static boolean endsCaptions(TokenizerFile file) {
    try (HuggingFaceTokenizer whole = open(file, 2)) {
      return whole.encode("").getIds().length > 1;
    }
  }

  private static HuggingFaceTokenizer open(TokenizerFile file, int maxLength) {
    try {
      return HuggingFaceTokenizer.builder()
          .optTokenizerPath(file.file())
          .optTruncation(true)
          .optMaxLength(maxLength)
          .optPadding(false)
          .build();
    } catch (IOException | RuntimeException e) {
      throw new FalconException(
          file.file() + ": not a tokenizer that can be used: " + e.getMessage(), e);
    }
  }

  /** Cleaning, length and padding. */
  public TextSettings settings() {
    return settings;
  }

  /** How many ids there are. */
  public int vocabularySize() {
    return vocabularySize;
  }

  /** The caption as the tokenizer sees it. */
  public String clean(String caption) {
    String clean = settings.cleaning().apply(caption);
    return settings.maxWords() == Integer.MAX_VALUE
        ? clean
        : TextCleaning.cut(clean, settings.maxWords());
  }

  /** Encodes captions, each in a row of its own. */
  public TokenBatch encode(List<String> captions) {
    if (captions.isEmpty()) {
      return new TokenBatch(0, settings.maxLength(), new int[0], new int[0]);
    }
    Encoding[] encodings = tokenizer.batchEncode(captions.stream().map(this::clean).toList());
    List<int[]> ids = new ArrayList<>(encodings.length);
    for (Encoding encoding : encodings) {
      ids.add(kept(encoding.getIds()));
    }
    return pad(ids);
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

  /** The text of tokens; special ones are left out. */
  public String decode(int[] ids) {
    return tokenizer.decode(Arrays.stream(ids).asLongStream().toArray(), true);
  }

  /** Makes captions equally long, as the settings say. */
  public TokenBatch pad(List<int[]> captions) {
    int length =
        switch (settings.padding()) {
          case AUTO, MAX_LENGTH -> settings.maxLength();
          case LONGEST ->
              Math.max(1, captions.stream().mapToInt(ids -> ids.length).max().orElse(1));
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
