// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.verify.FolderRecord;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.eval.report.internal.HtmlReport;
import dev.falcon.eval.report.internal.MarkdownReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares runs, in a table for programs, a table in Markdown and a page. */
public final class Report {
  /** The table with one line per task and column, with scores as fractions. */
  public static final String CSV = "results.csv";

  /** The tables in Markdown, with scores in percent. */
  public static final String MARKDOWN = "report.md";

  /** The self-contained page. */
  public static final String HTML = "report.html";

  /** Recognises a report's folder by its table, which is written first. */
  private static final OutputKind KIND = OutputKind.of("a report", Report::isHere);

  private Report() {}

  private static boolean isHere(Path folder) {
    Path table = folder.resolve(CSV);
    if (!Folders.isFile(table)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(table)) {
      byte[] begin = ResultTables.HEADER.getBytes(StandardCharsets.UTF_8);
      return Arrays.equals(in.readNBytes(begin.length), begin);
    } catch (IOException e) {
      throw new FalconException(table + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Compares the runs, and writes the three files and their record. A file that an earlier run has
   * written with the same content may exist.
   */
  public static RunComparison write(ReportRequest request) {
    KIND.require(request.outputDir(), request.runs());
    return FolderLock.holding(request.outputDir(), () -> locked(request));
  }

  private static RunComparison locked(ReportRequest request) {
    RunComparison comparison = compare(request);
    Map<Path, String> texts = new LinkedHashMap<>();
    texts.put(
        request.outputDir().resolve(CSV), ResultTables.text(ResultTables.of(comparison), "%.6f"));
    texts.put(request.outputDir().resolve(MARKDOWN), MarkdownReport.of(comparison));
    texts.put(request.outputDir().resolve(HTML), HtmlReport.of(comparison));
    texts.forEach(
        (file, text) -> {
          if (!request.overwrite() && Folders.exists(file) && !holds(file, text)) {
            throw OutputFile.exists(file);
          }
        });
    texts.forEach(AtomicFile::write);
    RecordFile.write(
        request.outputDir().resolve(RecordedOutput.PROVENANCE),
        FolderRecord.of("falcon_eval_report", provenance(request)),
        texts.keySet());
    return comparison;
  }

  private static Provenance provenance(ReportRequest request) {
    return Provenance.of(
        "eval report",
        request.seed(),
        Map.of("names", request.names(), "paper", request.withPublished()),
        request.runs().stream()
            .map(Column::file)
            .map(file -> Provenance.Input.of(InputRole.RUNS, file))
            .toList());
  }

  private static boolean holds(Path file, String text) {
    try {
      return Arrays.equals(Files.readAllBytes(file), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Compares the runs. */
  public static RunComparison compare(ReportRequest request) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < request.runs().size(); i++) {
      Column column = Column.read(request.runs().get(i));
      columns.add(request.names().isEmpty() ? column : column.named(request.names().get(i)));
    }
    if (request.withPublished()) {
      columns.addAll(Column.published());
    }
    return RunComparison.of(distinct(columns), request.seed());
  }

  /** Returns the columns, with a number added to names that occur several times. */
  private static List<Column> distinct(List<Column> columns) {
    Set<String> names = new HashSet<>();
    List<Column> distinct = new ArrayList<>();
    for (Column column : columns) {
      String name = column.name();
      for (int i = 2; !names.add(name); i++) {
        name = column.name() + " (" + i + ")";
      }
      distinct.add(column.named(name));
    }
    return distinct;
  }
}
