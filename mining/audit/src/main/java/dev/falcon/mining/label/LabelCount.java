// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.labelled.Agreement;
import dev.falcon.data.statistics.labelled.LabelForecast;
import dev.falcon.data.statistics.labelled.LabelledShare;
import dev.falcon.data.statistics.labelled.ScoreStrata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Counts the labels of the longest beginning of the order that has no gap. A pair that was drawn
 * twice, once in each direction, has one answer and counts as one label.
 */
public final class LabelCount {
  private static final List<Double> HALF_WIDTHS = List.of(0.05, 0.02, 0.01);

  /** The share whose interval takes the most labels, assumed as long as nothing is known. */
  private static final double UNKNOWN = 0.5;

  /** The share of unsure answers up to which they are left out without a remark. */
  private static final double FEW_UNSURE = 0.02;

  private final LabelOrder order;
  private final ScoreStrata strata;
  private final LabelVotes votes;
  private final byte[] answers; // 1, 0, or no label // [pairs of the order]
  private final boolean[] unsure;
  private final boolean[] first; // whether it is the first with its keys // [pairs of the order]
  private final int asked; // pairs of the order, including second draws
  private final int later;

  /** Counts the votes on the pairs of an order. */
  public LabelCount(LabelOrder order, LabelVotes votes) {
    this.order = order;
    this.strata = order.strata();
    this.votes = votes;
    this.answers = new byte[order.pairs().size()];
    this.unsure = new boolean[answers.length];
    this.first = new boolean[answers.length];
    Arrays.fill(answers, ScoreStrata.NO_LABEL);
    int gap = -1;
    int beyond = 0;
    Set<LabelPair.Name> names = new HashSet<>();
    for (int rank = 0; rank < answers.length; rank++) {
      LabelPair.Name name = order.pairs().get(rank).name();
      LabelVotes.Verdict verdict = votes.verdict(name);
      first[rank] = names.add(name);
      if (verdict == LabelVotes.Verdict.OPEN) {
        gap = gap < 0 ? rank : gap;
      } else if (gap >= 0) {
        beyond += first[rank] ? 1 : 0;
      } else if (verdict == LabelVotes.Verdict.UNSURE) {
        unsure[rank] = true;
      } else {
        answers[rank] = (byte) (verdict == LabelVotes.Verdict.MATCH ? 1 : 0);
      }
    }
    this.asked = gap < 0 ? answers.length : gap;
    this.later = beyond;
  }

  /**
   * Returns the number of pairs of the answered beginning that satisfy a condition; a pair drawn
   * twice counts once.
   */
  private int distinct(IntPredicate of) {
    return (int) IntStream.range(0, asked).filter(rank -> first[rank]).filter(of).count();
  }

  private int labels() {
    return distinct(rank -> answers[rank] >= 0);
  }

  private int undecided() {
    return distinct(rank -> unsure[rank]);
  }

  /**
   * Returns the result.
   *
   * @param scores each judge's scores, in the order of the pairs; NaN without a score {@code //
   *     [pairs of the order]}
   * @param expected the share that a forecast assumes before there are labels, in [0, 1]; empty if
   *     no judge gives one
   */
  public LabelResult result(Map<String, float[]> scores, OptionalDouble expected) {
    int labels = labels();
    Optional<LabelledShare> estimate =
        labels < LabelResult.FEWEST ? Optional.empty() : Optional.of(strata.estimate(answers));
    LabelledJudges judges = new LabelledJudges(order, answers, first);
    return new LabelResult(
        order.design(),
        answers.length,
        distinct(rank -> true),
        labels,
        distinct(rank -> answers[rank] == 1),
        undecided(),
        later,
        estimate.map(LabelCount::cut).orElse(null),
        estimate.map(LabelledShare::fixed).orElse(null),
        estimate.map(share -> share.anytime(labels)).orElse(null),
        estimate.flatMap(share -> unsureBounds()).orElse(null),
        bins(),
        strata.merged(answers),
        estimate.flatMap(share -> saved(share, labels)).orElse(null),
        Optional.of(expected.orElse(UNKNOWN)).filter(share -> estimate.isEmpty()).orElse(null),
        forecasts(estimate, labels, expected.orElse(UNKNOWN)),
        votes.annotators().stream().map(this::annotator).toList(),
        agreements(),
        scores.entrySet().stream()
            .map(judge -> judges.of(judge.getKey(), judge.getValue(), estimate))
            .toList());
  }

  private static double cut(LabelledShare estimate) {
    return Math.min(1, Math.max(0, estimate.share()));
  }

  private Optional<Interval> unsureBounds() {
    if (undecided() <= FEW_UNSURE * distinct(rank -> true)) {
      return Optional.empty();
    }
    return Optional.of(new Interval(decided(0).fixed().low(), decided(1).fixed().high()));
  }

  /** Returns the estimate with the same answer for all unsure pairs. */
  private LabelledShare decided(int answer) {
    byte[] decided = answers.clone();
    for (int rank = 0; rank < asked; rank++) {
      decided[rank] = unsure[rank] ? (byte) answer : decided[rank];
    }
    return strata.estimate(decided);
  }

