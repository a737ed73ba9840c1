// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file snapshots.jsonl, which has one line per epoch and is always complete. */
public final class SnapshotFile {
  private final Path file;
  private final List<Snapshot> snapshots = new ArrayList<>();

  private SnapshotFile(Path file) {
    this.file = file;
  }

  /** Opens the file of a run that resumes at a step; lines of later steps are dropped. */
  public static SnapshotFile open(Path file, long step) {
    SnapshotFile opened = new SnapshotFile(file);
    if (Folders.exists(file)) {
      try {
        for (String line : Files.readAllLines(file)) {
          Snapshot snapshot = Json.mapper().readValue(line, Snapshot.class);
          if (snapshot == null) {
            throw new FalconException(file + ": holds a line that is not a snapshot: " + line);
          }
          if (snapshot.step() <= step) {
            opened.snapshots.add(snapshot);
          }
        }
      } catch (JsonProcessingException e) {
        throw new FalconException(
            file + ": holds a line that is not a snapshot: " + Json.reason(e), e);
      } catch (IOException e) {
        throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
      }
    }
    return opened;
  }

  /** Adds a line. */
  public void add(Snapshot snapshot) {
    snapshots.add(snapshot);
    StringBuilder text = new StringBuilder();
    snapshots.forEach(line -> text.append(Json.line(line)).append('\n'));
    AtomicFile.write(file, text.toString());
  }

  /** Returns all lines, in order. */
  public List<Snapshot> all() {
    return List.copyOf(snapshots);
  }
}
