// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.Claim;
import dev.falcon.reproduce.model.Claim.Figure;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import dev.falcon.reproduce.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The evidence on one claim: collects the figures that decide it, and notes what is missing. */
final class Evidence {
  /**
   * The least number of seeds. With fewer, an interval is nearly meaningless: with two, t is 12.7.
   */
  public static final int LEAST_SEEDS = 3;

  private final Roles cast;
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> lacking = new ArrayList<>();

  /**
   * A term of a sum.
   *
   * @param weight the factor of the score
   * @param player the role's key, or {@link Roles#BASELINE}
   * @param score the score of the role's variant
   */
  record Term(double weight, String player, Score score) {}

  Evidence(Roles cast) {
    this.cast = cast;
  }

  /**
   * Adds the mean of the terms' sum, over the seeds for which all terms are known, to the figures.
   *
   * @param name the name of the figure
   * @param unit {@code %}, or empty
   * @param constant a number that is added to each sum
   * @return the mean with its interval; the mean is NaN if it is unknown
   */
  ComparisonResult.Difference sum(String name, String unit, double constant, Term... terms) {
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
      return new ComparisonResult.Difference(0, Double.NaN, null, null);
    }
    ComparisonResult.Difference difference = Statistics.difference(values);
    figures.add(new Figure(name, values.size(), difference.mean(), difference.half(), unit));
    return difference;
  }

  /** Returns the difference of a score between two variants: the first less the second. */
  ComparisonResult.Difference difference(Score score, String player, String other) {
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

  /** Returns whether the whole interval is above 0. */
  static boolean above(ComparisonResult.Difference difference) {
    return difference.clear() && difference.mean() > 0;
  }

  /** Returns whether the whole interval is below 0. */
  static boolean below(ComparisonResult.Difference difference) {
    return difference.clear() && difference.mean() < 0;
  }

  Claim.Finding finding(String reading, boolean met) {
    Claim.Verdict verdict =
        !lacking.isEmpty()
            ? Claim.Verdict.NOT_TESTABLE
            : met ? Claim.Verdict.APPEARED : Claim.Verdict.DID_NOT_APPEAR;
    return new Claim.Finding(reading, verdict, List.copyOf(lacking), List.copyOf(figures));
  }

  /** Maps the roles of the paper's claims to variants. */
  public record Roles(String baseline, Map<String, String> roles, List<VariantResult> variants) {
    /** The key of the variant from which differences are taken. */
    static final String BASELINE = "the baseline";

    /** Returns the variant of a role; empty if none plays it. */
    Optional<VariantResult> variant(String player) {
      String wanted = player.equals(BASELINE) ? baseline : roles.get(player);
      return variants.stream().filter(variant -> variant.name().equals(wanted)).findFirst();
    }

    /** Returns the name of the role's variant, or of the role if no variant plays it. */
    String name(String player) {
      return variant(player).map(VariantResult::name).orElse(player);
    }

    /** Returns whether one variant plays both roles. */
    boolean same(Role one, Role other) {
      return roles.containsKey(one.key()) && roles.get(one.key()).equals(roles.get(other.key()));
    }
  }
}
