package dev.falcon.training.config.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import java.util.List;
import java.util.Optional;

/**
 * Methods that are more than a policy: the resource {@code method-NAME.yaml} says by {@code policy}
 * how batches are composed, and which keys of the configuration the method brings along.
 */
public final class Recipes {
  /** GRIT-VLP's own batches: orders of a whole epoch, instead of Algorithm 1's chains. */
  public static final String GRIT_VLP = "grit-vlp";

  /** JEST: of every super-batch a fifth is kept, the rest is left out of the epoch. */
  public static final String JEST = "jest";

  /** JEST's selection until the search space is empty: every pair once. */
  public static final String JEST_ALL = "jest-all";

  private static final List<String> NAMES =
      List.of("albef", GRIT_VLP, "mafa", "diht", "srcl", JEST, JEST_ALL);
  private static final String POLICY = "policy";

  private Recipes() {}

  /** The names of all methods in one line. */
  public static String names() {
    return String.join(", ", NAMES) + ", " + Policies.names();
  }

  /** The keys that a method brings along; empty where it is a policy alone. */
  public static Optional<ObjectNode> keys(String method) {
    return recipe(method).map(keys -> keys.without(POLICY));
  }

  /** How a method composes batches; empty where there is no such method. */
  public static Optional<NamedPolicy> policy(String method) {
    return Policies.find(recipe(method).map(keys -> keys.get(POLICY).asText()).orElse(method));
  }

  private static Optional<ObjectNode> recipe(String method) {
    return NAMES.contains(method)
        ? Optional.of(ConfigTree.resource("method-" + method))
        : Optional.empty();
  }
}
