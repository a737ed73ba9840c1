package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.mining.audit.AuditExport;
import dev.falcon.mining.audit.Auditor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The flags for the outputs of an audit. */
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
        "else what people's labels do; else what the first judge scores above the lowest threshold."
      })
  private Path positives;

  @Option(
      names = {"--write-veto", "--write_veto"},
      paramLabel = "FILE",
      description = "Write the same pairs as a list for falcon mine --veto.")
  private Path veto;

  @Option(
      names = "--force",
      description = "Accept a plan of another store, and truth with unknown keys.")
  private boolean force;

  Path folder() {
    return out;
  }

  boolean force() {
    return force;
  }

  /**
   * Refuses lists that cannot be written.
   *
   * @param inputs files and folders that are read
   */
  void requireWritable(boolean overwrite, Collection<Path> inputs) {
    List<Path> lists = Stream.of(positives, veto).filter(Objects::nonNull).toList();
    Path own = out.toAbsolutePath().normalize();
    Set<Path> different = new HashSet<>();
    for (Path list : lists) {
      AuditExport.requireWritable(list, overwrite, inputs);
      Path whole = list.toAbsolutePath().normalize();
      if (!different.add(whole)
          || Auditor.FILES.stream().map(own::resolve).anyMatch(whole::equals)) {
        throw new RequestException(list + ": is written by this audit already; name another file");
      }
    }
  }

  /**
   * Writes the lists.
   *
   * @return a description of the written files, for people
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
