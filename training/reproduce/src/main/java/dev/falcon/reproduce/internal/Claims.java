// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.internal.Evidence.Roles;
import dev.falcon.reproduce.internal.Evidence.Term;
import dev.falcon.reproduce.model.Claim;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The paper's eight qualitative claims as rules. R@1 and R@10 are means of both directions;
 * "clearly" means that the 95 % interval of the paired difference excludes 0.
 */
final class Claims {
  private static final double COLLAPSE = 0.75;
  private static final double MIDDLE = 0.5;

  private Claims() {}

  public static List<Claim> of(Roles cast) {
    return List.of(
        new Claim(
            1,
            "Negatives at q = 0 collapse R@1, while R@10 stays high",
            "R@1 clearly below three quarters of the baseline's, R@10 clearly above",
            both(cast, Claims::collapse)),
        new Claim(
            2,
            "A larger search space harms q = 1, but not FALCON",
            "R@1 of q = 1 clearly falls, FALCON's does not, and the two changes clearly differ",
            both(cast, Claims::searchSpace)),
        new Claim(
            3,
            "q = 1 gains R@1 and loses R@10; FALCON gains both",
            "all four differences from the baseline are clear, and have these signs",
            both(cast, Claims::gains)),
        new Claim(
            4,
            "FALCON's mean q starts high and falls over the epochs",
            "q begins clearly above 0.5, clearly falls, and falls clearly more than with a reward"
                + " of noise: without that control, a fall is not evidence",
            falls(cast)),
        new Claim(
            5,
            "Word loss is a better reward than any that includes contrast and matching",
            "R@1 clearly above that of both such rewards, and above that of noise; otherwise"
                + " nothing was learned",
            both(cast, Claims::rewards)),
        new Claim(
            6,
            "A quantile per anchor is better than one per batch",
            "R@1 clearly higher",
            both(cast, Claims::levels)),
        new Claim(
            7,
            "False negatives increase over training at q = 1, and decrease at q of 0.5 and less",
            "the share of true pairs among neighbours in the chain clearly rises from the second"
                + " epoch to the last; clearly falls at both lower quantiles",
            List.of(increase(cast), decrease(cast))),
        new Claim(
            8,
            "FALCON leads all other policies, sometimes within noise",
            "mean R@1 above every other policy's, and clearly above the baseline's; other leads"
                + " may be within noise, as some in the paper are",
            both(cast, Claims::leads)));
  }

  private static List<Claim.Finding> both(Roles cast, BiFunction<Evidence, Boolean, Boolean> rule) {
    Evidence contrast = new Evidence(cast);
    Evidence reranked = new Evidence(cast);
    return List.of(
        contrast.finding("by contrast", rule.apply(contrast, false)),
        reranked.finding("re-ranked by matching", rule.apply(reranked, true)));
  }

  private static boolean collapse(Evidence evidence, boolean reranked) {
    String least = Role.LEAST.key();
    ComparisonResult.Difference first = overCollapse(evidence, least, Score.recallAt1(reranked));
    ComparisonResult.Difference tenth = overCollapse(evidence, least, Score.recallAt10(reranked));
    return Evidence.below(first) && Evidence.above(tenth);
  }

  private static ComparisonResult.Difference overCollapse(
      Evidence evidence, String player, Score score) {
    return evidence.sum(
        score.name() + " less three quarters of the baseline's",
        score.unit(),
        0,
        new Term(1, player, score),
        new Term(-COLLAPSE, Roles.BASELINE, score));
  }

  private static boolean searchSpace(Evidence evidence, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    String grit = Role.GRIT.key();
    String falcon = Role.FALCON.key();
    String wideGrit = Role.GRIT_WIDE.key();
    String wideFalcon = Role.FALCON_WIDE.key();
    ComparisonResult.Difference hardest = evidence.difference(score, wideGrit, grit);
    ComparisonResult.Difference learned = evidence.difference(score, wideFalcon, falcon);
    ComparisonResult.Difference apart =
        evidence.sum(
            "R@1, FALCON's change less that of q = 1",
            score.unit(),
            0,
            new Term(1, wideFalcon, score),
            new Term(-1, falcon, score),
            new Term(-1, wideGrit, score),
            new Term(1, grit, score));
    return Evidence.below(hardest) && !Evidence.below(learned) && Evidence.above(apart);
  }

