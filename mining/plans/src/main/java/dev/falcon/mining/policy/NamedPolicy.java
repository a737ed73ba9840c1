// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.PositiveMargin;
import java.util.Optional;

/**
 * The meaning of a policy's name.
 *
 * @param name the name, as in {@link Policies}, with its number
 * @param quantiles the source of quantiles
 * @param margin the margin of the policy; empty for none
 * @param truth whether known matches are kept apart
 */
public record NamedPolicy(
    String name, QuantilePolicy quantiles, Optional<PositiveMargin> margin, boolean truth) {

  /**
   * Combines the requested constraints with the policy's; a requested margin replaces the policy's
   * own.
   */
  public Constraints constraints(Constraints asked) {
    Constraints all = truth ? asked.withTruth() : asked;
    return all.margin().isPresent() ? all : margin.map(all::withMargin).orElse(all);
  }
}
