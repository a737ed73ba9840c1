// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Folders;
import dev.falcon.data.internal.rows.TypedJson;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** Reads tables whose columns hold records or lists of records. */
public final class RecordRows {
  private RecordRows() {}

  /**
   * Reads a Parquet or Arrow file, or a folder that datasets' {@code save_to_disk} wrote. A null is
   * a null; bytes are left out, as nulls.
   *
   * @param receiver receives each row as JSON, with its place for messages
   */
  public static void read(Path table, BiConsumer<JsonNode, String> receiver) {
    List<Path> files = Folders.isFolder(table) ? DataFolders.savedFiles(table) : List.of(table);
    files.forEach(file -> TypedJson.read(file, receiver::accept));
  }
}
