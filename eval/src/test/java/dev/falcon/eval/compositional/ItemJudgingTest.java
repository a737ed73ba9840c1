// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RequestException;
import dev.falcon.eval.compositional.score.Chance;
import dev.falcon.eval.compositional.score.Contest;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.ItemShape;
import dev.falcon.eval.compositional.score.Judgement;
import dev.falcon.eval.compositional.score.PairCounts;
import dev.falcon.eval.compositional.score.RankCounts;
import dev.falcon.eval.compositional.score.TieRule;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Decisions on scores alone, with values computed by hand. */
class ItemJudgingTest {
  private static final ItemShape PAIRS = ItemShape.ofPairs(2);

  private static boolean right(ItemShape shape, ItemProtocol protocol, float... scores) {
    return Judgement.of(shape.contests(protocol), scores).right();
  }

  @Test
  void aGroupIsRightIfBothSidesAre() {
    float[] all = {4, 1, 2, 3};
    assertThat(right(PAIRS, ItemProtocol.CAPTION, all)).isTrue();
    assertThat(right(PAIRS, ItemProtocol.IMAGE, all)).isTrue();
    assertThat(right(PAIRS, ItemProtocol.GROUP, all)).isTrue();
    float[] captionsOnly = {4, 1, 5, 6}; // the first caption prefers the second image
    assertThat(right(PAIRS, ItemProtocol.CAPTION, captionsOnly)).isTrue();
    assertThat(right(PAIRS, ItemProtocol.IMAGE, captionsOnly)).isFalse();
    assertThat(right(PAIRS, ItemProtocol.GROUP, captionsOnly)).isFalse();
    assertThat(PAIRS.usual()).isEqualTo(ItemProtocol.GROUP);
  }

  @Test
  void aTieIsWrongAndCountsOneHalfBeside() {
    List<Contest> one = ItemShape.ofCaptions(1, 1).contests(ItemProtocol.CAPTION);
    Judgement tie = Judgement.of(one, new float[] {0.3f, 0.3f});
    assertThat(tie).isEqualTo(new Judgement(false, 0, true));
    assertThat(tie.tied()).isTrue();
    assertThat(tie.credit()).isEqualTo(0.5);
    Judgement infinite =
        Judgement.of(one, new float[] {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY});
    assertThat(infinite.tied()).isTrue();
    Judgement zeros = Judgement.of(one, new float[] {0f, -0f});
    assertThat(zeros.tied()).isTrue();
    Judgement ulp = Judgement.of(one, new float[] {Math.nextUp(0.3f), 0.3f});
    assertThat(ulp.right()).isTrue();
    assertThat(ulp.credit()).isEqualTo(1);
  }

  @Test
  void nanIsNeverRight() {
    List<Contest> one = ItemShape.ofCaptions(1, 1).contests(ItemProtocol.CAPTION);
    for (float[] scores : List.of(new float[] {Float.NaN, 0}, new float[] {0, Float.NaN})) {
      Judgement decision = Judgement.of(one, scores);
      assertThat(decision.right()).isFalse();
      assertThat(decision.scored()).isFalse();
      assertThat(decision.credit()).isZero();
    }
  }

