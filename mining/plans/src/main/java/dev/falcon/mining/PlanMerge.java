// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.Replacement;
import dev.falcon.mining.plan.PlanFolder;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanManifest;
import dev.falcon.mining.plan.PlanTable;
import dev.falcon.mining.request.MiningResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Completes a plan whose parts were mined by several tasks: checks that all parts exist, belong to
 * one request and are unchanged, and records them in {@code plan.json}. The plan can then be merged
 * into one file, with the same bytes as that of a single run.
 *
 * <p>Memory: 96 bytes per search space, and a row group of the written table.
 */
public final class PlanMerge {
  private PlanMerge() {}

  /**
   * Completes a folder's plan. If the plan is complete already, checks that every part has the
   * digest that its task recorded.
   *
   * @throws FalconException if parts are missing; the message names the tasks that mine them
   */
  public static MiningResult finish(Path folder) {
    return finish(folder, true);
  }

  /**
   * Completes a folder's plan.
   *
   * @param again whether the parts are checked even if the plan is complete
   */
  static MiningResult finish(Path folder, boolean again) {
    if (!PlanFolder.KIND.isIn(folder)) {
      throw PlanFolder.noParts(folder);
    }
    Path manifest = folder.resolve(PlanManifest.FILE_NAME);
    boolean replaced = PlanFolder.isBegun(folder.resolve(Replacement.FOLDER));
    boolean complete = isComplete(folder) && !replaced;
    // An interrupted run leaves a lock; its next holder removes it.
    if (!complete || Folders.exists(folder.resolve(FolderLock.FILE_NAME))) {
      PlanFolder.REPLACEMENT.locked(folder, replaced, PlanMerge::ended);
    }
    if (complete && again) {
      RecordFile.requireAsWritten(manifest, "restore it, or mine the plan again (overwrite it)");
    }
    PlanManifest plan = Json.read(manifest, PlanManifest.class);
    if (complete && again) {
      plan.requireParts(folder);
    }
    return new MiningResult(folder, plan.summary(), rejects(folder, plan));
  }

  private static boolean isComplete(Path folder) {
    return Folders.exists(folder.resolve(PlanManifest.FILE_NAME)) && !PlanFolder.isBegun(folder);
  }

  /** Completes the plan in a folder, and returns its manifest. */
  private static Path ended(Path folder) {
    Path manifest = folder.resolve(PlanManifest.FILE_NAME);
    if (!isComplete(folder)) {
      end(folder, manifest);
    }
    return manifest;
  }

  private static void end(Path folder, Path manifest) {
    PlanFolder plan = PlanFolder.open(folder);
    TaskFiles files = new TaskFiles(folder);
    // It exists if an earlier run could not remove its files.
    if (!Folders.exists(manifest)) {
      write(folder, plan, files, manifest);
    }
    files.own().forEach(Folders::delete);
    plan.tidy();
  }

  private static void write(Path folder, PlanFolder plan, TaskFiles files, Path manifest) {
    plan.units().requireAll(folder, files.tasks().read(), "parts", "mine them");
    List<PlanManifest.Part> parts = plan.checked();
    List<byte[]> summaries =
        IntStream.range(0, parts.size()).mapToObj(part -> plan.result(part).summary()).toList();
    PlanManifest whole = PlanManifest.of(plan.request(), parts, summaries);
    files.writeRejects();
    RecordFile.write(manifest, whole);
  }

  /** Completes a folder's plan, and merges it into one file, with its sidecars. */
  public static MiningResult toFile(Path folder, Path output, boolean overwrite) {
    TableFormat.ofFile(output);
    PlanSidecar.requirePlace(output, overwrite, List.of(folder));
    finish(folder);
    PlanManifest plan = Json.read(folder.resolve(PlanManifest.FILE_NAME), PlanManifest.class);
    TableFormat format = TableFormat.ofFile(output);
    Provenance made = plan.provenance();
    Map<String, Object> options = new TreeMap<>(made.options());
    options.put("output-format", format.label());
    Provenance provenance = made.withOptions(options);
    PlanLayout layout = new BatchPlan();
    List<Reject> rejects = rejects(folder, plan);
    try (TableWriter table = PlanTable.create(output, format, layout, provenance)) {
      for (PlanManifest.Part part : plan.parts()) {
        copy(folder.resolve(part.file()), layout.schema(), table);
      }
      // The plan last: it marks everything as complete.
      new PlanSidecar(plan.format(), plan.version(), table.digest(), provenance, plan.summary())
          .write(output);
      if (!rejects.isEmpty()) {
        Rejects.write(PlanSidecar.rejects(output), rejects);
      }
      table.commit();
    }
    return new MiningResult(output, plan.summary(), rejects);
  }

  /** Returns the rejected rows. Their list has its own digest. */
  private static List<Reject> rejects(Path folder, PlanManifest plan) {
    Path file = folder.resolve(Rejects.FILE_NAME);
    if (plan.summary().rejected() == 0) {
      return List.of();
    }
    if (!Folders.exists(file)) {
      throw new FalconException(
          file + ": is missing; restore it, or mine the plan again (overwrite it)");
    }
    return Rejects.read(file);
  }

  private static void copy(Path file, TableSchema schema, TableWriter table) {
    List<TableSchema.Column> columns = schema.columns();
    int[] at = new int[columns.size()];
    try (TableReader part = TableReader.open(file)) {
      for (int c = 0; c < at.length; c++) {
        at[c] = part.column(columns.get(c).type(), columns.get(c).name());
      }
      while (part.next()) {
        for (int c = 0; c < at.length; c++) {
          if (!part.isNull(at[c])) {
            copy(part, at[c], table, c, columns.get(c));
          }
        }
        table.endRow();
      }
    }
  }

  private static void copy(
      TableReader part, int from, TableWriter table, int to, TableSchema.Column column) {
    switch (column.type()) {
      case INT32 -> table.setInt(to, part.getInt(from));
      case INT64 -> table.setLong(to, part.getLong(from));
      case FLOAT32 -> table.setFloat(to, part.getFloat(from));
      case FLOAT64 -> table.setDouble(to, part.getDouble(from));
      case BOOL -> table.setBoolean(to, part.getBoolean(from));
      case UTF8 -> table.setString(to, part.getString(from));
      case BINARY -> table.setBytes(to, part.getBytes(from));
      case UTF8_LIST -> table.setStrings(to, part.getStrings(from));
      case FLOAT32_LIST -> table.setFloats(to, part.getFloats(from));
    }
  }
}
