// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.data.RequestException;
import dev.falcon.mining.audit.AuditExport;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.audit.request.AuditRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
      names = "--write-positives",
      paramLabel = "FILE",
      description =
          "Write the pairs found to match, to train on as positives. A pair matches by truth, else"
              + " by people's labels, else by a score of --export-judge above --export-threshold.")
  private Path positives;

  @Option(
      names = "--write-veto",
      paramLabel = "FILE",
      description = "Write the same pairs as a list for falcon mine --veto.")
  private Path veto;

  @Effect(with = {"--write-veto", "--write-positives"})
  @Option(
      names = "--export-judge",
      paramLabel = "NAME",
      description =
          "The judge whose scores decide in those two lists if there is neither truth nor a label"
              + " (default: the first judge whose scores are probabilities of a match, if any).")
  private String exportJudge;

  @Effect(with = {"--write-veto", "--write-positives"})
  @Option(
      names = "--export-threshold",
      paramLabel = "T",
      description =
          "A score of --export-judge above T is a match (default: the lowest of --thresholds).")
  private Double exportThreshold;

  @Option(
      names = "--force",
      description = "Accept a plan made from another store, and truth with unknown keys.")
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
        throw new RequestException(list + ": is already written by this audit; name another file");
      }
    }
  }

  /**
   * Refuses lists for which the audit has no evidence, or by a judge that it does not have.
   *
   * @param request the request of the audit
   */
  void requireEvidence(AuditRequest request) {
    if (exportJudge != null) {
      List<String> names = request.names();
      String asked = AuditRequest.column(exportJudge);
      if (names.stream().map(AuditRequest::column).noneMatch(asked::equals)) {
        throw new RequestException(
            "--export-judge names no judge of this audit: '" + exportJudge + "'; it has " + names);
      }
    } else if ((positives != null || veto != null) && !request.maySayMatches()) {
      throw new RequestException(
          "nothing here shows which pairs match, since cosines and scores only rank them; give"
              + " --truth or --labels, or name with --export-judge the judge whose scores above"
              + " --export-threshold are matches");
    }
  }

  /**
   * Writes the lists.
   *
   * @param folder the folder of the audit
   * @param threshold the threshold to use if none is named
   * @return a description of the written files, for people
   */
  List<String> export(Path folder, double threshold, boolean overwrite) {
    AuditExport export =
        new AuditExport(
            folder.resolve(Auditor.PAIRS_FILE),
            Optional.ofNullable(exportJudge),
            exportThreshold == null ? threshold : exportThreshold);
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
