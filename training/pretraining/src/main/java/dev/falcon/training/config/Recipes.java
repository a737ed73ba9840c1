// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import java.util.List;
import java.util.Optional;

/**
 * The methods that are more than a policy. The resource {@code method-NAME.yaml} names the policy
 * that composes batches and the configuration keys that the method sets.
 */
final class Recipes {
  /**
   * GRIT-VLP's own batches: the order of a whole epoch is computed before the epoch, instead of
   * Algorithm 1's chains.
   */
  public static final String GRIT_VLP = "grit-vlp";

  /** JEST: a fifth of every super-batch is kept, and the rest is skipped for the epoch. */
  public static final String JEST = "jest";

  /**
   * JEST's selection, repeated until the search space is empty, so that every pair is used once.
   */
  public static final String JEST_ALL = "jest-all";

  private static final List<String> NAMES =
      List.of("albef", GRIT_VLP, "mafa", "diht", "srcl", JEST, JEST_ALL);

  /** The methods that set other keys under one framework. */
  private static final List<String> BASELINES = List.of("uniform-blip2");

  private static final String POLICY = "policy";

  private Recipes() {}

  /** Returns the names of all methods in one line. */
  public static String names() {
    return String.join(", ", NAMES) + ", " + Policies.names();
  }

  /** Returns the keys that a method sets; empty for a policy alone. */
  public static Optional<ObjectNode> keys(String method) {
    return recipe(method).map(keys -> keys.without(POLICY));
  }

  /**
   * Returns the keys that a method sets under a framework. A framework's own baseline may differ in
   * more than its batches.
   */
  public static Optional<ObjectNode> keys(String method, String framework) {
    return BASELINES.contains(method + "-" + framework)
        ? Optional.of(ConfigTree.resource("method-" + method + "-" + framework))
        : keys(method);
  }

  /** Returns the policy that composes a method's batches; empty for an unknown method. */
  public static Optional<NamedPolicy> policy(String method) {
    return Policies.find(recipe(method).map(keys -> keys.get(POLICY).asText()).orElse(method));
  }

  private static Optional<ObjectNode> recipe(String method) {
    return NAMES.contains(method)
        ? Optional.of(ConfigTree.resource("method-" + method))
        : Optional.empty();
  }
}
