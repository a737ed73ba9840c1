// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.work.OutputKind;
import java.nio.file.Path;

/**
 * The table of keys beside lists in a form that has none, or that only a trainer reads. Audits read
 * it in place of the lists.
 */
public final class ListKeys {
  private static final String SUFFIX = ".keys.parquet";
  private static final String LISTS = "falcon_lists";
  private static final String PROVENANCE = "falcon.provenance";

  private ListKeys() {}

  /** Returns the place of the table beside lists. */
  public static Path beside(Path lists) {
    return lists.resolveSibling(lists.getFileName() + SUFFIX);
  }

  /**
   * Returns the file that names the keys of lists: the table beside them, unless it is of earlier
   * lists in the same place, or else the lists.
   */
  public static Path of(Path lists) {
    Path beside = beside(lists);
    return Folders.isFile(beside) && isOf(beside, lists) ? beside : lists;
  }

  private static boolean isOf(Path keys, Path lists) {
    Path companion = lists.resolveSibling(lists.getFileName() + ".json");
    if (!OutputKind.says(companion, "/format", LISTS)) {
      return true; // lists from search spaces, whose table is the only one with a provenance
    }
    JsonNode provenance = Json.readTree(companion).path("provenance");
    try (TableReader table = TableReader.open(keys)) {
      return provenance.equals(
          Json.mapper().readTree(table.metadata().getOrDefault(PROVENANCE, "{}")));
    } catch (JsonProcessingException e) {
      throw new FalconException(keys + ": its provenance is damaged: " + Json.reason(e), e);
    }
  }
}
