// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import dev.falcon.data.image.ConvertOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * A model for tests whose "pictures" are texts: a vector counts letters. What begins with {@code
 * broken} cannot be decoded. It writes down what it was given.
 */
public final class LetterEmbedder implements EmbeddingModel {
  public final List<String> images = new ArrayList<>();
  public final List<Integer> textBatches = new ArrayList<>();
  private final String fingerprint;
  int imagesUntilFailure = Integer.MAX_VALUE;

  public LetterEmbedder(String fingerprint) {
    this.fingerprint = fingerprint;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public void embedImages(Iterator<byte[]> files, ConvertOrder order, ImageSink sink) {
    for (int i = 0; files.hasNext(); i++) {
      String text = new String(files.next(), StandardCharsets.UTF_8);
      if (imagesUntilFailure-- == 0) {
        throw new IllegalStateException("power cut");
      }
      images.add(text);
      if (text.startsWith("broken")) {
        sink.unusable(i, "the picture cannot be decoded");
      } else {
        sink.vector(i, vector(text));
      }
    }
  }

  @Override
  public float[][] embedTexts(List<String> texts) {
    textBatches.add(texts.size());
    return texts.stream().map(LetterEmbedder::vector).toArray(float[][]::new);
  }

  private static float[] vector(String text) {
    float[] counts = new float[27];
    counts[26] = 0.1f;
    for (char c : text.toLowerCase(Locale.ROOT).toCharArray()) {
      if (c >= 'a' && c <= 'z') {
        counts[c - 'a']++;
      }
    }
    double square = 0;
    for (float count : counts) {
      square += count * count;
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] /= (float) Math.sqrt(square);
    }
    return counts;
  }
}
