package dev.falcon.data.table.internal;

/** A column of the file does not hold what was asked for. Its message is what the column holds. */
public final class UnfitColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnfitColumnException(String found) {
    super(found);
  }
}
