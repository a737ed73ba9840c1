// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/** A matcher for tests: its logit is any fixed function of the pixels and the caption. */
public final class ColourMatcher implements MatchScorer {
  private static final ImageTransform TRANSFORM = ImageTransform.clip(8);

  /** What it says of an image file and a caption. */
  public static float logit(byte[] file, String caption) {
    return logit(state(FloatBuffer.wrap(new Preprocessor(TRANSFORM).apply(file)), 0), caption);
  }

  private static float logit(float[] state, String caption) {
    float sum = 0;
    for (int i = 0; i < state.length; i++) {
      sum += state[i] * ((caption.hashCode() >>> i) % 7);
    }
    return sum;
  }

  private static float[] state(FloatBuffer pixels, int row) {
    float[] means = new float[12];
    int length = TRANSFORM.outputLength() / means.length;
    for (int i = 0; i < means.length * length; i++) {
      means[i / length] += pixels.get(row * TRANSFORM.outputLength() + i) / length;
    }
    return means;
  }

  @Override
  public Kind kind() {
    return Kind.MATCH_PROBABILITY;
  }

  @Override
  public boolean isOfTexts() {
    return false;
  }

  @Override
  public List<EncodedImage> encodeQueries(List<String> queries) {
    throw new UnsupportedOperationException("its pairs are of pictures");
  }

  @Override
  public ImageTransform transform() {
    return TRANSFORM;
  }

  @Override
  public FloatBuffer newBatch(int rows) {
    return FloatBuffer.allocate(rows * TRANSFORM.outputLength());
  }

  @Override
  public List<EncodedImage> encodeImages(FloatBuffer batch, int rows) {
    List<EncodedImage> encoded = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      encoded.add(new EncodedImage(state(batch, row)));
    }
    return encoded;
  }

  @Override
  public List<EncodedCaption> encodeCaptions(List<String> captions) {
    return captions.stream()
        .map(caption -> new EncodedCaption(caption.chars().toArray(), new float[0]))
        .toList();
  }

  @Override
  public float[] score(
      List<EncodedImage> images, int[] imageOfPair, List<EncodedCaption> captions, int[] ofPair) {
    throw new UnsupportedOperationException("retrieval ranks by logits");
  }

  @Override
  public float[] matchLogits(
      List<EncodedImage> images, int[] imageOfPair, List<EncodedCaption> captions, int[] ofPair) {
    float[] logits = new float[imageOfPair.length];
    for (int pair = 0; pair < logits.length; pair++) {
      int[] characters = captions.get(ofPair[pair]).ids();
      String caption = new String(characters, 0, characters.length);
      logits[pair] = logit(images.get(imageOfPair[pair]).state(), caption);
    }
    return logits;
  }

  @Override
  public void close() {}
}
