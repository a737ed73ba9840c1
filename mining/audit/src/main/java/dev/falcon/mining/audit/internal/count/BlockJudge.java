// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.sample.Sample;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes one judge's scores of one block. Images, or the texts in their place, are encoded a few
 * at a time, each with all its pairs.
 */
final class BlockJudge {
  private static final int IMAGES_AT_ONCE = 16;

  private final MatchScorer judge;
  private final SecondSides seconds;

  public BlockJudge(MatchScorer judge, SecondSides seconds) {
    this.judge = judge;
    this.seconds = seconds;
  }

  /**
   * Scores pairs.
   *
   * @param samples the images, or the texts in their place, by their numbers
   * @param imageOfPair the number of each pair's image, ascending {@code // [pairs]}
   * @param captionOfPair the caption, or the second image, of each pair {@code // [pairs]}
   * @param rejects receives images that cannot be decoded, once each
   * @return the score of each pair; NaN if its image cannot be decoded {@code // [pairs]}
   */
  public float[] score(
      Map<Integer, Sample> samples,
      int[] imageOfPair,
      int[] captionOfPair,
      List<BlockScores.Rejected> rejects) {
    float[] scores = new float[imageOfPair.length];
    Arrays.fill(scores, Float.NaN);
    Arrays.stream(captionOfPair)
        .distinct()
        .filter(seconds.broken()::containsKey)
        .mapToObj(seconds.broken()::get)
        .forEach(rejects::add);
    int[] images = Arrays.stream(imageOfPair).distinct().toArray();
    for (int from = 0; from < images.length; from += IMAGES_AT_ONCE) {
      int[] some = Arrays.copyOfRange(images, from, Math.min(images.length, from + IMAGES_AT_ONCE));
      Set<Integer> broken = new HashSet<>();
      List<EncodedImage> encoded =
          judge.isOfTexts() ? anchors(samples, some) : images(samples, some, broken, rejects);
      scoreSome(some, broken, encoded, imageOfPair, captionOfPair, scores);
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
      Set<Integer> broken,
      List<BlockScores.Rejected> rejects) {
    PictureBatch batch =
        PictureBatch.of(
            judge,
            Arrays.stream(some)
                .mapToObj(number -> samples.get(number).image().orElseThrow())
                .toList());
    for (int i = 0; i < some.length; i++) {
      if (batch.problems().get(i).isPresent()) {
        broken.add(i);
        String reason = batch.problems().get(i).get();
        rejects.add(new BlockScores.Rejected(samples.get(some[i]).key(), reason));
      }
    }
    return judge.encodeImages(batch.pixels(), some.length);
  }

  private void scoreSome(
      int[] images,
      Set<Integer> broken,
      List<EncodedImage> encoded,
      int[] imageOfPair,
      int[] captionOfPair,
      float[] scores) {
    List<Integer> wanted = new ArrayList<>();
    List<Integer> local = new ArrayList<>();
    for (int pair = 0; pair < imageOfPair.length; pair++) {
      int image = Arrays.binarySearch(images, imageOfPair[pair]);
      if (image >= 0
          && !broken.contains(image)
          && !seconds.broken().containsKey(captionOfPair[pair])) {
        wanted.add(pair);
        local.add(image);
      }
    }
    float[] some =
        judge.score(
            encoded,
            local.stream().mapToInt(Integer::intValue).toArray(),
            seconds.encoded(),
            wanted.stream().mapToInt(pair -> captionOfPair[pair]).toArray());
    for (int i = 0; i < some.length; i++) {
      scores[wanted.get(i)] = some[i];
    }
  }
}
