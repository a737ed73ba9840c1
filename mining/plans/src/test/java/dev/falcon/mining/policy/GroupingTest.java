// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupingTest {
  /** Upper rows from the diagonal on, ten times a similarity. */
  private static final int[][] UPPER = {
    {9, 8, 7, 2, 1, 3, 0, 4},
    {9, 6, 3, 8, 2, 1, 4},
    {9, 5, 1, 2, 7, 3},
    {9, 4, 8, 6, 1},
    {9, 2, 5, 7},
    {9, 6, 3},
    {9, 8},
    {9}
  };

  private static float[][] similarities(boolean cubed) {
    int size = UPPER.length;
    float[][] rows = new float[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        float value = UPPER[i][j - i] / 10f;
        value = cubed ? value * value * value : value;
        rows[i][j] = i == j ? Float.POSITIVE_INFINITY : value;
        rows[j][i] = rows[i][j];
      }
    }
    return rows;
  }

  private static GroupingSpace space(float[][] rows, Conflicts... conflicts) {
    int size = rows.length;
    SpaceVectors vectors = new SpaceVectors(new float[size], new float[size], size, 1);
    return new GroupingSpace(vectors, i -> rows[i], List.of(conflicts));
  }

  private static RandomStream random(long seed) {
    return RandomStream.of(seed, "test");
  }

  /**
   * How many edges of B3's graph lie inside of a division into halves, at the most and as it is.
   */
  private static int inside(int skipped, List<int[]> groups) {
    float[][] rows = similarities(false);
    TreeSet<Integer> edges = new TreeSet<>();
    for (int i = 0; i < rows.length; i++) {
      float[] row = rows[i];
      int from = i;
      IntStream.range(0, rows.length)
          .filter(j -> j != from)
          .boxed()
          .sorted((a, b) -> row[a] == row[b] ? a - b : Float.compare(row[b], row[a]))
          .skip(skipped)
          .limit(2)
          .forEach(j -> edges.add(Math.min(from, j) * 8 + Math.max(from, j)));
    }
    int count = 0;
    for (int edge : edges) {
      for (int[] group : groups) {
        List<Integer> members = Arrays.stream(group).boxed().toList();
        count += members.contains(edge / 8) && members.contains(edge % 8) ? 1 : 0;
      }
    }
    return count;
  }

  /** The best that an exhaustive search finds: 8 of 10 edges, 7 of 11, 7 of 9. */
  @ParameterizedTest
  @CsvSource({"2, 8", "1, 7", "0, 7"})
  void b3FindsTheBestHalves(int skipped, int best) {
    List<int[]> halves = new Communities(skipped, 2, 4).divide(space(similarities(false)));
    assertThat(halves).hasSize(2).allMatch(half -> half.length == 4);
    assertThat(inside(skipped, halves)).isEqualTo(best);
  }

  @Test
  void b3sHalvesAreThoseAtTwoSkippedRanks() {
    List<int[]> halves = new Communities(2, 2, 4).divide(space(similarities(false)));
    assertThat(halves.stream().map(Arrays::toString))
        .containsExactlyInAnyOrder("[0, 1, 5, 7]", "[2, 3, 4, 6]");
  }

  /** Only the order of similarities decides. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void monotoneMapsChangeNothing(int skipped) {
    Communities b3 = new Communities(skipped, 2, 4);
    assertThat(b3.order(space(similarities(true)), random(3)))
        .isEqualTo(b3.order(space(similarities(false)), random(3)));
    Grouping gcbs = new NearestNeighbourOrder(0.6);
    assertThat(gcbs.order(space(similarities(true)), random(3)))
        .isEqualTo(gcbs.order(space(similarities(false)), random(3)));
  }

  /** A path 3 - 1 - 0 - 2 and a loner, whose order follows from degrees and indices alone. */
  @Test
  void cuthillMcKeeWalksFromTheLeastDegree() {
    Graph graph = new Graph(5);
    graph.join(3, 1);
    graph.join(1, 0);
    graph.join(0, 2);
    assertThat(NearestNeighbourOrder.cuthillMcKee(graph)).containsExactly(4, 2, 0, 1, 3);
  }

  /** A quarter of 28 pairs: a ring of six samples and a pair. */
  @Test
  void gcbsJoinsWhatLiesAboveTheQuantile() {
    int[] order = new NearestNeighbourOrder(0.75).order(space(similarities(false)), random(1));
    // Above .6: 0-1 .8, 0-2 .7, 1-4 .8, 2-6 .7, 3-5 .8, 4-7 .7, 6-7 .8: a ring and a pair.
    assertThat(order).containsExactly(3, 5, 0, 1, 2, 4, 6, 7);
  }

  @Test
  void barredPairsAreNoEdges() {
    Conflicts all =
        new Conflicts() {
          @Override
          public String reason() {
            return "all";
          }

          @Override
          public int[] with(int sample) {
            return IntStream.range(0, 8).toArray();
          }
        };
    int[] order = new NearestNeighbourOrder(0).order(space(similarities(false), all), random(1));
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  /** Two bundles of directions, 30 and 10 samples, in two clusters of 20. */
  @Test
  void clustersAreEqualAndTogether() {
    int size = 40;
    float[] image = new float[2 * size];
    float[] text = new float[2 * size];
    RandomStream noise = random(9);
    for (int i = 0; i < size; i++) {
      double angle = (i % 4 == 0 ? 1.5 : 0) + 0.1 * noise.nextGaussian();
      image[2 * i] = text[2 * i] = (float) Math.cos(angle);
      image[2 * i + 1] = text[2 * i + 1] = (float) Math.sin(angle);
    }
    SpaceVectors vectors = new SpaceVectors(image, text, size, 2);
    GroupingSpace space = new GroupingSpace(vectors, i -> new float[size], List.of());
    int[] order = new Clusters(2).order(space, random(4));
    assertThat(Arrays.stream(order).sorted().toArray())
        .isEqualTo(IntStream.range(0, size).toArray());
    long first = Arrays.stream(order, 0, 20).filter(i -> i % 4 == 0).count();
    assertThat(first).isIn(0L, 10L);
    assertThat(new Clusters(2).order(space, random(4))).isEqualTo(order);
    assertThatThrownBy(() -> new Clusters(0)).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> new Communities(-1, 2, 4)).hasMessageContaining("p=-1, m=2, K=4");
  }

  /** The published signs and values. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.5 | 0 | .2012 .2022 .2021 .2012 .1933",
        "100 | 0 | .1409 .3680 .3501 .1409 .0000",
        "100 | -0.05 | .0429 .2491 .3906 .3166 .0008",
        "100 | 0.05 | .3349 .3930 .2268 .0453 .0000"
      })
  void simansDrawsAsPublished(double sharpness, double offset, String chances) {
    double[] distances = {.10, .02, -.03, -.10, -.30};
    double[] expected =
        Arrays.stream(chances.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    double sum = 0;
    for (double distance : distances) {
      sum += ScoreDraw.weight(distance, sharpness, offset);
    }
    int[] drawn = new int[6];
    float own = 1.2f;
    float[] row = new float[6];
    row[0] = Float.POSITIVE_INFINITY;
    for (int x = 0; x < 5; x++) {
      assertThat(ScoreDraw.weight(distances[x], sharpness, offset) / sum)
          .isCloseTo(expected[x], within(6e-5));
      row[x + 1] = own + 2 * (float) distances[x];
    }
    float[] owns = new float[6];
    Arrays.fill(owns, own);
    ScoreDraw draw = new ScoreDraw(anchor -> row, owns, sharpness, offset);
    Candidates candidates = new Candidates(6);
    candidates.remove(0);
    RandomStream random = random(2);
    int times = 20_000;
    for (int time = 0; time < times; time++) {
      drawn[draw.draw(0, candidates, random)]++;
    }
    for (int x = 0; x < 5; x++) {
      assertThat(drawn[x + 1] / (double) times).isCloseTo(expected[x], within(0.015));
    }
  }
}
