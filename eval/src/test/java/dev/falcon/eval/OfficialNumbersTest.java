// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.Progress;
import dev.falcon.eval.datacomp.Aggregate;
import dev.falcon.eval.datacomp.ResultFile;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.TaskResult;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import dev.falcon.eval.metric.Scores;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole path, from image files to the result file, against the official evaluator's output. */
class OfficialNumbersTest {
  @TempDir static Path out;
  private static DataComp.Result result;

  @BeforeAll
  static void evaluateAllTasks() {
    Path golden = Golden.datacomp();
    try (OnnxEmbedder model =
        OnnxEmbedder.open(ModelFolder.open(golden.resolve("model")), Sessions.onCpu(), 64)) {
      DataCompRequest request = DataCompRequest.of(golden.resolve("evalsets"), out);
      result = new DataComp(request, model, "golden", Progress.NONE).run();
    }
  }

  @Test
  void everyTaskIsThere() {
    assertThat(result.run().missing()).isEmpty();
    assertThat(result.rejects()).isEmpty();
    assertThat(result.run().tasks()).hasSize(40);
  }

  @Test
  void linesWithoutNearTiesAreTheOfficialBytes() throws IOException {
    List<String> lines = Files.readAllLines(out.resolve("eval_results.jsonl"));
    List<String> expected = List.copyOf(Golden.expectedLines().values());
    assertThat(lines).hasSameSizeAs(expected);
    for (int i = 0; i < lines.size(); i++) {
      Task task = Suite.tasks().get(i);
      if (Golden.tieBudget(task).get("lt_1e-3").intValue() == 0) {
        assertThat(lines.get(i)).isEqualTo(expected.get(i));
      }
    }
  }

  @Test
  void tasksWithNearTiesDifferByNoMoreThanThese() throws IOException {
    List<TaskResult> expected =
        ResultFile.read(Golden.datacomp().resolve("expected/eval_results.jsonl"));
    for (int i = 0; i < expected.size(); i++) {
      Scores official = expected.get(i).metrics();
      TaskReport report = result.run().tasks().get(i);
      double budget = Golden.tieBudget(Suite.tasks().get(i)).get("lt_1e-3").intValue();
      assertThat(report.metrics().values().keySet())
          .containsExactlyElementsOf(official.values().keySet());
      for (String metric : official.values().keySet()) {
        if (metric.startsWith("acc") && official.get(metric) != null) {
          assertThat(report.metrics().get(metric))
              .isCloseTo(official.get(metric), within(budget / report.samples() + 1e-6));
        }
      }
    }
  }

  @Test
  void aggregatesAreTheOfficialOnes() throws IOException {
    List<String> expected =
        Files.readAllLines(Golden.datacomp().resolve("expected/aggregate_scores.txt"));
    for (int i = 0; i < expected.size(); i++) {
      String[] parts = expected.get(i).split(": ", -1);
      Aggregate aggregate = result.run().aggregates().get(i);
      assertThat(aggregate.name()).isEqualTo(parts[0]);
      assertThat(aggregate.mean()).isCloseTo(Double.parseDouble(parts[1]), within(5e-4));
    }
  }
}
