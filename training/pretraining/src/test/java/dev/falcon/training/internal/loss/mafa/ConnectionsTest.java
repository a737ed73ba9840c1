// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.mafa.ScoreBands.Band;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private static final int ROWS = 4;
  private static final ScoreBands DEFAULTS = new ScoreBands(0.5f, 0.8f);

  /** The learner's cosines, images by captions. */
  private static final float[] SIMILARITIES = {
    .80f, .55f, .10f, .30f,
    .50f, .70f, .20f, -.05f,
    .15f, .25f, .60f, .40f,
    .35f, .00f, .65f, .50f
  };

  /** The judge's probabilities, images by captions. */
  private static final float[] JUDGE = {
    .99f, .90f, .02f, .10f,
    .60f, .98f, .01f, .03f,
    .05f, .02f, .97f, .50f,
    .10f, .04f, .85f, .99f
  };

  private static Connections judged(float[] judge, ScoreBands bands) {
    Hardest hardest = Hardest.of(SIMILARITIES, ROWS);
    int[] images = hardest.judgedImages();
    int[] captions = hardest.judgedCaptions();
    float[] scores = new float[2 * ROWS];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = judge[images[i] * ROWS + captions[i]];
    }
    return Connections.of(hardest, scores, bands);
  }

  private static float[] always(float score) {
    float[] judge = new float[ROWS * ROWS];
    Arrays.fill(judge, score);
    return judge;
  }

  private static List<Connections.Pair> pairs(int... rows) {
    Connections.Pair[] pairs = new Connections.Pair[rows.length / 2];
    Arrays.setAll(pairs, i -> new Connections.Pair(rows[2 * i], rows[2 * i + 1]));
    return List.of(pairs);
  }

  @Test
  void theHardestAndTheNextAreFoundInBothDirections() {
    Hardest hardest = Hardest.of(SIMILARITIES, ROWS);

    assertThat(hardest.captions()).containsExactly(1, 0, 3, 2);
    assertThat(hardest.secondCaptions()).containsExactly(3, 2, 1, 0);
    assertThat(hardest.images()).containsExactly(1, 0, 3, 2);
    assertThat(hardest.secondImages()).containsExactly(3, 2, 1, 0);
  }

  @Test
  void tiesGoToTheLowerRow() {
    Hardest hardest = Hardest.of(new float[9], 3);

    assertThat(hardest.captions()).containsExactly(1, 0, 0);
    assertThat(hardest.secondCaptions()).containsExactly(2, 2, 1);
  }

  @Test
  void theExampleIsSortedAsInMafasCode() {
    Connections found = judged(JUDGE, DEFAULTS);

    assertThat(found.matches()).isEqualTo(pairs(0, 1, 3, 2, 0, 1, 3, 2));
    assertThat(found.negatives()).isEqualTo(pairs(3, 0, 1, 2));
    assertThat(found.sequences()).isEqualTo(pairs(0, 1, 3, 2, 0, 1, 3, 2));
    assertThat(found.imagesMatches()).isEqualTo(pairs(0, 1, 3, 2));
    assertThat(found.captionsMatches()).isEqualTo(pairs(0, 1, 3, 2));
    assertThat(found.imagesBands())
        .isEqualTo(Map.of(Band.MATCH, 2, Band.SECOND, 1, Band.DROPPED, 1));
    assertThat(found.captionsBands())
        .isEqualTo(Map.of(Band.MATCH, 2, Band.SECOND, 1, Band.DROPPED, 1));
    assertThat(found.matchShare(ROWS)).isCloseTo(0.8, within(1e-12));
    assertThat(found.imageTargets(ROWS))
        .containsExactly(.5f, .5f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, .5f, .5f);
    assertThat(found.captionTargets(ROWS))
        .containsExactly(1, 0, 0, 0, .5f, .5f, 0, 0, 0, 0, .5f, .5f, 0, 0, 0, 1);
  }

  @Test
  void aJudgeThatNeverSeesAMatchLeavesTheHardestNegatives() {
    Connections found = judged(always(0), DEFAULTS);

    assertThat(found.negatives()).isEqualTo(pairs(1, 0, 0, 1, 3, 2, 2, 3, 0, 1, 1, 0, 2, 3, 3, 2));
    assertThat(found.matches()).isEmpty();
    assertThat(found.sequences()).isEmpty();
  }

  @Test
  void aJudgeThatAlwaysSeesAMatchLeavesNoNegative() {
    Connections found = judged(always(1), DEFAULTS);

    assertThat(found.negatives()).isEmpty();
    assertThat(found.matches()).hasSize(2 * ROWS);
    assertThat(found.matchShare(ROWS)).isEqualTo(1);
  }

  @Test
  void aJudgeInTheMiddleGivesTheSecondHardest() {
    Connections found = judged(always(0.6f), DEFAULTS);

    assertThat(found.negatives()).isEqualTo(pairs(3, 0, 2, 1, 1, 2, 0, 3, 0, 3, 1, 2, 2, 1, 3, 0));
    assertThat(found.matches()).isEmpty();
  }

  @Test
  void aScoreOnABoundDropsThePair() {
    for (float bound : new float[] {0.5f, 0.8f}) {
      Connections found = judged(always(bound), DEFAULTS);

      assertThat(found.negatives()).isEmpty();
      assertThat(found.matches()).isEmpty();
    }
  }

  @Test
  void aBatchOfTwoPairsHasNoSecondHardest() {
    Hardest hardest = Hardest.of(new float[] {1, 0.5f, 0.5f, 1}, 2);

    assertThat(hardest.secondImages()).containsExactly(-1, -1);
    Connections found = Connections.of(hardest, new float[] {.6f, .6f, .6f, .6f}, DEFAULTS);
    assertThat(found.negatives()).isEmpty();
  }

  @Test
  void boundsThatCrossAreRefused() {
    assertThatThrownBy(() -> new ScoreBands(0.8f, 0.5f))
        .isInstanceOf(RequestException.class)
        .hasMessage("low must not exceed high; low=0.8, high=0.5");
    assertThatThrownBy(() -> new ScoreBands(-1, 0.5f)).isInstanceOf(RequestException.class);
  }
}
