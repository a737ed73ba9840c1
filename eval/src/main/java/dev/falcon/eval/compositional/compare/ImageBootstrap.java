// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Bootstrap;
import dev.falcon.data.statistics.Interval;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The difference of two models on items of several groups, resampled by images: the items of an
 * image are drawn together, and every draw is the same for all groups.
 */
final class ImageBootstrap {
  private final int groups;
  private final int[][] counts; // [images][groups]
  private final double[][] sums; // of differences

  /**
   * Creates a bootstrap.
   *
   * @param images the image of each item
   * @param group the group of each item, from 0
   * @param differences the second's value of each item minus the first's
   */
  ImageBootstrap(List<String> images, int[] group, double[] differences, int groups) {
    this.groups = groups;
    Map<String, Integer> numbers = new LinkedHashMap<>();
    images.forEach(image -> numbers.putIfAbsent(image, numbers.size()));
    counts = new int[numbers.size()][groups];
    sums = new double[numbers.size()][groups];
    for (int i = 0; i < group.length; i++) {
      int image = numbers.get(images.get(i));
      counts[image][group[i]]++;
      sums[image][group[i]] += differences[i];
    }
  }

  /** The resampled intervals: of each group, of all items and of the mean of groups. */
  record Intervals(List<Optional<Interval>> ofGroups, Interval ofRows, Interval ofSubsets) {}

  /** Returns the intervals; empty if there are fewer than two images. */
  Optional<Intervals> intervals(long seed) {
    if (counts.length < 2) {
      return Optional.empty();
    }
    RandomStream random = RandomStream.of(seed, "images");
    double[][] ofGroups = new double[groups][Bootstrap.RESAMPLES];
    double[] ofRows = new double[Bootstrap.RESAMPLES];
    double[] ofSubsets = new double[Bootstrap.RESAMPLES];
    for (int draw = 0; draw < Bootstrap.RESAMPLES; draw++) {
      long[] count = new long[groups];
      double[] sum = new double[groups];
      for (int i = 0; i < counts.length; i++) {
        int image = random.nextInt(counts.length);
        for (int group = 0; group < groups; group++) {
          count[group] += counts[image][group];
          sum[group] += sums[image][group];
        }
      }
      double mean = 0;
      int there = 0;
      for (int group = 0; group < groups; group++) {
        double difference = count[group] == 0 ? Double.NaN : sum[group] / count[group];
        ofGroups[group][draw] = difference;
        if (count[group] > 0) {
          mean += difference;
          there++;
        }
      }
      ofRows[draw] = Arrays.stream(sum).sum() / Arrays.stream(count).sum();
      ofSubsets[draw] = mean / there;
    }
    List<Optional<Interval>> intervals =
        Arrays.stream(ofGroups).map(ImageBootstrap::interval).toList();
    return Optional.of(
        new Intervals(intervals, Interval.ofSamples(ofRows), Interval.ofSamples(ofSubsets)));
  }

  /** Returns the interval of a group; empty if too few draws contain one of its items. */
  private static Optional<Interval> interval(double[] draws) {
    double[] there = Arrays.stream(draws).filter(draw -> !Double.isNaN(draw)).toArray();
    return there.length < draws.length / 2
        ? Optional.empty()
        : Optional.of(Interval.ofSamples(there));
  }
}
