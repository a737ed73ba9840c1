// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The score of a pair of a picture and a caption. */
public enum ScoredBy {
  /** The cosine of a dual encoder's vectors. */
  ITC,
  /** The logit of a matching model. */
  ITM,
  /** The probability of a matching model that the pair matches. */
  MATCH,
  /** The scores that the suite's table gives. */
  TABLE;

  /** Returns the name in files. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
