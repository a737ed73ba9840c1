// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import java.util.Locale;

/** Counts with their nouns: one step, two steps. */
public final class Counted {
  private Counted() {}

  /** Returns a count with its noun, such as {@code 1 batch} or {@code 1,200 batches}. */
  public static String of(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  /** Returns a count with a noun whose plural ends in s. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }
}
