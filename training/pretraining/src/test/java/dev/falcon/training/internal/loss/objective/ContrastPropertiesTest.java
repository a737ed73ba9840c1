// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.training.internal.loss.CyClip;
import dev.falcon.training.internal.loss.GuidedMask;
import dev.falcon.training.internal.loss.Hcl;
import dev.falcon.training.internal.loss.HnNce;
import dev.falcon.training.internal.loss.InfoNce;
import dev.falcon.training.internal.loss.ManyPositives;
import dev.falcon.training.internal.loss.SoftTargets;
import dev.falcon.training.internal.loss.Srcl;
import dev.falcon.training.internal.loss.mafa.GivenTargets;
import dev.falcon.training.internal.tensor.Torch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must hold of the losses whatever the data. */
class ContrastPropertiesTest {
  private static final int[] PERMUTED = {2, 0, 3, 1};

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

  /** Every loss, of a given frozen model. */
  private Map<String, Contrast> losses(NDArray guide) {
    Map<String, Contrast> losses = new TreeMap<>();
    losses.put("InfoNCE", new InfoNce());
    losses.put("HN-NCE", new HnNce(0.9f, 0.5f));
    losses.put("SRCL", new Srcl.Weighing(guide, 0.5f, 3));
    losses.put("debiased", new Hcl(0.1f, 0));
    losses.put("HCL", new Hcl(0.01f, 0.5f));
    losses.put("CyCLIP", new CyClip(0.25f, 0.25f));
    losses.put("consistency", new SoftTargets(0.2f, TargetDistribution.otherDirection()));
    losses.put("uniform", new SoftTargets(0.5f, TargetDistribution.uniform()));
    losses.put("teacher", new SoftTargets(0.4f, TargetDistribution.teacher(guide)));
    losses.put("GIST", new GuidedMask(guide, new PositiveMargin(0, 0.05f)));
    losses.put(
        "FFF",
        new ManyPositives(
            new ManyPositives.Rule(.65f, 2, 2, .65f).positives(guide, guide, guide), -10));
    return losses;
  }

  private double loss(Contrast contrast, NDArray cosines) {
    return contrast.loss(GoldenTables.batch(cosines)).getFloat();
  }

  private void assertEqual(Contrast one, Contrast other) {
    assertThat(loss(one, learner)).isCloseTo(loss(other, learner), within(1e-6));
  }

  @Test
  void theLimitsThatAreOtherLosses() {
    assertEqual(new HnNce(1, 0), new InfoNce());
    assertEqual(new Srcl.Weighing(learner.zerosLike(), 1, 1), new InfoNce());
    assertEqual(new Srcl.Weighing(frozen, 1, 0), new InfoNce());
    assertEqual(new Hcl(0, 0), new InfoNce());
    assertEqual(new Hcl(0, 0.5f), new HnNce(1, 0.5f));
    assertEqual(new CyClip(0, 0), new InfoNce());
    assertEqual(new SoftTargets(0, TargetDistribution.uniform()), new InfoNce());
    NDArray own = manager.eye(4);
    assertEqual(new GivenTargets(own, own, 0), new InfoNce());
    assertEqual(
        new GivenTargets(own, own, 0.5f), new SoftTargets(0.5f, TargetDistribution.uniform()));
    assertEqual(new GuidedMask(own, new PositiveMargin(0, 0)), new InfoNce());
  }

  @Test
  void weightsHaveAMeanOfOneOverTheNegatives() {
    NDArray logits = GoldenTables.batch(learner).imageLogits();
    for (NDArray weights :
        List.of(
            new HnNce(1, 0.5f).logWeights(logits),
            new Srcl.Weighing(frozen, 0.3f, 3).logWeights(frozen, learner))) {
      float[] sums = weights.exp().mul(SquareRows.others(logits)).sum(new int[] {1}).toFloatArray();
      for (float sum : sums) {
        assertThat((double) sum / 3).isCloseTo(1, within(1e-6));
      }
    }
  }

