// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The part that a variant plays in the paper's claims, besides the baseline. */
public enum Role {
  /** Negatives at the quantile 0. */
  LEAST,
  /** Negatives at the quantile 0.5. */
  MEDIAN,
  /** A quantile that rises over training. */
  HARDENING,
  /** A quantile that falls over training. */
  SOFTENING,
  /** Negatives at the quantile 1. */
  GRIT,
  /** Quantile 1 in a larger search space. */
  GRIT_WIDE,
  /** The paper's scheduler. */
  FALCON,
  /** The paper's scheduler in the larger search space. */
  FALCON_WIDE,
  /** The paper's scheduler, rewarded by noise. */
  FALCON_NOISE,
  /** A scheduler with varied rewards and level, rewarded by word loss. */
  LEARNER,
  /** The varied scheduler, rewarded by noise. */
  LEARNER_NOISE,
  /** The varied scheduler, with one quantile for a batch. */
  LEARNER_BATCH,
  /** The varied scheduler, rewarded by contrast and matching. */
  LEARNER_ITC_ITM,
  /** The varied scheduler, rewarded by all three losses. */
  LEARNER_ITC_ITM_MLM;

  /** Returns the name in a comparison's file, such as {@code grit-wide}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the role with a key.
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
