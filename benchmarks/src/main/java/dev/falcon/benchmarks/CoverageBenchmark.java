// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.benchmarks.material.CoverageCase;
import dev.falcon.benchmarks.material.CoverageCases;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How often the 95 % intervals of audits hold the true share: samples of known share are drawn many
 * times over, with the clusters and strata that audits have.
 *
 * <p>Arguments: {@code trials=4000 seed=1}. Prints a table: what is drawn, the true share, the
 * share of trials whose interval holds it, the mean width, and the coverage of Wilson's interval
 * with members counted as independent.
 */
public final class CoverageBenchmark {
  private CoverageBenchmark() {}

  /** Prints the table. */
  public static void main(String[] arguments) {
    Settings settings = new Settings("trials=4000", "seed=1").with(arguments);
    int trials = settings.number("trials");
    System.out.println("| drawn | true share | coverage | mean width | as independent |");
    System.out.println("|---|---|---|---|---|");
    for (CoverageCase drawn : CoverageCases.all()) {
      measure(drawn, trials, settings.number("seed"));
    }
  }

  private static void measure(CoverageCase drawn, int trials, int seed) {
    RandomStream random = RandomStream.of(seed, drawn.name() + " " + drawn.share());
    int[] members = IntStream.range(0, drawn.members()).toArray();
    int held = 0;
    int plainlyHeld = 0;
    double width = 0;
    for (int trial = 0; trial < trials; trial++) {
      boolean[] answers = drawn.draw(random);
      Rate rate = drawn.sample().rate(members, i -> Question.answer(answers[i]));
      held += rate.interval().contains(drawn.share()) ? 1 : 0;
      width += 2 * rate.interval().halfWidth();
      plainlyHeld +=
          Interval.wilson(rate.share(), (double) rate.judged()).contains(drawn.share()) ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.3f | %.1f | %.3f | %.1f |%n",
        drawn.name(),
        drawn.share(),
        100.0 * held / trials,
        width / trials,
        100.0 * plainlyHeld / trials);
  }
}
