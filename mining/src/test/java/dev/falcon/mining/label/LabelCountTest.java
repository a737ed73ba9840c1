package dev.falcon.mining.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.statistics.labelled.ScoreBins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    return new LabelCount(order, new LabelVotes(answers)).result(Map.of());
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
    assertThat(LabelText.lines(result))
        .anyMatch(line -> line.startsWith("attention: 9 pairs were answered beyond a gap"));

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
        .hasMessageStartingWith(file + ":1: is no answer");
    assertThatThrownBy(() -> labels.journal("../a")).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> labels.journal("truth")).isInstanceOf(RequestException.class);
  }
}
