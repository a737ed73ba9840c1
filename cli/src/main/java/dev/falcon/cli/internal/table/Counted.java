package dev.falcon.cli.internal.table;

import java.util.Locale;

/** Counts with their nouns: one step, two steps. */
public final class Counted {
  private Counted() {}

  /** {@code 1 batch}, {@code 1,200 batches}. */
  public static String of(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  /** Of a noun whose plural ends in s. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }
}
