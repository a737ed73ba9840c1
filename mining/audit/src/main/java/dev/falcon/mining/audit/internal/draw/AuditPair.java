// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.audit.request.Direction;

/**
 * A drawn pair.
 *
 * @param stratum the number of its stratum
 * @param anchor the anchor's item
 * @param candidate the negative's item
 * @param quantile the quantile requested of the candidate, in [0, 1]; NaN for none
 */
public record AuditPair(
    int stratum, Direction direction, int anchor, int candidate, float quantile) {
  /** Returns the item of the pair's image. */
  public int image() {
    return direction == Direction.TEXT_TO_IMAGE ? candidate : anchor;
  }

  /** Returns the item of the pair's text. */
  public int text() {
    return direction == Direction.TEXT_TO_IMAGE ? anchor : candidate;
  }
}