  @Test
  void officialRulesDifferOnTiesAndNan() {
    List<Contest> one = ItemShape.ofCaptions(1, 1).contests(ItemProtocol.CAPTION);
    float[] tie = {1, 1};
    assertThat(Judgement.byRule(TieRule.STRICT, one, tie)).isFalse();
    assertThat(Judgement.byRule(TieRule.FALSE_FIRST, one, tie)).isFalse();
    assertThat(Judgement.byRule(TieRule.TRUE_FIRST, one, tie)).isTrue();
    float[] nan = {Float.NaN, 1};
    assertThat(Judgement.byRule(TieRule.STRICT, one, nan)).isFalse();
    assertThat(Judgement.byRule(TieRule.FALSE_FIRST, one, nan)).isTrue();
    List<Contest> images = PAIRS.contests(ItemProtocol.IMAGE);
    // The first caption ties, for which the last image is wrong; the second is decided.
    assertThat(Judgement.byRule(TieRule.LAST, images, new float[] {1, 0, 1, 2})).isFalse();
    assertThat(Judgement.byRule(TieRule.LAST, images, new float[] {2, 1, 0, 1})).isTrue();
    assertThat(Judgement.byRule(TieRule.FIRST, images, new float[] {1, 0, 1, 2})).isTrue();
    assertThatThrownBy(() -> TieRule.ofLabel("lenient"))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "ties must be one of strict, true_first, false_first, first, last; it is 'lenient'");
    assertThatThrownBy(() -> ItemProtocol.ofLabel("pair")).isInstanceOf(RequestException.class);
    assertThat(TieRule.ofLabel("first")).isEqualTo(TieRule.FIRST);
  }

  @Test
  void chanceFollowsFromTheShape() {
    assertThat(chance(ItemShape.ofCaptions(1, 1), ItemProtocol.CAPTION)).isEqualTo(1.0 / 2);
    assertThat(chance(ItemShape.ofCaptions(1, 4), ItemProtocol.CAPTION))
        .isCloseTo(1.0 / 5, within(1e-15));
    assertThat(chance(ItemShape.ofCaptions(2, 1), ItemProtocol.CAPTION))
        .isCloseTo(1.0 / 3, within(1e-15));
    assertThat(chance(ItemShape.ofCaptions(2, 1), ItemProtocol.TEXT))
        .isCloseTo(1.0 / 3, within(1e-15));
    assertThat(chance(PAIRS, ItemProtocol.CAPTION)).isEqualTo(1.0 / 4);
    assertThat(chance(PAIRS, ItemProtocol.IMAGE)).isEqualTo(1.0 / 4);
    assertThat(chance(PAIRS, ItemProtocol.GROUP)).isCloseTo(1.0 / 6, within(1e-15));
    assertThat(chance(ItemShape.ofPairs(5), ItemProtocol.GROUP)).isNaN();
  }

  private static double chance(ItemShape shape, ItemProtocol protocol) {
    return Chance.of(shape.contests(protocol));
  }

  @Test
  void chanceIsWhatRandomScoresGet() {
    ItemShape shape = ItemShape.ofPairs(3);
    List<Contest> contests = shape.contests(ItemProtocol.GROUP);
    Random random = new Random(7);
    int right = 0;
    int trials = 400_000;
    for (int trial = 0; trial < trials; trial++) {
      float[] scores = new float[9];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = random.nextFloat();
      }
      right += Judgement.of(contests, scores).right() ? 1 : 0;
    }
    assertThat((double) right / trials).isCloseTo(chance(shape, ItemProtocol.GROUP), within(0.001));
  }

  @Test
  void aSideAsksOnlyItsOwnPairs() {
    ItemShape shape =
        new ItemShape(
            2,
            2,
            List.of(
                ItemShape.Cell.of(true, true, false),
                ItemShape.Cell.of(false, true, false),
                ItemShape.Cell.NONE,
                ItemShape.Cell.of(true, false, true)));
    assertThat(shape.contests(ItemProtocol.CAPTION)).hasSize(1);
    assertThat(shape.contests(ItemProtocol.IMAGE)).isEmpty();
    assertThat(shape.contests(ItemProtocol.GROUP)).isEmpty();
    assertThat(shape.contests(ItemProtocol.TEXT)).isEmpty();
    assertThat(shape.usual()).isEqualTo(ItemProtocol.CAPTION);
    assertThat(new ItemShape(2, 1, List.of(ItemShape.Cell.RIGHT, ItemShape.Cell.WRONG)).usual())
        .isEqualTo(ItemProtocol.IMAGE);
    assertThatThrownBy(() -> new ItemShape(1, 2, Collections.nCopies(3, ItemShape.Cell.NONE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ranksCountTiesAgainstTheRightOption() {
    List<Contest> contests = ItemShape.ofCaptions(1, 3).contests(ItemProtocol.RANK);
    RankCounts ranks = new RankCounts();
    assertThat(ranks.scores().isEmpty()).isTrue();
    for (int i = 0; i < 40; i++) {
      ranks.add(contests, new float[] {4, 3, 2, 1}); // rank 1
      ranks.add(contests, new float[] {2, 3, 2, 1}); // rank 3
    }
    assertThat(ranks.scores().get("mean_rank")).isEqualTo(2);
    assertThat(ranks.scores().get("median_rank")).isEqualTo(2);
    assertThat(ranks.scores().get("r1")).isEqualTo(50);
    assertThat(ranks.scores().get("r3")).isEqualTo(100);
  }

  @Test
  void optionsOnTheirSideOfTheOrder() {
    List<Contest> contests = ItemShape.ofCaptions(2, 2).contests(ItemProtocol.RANK);
    assertThat(onTheirSide(contests, 4, 3, 2, 1)).isEqualTo(100);
    assertThat(onTheirSide(contests, 4, 2, 3, 1)).isEqualTo(50);
    assertThat(onTheirSide(contests, 1, 2, 3, 4)).isZero();
    assertThat(onTheirSide(contests, 4, 2, 2, 1)).isEqualTo(50); // a tie counts against the right
    List<Contest> choice = ItemShape.ofCaptions(1, 3).contests(ItemProtocol.RANK);
    assertThat(onTheirSide(choice, 1, 3, 2, 0)).isEqualTo(50);
  }

  private static double onTheirSide(List<Contest> contests, float... scores) {
    RankCounts ranks = new RankCounts();
    ranks.add(contests, scores);
    return ranks.scores().get("on_their_side");
  }

  @Test
  void pairsAreDecidedByAThreshold() {
    PairCounts pairs = new PairCounts(0.5);
    assertThat(pairs.scores().isEmpty()).isTrue();
    ItemShape choice = ItemShape.ofCaptions(1, 1);
    pairs.add(choice, new float[] {0.9f, 0.7f}); // both match
    pairs.add(choice, new float[] {0.6f, 0.5f}); // both right: at the threshold is no match
    pairs.add(choice, new float[] {Float.NaN, 0.1f});
    pairs.add(choice, new float[] {0.5f, Float.NaN});
    pairs.add(new ItemShape(1, 1, List.of(ItemShape.Cell.NONE)), new float[] {1});
    assertThat(pairs.scores().values())
        .containsExactly(
            Map.entry("acc", 50.0),
            Map.entry("p_c", 50.0),
            Map.entry("p_f", 50.0),
            Map.entry("min", 50.0));
  }
}
