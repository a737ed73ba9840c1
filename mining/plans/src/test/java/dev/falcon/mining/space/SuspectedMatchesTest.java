// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.Restrictions;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuspectedMatchesTest {
  private static final PositiveMargin MARGIN = new PositiveMargin(0, 0.05f);

  /** The definition, pair by pair: either caption nearly fits the other's image. */
  private static boolean suspected(SpaceVectors vectors, PositiveMargin margin, int i, int j) {
    float[] image = vectors.image();
    float[] text = vectors.text();
    int d = vectors.dimension();
    float bound = margin.bound(Kernel.cosine(image, text, d, j, j));
    float other = margin.bound(Kernel.cosine(image, text, d, i, i));
    return Kernel.cosine(image, text, d, i, j) > bound
        || Kernel.cosine(image, text, d, j, i) > other;
  }

  @Test
  void equalsTheDefinitionWhateverTheThreads() {
    for (PositiveMargin margin :
        List.of(MARGIN, new PositiveMargin(0.3f, 0), new PositiveMargin(0.1f, 0.4f))) {
      SpaceVectors vectors = TestVectors.generate(203, 16, 50, 3);
      int[][] expected = new int[203][];
      for (int i = 0; i < expected.length; i++) {
        int row = i;
        expected[i] =
            IntStream.range(0, 203)
                .filter(j -> j != row && suspected(vectors, margin, row, j))
                .toArray();
      }
      assertThat(Arrays.stream(expected).mapToInt(list -> list.length).sum()).isBetween(10, 40_000);
      for (int threads : new int[] {1, 3}) {
        Conflicts found = suspects(vectors, margin, threads);
        for (int i = 0; i < expected.length; i++) {
          assertThat(found.with(i)).isEqualTo(expected[i]);
        }
      }
    }
  }

  private static Conflicts suspects(SpaceVectors vectors, PositiveMargin margin, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return SuspectedMatches.of(vectors, margin, Kernels.fastest(), parallel);
    }
  }

  /** The definition with a weight and a witness. */
  private static boolean confirmed(SpaceVectors vectors, PositiveMargin margin, int i, int j) {
    double mean =
        IntStream.range(0, vectors.rows()).mapToDouble(row -> vectors.cosine(row, row)).sum()
            / vectors.rows();
    float weight = margin.ownWeight();
    float own = (float) (mean + weight * (vectors.cosine(i, i) - mean));
    float other = (float) (mean + weight * (vectors.cosine(j, j) - mean));
    float forth = vectors.cosine(i, j);
    float back = vectors.cosine(j, i);
    if (forth > margin.bound(other) || back > margin.bound(own)) {
      return true;
    }
    PositiveMargin wide = new PositiveMargin(0, 0.3f);
    boolean near = forth > wide.bound(other) || back > wide.bound(own);
    float[] image = vectors.image();
    float[] text = vectors.text();
    double least = margin.witness().orElseThrow().part() * Math.max(forth, back);
    return near
        && Kernel.cosine(image, image, vectors.dimension(), i, j) >= least
        && Kernel.cosine(text, text, vectors.dimension(), i, j) >= least;
  }

  @Test
  void weightAndWitnessEqualTheirDefinition() {
    SpaceVectors vectors = TestVectors.generate(203, 16, 50, 5);
    PositiveMargin plain = new PositiveMargin(0, 0.05f);
    PositiveMargin margin = plain.with(0.5f, Optional.of(new SecondWitness(1)));
    int more = 0;
    Conflicts found = suspects(vectors, margin, 3);
    Conflicts unwitnessed = suspects(vectors, plain.with(0.5f, Optional.empty()), 1);
    for (int i = 0; i < vectors.rows(); i++) {
      int row = i;
      int[] expected =
          IntStream.range(0, vectors.rows())
              .filter(j -> j != row && confirmed(vectors, margin, row, j))
              .toArray();
      assertThat(found.with(i)).isEqualTo(expected);
      more += expected.length - unwitnessed.with(i).length;
    }
    assertThat(more).as("pairs that the witness alone suspects").isPositive();
  }

  @Test
  void aMarginBelowZeroIsTakenFromTheMagnitude() {
    assertThat(MARGIN.bound(0.5f)).isEqualTo(0.5f - 0.5f * 0.05f);
    assertThat(MARGIN.bound(-0.5f)).isEqualTo(-0.5f - 0.5f * 0.05f);
    assertThat(new PositiveMargin(0.2f, 0.05f).bound(0.5f)).isEqualTo(0.5f - 0.2f);
    assertThatThrownBy(() -> new PositiveMargin(0, 1.5f))
        .isInstanceOf(RequestException.class)
        .hasMessage("relative-margin must lie in [0, 1]; relative-margin=1.5");
    assertThatThrownBy(() -> new PositiveMargin(Float.NaN, 0))
        .hasMessage("absolute-margin must lie in [0, 2]; absolute-margin=NaN");
  }

  @Test
  void suspectsAreKeptApartWhileOtherRowsRemain() {
    SpaceVectors vectors = TestVectors.generate(200, 16, 50, 3);
    Conflicts suspects = suspects(vectors, MARGIN, 1);
    Candidates candidates = new Candidates(200);
    SpaceSimilarities similarities = new SpaceSimilarities(1);
    similarities.compute(vectors);
    Restrictions restrictions = Restrictions.of(List.of(suspects));
    BatchComposer composer = new BatchComposer(candidates, restrictions);
    Selector selector = similarities.selector(candidates);
    Set<Integer> left = new HashSet<>(IntStream.range(0, 200).boxed().toList());
    int together = 0;
    while (composer.remaining() > 0) {
      ComposedBatch batch = composer.compose(20, selector, row -> 1, RandomStream.of(1, "first"));
      assertThat(batch.size()).as("lenient conflicts make no short batch").isEqualTo(20);
      for (int x = 0; x < 20; x++) {
        int member = batch.members()[x];
        int[] before = Arrays.copyOf(batch.members(), x);
        if (clashes(suspects, member, before)) {
          together++;
          assertThat(left).allMatch(other -> clashes(suspects, other, before));
        }
        left.remove(member);
      }
    }
    assertThat(left).isEmpty();
    assertThat(together).as("the case arises").isPositive();
    assertThat(restrictions.withheldByReason()).containsKey("suspected-match");
  }

  private static boolean clashes(Conflicts conflicts, int sample, int[] members) {
    return Arrays.stream(members)
        .anyMatch(member -> Arrays.stream(conflicts.with(member)).anyMatch(x -> x == sample));
  }
}
