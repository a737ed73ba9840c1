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
    String rows =
        Counted.of(result.rows(), "row")
            + (result.rejects() == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d rejected", result.rejects()))
            + "\n";
    return new Counted.Share(
            result.folder(), result.shard(), "part", "embedded", "completes the store")
        .of(result.embedded(), result.found(), result.missing(), result.parts(), rows);
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
