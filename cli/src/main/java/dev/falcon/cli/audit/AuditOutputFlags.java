package dev.falcon.cli.audit;

import dev.falcon.mining.audit.AuditExport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The flags that say what an audit writes, and where. */
final class AuditOutputFlags {
  @Option(
      names = {"--out", "-o"},
      paramLabel = "DIR",
      description = "The folder to write (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("audit");

  @Option(
      names = {"--write-positives", "--write_positives"},
      paramLabel = "FILE",
      description = {
        "Write the pairs found to match, to be trained on as positives: what truth calls a match;",
        "where it says nothing, what the first judge scores above the lowest threshold."
      })
  private Path positives;

  @Option(
      names = {"--write-veto", "--write_veto"},
      paramLabel = "FILE",
      description = "Write the same pairs as a list for falcon mine --veto.")
  private Path veto;

  @Option(
      names = "--force",
      description = "Go on with a plan of another store, and with truth of unknown keys.")
  private boolean force;

  Path folder() {
    return out;
  }

  boolean force() {
    return force;
  }

  /** The lists that are asked for. */
  List<Path> lists() {
    return Stream.of(positives, veto).filter(Objects::nonNull).toList();
  }

  /**
   * Writes the lists.
   *
   * @return what was written, for people
   */
  List<String> export(AuditExport export, boolean overwrite) {
    List<String> notes = new ArrayList<>();
    if (positives != null) {
      notes.add(export.positives(positives, overwrite));
    }
    if (veto != null) {
      notes.add(export.veto(veto, overwrite));
    }
    return notes;
  }
}
