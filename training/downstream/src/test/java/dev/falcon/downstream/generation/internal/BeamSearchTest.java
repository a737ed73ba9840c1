// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.downstream.generation.GenerationSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A model of three words whose probabilities are told by hand; word 2 ends a text. */
class BeamSearchTest {
  private static final int END = 2;

  /** Behind nothing 0.6, 0.4, 0; behind word 0 0.35, 0.35, 0.3; behind word 1 0.05, 0.05, 0.9. */
  private static float[] logits(int[] text) {
    if (text.length == 0) {
      return logs(0.6, 0.4, 1e-9);
    }
    return text[text.length - 1] == 0 ? logs(0.35, 0.35, 0.3) : logs(0.05, 0.05, 0.9);
  }

  private static float[] logs(double... probabilities) {
    float[] logs = new float[probabilities.length];
    for (int word = 0; word < logs.length; word++) {
      logs[word] = (float) Math.log(probabilities[word]);
    }
    return logs;
  }

  private static float[][] model(List<int[]> texts) {
    return texts.stream().map(BeamSearchTest::logits).toArray(float[][]::new);
  }

  private static BeamSearch.Text search(GenerationSettings settings) {
    return new BeamSearch(settings, END).search(BeamSearchTest::model);
  }

  @Test
  void oneBeamTakesTheLikeliestWordEveryTime() {
    BeamSearch.Text text = search(new GenerationSettings(1, 0, 3, 0, 1));
    assertThat(text.tokens()).containsExactly(0, 0, 0);
    assertThat(text.score()).isCloseTo(Math.log(0.6 * 0.35 * 0.35), within(1e-6));
  }

  @Test
  void twoBeamsFindTheLikelierText() {
    BeamSearch.Text text = search(new GenerationSettings(2, 0, 3, 0, 1));
    assertThat(text.tokens()).containsExactly(1, END);
    assertThat(text.score()).isCloseTo(Math.log(0.4 * 0.9), within(1e-6));
  }

  @Test
  void aLengthPenaltyComparesByTheWord() {
    BeamSearch.Text text = search(new GenerationSettings(2, 0, 2, 1, 1));
    assertThat(text.score()).isCloseTo(Math.log(0.4 * 0.9) / 2, within(1e-6));
  }

  @Test
  void noTextEndsBeforeItsTime() {
    BeamSearch.Text text = search(new GenerationSettings(2, 2, 3, 0, 1));
    assertThat(text.tokens()).hasSize(3).endsWith(END);
    assertThat(text.tokens()[1]).isNotEqualTo(END);
  }

  /** Half of its logarithm more is taken from what is there already. */
  @Test
  void repeatedTokensArePenalised() {
    BeamSearch.Text text = search(new GenerationSettings(1, 0, 2, 0, 1.5));
    assertThat(text.tokens()).containsExactly(0, 1);
    assertThat(text.score()).isCloseTo(Math.log(0.6 * 0.35), within(1e-6));
  }
}
