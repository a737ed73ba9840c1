// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.Gate;
import dev.falcon.reproduce.model.Measure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The gates of both comparisons on photographs, met by made-up runs. */
class GatesTest {
  private static final Gate MATCHING = ComparisonReader.builtIn("photographs").gate();
  private static final Gate CONTRAST = ComparisonReader.builtIn("photographs-siglip2").gate();

  @Test
  void opensWhereMatchingHasLearnedAndHelps() {
    List<RunReader> runs = List.of(run(0.5, 40, 50, 44, 52), run(0.6, 40, 50, 40, 50));
    Gate.Passage passage = Gates.passage(MATCHING, runs);
    assertThat(passage.open()).isTrue();
    assertThat(passage.findings())
        .extracting(Gate.Finding::sign)
        .containsExactly(Gate.Sign.MATCHING_LOSS, Gate.Sign.RERANKING_GAIN);
    assertThat(passage.findings().get(0).value()).isCloseTo(0.55, within(1e-12));
    assertThat(passage.findings().get(1).value()).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void oneSignThatFailsKeepsItClosed() {
    Gate.Passage costly = Gates.passage(MATCHING, List.of(run(0.5, 40, 50, 39, 50)));
    assertThat(costly.open()).isFalse();
    assertThat(costly.sentence())
        .isEqualTo(
            "The gate is closed: under uniform (n = 1) matching's loss is 0.500, which must be below"
                + " 0.60, and re-ranking changes true R@1 by -0.5 points, which must be above +0.0;"
                + " the other variants cannot be distinguished.");
    assertThat(Gates.passage(MATCHING, List.of(run(0.61, 40, 50, 45, 55))).open()).isFalse();
  }

  @Test
  void whereThereIsNoMatchingContrastDecides() {
    RunReader open = read(Map.of(), Map.of("truth_txt_r1", 38.0, "truth_img_r1", 43.0));
    assertThat(Gates.passage(CONTRAST, List.of(open)).words())
        .isEqualTo(
            "the gate is open: under uniform (n = 1) true R@1 by contrast is 40.5, which must be"
                + " above 40.0");
    assertThat(Gates.passage(MATCHING, List.of(open)).runs()).isZero();
    assertThat(Gates.passage(CONTRAST, List.of()).open()).isFalse();
  }

  private static RunReader run(
      double matching, double text, double image, double rerankedText, double rerankedImage) {
    return read(
        Map.of("itm", matching),
        Map.of(
            Measure.TRUTH_TXT_R1.key(), text,
            Measure.TRUTH_IMG_R1.key(), image,
            Measure.RERANKED_TRUTH_TXT_R1.key(), rerankedText,
            Measure.RERANKED_TRUTH_IMG_R1.key(), rerankedImage));
  }

  private static RunReader read(Map<String, Double> losses, Map<String, Double> values) {
    EpochResult epoch =
        new EpochResult(1, 10, losses, null, null, null, null, null, null, null, null);
    return new RunReader(
        new RunResult(1, "finished", null, 10, values, List.of(epoch), null), new Slope());
  }
}
