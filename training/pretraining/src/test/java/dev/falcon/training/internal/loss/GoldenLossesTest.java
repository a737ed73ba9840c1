// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.training.internal.loss.mafa.GivenTargets;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.GoldenTables;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.loss.objective.TargetDistribution;
import dev.falcon.training.internal.tensor.Torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every loss on one worked example, against numbers computed in double precision elsewhere. */
class GoldenLossesTest {
  private Torch torch;
  private NDManager manager;
  private NDArray learner;
  private NDArray frozen;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
    manager = torch.manager();
    learner = GoldenTables.learner(manager);
    frozen = GoldenTables.frozen(manager);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private void assertLoss(Contrast contrast, double golden) {
    NDArray loss = contrast.loss(GoldenTables.batch(learner));
    assertThat((double) loss.getFloat()).isCloseTo(golden, within(4e-6));
  }

  private static void assertValues(NDArray table, double... golden) {
    float[] values = table.toFloatArray();
    for (int i = 0; i < golden.length; i++) {
      if (!Double.isNaN(golden[i])) {
        assertThat((double) values[i]).as("value %d", i).isCloseTo(golden[i], within(4e-6));
      }
    }
  }

  @Test
  void infoNce() {
    assertLoss(new InfoNce(), 0.473744);
    NDArray logits = GoldenTables.batch(learner).imageLogits();
    assertValues(
        SquareRows.logSumExp(logits).sub(SquareRows.own(logits)),
        0.085934,
        0.133329,
        0.162664,
        1.742492);
    NDArray others = GoldenTables.batch(learner).textLogits();
    assertValues(
        SquareRows.logSumExp(others).sub(SquareRows.own(others)),
        0.060530,
        0.211193,
        0.983491,
        0.410321);
  }

  /** Of images' push on captions, what falls on two pairs that match. */
  private void assertShareOfPush(Contrast contrast, double golden) {
    float[] push = contrast.push(GoldenTables.batch(learner)).toFloatArray();
    double all = 0;
    for (float strength : push) {
      all += strength;
    }
    double onMatches = push[1] + push[GoldenTables.ROWS];
    assertThat(onMatches / all).isCloseTo(golden, within(5e-5));
  }

  /** DiHT's loss raises it, SRCL's lowers it. */
  @Test
  void shareOfThePush() {
    assertShareOfPush(new InfoNce(), .1639);
    assertShareOfPush(new HnNce(1, 0.25f), .2205);
    assertShareOfPush(new HnNce(1, 0.5f), .2564);
    assertShareOfPush(new HnNce(1, 1), .2817);
    assertShareOfPush(new Hcl(0, 0.5f), .2564);
    assertShareOfPush(new Srcl.Weighing(frozen, 1, 1), .1180);
    assertShareOfPush(new Srcl.Weighing(frozen, 0, 1), .1393);
    assertShareOfPush(new Srcl.Weighing(frozen, 1, 3), .0493);
    assertShareOfPush(new GuidedMask(frozen, new PositiveMargin(.1f, 0)), 0);
  }

  @Test
  void softTargets() {
    // GRIT-VLP's own sum, 0.645252, is 1 + 0.2 times this one.
    assertLoss(new SoftTargets(0.2f / 1.2f, TargetDistribution.otherDirection()), 0.645252 / 1.2);
    assertLoss(new SoftTargets(1, TargetDistribution.otherDirection()), 0.857536);
    assertLoss(new SoftTargets(0.5f, TargetDistribution.uniform()), 1.848744);
  }

  @Test
  void hnNce() {
    assertLoss(new HnNce(1, 0.25f), 0.640273);
    assertLoss(new HnNce(1, 0.5f), 0.737122);
    assertLoss(new HnNce(1, 1), 0.808599);
    assertLoss(new HnNce(0.999f, 0.25f), 0.639637);
    double own = 1;
    BatchSimilarities batch = GoldenTables.batch(learner);
    assertValues(
        new HnNce(1, 0.5f).logWeights(batch.imageLogits()).exp(),
        own,
        2.155321,
        .227169,
        .617510,
        2.330897,
        own,
        .520093,
        .149009,
        .488674,
        .805687,
        own,
        1.705639,
        .530461,
        .092180,
        2.377359,
        own);
    assertValues(
        new HnNce(1, 0.5f).logWeights(batch.textLogits()).exp(),
        own,
        1.822445,
        .316693,
        .860862,
        2.330897,
        own,
        .520093,
        .149009,
        .164012,
        .270410,
        own,
        2.565578,
        1.062889,
        .184702,
        1.752408,
        own);
  }

  @Test
  void hnNceHasTheGradientOfItsWeights() {
    learner.setRequiresGradient(true);
    torch.differentiate(() -> new HnNce(1, 0.5f).loss(GoldenTables.batch(learner)));
    float[] gradient = learner.getGradient().toFloatArray();
    assertThat((double) gradient[1]).isCloseTo(.683558, within(1e-5));
    assertThat((double) gradient[3 * 4 + 2]).isCloseTo(2.325898, within(1e-5));
    assertThat((double) gradient[0]).isCloseTo(-.306267, within(1e-5));
  }