  @Test
  void hardnessNeverLowersTheLossAndEndsAtTheHardest() {
    double before = 0;
    for (float beta : new float[] {0, 0.25f, 0.5f, 1, 4, 50}) {
      double loss = loss(new HnNce(1, beta), learner);
      assertThat(loss).isGreaterThan(before);
      before = loss;
    }
    double hardest = 0;
    for (int row = 0; row < 4; row++) {
      double texts = -9;
      double images = -9;
      for (int other = 0; other < 4; other++) {
        if (other != row) {
          texts = Math.max(texts, GoldenTables.LEARNER[row * 4 + other]);
          images = Math.max(images, GoldenTables.LEARNER[other * 4 + row]);
        }
      }
      double own = GoldenTables.LEARNER[row * 5];
      hardest += Math.log1p(3 * Math.exp((texts - own) / 0.1)) / 8;
      hardest += Math.log1p(3 * Math.exp((images - own) / 0.1)) / 8;
    }
    assertThat(before).isCloseTo(hardest, within(1e-5));
  }

  @Test
  void hnNceIsUnchangedByAConstantAddedToARow() {
    HnNce loss = new HnNce(1, 0.5f);
    NDArray logits = GoldenTables.batch(learner).imageLogits();
    NDArray shifted = logits.add(Torch.floats(manager, new float[] {1, -2, 3, 0}, 4, 1));
    assertThat(SquareRows.weighted(shifted, loss.logWeights(shifted)).getFloat())
        .isCloseTo(SquareRows.weighted(logits, loss.logWeights(logits)).getFloat(), within(1e-5f));
  }

  @Test
  void transposingTheTablesSwapsTheDirections() {
    Map<String, Contrast> transposed = losses(frozen.transpose());
    losses(frozen)
        .forEach(
            (name, contrast) ->
                assertThat(loss(transposed.get(name), learner.transpose()))
                    .as(name)
                    .isCloseTo(loss(contrast, learner), within(1e-5)));
  }

  @Test
  void theOrderOfThePairsIsNoMatter() {
    Map<String, Contrast> permuted = losses(permute(GoldenTables.FROZEN));
    NDArray cosines = permute(GoldenTables.LEARNER);
    losses(frozen)
        .forEach(
            (name, contrast) ->
                assertThat(loss(permuted.get(name), cosines))
                    .as(name)
                    .isCloseTo(loss(contrast, learner), within(1e-5)));
  }

  private NDArray permute(float[] table) {
    float[] permuted = new float[16];
    for (int row = 0; row < 4; row++) {
      for (int column = 0; column < 4; column++) {
        permuted[row * 4 + column] = table[PERMUTED[row] * 4 + PERMUTED[column]];
      }
    }
    return Torch.floats(manager, permuted, 4, 4);
  }

  /** At τ = 0.001 logits lie between -1000 and 1000. */
  @Test
  void nothingOverflowsAtTheLowestTemperature() {
    losses(frozen)
        .forEach(
            (name, contrast) -> {
              NDArray leaf = GoldenTables.learner(manager);
              leaf.setRequiresGradient(true);
              float loss =
                  torch.differentiate(() -> contrast.loss(GoldenTables.batch(leaf, 0.001f)));
              assertThat(loss).as(name).isFinite();
              for (float slope : leaf.getGradient().toFloatArray()) {
                assertThat(slope).as(name).isFinite();
              }
            });
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new HnNce(0, 0.5f))
        .isInstanceOf(RequestException.class)
        .hasMessage("objective.loss.alpha must be above 0; alpha=0.0");
    assertThatThrownBy(() -> new HnNce(1, -1))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("objective.loss.beta must be in [0.0, 100.0]; ");
    assertThatThrownBy(() -> new HnNce(1, Float.NaN)).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> new Hcl(1, 0))
        .isInstanceOf(RequestException.class)
        .hasMessage("objective.loss.prior must be in [0, 1); prior=1.0");
    assertThatThrownBy(() -> new Srcl("", 1, 2, 0)).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> new SoftTargets(2, TargetDistribution.uniform()))
        .isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> new CyClip(-1, 0)).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> new ManyPositives.Rule(.5f, 1, 1, .6f))
        .isInstanceOf(RequestException.class)
        .hasMessage("lower must not exceed across; lower=0.6, across=0.5");
  }
}
