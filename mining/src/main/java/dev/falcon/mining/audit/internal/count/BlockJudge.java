package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.sample.Sample;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** One judge's scores of one block: images are encoded a few at a time, each with all its pairs. */
final class BlockJudge {
  private static final int IMAGES_AT_ONCE = 16;

  private final MatchScorer judge;
  private final List<EncodedCaption> captions;

  public BlockJudge(MatchScorer judge, List<EncodedCaption> captions) {
    this.judge = judge;
    this.captions = captions;
  }

  /**
   * Scores pairs.
   *
   * @param samples the images by their numbers
   * @param imageOfPair numbers of images, ascending {@code // [pairs]}
   * @param captionOfPair the caption of each pair {@code // [pairs]}
   * @param rejects receives images that cannot be decoded
   * @return NaN for the pairs of an image that cannot be decoded {@code // [pairs]}
   */
  public float[] score(
      Map<Integer, Sample> samples,
      int[] imageOfPair,
      int[] captionOfPair,
      List<BlockScores.Rejected> rejects) {
    float[] scores = new float[imageOfPair.length];
    Arrays.fill(scores, Float.NaN);
    int[] images = Arrays.stream(imageOfPair).distinct().toArray();
    for (int from = 0; from < images.length; from += IMAGES_AT_ONCE) {
      int[] some = Arrays.copyOfRange(images, from, Math.min(images.length, from + IMAGES_AT_ONCE));
      FloatBuffer pixels = judge.newBatch(some.length);
      String[] problems = decode(samples, some, pixels);
      for (int i = 0; i < some.length; i++) {
        if (problems[i] != null) {
          rejects.add(new BlockScores.Rejected(samples.get(some[i]).key(), problems[i]));
        }
      }
      scoreSome(some, problems, pixels, imageOfPair, captionOfPair, scores);
    }
    return scores;
  }

  private String[] decode(Map<Integer, Sample> samples, int[] images, FloatBuffer pixels) {
    int length = judge.transform().outputLength();
    String[] problems = new String[images.length];
    IntStream.range(0, images.length)
        .parallel()
        .forEach(
            i -> {
              try {
                new Preprocessor(judge.transform())
                    .apply(samples.get(images[i]).image().orElseThrow(), pixels, i * length);
              } catch (ImageException e) {
                problems[i] = e.getMessage();
              }
            });
    return problems;
  }

  private void scoreSome(
      int[] images,
      String[] problems,
      FloatBuffer pixels,
      int[] imageOfPair,
      int[] captionOfPair,
      float[] scores) {
    List<EncodedImage> encoded = judge.encodeImages(pixels, images.length);
    List<Integer> wanted = new ArrayList<>();
    List<Integer> local = new ArrayList<>();
    for (int pair = 0; pair < imageOfPair.length; pair++) {
      int image = Arrays.binarySearch(images, imageOfPair[pair]);
      if (image >= 0 && problems[image] == null) {
        wanted.add(pair);
        local.add(image);
      }
    }
    float[] some =
        judge.score(
            encoded,
            local.stream().mapToInt(Integer::intValue).toArray(),
            captions,
            wanted.stream().mapToInt(pair -> captionOfPair[pair]).toArray());
    for (int i = 0; i < some.length; i++) {
      scores[wanted.get(i)] = some[i];
    }
  }
}
