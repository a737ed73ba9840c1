// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published procedures on four pairs, computed by hand elsewhere. */
class JointSelectionTest {
  private static final float[] LEARNER = {
    .80f, .55f, .10f, .30f, .50f, .70f, .20f, -.05f, .15f, .25f, .60f, .40f, .35f, .00f, .65f, .50f
  };
  private static final float[] REFERENCE = {
    .75f, .70f, .05f, .10f, .68f, .72f, .10f, .02f, .08f, .12f, .66f, .30f, .12f, .05f, .35f, .71f
  };

  /** Vectors of which image i's cosine with caption j is the table's: captions are unit vectors. */
  private static SpaceVectors vectors(float[] table) {
    float[] text = new float[16];
    for (int i = 0; i < 4; i++) {
      text[5 * i] = 1;
    }
    return new SpaceVectors(table, text, 4, 4);
  }

  private final JointSelection selection =
      JointSelection.of(vectors(LEARNER), vectors(REFERENCE), 10, -5);

  @ParameterizedTest
  @CsvSource({
    "0, 1, -2.421139",
    "0, 2, .121027",
    "0, 3, .835392",
    "1, 2, .238409",
    "1, 3, .591022",
    "2, 3, 2.393322"
  })
  void pairsHaveThisMuchToTeach(int one, int other, double expected) {
    assertThat(selection.sum(one, other)).isCloseTo(expected, within(2e-6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 2 3 | -2.390837 .151329 .865695 | .025210 .320350 .654440",
        "3 | 0 1 2 | .257765 .013395 1.815695  | .153088 .119898 .727013"
      })
  void theNextAreDrawnByWhatTheyTeachWithTheFirst(
      int first, String others, String logits, String chances) {
    int[] rest = Arrays.stream(others.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    double[] expected = numbers(logits);
    double[] found = selection.logits(first);
    for (int x = 0; x < rest.length; x++) {
      assertThat(found[rest[x]]).isCloseTo(expected[x], within(2e-6));
    }
    double[] chance = numbers(chances);
    int[] counts = new int[4];
    int firsts = 0;
    RandomStream random = RandomStream.of(3, "test");
    for (int trial = 0; trial < 60_000; trial++) {
      int[] chosen = selection.choose(new int[] {0, 1, 2, 3}, 2, 2, random);
      if (chosen[0] == first) {
        firsts++;
        counts[chosen[1]]++;
      }
    }
    assertThat(firsts / 60_000.0).isCloseTo(0.25, within(0.01));
    for (int x = 0; x < rest.length; x++) {
      assertThat(counts[rest[x]] / (double) firsts).isCloseTo(chance[x], within(0.015));
    }
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.strip().split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  /** Where the reference is the learner nothing is preferred. */
  @Test
  void equalModelsChooseUniformly() {
    JointSelection equal = JointSelection.of(vectors(LEARNER), vectors(LEARNER), 10, -5);
    assertThat(equal.logits(0, 3)).containsOnly(0);
    int[] counts = new int[4];
    RandomStream random = RandomStream.of(5, "test");
    for (int trial = 0; trial < 20_000; trial++) {
      int[] chosen = equal.choose(new int[] {0, 1, 3}, 2, 2, random);
      assertThat(chosen).doesNotHaveDuplicates();
      Arrays.stream(chosen).forEach(member -> counts[member]++);
    }
    assertThat(counts[2]).isZero();
    IntStream.of(counts[0], counts[1], counts[3])
        .forEach(count -> assertThat(count / 40_000.0).isCloseTo(1 / 3.0, within(0.01)));
  }
}
