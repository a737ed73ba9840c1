package dev.falcon.training.comparison.design;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a variant stands for in the paper's claims, beside the baseline. */
public enum Role {
  /** Negatives at the quantile 0. */
  LEAST,
  /** Negatives at the quantile 0.5. */
  MEDIAN,
  /** The quantile rises over training. */
  HARDENING,
  /** The quantile falls over training. */
  SOFTENING,
  /** Negatives at the quantile 1. */
  GRIT,
  /** The same in a larger search space. */
  GRIT_WIDE,
  /** The paper's scheduler. */
  FALCON,
  /** The same in the larger search space. */
  FALCON_WIDE,
  /** The paper's scheduler, rewarded by noise. */
  FALCON_NOISE,
  /** The scheduler whose rewards and level are varied, rewarded by word loss. */
  LEARNER,
  /** The same, rewarded by noise. */
  LEARNER_NOISE,
  /** The same, with one quantile for a batch. */
  LEARNER_BATCH,
  /** The same, rewarded by contrast and matching. */
  LEARNER_ITC_ITM,
  /** The same, rewarded by all three losses. */
  LEARNER_ITC_ITM_MLM;

  /** The name in a comparison's file, such as {@code grit-wide}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The role of a key.
   *
   * @throws RequestException if there is none
   */
  public static Role of(String key) {
    for (Role role : values()) {
      if (role.key().equals(key)) {
        return role;
      }
    }
    List<String> known = Arrays.stream(values()).map(Role::key).toList();
    throw new RequestException("claims has no role '" + key + "'; known are " + known);
  }
}
