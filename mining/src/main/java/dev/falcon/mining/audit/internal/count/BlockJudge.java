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

/**
 * One judge's scores of one block: images, or the texts in their place, are encoded a few at a
 * time, each with all its pairs.
 */
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
   * @param samples the images, or the texts in their place, by their numbers
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
      String[] problems = new String[some.length];
      List<EncodedImage> encoded =
          judge.isOfTexts() ? anchors(samples, some) : images(samples, some, problems, rejects);
      scoreSome(some, problems, encoded, imageOfPair, captionOfPair, scores);
    }
    return scores;
  }

  private List<EncodedImage> anchors(Map<Integer, Sample> samples, int[] some) {
    return judge.encodeQueries(
        Arrays.stream(some)
            .mapToObj(number -> samples.get(number).anchor().orElseThrow())
            .toList());
  }

  private List<EncodedImage> images(
      Map<Integer, Sample> samples,
      int[] some,
      String[] problems,
      List<BlockScores.Rejected> rejects) {
    FloatBuffer pixels = judge.newBatch(some.length);
    decode(samples, some, pixels, problems);
    for (int i = 0; i < some.length; i++) {
      if (problems[i] != null) {
        rejects.add(new BlockScores.Rejected(samples.get(some[i]).key(), problems[i]));
      }
    }
    return judge.encodeImages(pixels, some.length);
  }

  private void decode(
      Map<Integer, Sample> samples, int[] images, FloatBuffer pixels, String[] problems) {
    int length = judge.transform().outputLength();
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
  }

  private void scoreSome(
      int[] images,
      String[] problems,
      List<EncodedImage> encoded,
      int[] imageOfPair,
      int[] captionOfPair,
      float[] scores) {
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
