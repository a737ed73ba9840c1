package dev.falcon.training.internal.comparison.claim;

import dev.falcon.training.comparison.result.Claim.Figure;
import dev.falcon.training.comparison.result.Claim.Finding;
import dev.falcon.training.comparison.result.Claim.Verdict;
import dev.falcon.training.comparison.result.ComparisonResult.Difference;
import dev.falcon.training.comparison.result.ComparisonResult.RunResult;
import dev.falcon.training.comparison.result.ComparisonResult.VariantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds one claim against the runs: gathers the figures that decide, and what is lacking. */
public final class Trial {
  /** With fewer pairs an interval says next to nothing: at two, t is 12.7. */
  public static final int LEAST_SEEDS = 3;

  private final Cast cast;
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> lacking = new ArrayList<>();

  /**
   * A part of a sum.
   *
   * @param player the role's key, or {@link Cast#BASELINE}
   */
  record Term(double weight, String player, Score score) {}

  Trial(Cast cast) {
    this.cast = cast;
  }

  /**
   * The sum of the terms, over the seeds of which all are known; it joins the figures.
   *
   * @param constant is added to each
   * @return with a mean that is no number where it cannot be had
   */
  Difference sum(String name, String unit, double constant, Term... terms) {
    Map<Long, Double> sums = null;
    for (Term term : terms) {
      Optional<VariantResult> player = cast.variant(term.player());
      if (player.isEmpty()) {
        note("no variant plays " + term.player());
        sums = new TreeMap<>();
        continue;
      }
      VariantResult variant = player.get();
      Map<Long, Double> values = known(variant, term.score());
      if (values.size() < LEAST_SEEDS) {
        note(variant.name() + " has " + values.size() + " of " + LEAST_SEEDS + " seeds");
      }
      sums = sums == null ? scaled(values, term.weight(), constant) : added(sums, values, term);
    }
    List<Double> values = sums == null ? List.of() : List.copyOf(sums.values());
    if (values.size() < LEAST_SEEDS && lacking.isEmpty()) {
      note(name + ": " + values.size() + " of " + LEAST_SEEDS + " seeds in common");
    }
    if (values.isEmpty()) {
      return new Difference(0, Double.NaN, null, null);
    }
    Difference difference = Statistics.difference(values);
    figures.add(new Figure(name, values.size(), difference.mean(), difference.half(), unit));
    return difference;
  }

  /** The same score of two players: the first's less the second's. */
  Difference difference(Score score, String player, String other) {
    return sum(
        score.name() + ", " + cast.name(player) + " less " + cast.name(other),
        score.unit(),
        0,
        new Term(1, player, score),
        new Term(-1, other, score));
  }

  private static Map<Long, Double> known(VariantResult variant, Score score) {
    Map<Long, Double> values = new TreeMap<>();
    for (RunResult run : variant.runs()) {
      Double value = score.of(run);
      if (value != null) {
        values.put(run.seed(), value);
      }
    }
    return values;
  }

  private static Map<Long, Double> scaled(
      Map<Long, Double> values, double weight, double constant) {
    Map<Long, Double> scaled = new TreeMap<>();
    values.forEach((seed, value) -> scaled.put(seed, weight * value + constant));
    return scaled;
  }

  private static Map<Long, Double> added(
      Map<Long, Double> sums, Map<Long, Double> more, Term term) {
    Map<Long, Double> added = new TreeMap<>();
    sums.forEach(
        (seed, sum) -> {
          if (more.containsKey(seed)) {
            added.put(seed, sum + term.weight() * more.get(seed));
          }
        });
    return added;
  }

  private void note(String what) {
    if (!lacking.contains(what)) {
      lacking.add(what);
    }
  }

  /** Whether the interval lies above 0. */
  static boolean above(Difference difference) {
    return difference.clear() && difference.mean() > 0;
  }

  /** Whether the interval lies below 0. */
  static boolean below(Difference difference) {
    return difference.clear() && difference.mean() < 0;
  }

  Finding finding(String reading, boolean met) {
    Verdict verdict =
        !lacking.isEmpty() ? Verdict.NOT_TESTABLE : met ? Verdict.APPEARED : Verdict.DID_NOT_APPEAR;
    return new Finding(reading, verdict, List.copyOf(lacking), List.copyOf(figures));
  }
}
