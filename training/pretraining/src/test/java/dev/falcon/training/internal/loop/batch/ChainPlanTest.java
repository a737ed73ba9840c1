// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loop.TrainingFacts;
import dev.falcon.training.internal.policy.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a plain reading of Algorithm 1 over all similarities. */
class ChainPlanTest {
  private static final int ROWS = 30;
  private static final int SPACE = 12;
  private static final int BATCH = 4;
  private static final int WIDTH = 5;
  private static final EpochLayout LAYOUT = new EpochLayout(ROWS, SPACE, BATCH, 1, 2);

  private final float[] images = vectors("images");
  private final float[] texts = vectors("texts");

  private static float[] vectors(String name) {
    RandomStream random = RandomStream.of(1, name);
    float[] values = new float[ROWS * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private ChainPlan plan(double quantile, double warp, Optional<Truth> truth) {
    VectorCache cache = new VectorCache(ROWS, new VectorShape(1, WIDTH));
    int[] all = new int[ROWS];
    Arrays.setAll(all, i -> i);
    cache.write(all, images, texts);
    cache.turn();
    Policy policy = (features, rows) -> step -> row -> quantile;
    Constraints constraints = truth.isEmpty() ? Constraints.NONE : Constraints.NONE.withTruth();
    return plan(cache, policy, warp, constraints, truth);
  }

  /** The most similar candidate, under a configuration's constraints. */
  private ChainPlan plan(String... keys) {
    VectorCache cache = new VectorCache(ROWS, new VectorShape(1, WIDTH));
    int[] all = new int[ROWS];
    Arrays.setAll(all, i -> i);
    cache.write(all, images, texts);
    cache.turn();
    Constraints constraints =
        ConfigReader.read("scenes-tiny", null, List.of(keys)).method().constraints();
    return plan(cache, (features, rows) -> step -> row -> 1, 1, constraints, Optional.empty());
  }

  private static ChainPlan plan(
      VectorCache cache,
      Policy policy,
      double warp,
      Constraints constraints,
      Optional<Truth> truth) {
    return new ChainPlan(
        LAYOUT,
        cache,
        policy,
        new ChainPlan.Settings(
            new Composition(new QuantilePolicy.Random(), Composition.Level.INSTANCE, warp),
            8,
            SpaceConstraints.of(constraints, new TrainingFacts(truth, ROWS)),
            1));
  }

  private double similarity(int a, int b) {
    double sum = 0;
    for (int k = 0; k < WIDTH; k++) {
      sum += (double) images[a * WIDTH + k] * texts[b * WIDTH + k];
      sum += (double) images[b * WIDTH + k] * texts[a * WIDTH + k];
    }
    return sum;
  }

  /** Each member but the first is the one of this rank among those that no batch has taken. */
  private void requireChains(ChainPlan plan, double quantile) {
    Set<Integer> taken = new HashSet<>();
    for (int number = 0; number < plan.batches(); number++) {
      if (LAYOUT.batchInSpace(number) == 0) {
        taken.clear();
      }
      int[] batch = plan.compose(number, number, new int[0]).rows();
      assertThat(batch).hasSize(BATCH);
      int[] space =
          Arrays.stream(LAYOUT.spaces().rows(LAYOUT.spaceOf(number)))
              .mapToInt(Math::toIntExact)
              .toArray();
      assertThat(space).contains(batch[0]);
      taken.add(batch[0]);
      for (int i = 1; i < batch.length; i++) {
        int anchor = batch[i - 1];
        List<Integer> left = new ArrayList<>();
        for (int row : space) {
          if (!taken.contains(row)) {
            left.add(row);
          }
        }
        left.sort((a, b) -> Double.compare(similarity(anchor, a), similarity(anchor, b)));
        int rank = (int) Math.rint(quantile * (left.size() - 1));
        assertThat(batch[i]).as("member %d of batch %d", i, number).isEqualTo(left.get(rank));
        taken.add(batch[i]);
      }
    }
  }

  @Test
  void everyMemberIsTheQuantileOfTheOneBeforeIt() {
    assertThat(plan(1, 1, Optional.empty()).batches()).isEqualTo(3 + 3 + 1);
    for (double quantile : new double[] {0, 0.3, 1}) {
      requireChains(plan(quantile, 1, Optional.empty()), quantile);
    }
  }

  @Test
  void theWarpStretchesTheTopRanks() {
    requireChains(plan(0.3, 3, Optional.empty()), 1 - Math.pow(0.7, 3));
  }

  @Test
  void aPlanThatBeginsInTheMiddleOfASpaceEqualsTheRestOfTheWhole() {
    ChainPlan whole = plan(1, 1, Optional.empty());
    whole.compose(3, 3, new int[0]);
    int[] taken = whole.taken();
    int[] second = whole.compose(4, 4, new int[0]).rows();
    ChainPlan later = plan(1, 1, Optional.empty());
    assertThat(later.compose(4, 4, taken).rows()).containsExactly(second);
    assertThat(later.taken()).containsExactly(whole.taken());
  }

  private static double dot(float[] left, int a, float[] right, int b) {
    double sum = 0;
    for (int k = 0; k < WIDTH; k++) {
      sum += (double) left[a * WIDTH + k] * right[b * WIDTH + k];
    }
    return sum;
  }

  /** Beyond a relative margin of a caption's similarity to its own image. */
  private boolean beyond(int image, int caption, double margin) {
    double own = dot(images, caption, texts, caption);
    return dot(images, image, texts, caption) > own - margin * Math.abs(own);
  }

  /** Within the wide margin, with images and captions as near as a share of that. */
  private boolean witnessed(int a, int b, double part) {
    double across = Math.max(dot(images, a, texts, b), dot(images, b, texts, a));
    return (beyond(a, b, 0.3) || beyond(b, a, 0.3))
        && dot(texts, a, texts, b) >= part * across
        && dot(images, a, images, b) >= part * across;
  }

  /** How many pairs of a space's first batches are confirmed by the witness, not by the margin. */
  private int together(ChainPlan plan) {
    int count = 0;
    for (int number : new int[] {0, 3}) {
      int[] batch = plan.compose(number, number, new int[0]).rows();
      for (int a : batch) {
        for (int b : batch) {
          boolean suspected = beyond(a, b, 0.05) || beyond(b, a, 0.05);
          count += a < b && !suspected && witnessed(a, b, 0.7) ? 1 : 0;
        }
      }
    }
    return count;
  }

  @Test
  void pairsThatASecondWitnessConfirmsShareNoBatch() {
    RandomStream random = RandomStream.of(2, "noise");
    for (int x = 0; x < images.length; x++) {
      // Five rows are of one scene, each of it by itself.
      float scene = texts[x / WIDTH / 5 * 5 * WIDTH + x % WIDTH];
      images[x] = scene + 0.4f * (float) random.nextGaussian();
    }
    for (int x = 0; x < texts.length; x++) {
      texts[x] = images[x] + 0.1f * (float) random.nextGaussian();
    }

    assertThat(together(plan("method.name=margin:0.05"))).isPositive();
    assertThat(together(plan("method.name=margin:0.05", "method.second_witness=0.7"))).isZero();
  }

  @Test
  void trueMatchesShareNoBatch() {
    Truth truth = (caption, image) -> caption / 10 != image / 10;
    ChainPlan plan = plan(1, 1, Optional.of(truth));
    int[] first = plan.compose(0, 0, new int[0]).rows();
    long left =
        Arrays.stream(LAYOUT.spaces().rows(0)).filter(row -> row / 10 == first[0] / 10).count();
    int apart = 0;
    for (int row : first) {
      apart += row / 10 == first[0] / 10 ? 1 : 0;
    }
    assertThat(apart)
        .as("of %d that may share the batch", left)
        .isEqualTo((int) Math.min(BATCH, left));
  }

  /** A batch that has nothing left but suspected pairs takes one, though never one of a veto. */
  @Test
  void aVetoHoldsUnderAMargin(@TempDir Path folder) throws IOException {
    Path veto = folder.resolve("veto.jsonl");
    StringBuilder pairs = new StringBuilder();
    for (int a = 0; a < ROWS; a++) {
      for (int b = 0; b < a; b++) {
        if ((a + b) % 3 == 0) {
          pairs.append("{\"key_a\": \"" + a + "\", \"key_b\": \"" + b + "\"}\n");
        }
      }
    }
    Files.writeString(veto, pairs);
    VectorCache cache = new VectorCache(ROWS, new VectorShape(1, WIDTH));
    int[] all = new int[ROWS];
    Arrays.setAll(all, i -> i);
    cache.write(all, images, texts);
    cache.turn();
    Constraints asked = Constraints.NONE.withVeto(Optional.of(veto));
    ChainPlan plan =
        plan(
            cache,
            (features, rows) -> step -> row -> 1,
            1,
            Policies.parse(Policies.DEFAULT).constraints(asked),
            Optional.empty());
    int suspected = 0;
    for (int number = 0; number < plan.batches(); number++) {
      int[] batch = plan.compose(number, number, new int[0]).rows();
      for (int a : batch) {
        for (int b : batch) {
          assertThat(a != b && (a + b) % 3 == 0)
              .as("%d and %d of batch %d", a, b, number)
              .isFalse();
          suspected += a < b && (beyond(a, b, 0.05) || beyond(b, a, 0.05)) ? 1 : 0;
        }
      }
    }
    assertThat(suspected).as("the case arises").isPositive();
  }
}
