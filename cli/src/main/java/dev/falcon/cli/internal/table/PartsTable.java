// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.table.Rejects;
import dev.falcon.onnx.embed.MergedStore;
import dev.falcon.onnx.embed.PartsResult;
import java.util.List;
import java.util.Locale;

/** The output for stores in parts. */
public final class PartsTable {
  private PartsTable() {}

  /** Returns the result of one task for people. */
  public static String of(PartsResult result) {
    String done =
        String.format(
            Locale.ROOT,
            "%s: task %s embedded %,d %s, %,d rows, and found %,d already done%n",
            result.folder(),
            result.shard(),
            result.embedded(),
            result.embedded() == 1 ? "part" : "parts",
            result.rows(),
            result.found());
    String rejected =
        result.rejects() == 0 ? "" : String.format(Locale.ROOT, "%,d rejected%n", result.rejects());
    String ending =
        result.missing() == 0
            ? String.format(
                Locale.ROOT,
                "all %,d parts are done; falcon merge %s completes the store%n",
                result.parts(),
                result.folder())
            : String.format(
                Locale.ROOT,
                "%,d of %,d parts are still to be embedded%n",
                result.missing(),
                result.parts());
    return done + rejected + ending;
  }

  /** Returns the merged store for people. */
  public static String of(MergedStore store) {
    return String.format(
        Locale.ROOT,
        "%s: %,d rows of %d-d vectors%s%n",
        store.folder(),
        store.rows(),
        store.dimension(),
        store.samples() == null
            ? ", merged before"
            : String.format(Locale.ROOT, " from %,d samples", store.samples()));
  }

  /** Returns the warnings about a merged store. */
  public static List<String> warnings(MergedStore store) {
    return RejectedRows.warning("rows", store.rejects(), store.folder().resolve(Rejects.FILE_NAME));
  }
}
