// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;
import dev.falcon.data.Reject;
import dev.falcon.training.config.AugmentConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The pairs of a dataset. Tokens are held in memory; images are read and decoded on demand. */
final class StoredPairs implements PairData {
  private static final int CHUNK = 4096;

  private final PairStore store;
  private final PixelFormat format;
  private final ThreadLocal<PictureMaker> makers;
  private final List<Reject> rejects = new ArrayList<>();
  private int[] rows; // of the store
  private int[] images; // by pair, without gaps
  private int imageCount;
  private int[][] tokens;

  /**
   * Tokenises all captions. Those without tokens are rejected.
   *
   * @param maxTokens maximum number of tokens of a caption
   */
  StoredPairs(
      PairStore store,
      CaptionTokenizer tokenizer,
      int maxTokens,
      PixelFormat format,
      AugmentConfig augment) {
    this.store = store;
    this.format = format;
    this.makers = ThreadLocal.withInitial(() -> new PictureMaker(format, augment));
    this.rejects.addAll(store.rejects());
    cut(tokenizer, maxTokens);
    numberImages();
  }

  private void cut(CaptionTokenizer tokenizer, int maxTokens) {
    int all = store.keys().length;
    rows = new int[all];
    tokens = new int[all][];
    int kept = 0;
    for (int from = 0; from < all; from += CHUNK) {
      int to = Math.min(all, from + CHUNK);
      List<String> captions = Arrays.asList(store.captions()).subList(from, to);
      int[][] chunk = tokenizer.tokens(captions, maxTokens);
      for (int row = from; row < to; row++) {
        if (chunk[row - from].length > 1) {
          rows[kept] = row;
          tokens[kept++] = chunk[row - from];
        } else {
          rejects.add(
              new Reject(
                  store.name(), store.keys()[row], "caption: nothing is left of it to learn from"));
        }
      }
    }
    rows = Arrays.copyOf(rows, kept);
    tokens = Arrays.copyOf(tokens, kept);
  }

  private void numberImages() {
    int[] numbers = new int[Arrays.stream(store.images()).max().orElse(-1) + 1];
    Arrays.fill(numbers, -1);
    images = new int[rows.length];
    for (int row = 0; row < rows.length; row++) {
      int image = store.images()[rows[row]];
      if (numbers[image] < 0) {
        numbers[image] = imageCount++;
      }
      images[row] = numbers[image];
    }
  }

  /** Returns the samples that are not among the pairs. */
  List<Reject> rejects() {
    return rejects;
  }

  /** Updates a digest with everything that determines the training input. */
  void digest(MessageDigest digest) {
    for (int row = 0; row < rows.length; row++) {
      int checksum = store.pictures().checksum(store.images()[rows[row]]);
      String line = key(row) + '\t' + caption(row) + '\t' + images[row] + '\t' + checksum + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public int rows() {
    return rows.length;
  }

  @Override
  public String key(int row) {
    return store.keys()[rows[row]];
  }

  @Override
  public int image(int row) {
    return images[row];
  }

  @Override
  public int images() {
    return imageCount;
  }

  @Override
  public String caption(int row) {
    return store.captions()[rows[row]];
  }

  @Override
  public PixelFormat format() {
    return format;
  }

  @Override
  public byte[] picture(int row, RandomStream augment) {
    return makers.get().make(store.pictures().read(store.images()[rows[row]]), augment);
  }

  @Override
  public int[] tokens(int row) {
    return tokens[row];
  }
}
