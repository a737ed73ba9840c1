// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.Provenance;
import dev.falcon.data.statistics.Holm;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.McNemar;
import dev.falcon.data.statistics.PairwiseMean;
import dev.falcon.data.statistics.StudentT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two ways of training, each with several seeds. What differs between seeds is not seen within one
 * pair of runs, so the seeds' differences are what is tested, by Student's t.
 */
final class SeedComparison {
  private SeedComparison() {}

  /**
   * Returns the comparison of several pairs of runs, one per seed.
   *
   * @param notes what is unusual about all runs together
   */
  static SuiteComparison of(List<SuiteComparison> bySeed, List<String> notes) {
    SuiteComparison first = bySeed.get(0);
    List<Provenance.Input> inputs = new ArrayList<>();
    bySeed.forEach(pair -> inputs.addAll(pair.provenance().inputs()));
    List<ComparedItems> subsets =
        IntStream.range(0, first.subsets().size())
            .mapToObj(subset -> together(bySeed, pair -> pair.subsets().get(subset)))
            .toList();
    double[] corrected = Holm.adjusted(subsets.stream().mapToDouble(ComparedItems::p).toArray());
    double[] subsetMeans = bySeed.stream().mapToDouble(SuiteComparison::subsetMean).toArray();
    return new SuiteComparison(
        Provenance.of(
            "eval compare", first.provenance().seed(), first.provenance().options(), inputs),
        first.suite(),
        bySeed.size(),
        Stream.concat(bySeed.stream().flatMap(pair -> pair.notes().stream()), notes.stream())
            .distinct()
            .toList(),
        together(bySeed, SuiteComparison::all),
        IntStream.range(0, corrected.length)
            .mapToObj(i -> subsets.get(i).corrected(corrected[i]))
            .toList(),
        PairwiseMean.of(subsetMeans),
        subsets.isEmpty() ? Optional.empty() : interval(subsetMeans),
        first.seen().map(any -> together(bySeed, pair -> pair.seen().orElseThrow())),
        first.unseen().map(any -> together(bySeed, pair -> pair.unseen().orElseThrow())),
        mean(bySeed, SuiteComparison::captionSide),
        mean(bySeed, SuiteComparison::imageSide),
        mean(bySeed, SuiteComparison::meanImage));
  }

  private static Optional<Double> mean(
      List<SuiteComparison> bySeed, Function<SuiteComparison, Optional<Double>> value) {
    double[] values =
        bySeed.stream().map(value).flatMap(Optional::stream).mapToDouble(v -> v).toArray();
    return values.length < bySeed.size() ? Optional.empty() : Optional.of(PairwiseMean.of(values));
  }

  private static ComparedItems together(
      List<SuiteComparison> bySeed, Function<SuiteComparison, ComparedItems> part) {
    List<ComparedItems> parts = bySeed.stream().map(part).toList();
    double[] differences = parts.stream().mapToDouble(ComparedItems::difference).toArray();
    double p = p(differences);
    double mean = PairwiseMean.of(differences);
    int won = parts.stream().mapToInt(ComparedItems::won).sum();
    int lost = parts.stream().mapToInt(ComparedItems::lost).sum();
    boolean unknown = new McNemar(won, lost).cannotTell() || (areEqual(differences) && mean != 0);
    return new ComparedItems(
        parts.get(0).name(),
        parts.get(0).items(),
        parts.get(0).images(),
        PairwiseMean.of(parts.stream().mapToDouble(ComparedItems::first).toArray()),
        PairwiseMean.of(parts.stream().mapToDouble(ComparedItems::second).toArray()),
        mean,
        interval(differences),
        won,
        lost,
        p,
        Double.NaN,
        p,
        standardError(differences),
        Double.NaN,
        unknown ? ComparedItems.Finding.CANNOT_TELL : ComparedItems.Finding.of(mean, p),
        Arrays.stream(differences).boxed().toList());
  }

  private static double standardError(double[] differences) {
    double mean = PairwiseMean.of(differences);
    double squares = Arrays.stream(differences).map(each -> (each - mean) * (each - mean)).sum();
    return Math.sqrt(squares / (differences.length - 1) / differences.length);
  }

  /**
   * Returns Student's interval; empty if the seeds show no spread, which shares of few items do.
   */
  private static Optional<Interval> interval(double[] differences) {
    if (areEqual(differences)) {
      return Optional.empty();
    }
    double half = StudentT.quantile(differences.length - 1) * standardError(differences);
    double mean = PairwiseMean.of(differences);
    return Optional.of(new Interval(mean - half, mean + half));
  }

  private static boolean areEqual(double[] differences) {
    return Arrays.stream(differences).distinct().count() == 1;
  }

  /** Returns the two-sided p of a mean of 0; of equal differences it is 1, as nothing is known. */
  private static double p(double[] differences) {
    double mean = Math.abs(PairwiseMean.of(differences));
    return areEqual(differences)
        ? 1
        : 2 * (1 - StudentT.probability(mean / standardError(differences), differences.length - 1));
  }
}
