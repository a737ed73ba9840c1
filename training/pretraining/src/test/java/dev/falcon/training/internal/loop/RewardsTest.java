// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.SchedulerConfig.RewardKind;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepSettings;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every reward's value and sign, worked out by hand. The network has one weight w, which a step
 * moves from 2 to 1: see {@link OneWeight}.
 */
class RewardsTest {
  private static final int[] MEMBERS = {10, 11, 12};
  private static final Vocabulary WORDS = new Vocabulary(5, 0, 1, 2);

  private Torch torch;
  private Parameters after;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
    after = new Parameters(torch.manager(), OneWeight.LAYOUT, Map.of("w", new float[] {1}), false);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  /** Losses 3w, 5w and, of words of the rows 0, 1, 1 and 2, w times 1, 2, 3 and 4. */
  private static StepResult before() {
    Map<String, Float> losses = new LinkedHashMap<>();
    losses.put("itc", 6f);
    losses.put("itm", 10f);
    losses.put("mlm", 5f);
    ObjectiveTargets decision =
        new ObjectiveTargets() {
          @Override
          public NDArray contrast(BatchVectors vectors) {
            throw new AssertionError("not looked at");
          }

          @Override
          public List<LabelledPair> pairs() {
            return List.of();
          }
        };
    return new StepResult(
        losses,
        5,
        new float[] {2, 4, 6, 8},
        new int[] {0, 1, 1, 2},
        1,
        0.07f,
        new float[0],
        new float[0],
        decision,
        null);
  }

  private double[] credits(
      RewardKind kind, Optional<Truth> truth, Optional<HeldOutLoss> heldOut, double before) {
    Rewards rewards =
        new Rewards(kind, torch, new OneWeight(), after, heldOut, truth, StepSettings.PLAIN, 9);
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      return rewards.after(new Step(after, noWords(memory), MEMBERS, 1, 77, 5), before(), before);
    }
  }

  private static BatchInputs noWords(TensorScope memory) {
    long[][] captions = {{1, 3}, {1, 3}, {1, 3}};
    Corruption none = new Corruption(captions, new int[0], new long[0]);
    return BatchInputs.of(
        memory.manager(), new float[3 * 3], 1, captions, none, added -> none, WORDS);
  }

  private double[] credits(RewardKind kind) {
    return credits(kind, Optional.empty(), Optional.empty(), 0);
  }

  @Test
  void mlmIsTheDropOfTheMeanWordLossForAllAnchors() {
    // (2 + 4 + 6 + 8) / 4 before, (1 + 2 + 3 + 4) / 4 after.
    assertThat(credits(RewardKind.MLM)).containsExactly(2.5, 2.5);
  }

  /** The engine's own mean of the same words may differ in the last bit. */
  @Test
  void mlmIsNothingWhereNoWordsLossHasChanged() {
    Parameters twice =
        new Parameters(torch.manager(), OneWeight.LAYOUT, Map.of("w", new float[] {2}), false);
    Rewards rewards =
        new Rewards(
            RewardKind.MLM,
            torch,
            new OneWeight(),
            twice,
            Optional.empty(),
            Optional.empty(),
            StepSettings.PLAIN,
            9);
    StepResult result = before();
    StepResult rounded =
        new StepResult(
            result.losses(),
            Math.nextUp(result.generative()),
            result.wordLosses(),
            result.wordRows(),
            result.gradientNorm(),
            result.temperature(),
            result.images(),
            result.texts(),
            result.decision(),
            result.push());
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      Step step = new Step(twice, noWords(memory), MEMBERS, 1, 77, 5);
      assertThat(rewards.after(step, rounded, 0)).containsExactly(0, 0);
    }
  }

  @Test
  void perSampleItIsTheDropOfTheSampleThatTheAnchorChose() {
    // Of the second member (4 + 6 - 2 - 3) / 2, of the third 8 - 4; nobody chose the first.
    assertThat(credits(RewardKind.MLM_PER_SAMPLE)).containsExactly(2.5, 4);
  }

  @Test
  void itcAndItmAreTheDropOfBothWithAndWithoutWords() {
    assertThat(credits(RewardKind.ITC_ITM)).containsExactly(8, 8);
    assertThat(credits(RewardKind.ITC_ITM_MLM)).containsExactly(10.5, 10.5);
  }

  @Test
  void noiseIsNormalAndTheSameForAllAnchorsOfAStep() {
    double drawn = RandomStream.of(9, "noise", 77).nextGaussian();
    assertThat(credits(RewardKind.NOISE)).containsExactly(drawn, drawn);
  }

  @Test
  void trueFalseNegativesCostTheirShareOfAllOrderedPairs() {
    // The captions of 10 and 12 are true of each other's images, 11's of 12's: 3 of 6.
    Truth truth = (caption, image) -> caption + image == 22 || (caption == 11 && image == 12);
    assertThat(credits(RewardKind.TRUE_FALSE_NEGATIVES, Optional.of(truth), Optional.empty(), 0))
        .containsExactly(-0.5, -0.5);
  }

  /** With w = 1: cosines cos 1 with the own one, sin 1 and -sin 1 with the other. */
  @Test
  void heldOutIsTheDropOfTheContrastOnOtherPairs() {
    HeldOutLoss heldOut = new HeldOutLoss(torch, new OneWeight(), after, WORDS, new TwoPairs(), 2);
    double own = Math.cos(1) / 0.07;
    double other = Math.sin(1) / 0.07;
    double loss = (Math.log1p(Math.exp(other - own)) + Math.log1p(Math.exp(-other - own))) / 2;
    assertThat(heldOut.measure()).isCloseTo(loss, within(1e-4));
    double[] credits =
        credits(RewardKind.HELD_OUT, Optional.empty(), Optional.of(heldOut), loss + 0.25);
    assertThat(credits[0]).isCloseTo(0.25, within(1e-4));
    assertThat(credits).containsExactly(credits[0], credits[0]);
    assertThat(
            new Rewards(
                    RewardKind.HELD_OUT,
                    torch,
                    new OneWeight(),
                    after,
                    Optional.of(heldOut),
                    Optional.empty(),
                    StepSettings.PLAIN,
                    9)
                .before())
        .isEqualTo(heldOut.measure());
    assertThat(
            new Rewards(
                    RewardKind.MLM,
                    torch,
                    new OneWeight(),
                    after,
                    Optional.empty(),
                    Optional.empty(),
                    StepSettings.PLAIN,
                    9)
                .before())
        .isZero();
  }

  private static final class TwoPairs implements PairData {
    @Override
    public int rows() {
      return 2;
    }

    @Override
    public String key(int row) {
      return Integer.toString(row);
    }

    @Override
    public int image(int row) {
      return row;
    }

    @Override
    public int images() {
      return 2;
    }

    @Override
    public String caption(int row) {
      return "a";
    }

    @Override
    public PixelFormat format() {
      return PixelFormat.of(1, ConfigReader.read("scenes-tiny", null, List.of()).data());
    }

    @Override
    public byte[] picture(int row, RandomStream augment) {
      return new byte[3];
    }

    @Override
    public int[] tokens(int row) {
      return new int[] {1, 3};
    }
  }
}
