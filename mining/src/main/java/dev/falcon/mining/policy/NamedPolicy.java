package dev.falcon.mining.policy;

import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.PositiveMargin;
import java.util.Optional;

/**
 * What a policy's name stands for.
 *
 * @param name as in {@link Policies}, with its number
 * @param quantiles where quantiles come from
 * @param margin that goes with them
 * @param truth whether what is known to match is kept apart
 */
public record NamedPolicy(
    String name, QuantilePolicy quantiles, Optional<PositiveMargin> margin, boolean truth) {

  /** What is asked for, and what the policy brings; a margin that is asked for replaces its own. */
  public Constraints constraints(Constraints asked) {
    Constraints all = truth ? asked.withTruth() : asked;
    return all.margin().isPresent() ? all : margin.map(all::withMargin).orElse(all);
  }
}
