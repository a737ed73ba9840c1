// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.store.Vectors;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scores pairs by the cosine of a dual encoder's vectors; both sides may also be texts, or both
 * images. If an image has several vectors, the one most similar to the caption's counts.
 */
public final class CosineScorer implements MatchScorer {
  private static final int CAPTIONS_PER_RUN = 64;

  private final DualEncoder encoder;

  public CosineScorer(DualEncoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public Kind kind() {
    return Kind.COSINE;
  }

  @Override
  public boolean isOfTexts() {
    return encoder.isOfTexts();
  }

  @Override
  public List<EncodedImage> encodeQueries(List<String> queries) {
    if (!encoder.isOfTexts()) {
      throw new FalconException(
          encoder.images().graph().file() + ": encodes pictures, and no text in place of them");
    }
    return vectors(encoder.queries(), queries).stream().map(EncodedImage::new).toList();
  }

  @Override
  public ImageTransform transform() {
    return encoder.images().transform();
  }

  @Override
  public FloatBuffer newBatch(int rows) {
    return encoder.images().newBatch(rows);
  }

  @Override
  public List<EncodedImage> encodeImages(FloatBuffer batch, int rows) {
    int length = encoder.perImage() * encoder.dimension();
    return rows(encoder.images().encodeNormalised(batch, rows), length).stream()
        .map(EncodedImage::new)
        .toList();
  }

  @Override
  public boolean scoresPictures() {
    return !encoder.isOfTexts() && encoder.perImage() == 1;
  }

  @Override
  public List<EncodedCaption> encodeSecondImages(FloatBuffer batch, int rows) {
    return encodeImages(batch, rows).stream()
        .map(image -> new EncodedCaption(new int[0], image.state()))
        .toList();
  }

  @Override
  public List<EncodedCaption> encodeCaptions(List<String> captions) {
    return vectors(encoder.texts(), captions).stream()
        .map(vector -> new EncodedCaption(new int[0], vector))
        .toList();
  }

  private static List<float[]> vectors(TextEncoder encoder, List<String> texts) {
    List<float[]> vectors = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += CAPTIONS_PER_RUN) {
      int to = Math.min(texts.size(), from + CAPTIONS_PER_RUN);
      vectors.addAll(rows(encoder.encodeNormalised(texts.subList(from, to)), encoder.dimension()));
    }
    return vectors;
  }

  private static List<float[]> rows(float[] vectors, int length) {
    List<float[]> rows = new ArrayList<>();
    for (int start = 0; start < vectors.length; start += length) {
      rows.add(Arrays.copyOfRange(vectors, start, start + length));
    }
    return rows;
  }

  @Override
  public float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    float[] scores = new float[imageOfPair.length];
    for (int pair = 0; pair < scores.length; pair++) {
      float[] image = images.get(imageOfPair[pair]).state();
      float[] caption = captions.get(captionOfPair[pair]).vector();
      scores[pair] = Vectors.highestCosine(image, caption);
    }
    return scores;
  }

  @Override
  public float[] matchLogits(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    return score(images, imageOfPair, captions, captionOfPair);
  }

  @Override
  public void close() {
    encoder.close();
  }
}
