package dev.falcon.mining.audit.internal.data;

import dev.falcon.mining.audit.result.Direction;

/**
 * A drawn pair.
 *
 * @param stratum the number of its stratum
 * @param anchor the item that the negative is for
 * @param candidate the item that the other half is of
 * @param quantile asked of the candidate; NaN where none was
 */
public record AuditPair(
    int stratum, Direction direction, int anchor, int candidate, float quantile) {
  /** The item whose image it is. */
  public int image() {
    return direction == Direction.TEXT_TO_IMAGE ? candidate : anchor;
  }

  /** The item whose text it is. */
  public int text() {
    return direction == Direction.TEXT_TO_IMAGE ? anchor : candidate;
  }
}
