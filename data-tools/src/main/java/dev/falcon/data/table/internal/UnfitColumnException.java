package dev.falcon.data.table.internal;

/** A column of the file has an unsuitable type. Its message is the actual type. */
public final class UnfitColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnfitColumnException(String found) {
    super(found);
  }
}
