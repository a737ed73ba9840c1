// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.io.IOException;

/**
 * Thrown for a tar that cannot be read further; the message states the fault and the byte position.
 */
final class BrokenTarException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean betweenMembers;

  BrokenTarException(String message) {
    this(message, null, false);
  }

  BrokenTarException(String message, IOException cause) {
    this(message, cause, false);
  }

  private BrokenTarException(String message, IOException cause, boolean betweenMembers) {
    super(message, cause);
    this.betweenMembers = betweenMembers;
  }

  /** Returns the exception for a tar that ends between two members. */
  static BrokenTarException betweenMembers(String message) {
    return new BrokenTarException(message, null, true);
  }

  /** Returns whether every member that was begun is complete. */
  public boolean isBetweenMembers() {
    return betweenMembers;
  }
}
