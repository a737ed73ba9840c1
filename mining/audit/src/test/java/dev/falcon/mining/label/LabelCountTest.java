// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.statistics.labelled.LabelForecast;
import dev.falcon.data.statistics.labelled.ScoreBins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelCountTest {
  private static final int PAIRS = 400;

  @TempDir private Path folder;

  private static List<LabelPair> drawn() {
    List<LabelPair> pairs = new ArrayList<>();
    RandomStream random = RandomStream.of(5, "scores");
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(
          new LabelPair("i" + i % 40, "t" + i, 1 + i % 3, i % 40, i, (float) random.nextDouble()));
    }
    return pairs;
  }

  private static LabelOrder order(long seed) {
    List<LabelPair> drawn = drawn();
    return LabelOrder.draw(
        new LabelDesign("hardest", null, "judge", seed, LabelDesign.digest(drawn)), drawn);
  }

  private static LabelAnswer answer(LabelOrder order, int rank, String annotator, Boolean match) {
    LabelPair pair = order.pairs().get(rank);
    return new LabelAnswer(
        pair.imageKey(),
        pair.textKey(),
        match,
        annotator,
        "2026-01-01T00:00:00Z",
        2000,
        rank,
        order.digest(),
        false,
        false,
        false,
        false,
        null);
  }

  private static LabelAnswer undo(LabelAnswer of) {
    return new LabelAnswer(
        of.imageKey(),
        of.textKey(),
        null,
        of.annotator(),
        of.at(),
        0,
        of.rank(),
        of.order(),
        false,
        true,
        false,
        false,
        null);
  }

  private static LabelResult count(LabelOrder order, List<LabelAnswer> answers) {
    return new LabelCount(order, new LabelVotes(answers)).result(Map.of(), OptionalDouble.empty());
  }

  @Test
  void theOrderHoldsEveryPairOnceAndDependsOnTheSeedAlone() {
    LabelOrder order = order(1);

    assertThat(new HashSet<>(order.pairs())).hasSize(PAIRS).hasSameElementsAs(drawn());
    assertThat(order(1).digest()).isEqualTo(order.digest());
    assertThat(order(2).digest()).isNotEqualTo(order.digest());
  }

  /** 70 % by size and 30 % evenly: the smallest bin is asked far more often than its size. */
  @Test
  void everyBeginningOfTheOrderIsSpreadOverTheBinsAsDesigned() {
    int[] counts = new int[4];
    double[] shares = new double[4];
    int runs = 300;
    for (int seed = 0; seed < runs; seed++) {
      LabelOrder order = order(seed);
      Arrays.fill(shares, 0);
      double all = order.pairs().stream().mapToDouble(LabelPair::weight).sum();
      for (int rank = 0; rank < PAIRS; rank++) {
        shares[order.bins()[rank]] += order.pairs().get(rank).weight() / all;
        counts[order.bins()[rank]] += rank < 40 ? 1 : 0;
      }
    }
    double[] chances = ScoreBins.chances(shares);
    for (int bin = 0; bin < 4; bin++) {
      assertThat((double) counts[bin] / runs / 40).isCloseTo(chances[bin], within(0.02));
    }
  }

  @Test
  void anOrderIsReadAsItWasWritten() {
    LabelOrder order = order(3);
    LabelFolder labels = LabelFolder.begin(folder, order);

    assertThat(labels.order().digest()).isEqualTo(order.digest());
    assertThat(LabelFolder.begin(folder, order)).isEqualTo(labels);
    assertThatThrownBy(() -> LabelFolder.begin(folder, order(4)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("holds the order of other pairs (hardest, judge judge, seed 3)");
  }

  @Test
  void theLongestAnsweredBeginningCounts() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 60; rank++) {
      if (rank != 50) {
        answers.add(answer(order, rank, "a", rank % 4 == 0));
      }
    }
    LabelResult result = count(order, answers);

    assertThat(result.asked()).isEqualTo(50);
    assertThat(result.labels()).isEqualTo(50);
    assertThat(result.later()).isEqualTo(9);
    assertThat(result.interval().low()).isLessThan(result.share());
    assertThat(result.anytime().low()).isLessThan(result.interval().low());
    assertThat(LabelText.linesWithCautions(result))
        .anyMatch(line -> line.startsWith("warning: 9 pairs were answered beyond a gap"));

    answers.add(answer(order, 50, "a", true));
    assertThat(count(order, answers).labels()).isEqualTo(60);
  }

  @Test
  void fewLabelsHaveNoInterval() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 19; rank++) {
      answers.add(answer(order, rank, "a", false));
    }
    assertThat(count(order, answers).interval()).isNull();
    assertThat(LabelText.headline(count(order, answers)))
        .isEqualTo("hardest: 19 of 20 labels that an interval takes");
  }

  @Test
  void theLastAnswerHoldsAndOneTakenBackDoesNot() {
    LabelOrder order = order(1);
    LabelAnswer first = answer(order, 0, "a", true);

    assertThat(count(order, List.of(first, answer(order, 0, "a", false))).matches()).isZero();
    assertThat(count(order, List.of(first, undo(first))).asked()).isZero();
    assertThat(count(order, List.of(first, undo(first), first)).matches()).isEqualTo(1);
  }

  @Test
  void manyUnsureAnswersWidenTheIntervalBothWays() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 100; rank++) {
      answers.add(answer(order, rank, "a", rank % 10 == 0 ? null : rank % 2 == 0));
    }
    LabelResult result = count(order, answers);

    assertThat(result.unsure()).isEqualTo(10);
    assertThat(result.labels()).isEqualTo(90);
    assertThat(result.unsureBounds().low()).isLessThan(result.interval().low());
    assertThat(result.unsureBounds().high()).isGreaterThan(result.interval().high());
  }

  @Test
  void twoAnnotatorsAreComparedAndADisagreementIsUnsure() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 100; rank++) {
      answers.add(answer(order, rank, "a", rank < 4));
      answers.add(answer(order, rank, "b", rank < 2 || (rank >= 4 && rank < 7)));
    }
    LabelResult result = count(order, answers);

    assertThat(result.unsure()).isEqualTo(5);
    assertThat(result.agreements()).hasSize(1);
    assertThat(result.agreements().get(0).kappa()).isCloseTo(0.4186046512, within(1e-10));
    assertThat(result.annotators().get(1).share()).isNotNull();

    for (int rank = 2; rank < 7; rank++) {
      answers.add(answer(order, rank, "c", true));
    }
    assertThat(count(order, answers).unsure()).isZero();
  }

  @Test
  void hastyAndMonotonousAnnotatorsAreNamed() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 60; rank++) {
      LabelAnswer slow = answer(order, rank, "a", true);
      answers.add(
          new LabelAnswer(
              slow.imageKey(),
              slow.textKey(),
              true,
              "a",
              slow.at(),
              100,
              rank,
              slow.order(),
              false,
              false,
              false,
              false,
              null));
    }
    assertThat(LabelText.cautions(count(order, answers)))
        .contains(
            "a looked at half of the pairs for less than 101 ms",
            "a gave the same answer 60 times");
  }

  @Test
  void aCutLastLineIsLeftOutAndRemovedBeforeTheNext() throws IOException {
    LabelOrder order = order(1);
    LabelFolder labels = LabelFolder.begin(folder, order);
    labels.adding("a", journal -> journal.add(answer(order, 0, "a", true)));
    Path file = labels.journal("a");
    Files.writeString(file, "{\"image_key\":\"i1\",\"te", StandardOpenOption.APPEND);

    assertThat(labels.answers(order)).hasSize(1);
    labels.adding("a", journal -> journal.add(answer(order, 1, "a", false)));
    assertThat(labels.answers(order)).hasSize(2);
    assertThat(Files.readAllLines(file)).hasSize(2);
  }

  @Test
  void answersOfAnotherOrderAndDamagedLinesAreRefusedWithTheirPlace() throws IOException {
    LabelOrder order = order(1);
    LabelFolder labels = LabelFolder.begin(folder, order);
    Path file = labels.journal("a");
    labels.adding("a", journal -> journal.add(answer(order(2), 0, "a", true)));
    assertThatThrownBy(() -> labels.answers(order))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ":1: answers another order of pairs");

    Files.writeString(file, "not json\n");
    assertThatThrownBy(() -> labels.answers(order))
        .hasMessageStartingWith(file + ":1: is not an answer");
    assertThatThrownBy(() -> labels.journal("../a")).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> labels.journal("truth")).isInstanceOf(RequestException.class);
  }

  /** Every pair was drawn in both directions, which is one question and one label. */
  @Test
  void aPairThatWasDrawnTwiceIsOneLabelAndNeverBeyondAGap() {
    List<LabelPair> once = drawn().subList(0, 150);
    List<LabelPair> twice = new ArrayList<>(once);
    twice.addAll(once);
    LabelOrder order =
        LabelOrder.draw(new LabelDesign("hardest", null, "judge", 1, "twice"), twice);
    List<LabelAnswer> answers = new ArrayList<>();
    Set<LabelPair.Name> names = new HashSet<>();
    for (int rank = 0; names.size() < 60; rank++) {
      if (names.add(order.pairs().get(rank).name())) {
        answers.add(answer(order, rank, "a", rank % 4 == 0));
      }
    }
    LabelCount count = new LabelCount(order, new LabelVotes(answers));
    LabelResult result = count.result(Map.of(), OptionalDouble.empty());

    assertThat(result.drawn()).isEqualTo(300);
    assertThat(result.asked()).isEqualTo(60);
    assertThat(result.labels()).isEqualTo(60);
    assertThat(result.later()).isZero();
    assertThat(result.bins().stream().mapToInt(LabelResult.Bin::labels).sum()).isEqualTo(60);
    assertThat(result.bins().stream().mapToInt(LabelResult.Bin::drawn).sum()).isEqualTo(150);
    assertThat(count.truth()).hasSize(60);
  }

  /** The same answers say no more where every pair stands in the draw twice. */
  @Test
  void anIntervalIsNoShorterForPairsThatWereDrawnTwice() {
    List<LabelPair> once = drawn().subList(0, 100);
    List<LabelPair> twice = new ArrayList<>(once);
    twice.addAll(once);
    double[] widths = new double[2];
    for (int draw = 0; draw < 2; draw++) {
      List<LabelPair> drawn = draw == 0 ? once : twice;
      LabelOrder order =
          LabelOrder.draw(new LabelDesign("hardest", null, null, 1, "draw"), unscored(drawn));
      List<LabelAnswer> answers = new ArrayList<>();
      for (int rank = 0; rank < drawn.size(); rank++) {
        LabelPair pair = order.pairs().get(rank);
        answers.add(
            answer(order, rank, "a", Integer.parseInt(pair.textKey().substring(1)) % 3 == 0));
      }
      widths[draw] = count(order, answers).interval().halfWidth();
    }
    assertThat(widths[1]).isCloseTo(widths[0], within(1e-9));
  }

  private static List<LabelPair> unscored(List<LabelPair> pairs) {
    return pairs.stream()
        .map(
            pair ->
                new LabelPair(
                    pair.imageKey(),
                    pair.textKey(),
                    pair.weight(),
                    pair.image(),
                    pair.caption(),
                    Float.NaN))
        .toList();
  }

  /** All pairs of an image match or none does: labels of few images never suffice for ± 1 point. */
  @Test
  void moreLabelsAreNotForeseenWhereOnlyMorePairsHelp() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 200; rank++) {
      answers.add(answer(order, rank, "a", order.pairs().get(rank).image() % 4 == 0));
    }
    LabelResult result = count(order, answers);

    assertThat(result.forecasts().get(2).labels()).isNull();
    assertThat(LabelText.forecasts(result))
        .last()
        .asString()
        .endsWith("takes more pairs than the 400 drawn, not only more labels: audit more pairs");

    // Nothing can be saved of labels that alone would not do either.
    LabelForecast alone = new LabelForecast(0.25, 0.01, 0.1875, 1);
    assertThat(alone.labels(0.05, false)).isEmpty();
    assertThat(alone.labels(0.3, false)).isPresent();
    assertThat(alone.halfWidth(10_000_000, false)).isGreaterThan(0.15);
  }

  @Test
  void aForecastBeforeTheFirstLabelGoesByTheJudgeElseByHalf() {
    LabelOrder order = order(1);
    LabelCount none = new LabelCount(order, new LabelVotes(List.of()));

    assertThat(LabelText.forecasts(none.result(Map.of(), OptionalDouble.empty())))
        .first()
        .isEqualTo("about 381 labels for ± 5 points, if 50 % are false");
    assertThat(LabelText.forecasts(none.result(Map.of(), OptionalDouble.of(0.1))))
        .startsWith("about 142 labels for ± 5 points, if 10 % are false")
        .last()
        .asString()
        .startsWith("± 2 points takes more pairs than the 400 drawn");
    assertThat(LabelPair.shareAboveHalf(drawn()).getAsDouble()).isBetween(0.4, 0.6);
    assertThat(LabelPair.shareAboveHalf(unscored(drawn()))).isEmpty();
  }

  /** A perfect judge saves labels, one without a clue saves none, and a line says so. */
  @Test
  void judgesAreComparedOnTheLabels() {
    LabelOrder order = order(1);
    List<LabelAnswer> answers = new ArrayList<>();
    float[] perfect = new float[PAIRS];
    float[] clueless = new float[PAIRS];
    RandomStream random = RandomStream.of(9, "clueless");
    for (int rank = 0; rank < PAIRS; rank++) {
      int number = order.pairs().get(rank).caption();
      boolean match = (number + number / 40) % 10 == 0; // one pair of each image
      perfect[rank] = (match ? 1 : 0) + (float) random.nextDouble() / 2;
      clueless[rank] = (float) random.nextDouble();
      if (rank < 200) {
        answers.add(answer(order, rank, "a", match));
      }
    }
    Map<String, float[]> scores = new LinkedHashMap<>();
    scores.put("perfect", perfect);
    scores.put("clueless", clueless);
    LabelResult result =
        new LabelCount(order, new LabelVotes(answers)).result(scores, OptionalDouble.empty());
    LabelResult.JudgeOnLabels best = result.judges().get(0);
    LabelResult.JudgeOnLabels worst = result.judges().get(1);

    assertThat(best.rocAuc()).isCloseTo(1, within(1e-9));
    assertThat(best.highest().share()).isCloseTo(1, within(1e-9));
    assertThat(best.lowest().matches()).isZero();
    assertThat(best.saved()).isGreaterThan(50);
    assertThat(worst.rocAuc()).isBetween(0.3, 0.7);
    assertThat(worst.highest().share()).isLessThan(0.5);
    assertThat(worst.saved()).isLessThan(20);
    assertThat(LabelText.judges(result).get(0))
        .hasSameSizeAs(LabelText.JUDGE_HEADINGS)
        .startsWith("perfect", "200", "1.00", "1.00");
  }

  @Test
  void pairsWithoutAScoreAndJoinedBinsAreNamed() {
    List<LabelPair> drawn = new ArrayList<>(drawn());
    drawn.replaceAll(pair -> pair.image() < 2 ? unscored(List.of(pair)).get(0) : pair);
    LabelOrder order = LabelOrder.draw(new LabelDesign("hardest", null, "judge", 1, "x"), drawn);
    List<LabelAnswer> answers = new ArrayList<>();
    for (int rank = 0; rank < 20; rank++) {
      answers.add(answer(order, rank, "a", rank % 2 == 0));
    }
    LabelResult result = count(order, answers);

    assertThat(LabelText.cautions(result))
        .contains("20 of 400 pairs have no score of judge; they are a bin of their own");
    assertThat(result.merged()).isPositive();
    assertThat(LabelText.cautions(result))
        .anyMatch(
            line ->
                line.endsWith("of scores have fewer than two labels, and count with a neighbour"));
  }
}
