// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.eval.Golden.Array;
import dev.falcon.eval.datacomp.ResultFile;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.TaskResult;
import dev.falcon.eval.metric.ClassificationMetrics;
import dev.falcon.eval.metric.Decisions;
import dev.falcon.eval.metric.FaceMetrics;
import dev.falcon.eval.metric.GroupMetrics;
import dev.falcon.eval.metric.HitScan;
import dev.falcon.eval.metric.JaccardScores;
import dev.falcon.eval.metric.OwnCandidates;
import dev.falcon.eval.metric.RetrievalHits;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.metric.TieBudget;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The metrics alone, on the official evaluator's own logits, against its own result lines. */
class StoredPredictionsTest {

  @Test
  void classificationLinesAreTheOfficialBytes() throws IOException {
    Map<String, String> expected = Golden.expectedLines();
    List<Task> plain =
        Golden.classificationTasks().stream()
            .filter(task -> task.protocol() == Task.Protocol.CLASSIFICATION)
            .toList();
    assertThat(plain).hasSize(30);
    for (Task task : plain) {
      TaskResult result = TaskResult.of(task, ClassificationMetrics.of(decisions(task)));
      assertThat(ResultFile.line(result)).isEqualTo(expected.get(task.key()));
    }
  }

  @Test
  void iWildCamsLineIsTheOfficialBytes() throws IOException {
    Task task = Suite.find("wilds/iwildcam").orElseThrow();
    Decisions decisions = decisions(task);
    Scores metrics = ClassificationMetrics.of(decisions).and(GroupMetrics.iWildCam(decisions));
    assertThat(ResultFile.line(TaskResult.of(task, metrics)))
        .isEqualTo(Golden.expectedLines().get(task.key()));
  }

  @Test
  void faceLinesAreTheOfficialBytes() throws IOException {
    for (String key : List.of("fairness/fairface", "fairness/utkface")) {
      Task task = Suite.find(key).orElseThrow();
      Array predicted = Golden.prediction(task, "pred");
      Array metadata = Golden.prediction(task, "metadata");
      int faces = predicted.shape()[0];
      int[][] predictions = new int[faces][4];
      long[][] rows = new long[faces][metadata.shape()[1]];
      for (int face = 0; face < faces; face++) {
        for (int i = 0; i < 4; i++) {
          predictions[face][i] = predicted.integer(4 * face + i);
        }
        for (int i = 0; i < rows[face].length; i++) {
          rows[face][i] = metadata.integer(rows[face].length * face + i);
        }
      }
      TaskResult result = TaskResult.of(task, FaceMetrics.of(predictions, rows));
      assertThat(result.metrics().values()).hasSize(70);
      assertThat(ResultFile.line(result)).isEqualTo(Golden.expectedLines().get(key));
    }
  }

  @Test
  void retrievalLinesAreTheOfficialBytes() throws IOException {
    for (Task task : Suite.matching(List.of("retrieval/*"))) {
      Array scores = Golden.prediction(task, "scores");
      Array owner = Golden.prediction(task, "caption_image");
      int captions = scores.shape()[0];
      int images = scores.shape()[1];
      int[] firstCaption = new int[images + 1];
      float[][] byCaption = new float[captions][];
      float[][] byImage = new float[images][captions];
      for (int caption = 0; caption < captions; caption++) {
        firstCaption[owner.integer(caption) + 1] = caption + 1;
        byCaption[caption] = scores.row(caption);
        for (int image = 0; image < images; image++) {
          byImage[image][caption] = byCaption[caption][image];
        }
      }
      RetrievalHits hits =
          new RetrievalHits(
              scan(OwnCandidates.ofImages(firstCaption), byImage),
              scan(OwnCandidates.ofCaptions(firstCaption), byCaption));
      assertThat(ResultFile.line(TaskResult.of(task, hits.metrics())))
          .isEqualTo(Golden.expectedLines().get(task.key()));
      assertBudget(task, hits.tieBudget());
    }
  }

  private static HitScan scan(OwnCandidates own, float[][] scores) {
    HitScan scan = new HitScan(own);
    for (int query = 0; query < scores.length; query++) {
      scan.add(query, 0, scores[query], scores[query].length);
    }
    scan.decide(query -> scan.settle(query, scores[query]));
    return scan;
  }

  @Test
  void winogavilsLineIsTheOfficialBytes() throws IOException {
    Task task = Suite.find("misc/winogavil").orElseThrow();
    JaccardScores scores = new JaccardScores();
    JsonNode instances =
        Json.readTree(Golden.datacomp().resolve("intermediate/predictions/misc-winogavil.json"));
    for (JsonNode instance : instances) {
      float[] similarities = new float[instance.get("scores").size()];
      for (int i = 0; i < similarities.length; i++) {
        similarities[i] = (float) instance.get("scores").get(i).doubleValue();
      }
      boolean[] associated = new boolean[similarities.length];
      instance.get("true").forEach(position -> associated[position.intValue()] = true);
      scores.add(similarities, associated);
    }
    assertThat(ResultFile.line(TaskResult.of(task, scores.metrics())))
        .isEqualTo(Golden.expectedLines().get(task.key()));
    assertBudget(task, scores.tieBudget());
  }

  @Test
  void tieBudgetsAreTheStatedOnes() throws IOException {
    for (Task task : Golden.classificationTasks()) {
      assertBudget(task, decisions(task).tieBudget());
    }
  }

  private static Decisions decisions(Task task) throws IOException {
    Array logits = Golden.prediction(task, "logits");
    Array labels = Golden.prediction(task, "labels");
    Decisions decisions = new Decisions(logits.shape()[1]);
    for (int image = 0; image < logits.shape()[0]; image++) {
      decisions.add(logits.row(image), labels.integer(image));
    }
    return decisions;
  }

  private static void assertBudget(Task task, TieBudget budget) {
    JsonNode expected = Golden.tieBudget(task);
    assertThat(budget.below1e4()).as(task.key()).isEqualTo(expected.get("lt_1e-4").intValue());
    assertThat(budget.below1e3()).as(task.key()).isEqualTo(expected.get("lt_1e-3").intValue());
    assertThat(budget.decisions()).as(task.key()).isEqualTo(expected.get("decisions").intValue());
    double smallest = expected.get("min_margin").doubleValue();
    assertThat(budget.smallestMargin()).as(task.key()).isCloseTo(smallest, within(smallest * 6e-3));
    double median = expected.get("median_margin").doubleValue();
    assertThat(budget.medianMargin()).as(task.key()).isCloseTo(median, within(median * 1e-3));
  }
}
