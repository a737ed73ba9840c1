// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcomes of a task's samples, by which two models are compared sample by sample: a file per
 * task in the folder {@value #FOLDER}.
 */
public final class SampleOutcomes {
  /** The folder's name within an output folder. */
  public static final String FOLDER = "outcomes";

  private static final String TASK = "falcon.task";

  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("item", ColumnType.UTF8),
          TableSchema.required("image", ColumnType.UTF8),
          TableSchema.required("value", ColumnType.FLOAT64));

  private SampleOutcomes() {}

  /**
   * A sample's outcome.
   *
   * @param item the sample's or the query's name
   * @param image its image, whose outcomes are not independent of each other
   * @param value 1 for a right answer and 0 for a wrong one, or a share of what is right
   */
  public record One(String item, String image, double value) {}

  /** Writes a task's outcomes; a task without any has no file. */
  public static void write(Path run, String task, List<One> outcomes) {
    Path file = run.resolve(FOLDER).resolve(task.replace('/', '-') + ".parquet");
    if (outcomes.isEmpty()) {
      return;
    }
    Folders.make(file.getParent());
    Map<String, String> metadata = Map.of(TASK, task);
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, metadata)) {
      for (One one : outcomes) {
        table.setString(0, one.item).setString(1, one.image).setDouble(2, one.value).endRow();
      }
      table.commit();
    }
  }

  /** Returns the files of a run, by name; none if it has none. */
  public static List<Path> tables(Path run) {
    Path folder = run.resolve(FOLDER);
    if (!Folders.isFolder(folder)) {
      return List.of();
    }
    return Folders.files(folder).stream()
        .filter(file -> file.toString().endsWith(".parquet"))
        .toList();
  }

  /** Returns the task of a file. */
  public static String task(Path file) {
    try (TableReader table = TableReader.open(file)) {
      return table.metadata().getOrDefault(TASK, "");
    }
  }

  /** Returns the run's folder of a file; empty if it is none of these. */
  public static Optional<Path> run(Path file) {
    return Optional.ofNullable(file.getParent())
        .filter(folder -> folder.endsWith(FOLDER))
        .map(Path::getParent);
  }

  /** Returns whether a file is one of these, or their folder. */
  public static boolean isOne(Path file) {
    return file.endsWith(FOLDER)
        ? Folders.isFolder(file)
        : run(file).isPresent() && file.toString().endsWith(".parquet");
  }
}