  private List<LabelResult.Bin> bins() {
    int count = Arrays.stream(order.bins()).max().orElse(0) + 1;
    int[][] counted = new int[3][count];
    for (int rank = 0; rank < answers.length; rank++) {
      if (!first[rank]) {
        continue;
      }
      int bin = order.bins()[rank];
      counted[0][bin]++;
      counted[1][bin] += answers[rank] >= 0 ? 1 : 0;
      counted[2][bin] += answers[rank] == 1 ? 1 : 0;
    }
    return IntStream.range(0, count)
        .mapToObj(bin -> new LabelResult.Bin(counted[0][bin], counted[1][bin], counted[2][bin]))
        .toList();
  }

  /**
   * Returns the number of additional labels that would be needed without a judge; empty without a
   * judge.
   */
  private Optional<Integer> saved(LabelledShare estimate, int labels) {
    if (order.design().judge() == null) {
      return Optional.empty();
    }
    OptionalInt alone = LabelForecast.alone(estimate).labels(estimate.fixed().halfWidth(), false);
    return alone.isPresent() ? Optional.of(alone.getAsInt() - labels) : Optional.empty();
  }

  private static List<LabelResult.Forecast> forecasts(
      Optional<LabelledShare> estimate, int labels, double expected) {
    LabelForecast forecast =
        estimate.map(share -> LabelForecast.of(share, labels)).orElse(LabelForecast.of(expected));
    return HALF_WIDTHS.stream()
        .map(
            half ->
                new LabelResult.Forecast(
                    half,
                    orNull(forecast.labels(half, false)),
                    orNull(forecast.labels(half, true))))
        .toList();
  }

  private static Integer orNull(OptionalInt value) {
    return value.isPresent() ? Integer.valueOf(value.getAsInt()) : null;
  }

  private LabelResult.Annotator annotator(String name) {
    List<LabelAnswer> given = votes.of(name);
    Agreement repeated = votes.repeated(name);
    byte[] own = new byte[answers.length];
    Arrays.fill(own, ScoreStrata.NO_LABEL);
    int sure = 0;
    for (int rank = 0; rank < asked; rank++) {
      Boolean match =
          votes
              .of(name, order.pairs().get(rank).name())
              .filter(answer -> !answer.adjudicated()) // contradicted pairs are not a random part
              .map(LabelAnswer::match)
              .orElse(null);
      if (match != null) {
        own[rank] = (byte) (match ? 1 : 0);
        sure += first[rank] ? 1 : 0;
      }
    }
    // A second annotator may have answered only a part of the order, which is random, too.
    Optional<LabelledShare> estimate =
        sure < LabelResult.FEWEST ? Optional.empty() : Optional.of(strata.estimate(own));
    long[] times = given.stream().mapToLong(LabelAnswer::ms).sorted().toArray();
    return new LabelResult.Annotator(
        name,
        given.size(),
        (int) given.stream().filter(answer -> Boolean.TRUE.equals(answer.match())).count(),
        (int) given.stream().filter(answer -> answer.match() == null).count(),
        times.length == 0 ? 0 : times[times.length / 2],
        repeated.count(),
        repeated.bothYes() + repeated.bothNo(),
        estimate.map(LabelCount::cut).orElse(null),
        estimate.map(LabelledShare::fixed).orElse(null));
  }

  private List<LabelResult.PairAgreement> agreements() {
    List<String> names = List.copyOf(votes.annotators());
    List<LabelResult.PairAgreement> agreements = new ArrayList<>();
    for (int first = 0; first < names.size(); first++) {
      for (int second = first + 1; second < names.size(); second++) {
        Agreement both = votes.agreement(names.get(first), names.get(second));
        if (both.count() > 0) {
          agreements.add(
              new LabelResult.PairAgreement(
                  names.get(first),
                  names.get(second),
                  both.bothYes(),
                  both.firstOnly(),
                  both.secondOnly(),
                  both.bothNo(),
                  both.share(),
                  both.kappa(),
                  both.adjusted()));
        }
      }
    }
    return agreements;
  }

  /** Returns the probability with which a pair of each bin is among the labels {@code // [bins]} */
  private double[] chances() {
    return bins().stream()
        .mapToDouble(bin -> (double) bin.labels() / Math.max(1, bin.drawn()))
        .toArray();
  }

  /** Returns the labels that count, as rows of a table of truth with the probability of each. */
  public List<LabelTruth> truth() {
    double[] chances = chances();
    return IntStream.range(0, asked)
        .filter(rank -> answers[rank] >= 0 && first[rank])
        .mapToObj(
            rank ->
                new LabelTruth(
                    order.pairs().get(rank).imageKey(),
                    order.pairs().get(rank).textKey(),
                    answers[rank] == 1,
                    chances[order.bins()[rank]]))
        .toList();
  }

  /**
   * A line of {@link LabelFolder#TRUTH_FILE}.
   *
   * @param probability the probability, in (0, 1], with which a pair of its bin is among the labels
   */
  public record LabelTruth(String imageKey, String textKey, boolean match, double probability) {}
}
