// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** How often the intervals hold the share of matches in Scenes, which is known exactly. */
class LabelCoverageTest {
  private static final int SCENES = 300;
  private static final int DRAWN = 1_500;
  private static final int LABELS = 100;
  private static final int RUNS = 200;

  /** Captions that say little, and match one picture in ten. */
  private static final int MOST = 2;

  private final boolean[][] matches = new boolean[SCENES][SCENES]; // [image][caption]
  private double share;

  /** Pairs of other scenes' captions; truth by the scenes' contents. */
  private void world() {
    Scenes scenes = new Scenes(ScenesConfig.standard());
    List<Scene> images = new ArrayList<>();
    List<Caption> captions = new ArrayList<>();
    for (int i = 0; captions.size() < SCENES; i++) {
      Caption caption = scenes.captions(Split.TRAIN, i).get(0);
      if (caption.level() < MOST) {
        images.add(scenes.scene(Split.TRAIN, i));
        captions.add(caption);
      }
    }
    int count = 0;
    for (int image = 0; image < SCENES; image++) {
      for (int caption = 0; caption < SCENES; caption++) {
        matches[image][caption] = captions.get(caption).matches(images.get(image));
        count += image != caption && matches[image][caption] ? 1 : 0;
      }
    }
    share = (double) count / SCENES / (SCENES - 1);
  }

  /** A random sample of the pairs, with scores of a judge that errs. */
  private List<LabelPair> drawn(long run) {
    RandomStream random = RandomStream.of(run, "drawn");
    List<LabelPair> pairs = new ArrayList<>();
    while (pairs.size() < DRAWN) {
      int image = random.nextInt(SCENES);
      int caption = random.nextInt(SCENES);
      if (image != caption) {
        double score = (matches[image][caption] ? 1.2 : 0) + random.nextGaussian();
        pairs.add(new LabelPair("i" + image, "t" + caption, 1, image, caption, (float) score));
      }
    }
    return pairs;
  }

  private LabelResult labelled(List<LabelPair> drawn, long seed) {
    LabelOrder order =
        LabelOrder.draw(new LabelDesign("listed", null, "judge", seed, "any"), drawn);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < LABELS; rank++) {
      LabelPair pair = order.pairs().get(rank);
      answers.add(
          new LabelAnswer(
              pair.imageKey(),
              pair.textKey(),
              matches[pair.image()][pair.caption()],
              "a",
              "2026-01-01T00:00:00Z",
              2000,
              rank,
              "any",
              false,
              false,
              false,
              false,
              null));
    }
    return new LabelCount(order, new LabelVotes(answers)).result(Map.of(), OptionalDouble.empty());
  }

  /** A share of 95 % among 200 runs has a standard error of 1.5 %. */
  @Test
  void theIntervalsHoldAsOftenAsTheySayAndAreNoWiderThanTheyMust() {
    world();
    int fixed = 0;
    int anytime = 0;
    double width = 0;
    for (int run = 0; run < RUNS; run++) {
      LabelResult result = labelled(drawn(run), run);
      fixed += result.interval().contains(share) ? 1 : 0;
      anytime += result.anytime().contains(share) ? 1 : 0;
      width += 2 * result.interval().halfWidth() / RUNS;
    }
    double plain = 2 * Interval.wilson(share, LABELS).halfWidth();

    assertThat(share).isBetween(0.05, 0.3);
    assertThat(fixed).isBetween(180, 199);
    assertThat(anytime).isGreaterThan(fixed);
    assertThat(width).isLessThan(1.1 * plain);
  }
}
