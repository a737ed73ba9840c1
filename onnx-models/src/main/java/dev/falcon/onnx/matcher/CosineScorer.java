package dev.falcon.onnx.matcher;

import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.store.Vectors;
import dev.falcon.onnx.encoder.DualEncoder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scores pairs by the cosine of a dual encoder's vectors; of an image's several vectors the most
 * similar counts.
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
  public List<EncodedCaption> encodeCaptions(List<String> captions) {
    List<EncodedCaption> encoded = new ArrayList<>();
    for (int from = 0; from < captions.size(); from += CAPTIONS_PER_RUN) {
      int to = Math.min(captions.size(), from + CAPTIONS_PER_RUN);
      float[] vectors = encoder.texts().encodeNormalised(captions.subList(from, to));
      for (float[] row : rows(vectors, encoder.dimension())) {
        encoded.add(new EncodedCaption(new int[0], row));
      }
    }
    return encoded;
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
