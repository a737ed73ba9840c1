package dev.falcon.data.internal.source;

/** A row that cannot be read; the message is the reason in its reject. */
public final class BrokenRowException extends Exception {
  private static final long serialVersionUID = 1L;

  public BrokenRowException(String reason) {
    super(reason);
  }
}
