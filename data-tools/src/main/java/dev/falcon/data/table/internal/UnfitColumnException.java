package dev.falcon.data.table.internal;

/** Thrown for a column of an unsuitable type. The message is the actual type. */
public final class UnfitColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnfitColumnException(String found) {
    super(found);
  }
}
