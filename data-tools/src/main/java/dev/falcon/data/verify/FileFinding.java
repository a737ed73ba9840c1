package dev.falcon.data.verify;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.Provenance;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A recorded file, and what is found of it.
 *
 * @param name as it is recorded
 * @param bytes the recorded length
 * @param sha256 the recorded digest
 * @param status whether it is as recorded
 * @param path where it lies; of a changed file the nearest, empty for one that is missing or made
 *     by Falcon on the fly
 * @param others files of the same name whose content is another, besides {@code path}
 */
@JsonPropertyOrder({"name", "bytes", "sha256", "status", "path", "others"})
public record FileFinding(
    String name, long bytes, String sha256, Status status, Optional<String> path, int others) {

  /** Comparison of a file with its record. */
  public enum Status {
    /** The same bytes. */
    HOLDS,
    /** Other bytes. */
    CHANGED,
    /** No file of that name is found. */
    MISSING;

    /** The word in JSON. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static FileFinding holds(Provenance.Input recorded, Optional<String> path) {
    return of(recorded, Status.HOLDS, path, 0);
  }

  static FileFinding differs(Provenance.Input recorded, List<String> candidates) {
    // Where several files have the name, none of them is known to be the one that was read.
    return candidates.size() == 1
        ? of(recorded, Status.CHANGED, Optional.of(candidates.get(0)), 0)
        : of(recorded, Status.MISSING, Optional.empty(), candidates.size());
  }

  private static FileFinding of(
      Provenance.Input recorded, Status status, Optional<String> path, int others) {
    return new FileFinding(
        recorded.name(), recorded.bytes(), recorded.sha256(), status, path, others);
  }

  /** Returns whether the file is as recorded. */
  public boolean holds() {
    return status == Status.HOLDS;
  }
}
