// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Statistics of how many other images each caption is true of. These are the pairs that a naive
 * choice of negatives would treat as false.
 *
 * @param images the number of images
 * @param captions the number of captions
 * @param matchRate the share of true pairs among all pairs of a caption and another image
 * @param noneShare the share of captions that are true of no other image
 * @param median the nearest-rank median of the number of other true images per caption
 * @param p75 its 75th percentile
 * @param p90 its 90th percentile
 * @param p95 its 95th percentile
 * @param p99 its 99th percentile
 * @param max its maximum
 * @param gini its Gini coefficient: 0 if equal for all captions, near 1 if one has all
 * @param topDecileShare the share of all true pairs that belong to the tenth of the captions with
 *     the most
 * @param levels the captions of each level
 */
public record MatchStatistics(
    int images,
    int captions,
    double matchRate,
    double noneShare,
    int median,
    int p75,
    int p90,
    int p95,
    int p99,
    int max,
    double gini,
    double topDecileShare,
    List<Level> levels) {

  public MatchStatistics {
    levels = List.copyOf(levels);
  }

  /**
   * The captions of a level.
   *
   * @param level in [0, 5]
   * @param share the level's share of all captions
   * @param meanMatches the mean number of other images of which a caption of the level is true; 0
   *     without captions
   */
  public record Level(int level, double share, double meanMatches) {}

  /**
   * Counts the true pairs of images and their captions.
   *
   * @param captions the captions of all images, image after image, with the same number for each
   *     image
   * @param scenes the scenes of the images
   */
  public static MatchStatistics of(List<Caption> captions, List<Scene> scenes) {
    if (captions.isEmpty() || captions.size() % scenes.size() != 0) {
      throw new IllegalArgumentException(
          captions.size() + " captions cannot belong to " + scenes.size() + " images");
    }
    SceneIndex index = new SceneIndex(scenes);
    int[] others = // all but its own image
        captions.parallelStream().mapToInt(caption -> index.count(caption) - 1).toArray();
    int[] levelCaptions = new int[Caption.LEVELS];
    long[] levelMatches = new long[Caption.LEVELS];
    for (int i = 0; i < others.length; i++) {
      int level = captions.get(i).level();
      levelCaptions[level]++;
      levelMatches[level] += others[i];
    }
    List<Level> levels = new ArrayList<>();
    for (int level = 0; level < Caption.LEVELS; level++) {
      double mean = (double) levelMatches[level] / Math.max(1, levelCaptions[level]);
      levels.add(new Level(level, (double) levelCaptions[level] / others.length, mean));
    }
    return of(others, scenes.size(), levels);
  }

  private static MatchStatistics of(int[] others, int images, List<Level> levels) {
    int[] sorted = others.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    long total = 0;
    long weighted = 0;
    long top = 0;
    int none = 0;
    for (int i = 0; i < count; i++) {
      total += sorted[i];
      weighted += (2L * (i + 1) - count - 1) * sorted[i];
      top += i >= count - count / 10 ? sorted[i] : 0;
      none += sorted[i] == 0 ? 1 : 0;
    }
    long divisor = Math.max(1, total);
    return new MatchStatistics(
        images,
        count,
        (double) total / ((double) count * Math.max(1, images - 1)),
        (double) none / count,
        percentile(sorted, 50),
        percentile(sorted, 75),
        percentile(sorted, 90),
        percentile(sorted, 95),
        percentile(sorted, 99),
        sorted[count - 1],
        (double) weighted / ((double) count * divisor),
        (double) top / divisor,
        levels);
  }

  /**
   * Returns the nearest-rank percentile: the smallest value that at least this percentage of the
   * values do not exceed.
   */
  private static int percentile(int[] sorted, int percent) {
    long rank = ((long) percent * sorted.length + 99) / 100;
    return sorted[(int) Math.max(0, rank - 1)];
  }
}
