// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.LineJournal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The progress of a conversion, one JSON line per finished file, so that an interrupted run can
 * resume. The first line is the request; a truncated last line is dropped.
 */
public final class Journal {
  /** The file's name in the output folder. */
  public static final String FILE_NAME = "conversion.journal";

  /**
   * A finished file, and the position at which the samples after it start.
   *
   * @param shard the file
   * @param rejects the rows rejected since the previous file
   * @param sourceShard the source's shard from which to resume
   * @param samplesRead the number of that shard's samples already processed
   * @param rejectsRead the number of that shard's rejects already in the journal
   */
  public record Entry(
      Conversion.Shard shard,
      List<Reject> rejects,
      int sourceShard,
      long samplesRead,
      long rejectsRead) {
    private boolean isWhole() {
      return shard != null
          && shard.name() != null
          && rejects != null
          && rejects.stream().allMatch(Entry::isWhole)
          && Math.min(shard.samples(), sourceShard) >= 0
          && Math.min(samplesRead, rejectsRead) >= 0;
    }

    private static boolean isWhole(Reject reject) {
      return reject != null
          && reject.source() != null
          && reject.key() != null
          && reject.reason() != null;
    }
  }

  private final Path file;
  private final List<Entry> entries;

  private Journal(Path file, List<Entry> entries) {
    this.file = file;
    this.entries = entries;
  }

  /**
   * Opens the folder's journal, or starts one.
   *
   * @param request identifies the data and the options
   * @throws FalconException if the folder's journal is of another request
   */
  public static Journal open(Path folder, String request) {
    Path file = folder.resolve(FILE_NAME);
    try {
      if (!Folders.exists(file)) {
        AtomicFile.write(file, request + '\n');
        return new Journal(file, new ArrayList<>());
      }
      List<String> lines = LineJournal.lines(file);
      if (lines.isEmpty() || !lines.get(0).equals(request)) {
        throw new FalconException(
            folder
                + ": holds an unfinished conversion of other data or with other options; name"
                + " another folder, or overwrite it");
      }
      List<Entry> entries = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        Entry entry = Json.mapper().readValue(line, Entry.class);
        if (entry == null || !entry.isWhole()) {
          throw new FalconException(damaged(file, "a line lacks what it must have"));
        }
        entries.add(entry);
      }
      return new Journal(file, entries);
    } catch (JsonProcessingException e) {
      throw new FalconException(damaged(file, Json.reason(e)), e);
    }
  }

  private static String damaged(Path file, String how) {
    return file + ": is damaged: " + how + "; overwrite it";
  }

  /** Returns the finished files, in order. */
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Records a finished file. */
  public void add(Entry entry) {
    try (LineJournal lines = LineJournal.reopen(file)) {
      lines.add(Json.line(entry));
    }
    entries.add(entry);
  }

  /** Removes the journal of a finished conversion. */
  public void delete() {
    Folders.remove(file);
  }
}
