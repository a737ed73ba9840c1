// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static tech.tablesaw.aggregate.AggregateFunctions.mean;

import dev.falcon.data.FalconException;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.verify.RecordedOutput;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;
import tech.tablesaw.api.Table;
import tech.tablesaw.joining.JoinType;

class ReportTest {
  @TempDir Path folder;

  private Path run(String name, double cifar, double flowers) throws IOException {
    Path run = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        run.resolve("eval_results.jsonl"),
        """
        {"key": "cifar10", "dataset": "CIFAR-10", "metrics": {"acc1": %s, "main_metric": %s}}
        {"key": "vtab/flowers", "dataset": "Oxford Flowers-102", "metrics": {"main_metric": %s}}
        {"key": "fairness/geode", "dataset": "GeoDE", "metrics": {"acc_region:0": 0.5, "count_region:0": 40.0, "acc_region:1": 0.25, "count_region:1": 20.0, "acc_region:2": NaN, "count_region:2": 0.0, "main_metric": 0.25}}
        {"key": "fairness/utkface", "dataset": "UTKFace", "metrics": {"main_metric": null}}
        """
            .formatted(cifar, cifar, flowers));
    return run;
  }

  private ReportRequest request(boolean published, Path... runs) {
    return new ReportRequest(
        List.of(runs), List.of(), folder.resolve("report"), published, 1, false);
  }

  @Test
  void comparesRunsTaskByTask() throws IOException {
    RunComparison comparison =
        Report.compare(request(false, run("a", 0.5, 0.2), run("b<1>", 0.6, 0.3)));
    assertThat(comparison.tasks())
        .extracting(RunComparison.Row::key)
        .containsExactly("cifar10", "vtab/flowers", "fairness/geode");
    RunComparison.Cell cifar = comparison.tasks().get(0).cells().get(1);
    assertThat(cifar.difference().value()).isCloseTo(0.1, within(1e-12));
    assertThat(cifar.difference().interval().low()).isBetween(0.08, 0.1);
    assertThat(comparison.tasks().get(1).cells().get(1).difference().interval()).isNull();
    assertThat(comparison.tasks().get(2).cells().get(0).score().interval())
        .isEqualTo(Interval.wilson(0.25, 20));
    RunComparison.Cell average = comparison.aggregates().get(4).cells().get(1);
    assertThat(average.score().value()).isCloseTo((0.6 + 0.3 + 0.25) / 3, within(1e-12));
    assertThat(average.missing()).isEqualTo(35);
    assertThat(average.difference().value()).isCloseTo(0.2 / 3, within(1e-12));
    // A third of the tasks did not change: resamples of these alone are within the middle 95 %.
    assertThat(average.difference().interval().low()).isZero();
    assertThat(average.difference().interval().high()).isCloseTo(0.1, within(1e-12));
  }

  /** As the page on Falcon as a library has it. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0, 50.0",
    "0.5, 3, 50.0 (lacks 3)",
    "NaN, 3, not all tasks: 3 lack",
    "NaN, 0, NaN",
  })
  void anAggregateThatIsNotWholeSaysSo(double score, int missing, String words) {
    RunComparison.Cell cell = new RunComparison.Cell(new ScoreInterval(score, null), null, missing);
    assertThat(cell.words("-", value -> Double.toString(100 * value))).isEqualTo(words);
  }

  @Test
  void tablesAreJoinedAndSummarised() throws IOException {
    Path one = run("a", 0.5, 0.2);
    Path other = run("b", 0.6, 0.3);
    Table results = ResultTables.of(Report.compare(request(false, one, other)));
    Table tasks = results.where(results.stringColumn("metric").isNotMissing());
    Table means = tasks.summarize("score", mean).by("column");
    assertThat(means.stringColumn("column").asList()).containsExactly("a", "b");
    assertThat(means.doubleColumn("Mean [score]").get(1))
        .isCloseTo((0.6 + 0.3 + 0.25) / 3, within(1e-12));
    Table wide =
        tasks
            .where(tasks.stringColumn("column").isEqualTo("a"))
            .joinOn("key")
            .with(tasks.where(tasks.stringColumn("column").isEqualTo("b")))
            .type(JoinType.INNER)
            .allowDuplicateColumnNames(true)
            .join();
    assertThat(wide.rowCount()).isEqualTo(3);
    assertThat(wide.doubleColumn("T2.score").subtract(wide.doubleColumn("score")).asDoubleArray())
        .containsExactly(new double[] {0.1, 0.1, 0}, within(1e-12));
    assertThat(wide.doubleColumn("difference").countMissing()).isEqualTo(3);
  }

  @Test
  void setsThePapersColumnsBeside() throws IOException {
    RunComparison comparison = Report.compare(request(true, run("a", 0.5, 0.2)));
    assertThat(comparison.columns())
        .extracting(Column::name)
        .containsExactly("a", "GRIT-VLP (paper)", "MAFA (paper)", "FALCON (paper)");
    assertThat(comparison.tasks()).hasSize(38);
    // The mean of the 38 numbers that the paper prints; the average it prints is 21.3.
    assertThat(comparison.aggregates().get(4).cells().get(3).score().value())
        .isCloseTo(0.20529, within(1e-5));
  }

  /** Of a run with three tasks of 38, the others are folded below its own, without dashes. */
  @Test
  void thePageHasNoColumnsOfDashes() throws IOException {
    Report.write(request(true, run("a", 0.5, 0.2)));
    String html = Files.readString(folder.resolve("report/report.html"));
    String tasks = html.substring(html.indexOf("<h2>Tasks</h2>"), html.indexOf("<details>"));
    assertThat(tasks.split("<tr><td>", -1)).hasSize(1 + 3);
    assertThat(html)
        .contains("<p class=\"lead\">a lacks 35 tasks, so it has no average of the suite;");
    String folded = html.substring(html.indexOf("<details>"), html.indexOf("</details>"));
    assertThat(folded)
        .startsWith("<details><summary>35 tasks without a score of a</summary>")
        .doesNotContain("–");
    assertThat(folded.split("<tr><td>", -1)).hasSize(1 + 35);
    String differences = html.substring(html.indexOf("<h2>Differences to a</h2>"));
    assertThat(differences).contains("<td>CIFAR-10</td>").doesNotContain("<td>–</td>");

    Report.write(
        new ReportRequest(
            List.of(run("a", 0.5, 0.2)), List.of(), folder.resolve("alone"), false, 1, false));
    assertThat(Files.readString(folder.resolve("alone/report.html")))
        .doesNotContain("<details>", "Differences", "<td>–</td>");
  }

  @Test
  void writesTheThreeFilesAlikeEachTimeAndReplacesNone() throws Exception {
    ReportRequest request = request(true, run("a", 0.5, 0.2), run("b<1>`*", 0.6, 0.3));
    Report.write(request);
    Path report = folder.resolve("report");
    List<String> csv = Files.readAllLines(report.resolve("results.csv"));
    assertThat(csv).hasSize(1 + 5 * (38 + 5));
    assertThat(csv.get(2)).startsWith("a,cifar10,CIFAR-10,acc1,0.500000,0.490");
    assertThat(Files.readString(report.resolve("report.md")))
        .contains("| CIFAR-10 | 50.0 | 60.0 | 50.6 | 71.2 | 69.0 |", "b&lt;1>\\`\\*");
    String html = Files.readString(report.resolve("report.html"));
    assertThat(html)
        .contains("prefers-color-scheme: dark", "b&lt;1&gt;`*")
        .doesNotContain("http", "src=");
    for (int at = html.indexOf("<svg"); at >= 0; at = html.indexOf("<svg", at + 1)) {
      String svg = html.substring(at, html.indexOf("</svg>", at) + 6);
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
    }
    RecordedOutput record = RecordedOutput.open(report);
    assertThat(record.contradictions()).isEmpty();
    assertThat(record.content().path("files")).hasSize(3);
    assertThat(record.provenance().inputs()).hasSize(2);
    // As where a run was stopped after the first of its files.
    Files.delete(report.resolve("report.html"));
    Report.write(request);
    assertThat(Files.readString(report.resolve("report.html"))).isEqualTo(html);
    ReportRequest other = request(true, run("a", 0.5, 0.2));
    assertThatThrownBy(() -> Report.write(other))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("results.csv: already exists");
    assertThat(Files.readAllLines(report.resolve("results.csv"))).isEqualTo(csv);
    Report.write(new ReportRequest(other.runs(), List.of(), other.outputDir(), true, 1, true));
    assertThat(Files.readString(report.resolve("report.html"))).isNotEqualTo(html);
  }

  @Test
  void refusesWhatIsNoRun() {
    assertThatThrownBy(() -> Report.compare(request(false, folder.resolve("nothing"))))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("is no run");
  }
}
