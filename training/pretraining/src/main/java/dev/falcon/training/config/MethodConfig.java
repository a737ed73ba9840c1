// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.QuantilePolicy;
import java.util.Optional;

/**
 * The composition of batches after the first epoch, which is always uniform.
 *
 * @param name the name of a policy in {@link dev.falcon.mining.policy.Policies} ({@code falcon} is
 *     the scheduler, which learns during training), or of a method with further settings, such as
 *     {@code albef}: uniform batches with ALBEF's momentum network and queue
 * @param searchSpace |M|, the number of pairs per search space
 * @param level whether every anchor has its own quantile or a batch shares one
 * @param warp the exponent of the warp, by which q becomes 1 - (1 - q)^warp; this stretches the top
 *     ranks, and 1 leaves q unchanged
 * @param reference the network with which {@code jest} and {@code jest-all} compare the learner, a
 *     Falcon checkpoint or a run's folder; empty for other methods
 * @param ownWeight for a method with a margin, the weight of the difference between a pair's own
 *     similarity and the search space's mean, in [0, 1]
 * @param secondWitness for a method with a margin, the fraction of the similarity that the two
 *     images and the two captions must reach before the wider margin suspects a pair, in (0, 1];
 *     {@link #NO_WITNESS} for no such condition
 */
public record MethodConfig(
    String name,
    int searchSpace,
    Composition.Level level,
    double warp,
    String reference,
    double ownWeight,
    double secondWitness) {
  /** The value of {@code secondWitness} for no such condition. */
  public static final double NO_WITNESS = 0;

  /** The value of {@code ownWeight} with which own similarities are used unchanged. */
  public static final double FULL_WEIGHT = 1;

  /** The number of samples of which JEST's literal form keeps one: the paper's f is 0.8. */
  private static final int SUPER_BATCH = 5;

  public MethodConfig {
    Checks.atLeast("method.search_space", searchSpace, 2);
    Checks.inRange("method.warp", warp, 1, 100);
    Checks.inRange("method.own_weight", ownWeight, 0, 1);
    Checks.inRange("method.second_witness", secondWitness, 0, 1);
    NamedPolicy policy = parse(name);
    if (policy.margin().isEmpty() && (ownWeight != FULL_WEIGHT || secondWitness != NO_WITNESS)) {
      throw new RequestException(
          "method.own_weight and method.second_witness require a method that has a margin, such as"
              + " falcon+ or margin:0.1; name="
              + name);
    }
    if (isJest(name) == reference.isBlank()) {
      throw new RequestException(
          isJest(name)
              ? "method.reference must be named: " + name + " compares the learner with it"
              : "method.reference applies to jest and jest-all; name="
                  + name
                  + ", reference="
                  + reference);
    }
  }

  /** Returns the names of all methods in one line, for help. */
  public static String names() {
    return Recipes.names();
  }

  /** Returns the policy with this name. */
  @JsonIgnore
  public NamedPolicy policy() {
    return parse(name);
  }

  /**
   * Returns whether batches after the first epoch are chains of similar pairs, rather than uniform
   * draws.
   */
  @JsonIgnore
  public boolean chained() {
    return policy().quantiles().chains();
  }

  /** Returns whether all batches of an epoch are planned before it begins, as in GRIT-VLP. */
  @JsonIgnore
  public boolean planned() {
    return name.equals(Recipes.GRIT_VLP);
  }

  /** Returns whether JEST's joint selection composes the batches. */
  @JsonIgnore
  public boolean jest() {
    return isJest(name);
  }

  private static boolean isJest(String name) {
    return name.equals(Recipes.JEST) || name.equals(Recipes.JEST_ALL);
  }

  /**
   * Returns the number of pairs that a batch after the first epoch removes from its search space:
   * its own pairs and, in JEST's literal form, the discarded pairs of the super-batch.
   */
  @JsonIgnore
  public int taken(int batchSize) {
    return name.equals(Recipes.JEST) ? Math.min(searchSpace, SUPER_BATCH * batchSize) : batchSize;
  }

  /** Returns whether the scheduler chooses the quantiles. */
  @JsonIgnore
  public boolean scheduled() {
    return policy().quantiles() instanceof QuantilePolicy.Scheduled;
  }

  /**
   * Returns the constraints on pairs that share a batch: the method's margin, overridden by those
   * settings that differ from their defaults.
   */
  @JsonIgnore
  public Constraints constraints() {
    Constraints own = policy().constraints(Constraints.NONE);
    return own.margin().map(margin -> own.withMargin(refined(margin))).orElse(own);
  }

  private PositiveMargin refined(PositiveMargin margin) {
    return margin.with(
        ownWeight == FULL_WEIGHT ? margin.ownWeight() : (float) ownWeight,
        secondWitness == NO_WITNESS
            ? margin.witness()
            : Optional.of(new SecondWitness(secondWitness)));
  }

  /** Returns the composition in line 3 of Algorithm 1. */
  @JsonIgnore
  public Composition composition() {
    return new Composition(policy().quantiles(), level, warp);
  }

  private static NamedPolicy parse(String name) {
    try {
      return Recipes.policy(name)
          .orElseThrow(
              () ->
                  new RequestException(
                      "method.name must be one of " + Recipes.names() + "; name=" + name));
    } catch (RequestException e) {
      throw e.getMessage().startsWith("method.name")
          ? e
          : new RequestException("method.name: " + e.getMessage() + "; name=" + name, e);
    }
  }
}