  @Test
  void srcl() {
    assertLoss(new Srcl.Weighing(frozen, 1, 1), 0.417378);
    assertLoss(new Srcl.Weighing(frozen, 0.5f, 1), 0.404272);
    assertLoss(new Srcl.Weighing(frozen, 0, 1), 0.393130);
    assertLoss(new Srcl.Weighing(frozen, 1, 3), 0.319503);
    double own = 1;
    assertValues(
        new Srcl.Weighing(frozen, 1, 1).logWeights(frozen, learner).exp(),
        own,
        .633224,
        1.212967,
        1.153809,
        .635481,
        own,
        1.134994,
        1.229524,
        1.085655,
        1.043086,
        own,
        .871259,
        1.046375,
        1.122245,
        .831380,
        own);
    assertValues(
        new Srcl.Weighing(frozen, 0.5f, 1).logWeights(frozen, learner).exp(),
        own,
        .703590,
        1.222550,
        1.073860);
    assertValues(
        new Srcl.Weighing(frozen, 0, 1).logWeights(frozen, learner).exp(),
        own,
        .778748,
        1.221320,
        .999932);
    assertValues(
        new Srcl.Weighing(frozen, 1, 3).logWeights(frozen, learner).exp(),
        own,
        .213093,
        1.497767,
        1.289140);
  }

  /** A perfect frozen model: cosine 1 to a row's two false negatives, 0 to all else. */
  @Test
  void srclOfAPerfectModelLeavesAFalseNegativeAShare() {
    assertThat(perfect(32, 2, 1)).isCloseTo(0.384, within(5e-4));
    assertThat(perfect(96, 4, 1)).isCloseTo(0.378, within(5e-4));
    assertThat(perfect(32, 2, 3)).isCloseTo(0.053, within(5e-4));
    assertThat(perfect(96, 4, 3)).isCloseTo(0.052, within(5e-4));
  }

  private double perfect(int rows, int matches, float sharpness) {
    float[] cosines = new float[rows * rows];
    for (int row = 0; row < rows; row++) {
      for (int other = 0; other <= matches; other++) {
        cosines[row * rows + (row + other) % rows] = 1;
      }
    }
    NDArray table = Torch.floats(manager, cosines, rows, rows);
    return new Srcl.Weighing(table, 1, sharpness).logWeights(table, table).exp().getFloat(0, 1);
  }

  @Test
  void mafasTargets() {
    NDArray images =
        Torch.floats(
            manager, new float[] {.5f, .5f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, .5f, .5f}, 4, 4);
    NDArray captions =
        Torch.floats(
            manager, new float[] {1, 0, 0, 0, .5f, .5f, 0, 0, 0, 0, .5f, .5f, 0, 0, 0, 1}, 4, 4);
    assertLoss(new GivenTargets(images, captions, 0), 0.598744);
    assertLoss(new GivenTargets(images, captions, 0.5f), 1.911244);
    BatchSimilarities batch = GoldenTables.batch(learner);
    assertThat((double) SquareRows.crossEntropy(batch.imageLogits(), images).getFloat())
        .isCloseTo(.656105, within(4e-6));
    assertThat((double) SquareRows.crossEntropy(batch.textLogits(), captions).getFloat())
        .isCloseTo(.541384, within(4e-6));
  }

  @Test
  void debiased() {
    assertLoss(new Hcl(0.1f, 0), 0.363667);
    assertLoss(new Hcl(0.01f, 0), 0.455306);
    assertLoss(new Hcl(0.1f, 0.5f), 0.612152);
    assertLoss(new Hcl(0, 0.5f), 0.737122);
  }

  @Test
  void cyClip() {
    assertThat((double) CyClip.inconsistency(learner, learner.transpose()).getFloat())
        .isCloseTo(0.0375, within(1e-7));
  }

  @Test
  void guidedMask() {
    assertLoss(new GuidedMask(frozen, new PositiveMargin(0, 0)), 0.473744);
    assertLoss(new GuidedMask(frozen, new PositiveMargin(0.1f, 0)), 0.417292);
    assertLoss(new GuidedMask(frozen, new PositiveMargin(0, 0.1f)), 0.417292);
    assertLoss(new GuidedMask(frozen, new PositiveMargin(0, 0.05f)), 0.448839);
  }

  @Test
  void sigmoidOfManyPositives() {
    float bias = -10;
    ManyPositives.Rule ownOnly = new ManyPositives.Rule(2, 2, 2, 2);
    assertLoss(new ManyPositives(ownOnly.positives(frozen, frozen, frozen), bias), 3.563518);
    ManyPositives.Rule above = new ManyPositives.Rule(.65f, 2, 2, .65f);
    assertLoss(new ManyPositives(above.positives(frozen, frozen, frozen), bias), 5.938518);
  }

  /** Of image-to-text's push, the part that the two matches (0, 1) and (1, 0) receive. */
  @Test
  void theShareOfThePushThatMatchesReceive() {
    assertThat(push(new HnNce(1, 0))).isCloseTo(.1639, within(5e-5));
    assertThat(push(new HnNce(1, 0.25f))).isCloseTo(.2205, within(5e-5));
    assertThat(push(new HnNce(1, 0.5f))).isCloseTo(.2564, within(5e-5));
    assertThat(push(new HnNce(1, 1))).isCloseTo(.2817, within(5e-5));
    assertThat(push(new Srcl.Weighing(frozen, 1, 1))).isCloseTo(.1180, within(5e-5));
    assertThat(push(new Srcl.Weighing(frozen, 0, 1))).isCloseTo(.1393, within(5e-5));
    assertThat(push(new Srcl.Weighing(frozen, 1, 3))).isCloseTo(.0493, within(5e-5));
  }

  private double push(Contrast contrast) {
    NDArray logits = GoldenTables.batch(learner).imageLogits();
    NDArray weights =
        contrast instanceof HnNce hard
            ? hard.logWeights(logits)
            : ((Srcl.Weighing) contrast).logWeights(frozen, learner);
    float[] mass = logits.add(weights).softmax(-1).mul(SquareRows.others(logits)).toFloatArray();
    double all = 0;
    for (float value : mass) {
      all += value;
    }
    return (mass[1] + mass[4]) / all;
  }
}
