package dev.falcon.training.config.method;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.data.RequestException;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.training.config.internal.Checks;
import dev.falcon.training.config.internal.Recipes;

/**
 * How batches are composed after the first epoch, which is always uniform.
 *
 * @param name a policy by one of the names that {@link dev.falcon.mining.policy.Policies} has
 *     ({@code falcon} is the scheduler, which learns while training goes on), or a method that
 *     brings more along, such as {@code albef}: uniform, with ALBEF's momentum and queue
 * @param searchSpace |M|, pairs a search space
 * @param level whether every anchor has a quantile of its own or the batch has one
 * @param warp q becomes 1 - (1 - q)^warp, which stretches the top ranks; 1 leaves q as it is
 * @param reference the network that {@code jest} and {@code jest-all} compare the learner with: a
 *     checkpoint of Falcon's or a run's folder; empty for other methods
 */
public record MethodConfig(
    String name, int searchSpace, Level level, double warp, String reference) {
  /** Of how many samples JEST's literal form keeps one: the paper's f is 0.8. */
  private static final int SUPER_BATCH = 5;

  public MethodConfig {
    Checks.atLeast("method.search_space", searchSpace, 2);
    Checks.inRange("method.warp", warp, 1, 100);
    parse(name);
    if (isJest(name) == reference.isBlank()) {
      throw new RequestException(
          isJest(name)
              ? "method.reference must be named: " + name + " compares the learner with it"
              : "method.reference is of jest and jest-all; name="
                  + name
                  + ", reference="
                  + reference);
    }
  }

  /** The names of all methods in one line, for help. */
  public static String names() {
    return Recipes.names();
  }

  /** The policy that the name stands for. */
  @JsonIgnore
  public NamedPolicy policy() {
    return parse(name);
  }

  /** Whether batches after the first epoch are chains of similar pairs, or uniform draws. */
  @JsonIgnore
  public boolean chained() {
    return policy().quantiles().chains();
  }

  /** Whether an epoch's batches are planned as a whole, as GRIT-VLP does, before it begins. */
  @JsonIgnore
  public boolean planned() {
    return name.equals(Recipes.GRIT_VLP);
  }

  /** Whether JEST's joint selection composes the batches. */
  @JsonIgnore
  public boolean jest() {
    return isJest(name);
  }

  private static boolean isJest(String name) {
    return name.equals(Recipes.JEST) || name.equals(Recipes.JEST_ALL);
  }

  /**
   * How many pairs a batch after the first epoch takes out of its search space: its own, and in
   * JEST's literal form those of the super-batch that are not kept.
   */
  @JsonIgnore
  public int taken(int batchSize) {
    return name.equals(Recipes.JEST) ? Math.min(searchSpace, SUPER_BATCH * batchSize) : batchSize;
  }

  /** Whether the scheduler chooses the quantiles. */
  @JsonIgnore
  public boolean scheduled() {
    return policy().quantiles() instanceof QuantilePolicy.Scheduled;
  }

  /** Line 3 of Algorithm 1. */
  @JsonIgnore
  public Composition composition() {
    return new Composition(policy().quantiles(), Composition.Level.valueOf(level.name()), warp);
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

  /** Whose the quantile is. */
  public enum Level {
    /** Every anchor's own. */
    @JsonProperty("instance")
    INSTANCE,
    /** One for the batch. */
    @JsonProperty("batch")
    BATCH
  }
}
