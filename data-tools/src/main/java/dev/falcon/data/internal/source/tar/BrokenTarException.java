package dev.falcon.data.internal.source.tar;

import java.io.IOException;

/** A tar that cannot be read on; the message says what is wrong and at which byte. */
public final class BrokenTarException extends IOException {
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

  /** The tar breaks off where a member could have ended it. */
  static BrokenTarException betweenMembers(String message) {
    return new BrokenTarException(message, null, true);
  }

  /** Whether every member that was begun is whole. */
  public boolean isBetweenMembers() {
    return betweenMembers;
  }
}
