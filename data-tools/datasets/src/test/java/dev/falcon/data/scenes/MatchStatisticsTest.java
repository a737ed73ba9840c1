// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchStatisticsTest {
  private static final int IMAGES = 4_800;

  /**
   * In the standard world most captions are true of few other images and a few captions of very
   * many, as in captioned photographs. Training needs just this: at twice the match rate false
   * negatives swamp the matching head, at half of it they do no harm that could be measured.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theStandardWorldHasAHeavyTailOfTrueMatches(long seed) {
    MatchStatistics statistics = statistics(ScenesConfig.standard().withSeed(seed));

    assertThat(statistics.captions()).isEqualTo(IMAGES);
    assertThat(statistics.matchRate()).isBetween(0.0052, 0.0068);
    assertThat(statistics.noneShare()).isBetween(0.33, 0.39);
    assertThat(statistics.median()).isBetween(1, 3);
    assertThat(statistics.p75()).isBetween(8, 30);
    assertThat(statistics.p90()).isBetween(85, 110);
    assertThat(statistics.p95()).isBetween(115, 145);
    assertThat(statistics.p99()).isBetween(180, 290);
    assertThat(statistics.max()).isBetween(1_400, 2_100);
    assertThat(statistics.gini()).isBetween(0.78, 0.85);
    assertThat(statistics.topDecileShare()).isBetween(0.56, 0.68);
    double[] shares = {0.003, 0.024, 0.20, 0.21, 0.25, 0.32};
    double[] means = {1268, 189, 93, 5, 1, 3};
    for (MatchStatistics.Level level : statistics.levels()) {
      assertThat(level.share()).isCloseTo(shares[level.level()], within(0.03));
      assertThat(level.meanMatches())
          .isCloseTo(means[level.level()], within(0.5 + 0.15 * means[level.level()]));
    }
  }

  @Test
  void presetsAreOrderedByAmbiguity() {
    double easy = statistics(ScenesConfig.easy()).matchRate();
    double standard = statistics(ScenesConfig.standard()).matchRate();
    double hard = statistics(ScenesConfig.hard()).matchRate();

    assertThat(easy).isLessThan(0.7 * standard);
    assertThat(hard).isGreaterThan(1.5 * standard);
  }

  @Test
  void countsAreThoseOfAWorldCountedByHand() {
    List<Scene> scenes =
        List.of(
            scene(Colour.RED, Shape.RING),
            scene(Colour.RED, Shape.BAR),
            scene(Colour.RED, Shape.CROSS),
            scene(Colour.BLUE, Shape.RING));
    List<Caption> captions =
        List.of(
            CaptionParser.parse("a ring"), // also of the last
            CaptionParser.parse("a red thing"), // also of two
            CaptionParser.parse("a red cross"),
            CaptionParser.parse("a blue ring"));

    MatchStatistics statistics = MatchStatistics.of(captions, scenes);

    assertThat(statistics.matchRate()).isEqualTo(3.0 / 12);
    assertThat(statistics.noneShare()).isEqualTo(0.5);
    assertThat(statistics.median()).isZero();
    assertThat(statistics.p75()).isEqualTo(1);
    assertThat(statistics.max()).isEqualTo(2);
    // Sorted 0 0 1 2: (1 x 1 + 3 x 2) / (4 x 3).
    assertThat(statistics.gini()).isCloseTo(7.0 / 12, within(1e-12));
    assertThat(statistics.levels().get(0)).isEqualTo(new MatchStatistics.Level(0, 0.5, 1.5));
    assertThat(statistics.levels().get(1)).isEqualTo(new MatchStatistics.Level(1, 0.5, 0));
  }

  private static Scene scene(Colour colour, Shape shape) {
    return new Scene(
        2, Background.BLACK, List.of(new SceneObject(shape, colour, Size.LARGE, 0, 0)));
  }

  private static MatchStatistics statistics(ScenesConfig config) {
    Scenes world = new Scenes(config);
    List<Scene> scenes = new ArrayList<>();
    List<Caption> captions = new ArrayList<>();
    for (int i = 0; i < IMAGES; i++) {
      scenes.add(world.scene(Split.TRAIN, i));
      captions.addAll(world.captions(Split.TRAIN, i));
    }
    return MatchStatistics.of(captions, scenes);
  }
}