  private static boolean gains(Evidence evidence, boolean reranked) {
    Score first = Score.recallAt1(reranked);
    Score tenth = Score.recallAt10(reranked);
    String grit = Role.GRIT.key();
    String falcon = Role.FALCON.key();
    ComparisonResult.Difference gritFirst = evidence.difference(first, grit, Roles.BASELINE);
    ComparisonResult.Difference gritTenth = evidence.difference(tenth, grit, Roles.BASELINE);
    ComparisonResult.Difference falconFirst = evidence.difference(first, falcon, Roles.BASELINE);
    ComparisonResult.Difference falconTenth = evidence.difference(tenth, falcon, Roles.BASELINE);
    return Evidence.above(gritFirst)
        && Evidence.below(gritTenth)
        && Evidence.above(falconFirst)
        && Evidence.above(falconTenth);
  }

  private static List<Claim.Finding> falls(Roles cast) {
    List<Claim.Finding> findings = new ArrayList<>();
    findings.add(fall(cast, "the paper's scheduler", Role.FALCON, Role.FALCON_NOISE));
    if (!cast.same(Role.FALCON, Role.LEARNER)) {
      findings.add(fall(cast, "stabilised", Role.LEARNER, Role.LEARNER_NOISE));
    }
    return findings;
  }

  private static Claim.Finding fall(Roles cast, String reading, Role role, Role control) {
    Evidence evidence = new Evidence(cast);
    String player = role.key();
    ComparisonResult.Difference first =
        evidence.sum("first q, over 0.5", "", -MIDDLE, new Term(1, player, Score.FIRST_QUANTILE));
    ComparisonResult.Difference change =
        evidence.sum("change of q", "", 0, new Term(1, player, Score.QUANTILE_RISE));
    ComparisonResult.Difference beyond =
        evidence.difference(Score.QUANTILE_RISE, player, control.key());
    return evidence.finding(
        reading, Evidence.above(first) && Evidence.below(change) && Evidence.below(beyond));
  }

  private static boolean rewards(Evidence evidence, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    String words = Role.LEARNER.key();
    ComparisonResult.Difference two = evidence.difference(score, words, Role.LEARNER_ITC_ITM.key());
    ComparisonResult.Difference three =
        evidence.difference(score, words, Role.LEARNER_ITC_ITM_MLM.key());
    ComparisonResult.Difference noise = evidence.difference(score, words, Role.LEARNER_NOISE.key());
    return Evidence.above(two) && Evidence.above(three) && Evidence.above(noise);
  }

  private static boolean levels(Evidence evidence, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    return Evidence.above(evidence.difference(score, Role.LEARNER.key(), Role.LEARNER_BATCH.key()));
  }

  private static Claim.Finding increase(Roles cast) {
    Evidence evidence = new Evidence(cast);
    return evidence.finding("rises at q = 1", Evidence.above(change(evidence, cast, Role.GRIT)));
  }

  private static Claim.Finding decrease(Roles cast) {
    Evidence evidence = new Evidence(cast);
    ComparisonResult.Difference median = change(evidence, cast, Role.MEDIAN);
    ComparisonResult.Difference least = change(evidence, cast, Role.LEAST);
    return evidence.finding(
        "falls at q of 0.5 and less", Evidence.below(median) && Evidence.below(least));
  }

  private static ComparisonResult.Difference change(Evidence evidence, Roles cast, Role role) {
    Score score = Score.NEXT_RISE;
    String name = score.name() + ", " + cast.name(role.key());
    return evidence.sum(name, score.unit(), 0, new Term(1, role.key(), score));
  }

  private static boolean leads(Evidence evidence, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    String falcon = Role.FALCON.key();
    boolean met = Evidence.above(evidence.difference(score, falcon, Roles.BASELINE));
    for (Role other : List.of(Role.LEAST, Role.MEDIAN, Role.HARDENING, Role.SOFTENING, Role.GRIT)) {
      met &= evidence.difference(score, falcon, other.key()).mean() > 0;
    }
    return met;
  }
}
