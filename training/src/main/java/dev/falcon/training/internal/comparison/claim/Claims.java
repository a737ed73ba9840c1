package dev.falcon.training.internal.comparison.claim;

import dev.falcon.training.comparison.design.Role;
import dev.falcon.training.comparison.result.Claim;
import dev.falcon.training.comparison.result.Claim.Finding;
import dev.falcon.training.comparison.result.ComparisonResult.Difference;
import dev.falcon.training.internal.comparison.claim.Trial.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The paper's eight qualitative claims as rules. R@1 and R@10 are means of both directions;
 * "clearly" means that the 95 % interval of the paired difference leaves 0 out.
 */
public final class Claims {
  private static final double COLLAPSE = 0.75;
  private static final double MIDDLE = 0.5;

  private Claims() {}

  public static List<Claim> of(Cast cast) {
    return List.of(
        new Claim(
            1,
            "Negatives at q = 0 collapse R@1, while R@10 stays high",
            "R@1 clearly below three quarters of the baseline's, R@10 clearly above",
            both(cast, Claims::collapse)),
        new Claim(
            2,
            "A larger search space harms q = 1, and not FALCON",
            "R@1 of q = 1 clearly falls, FALCON's does not, and the two changes clearly differ",
            both(cast, Claims::searchSpace)),
        new Claim(
            3,
            "q = 1 gains R@1 and loses R@10; FALCON gains both",
            "all four differences to the baseline are clear, and of these signs",
            both(cast, Claims::gains)),
        new Claim(
            4,
            "FALCON's mean q begins high and falls over the epochs",
            "q begins clearly above 0.5 and clearly falls, and clearly more than with a reward of"
                + " noise: a fall is no evidence without that control",
            falls(cast)),
        new Claim(
            5,
            "Word loss is a better reward than any with contrast and matching in it",
            "R@1 clearly above both such rewards', and above that of noise, else nothing was learned",
            both(cast, Claims::rewards)),
        new Claim(
            6,
            "A quantile for every anchor is better than one for the batch",
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
            "FALCON is ahead of all other policies, in places within noise",
            "mean R@1 above every other policy's, and clearly above the baseline's; other leads may"
                + " be within noise, as some of the paper's are",
            both(cast, Claims::leads)));
  }

  private static List<Finding> both(Cast cast, BiFunction<Trial, Boolean, Boolean> rule) {
    Trial contrast = new Trial(cast);
    Trial reranked = new Trial(cast);
    return List.of(
        contrast.finding("by contrast", rule.apply(contrast, false)),
        reranked.finding("re-ranked by matching", rule.apply(reranked, true)));
  }

  private static boolean collapse(Trial trial, boolean reranked) {
    String least = Role.LEAST.key();
    Difference first = overCollapse(trial, least, Score.recallAt1(reranked));
    Difference tenth = overCollapse(trial, least, Score.recallAt10(reranked));
    return Trial.below(first) && Trial.above(tenth);
  }

  private static Difference overCollapse(Trial trial, String player, Score score) {
    return trial.sum(
        score.name() + " less three quarters of the baseline's",
        score.unit(),
        0,
        new Term(1, player, score),
        new Term(-COLLAPSE, Cast.BASELINE, score));
  }

  private static boolean searchSpace(Trial trial, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    String grit = Role.GRIT.key();
    String falcon = Role.FALCON.key();
    String wideGrit = Role.GRIT_WIDE.key();
    String wideFalcon = Role.FALCON_WIDE.key();
    Difference hardest = trial.difference(score, wideGrit, grit);
    Difference learned = trial.difference(score, wideFalcon, falcon);
    Difference apart =
        trial.sum(
            "R@1, FALCON's change less that of q = 1",
            score.unit(),
            0,
            new Term(1, wideFalcon, score),
            new Term(-1, falcon, score),
            new Term(-1, wideGrit, score),
            new Term(1, grit, score));
    return Trial.below(hardest) && !Trial.below(learned) && Trial.above(apart);
  }

  private static boolean gains(Trial trial, boolean reranked) {
    Score first = Score.recallAt1(reranked);
    Score tenth = Score.recallAt10(reranked);
    String grit = Role.GRIT.key();
    String falcon = Role.FALCON.key();
    Difference gritFirst = trial.difference(first, grit, Cast.BASELINE);
    Difference gritTenth = trial.difference(tenth, grit, Cast.BASELINE);
    Difference falconFirst = trial.difference(first, falcon, Cast.BASELINE);
    Difference falconTenth = trial.difference(tenth, falcon, Cast.BASELINE);
    return Trial.above(gritFirst)
        && Trial.below(gritTenth)
        && Trial.above(falconFirst)
        && Trial.above(falconTenth);
  }

  private static List<Finding> falls(Cast cast) {
    List<Finding> findings = new ArrayList<>();
    findings.add(fall(cast, "the paper's scheduler", Role.FALCON, Role.FALCON_NOISE));
    if (!cast.same(Role.FALCON, Role.LEARNER)) {
      findings.add(fall(cast, "stabilised", Role.LEARNER, Role.LEARNER_NOISE));
    }
    return findings;
  }

  private static Finding fall(Cast cast, String reading, Role role, Role control) {
    Trial trial = new Trial(cast);
    String player = role.key();
    Difference first =
        trial.sum("first q, over 0.5", "", -MIDDLE, new Term(1, player, Score.FIRST_QUANTILE));
    Difference change = trial.sum("change of q", "", 0, new Term(1, player, Score.QUANTILE_RISE));
    Difference beyond = trial.difference(Score.QUANTILE_RISE, player, control.key());
    return trial.finding(reading, Trial.above(first) && Trial.below(change) && Trial.below(beyond));
  }

  private static boolean rewards(Trial trial, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    String words = Role.LEARNER.key();
    Difference two = trial.difference(score, words, Role.LEARNER_ITC_ITM.key());
    Difference three = trial.difference(score, words, Role.LEARNER_ITC_ITM_MLM.key());
    Difference noise = trial.difference(score, words, Role.LEARNER_NOISE.key());
    return Trial.above(two) && Trial.above(three) && Trial.above(noise);
  }

  private static boolean levels(Trial trial, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    return Trial.above(trial.difference(score, Role.LEARNER.key(), Role.LEARNER_BATCH.key()));
  }

  private static Finding increase(Cast cast) {
    Trial trial = new Trial(cast);
    return trial.finding("rises at q = 1", Trial.above(change(trial, cast, Role.GRIT)));
  }

  private static Finding decrease(Cast cast) {
    Trial trial = new Trial(cast);
    Difference median = change(trial, cast, Role.MEDIAN);
    Difference least = change(trial, cast, Role.LEAST);
    return trial.finding("falls at q of 0.5 and less", Trial.below(median) && Trial.below(least));
  }

  private static Difference change(Trial trial, Cast cast, Role role) {
    Score score = Score.NEXT_RISE;
    String name = score.name() + ", " + cast.name(role.key());
    return trial.sum(name, score.unit(), 0, new Term(1, role.key(), score));
  }

  private static boolean leads(Trial trial, boolean reranked) {
    Score score = Score.recallAt1(reranked);
    String falcon = Role.FALCON.key();
    boolean met = Trial.above(trial.difference(score, falcon, Cast.BASELINE));
    for (Role other : List.of(Role.LEAST, Role.MEDIAN, Role.HARDENING, Role.SOFTENING, Role.GRIT)) {
      met &= trial.difference(score, falcon, other.key()).mean() > 0;
    }
    return met;
  }
}
