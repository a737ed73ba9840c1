package dev.falcon.data.conversion;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What a conversion has done so far, one JSON line a finished file, so that a killed run can go on.
 * The first line is the request; a last line that was not written whole is dropped.
 */
public final class Journal {
  /** The file's name in the output folder. */
  public static final String FILE_NAME = "conversion.journal";

  /**
   * A finished file, and where the samples behind it begin.
   *
   * @param shard the file
   * @param rejects what was rejected since the file before
   * @param sourceShard the source's shard in which to go on
   * @param samplesRead how many of its samples are done with
   * @param rejectsRead how many of its rejects are in the journal already
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
   * Opens the folder's journal, or begins one.
   *
   * @param request identifies what is converted, and how
   * @throws FalconException if the folder's journal is of another request
   */
  public static Journal open(Path folder, String request) {
    Path file = folder.resolve(FILE_NAME);
    try {
      if (!Files.exists(file)) {
        AtomicFile.write(file, request + '\n');
        return new Journal(file, new ArrayList<>());
      }
      String text = Files.readString(file);
      List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
      if (lines.isEmpty() || !lines.get(0).equals(request)) {
        throw new FalconException(
            folder
                + ": holds an unfinished conversion of other data or with other options; name"
                + " another folder or pass --overwrite");
      }
      List<Entry> entries = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        Entry entry = Json.mapper().readValue(line, Entry.class);
        if (entry == null || !entry.isWhole()) {
          throw new FalconException(damaged(file, "a line lacks what it must have"));
        }
        entries.add(entry);
      }
      AtomicFile.write(file, String.join("\n", lines) + '\n');
      return new Journal(file, entries);
    } catch (JsonProcessingException e) {
      throw new FalconException(damaged(file, e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be used: " + e.getMessage(), e);
    }
  }

  private static String damaged(Path file, String how) {
    return file + ": is damaged: " + how + "; pass --overwrite to begin anew";
  }

  /** The finished files, in order. */
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Notes a finished file. */
  public void add(Entry entry) {
    entries.add(entry);
    try {
      Files.writeString(file, Json.line(entry) + '\n', StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Removes the journal of a conversion that is done. */
  public void delete() {
    Folders.remove(file);
  }
}
