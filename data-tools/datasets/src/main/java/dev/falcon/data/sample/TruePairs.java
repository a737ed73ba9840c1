// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes the list of all true pairs: {@code pairs.parquet} or {@code pairs.jsonl} with the columns
 * {@code image_key, text_key, match}, and {@code truth.json}, which declares absent pairs false.
 * Pairs are streamed, not held in memory.
 */
public final class TruePairs implements AutoCloseable {
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("image_key", ColumnType.UTF8),
          TableSchema.required("text_key", ColumnType.UTF8),
          TableSchema.required("match", ColumnType.BOOL));

  private static final String PAIRS = "pairs";

  /** The name of the file that describes the list; it is written last. */
  public static final String MEANING = "truth.json";

  private final Path folder;
  private final String name;
  private final TableWriter table;

  private TruePairs(Path folder, TableFormat format) {
    this.folder = folder;
    this.name = PAIRS + "." + format.label();
    this.table =
        TableWriter.create(folder.resolve(name), format, SCHEMA, Map.of("absent_means", "false"));
  }

  /** Starts a list in a folder. */
  public static TruePairs create(Path folder, TableFormat format) {
    return new TruePairs(folder, format);
  }

  /** Adds a matching pair. */
  public void add(String imageKey, String textKey) {
    table.setString(0, imageKey).setString(1, textKey).setBoolean(2, true).endRow();
  }

  /**
   * The description of a list of pairs, for its readers.
   *
   * @param file the name of the list's file
   * @param pairs the number of its pairs
   * @param absentMeans the value of {@code match} for absent pairs
   * @param provenance how the list was made
   */
  private record Meaning(String file, long pairs, boolean absentMeans, Provenance provenance) {}

  /**
   * Finishes the list, which then appears atomically, and writes its description.
   *
   * @return the number of its pairs
   */
  public long commit(Provenance provenance) {
    long pairs = table.rows();
    table.commit();
    Json.write(folder.resolve(MEANING), new Meaning(name, pairs, false, provenance));
    return pairs;
  }

  @Override
  public void close() {
    table.close();
  }

  /** Removes earlier lists from the folder. */
  public static void delete(Path folder) {
    Folders.remove(folder.resolve(MEANING));
    for (TableFormat format : TableFormat.values()) {
      Folders.remove(folder.resolve(PAIRS + "." + format.label()));
    }
  }
}
