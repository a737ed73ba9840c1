// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.metric.TieBudget;
import java.util.List;

/**
 * A task's result with the facts that explain it: an entry of {@code run.json}.
 *
 * @param key the task's key
 * @param dataset the task's name
 * @param inputsSha256 the digest of model, data, prompts and options; a result with an equal digest
 *     is not computed again
 * @param dataSha256 the digest of the data files' names and contents
 * @param promptsSha256 the digest of the classifiers' prompts; empty without a classifier
 * @param samples the number of samples that counted
 * @param classes the number of classes; null if the task has none
 * @param rejected the number of samples that could not be used
 * @param duplicateClassNames the class names that occur more than once, so that it is undefined
 *     which of these classes wins
 * @param equalClassVectors the number of classes with exactly the vector of another class, from
 *     which no image can distinguish them; omitted if there are none
 * @param tieBudget the numbers of decisions that are near a tie
 * @param metrics the metrics, as in {@code eval_results.jsonl}
 */
@JsonPropertyOrder({
  "key",
  "dataset",
  "inputsSha256",
  "dataSha256",
  "promptsSha256",
  "samples",
  "classes",
  "rejected",
  "duplicateClassNames",
  "equalClassVectors",
  "tieBudget",
  "metrics"
})
public record TaskReport(
    String key,
    String dataset,
    String inputsSha256,
    String dataSha256,
    String promptsSha256,
    int samples,
    Integer classes,
    int rejected,
    List<String> duplicateClassNames,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int equalClassVectors,
    TieBudget tieBudget,
    Scores metrics) {

  public TaskReport {
    duplicateClassNames = List.copyOf(duplicateClassNames);
  }

  /**
   * Returns the number of samples of the published dataset that were neither counted nor rejected;
   * 0 if the data are complete.
   */
  @JsonIgnore
  public int absent() {
    int published = Suite.find(key).map(Task::samples).orElse(0);
    return Math.max(0, published - samples - rejected);
  }

  /** Returns the result as a line of {@code eval_results.jsonl}. */
  @JsonIgnore
  public TaskResult result() {
    return new TaskResult(key, dataset, metrics);
  }
}
