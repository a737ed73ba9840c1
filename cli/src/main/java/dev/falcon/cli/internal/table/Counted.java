// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.Locale;

/** Counts with their nouns: one step, two steps. */
public final class Counted {
  private Counted() {}

  /** Returns a count with its noun, such as {@code 1 batch} or {@code 1,200 batches}. */
  public static String of(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  /**
   * Work that tasks share.
   *
   * @param place the folder of the work
   * @param shard the task
   * @param unit a unit of work, such as {@code part}
   * @param done the word for a finished unit, such as {@code mined}
   * @param end the effect of the merge, such as {@code completes the plan}
   */
  record Share(Path place, Shard shard, String unit, String done, String end) {
    /**
     * Returns what the task has done.
     *
     * @param now the number of units that this run finished
     * @param found the number of the task's units that an earlier run finished
     * @param missing the number of unfinished units of all tasks
     * @param all the number of units
     * @param notes lines between the task's and the last
     */
    String of(int now, int found, int missing, int all, String notes) {
      return String.format(
              Locale.ROOT,
              "%s: task %s %s %s, and found %,d already done%n",
              place,
              shard,
              done,
              Counted.of(now, unit),
              found)
          + notes
          + (missing == 0
              ? String.format(
                  Locale.ROOT,
                  "%s done; falcon merge %s %s%n",
                  all == 1 ? "the only " + unit + " is" : "all " + Counted.of(all, unit) + " are",
                  place,
                  end)
              : String.format(
                  Locale.ROOT,
                  "%,d of %s %s still to be %s%n",
                  missing,
                  Counted.of(all, unit),
                  missing == 1 ? "is" : "are",
                  done));
    }
  }

  /** Returns a count with a noun whose plural ends in s. */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }
}
