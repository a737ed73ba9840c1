// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a task has done of work that tasks share, for people.
 *
 * @param place the folder of the work
 * @param shard the task
 * @param unit a unit of work, such as {@code part}
 * @param done what becomes of a unit, such as {@code mined}
 * @param end what the merge does, such as {@code completes the plan}
 */
record TaskTable(Path place, Shard shard, String unit, String done, String end) {
  /**
   * Returns the text.
   *
   * @param now the number of units that this run finished
   * @param found the number of the task's units that an earlier run finished
   * @param missing the number of unfinished units of all tasks
   * @param all the number of units
   * @param notes lines between the task's and the last
   */
  String of(int now, int found, int missing, int all, String notes) {
    String units = unit + "s";
    return String.format(
            Locale.ROOT,
            "%s: task %s %s %s, and found %,d already done%n",
            place,
            shard,
            done,
            Counted.of(now, unit, units),
            found)
        + notes
        + (missing == 0
            ? String.format(
                Locale.ROOT, "all %,d %s are done; falcon merge %s %s%n", all, units, place, end)
            : String.format(
                Locale.ROOT, "%,d of %,d %s are still to be %s%n", missing, all, units, done));
  }
}
