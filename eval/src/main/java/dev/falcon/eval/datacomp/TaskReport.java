package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.metric.TieBudget;
import java.util.List;

/**
 * A task's result with all that explains it; an entry of {@code run.json}.
 *
 * @param key the task's key
 * @param dataset its name
 * @param inputsSha256 digest of model, data, prompts and options: an equal one needs no new run
 * @param dataSha256 digest of the data files' names and contents
 * @param promptsSha256 digest of the classifiers' prompts; empty where there is no classifier
 * @param samples how many samples counted
 * @param classes how many classes there were; null where the task has none
 * @param rejected how many samples could not be used
 * @param duplicateClassNames class names that occur more than once, so that which of them wins is
 *     not defined
 * @param equalClassVectors how many classes have the very vector of another, so that no image can
 *     distinguish them; omitted if there are none
 * @param tieBudget how near the decisions are to falling the other way
 * @param metrics as in {@code eval_results.jsonl}
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
   * How many samples the published dataset has that are not here, neither counted nor rejected; 0
   * where it is complete.
   */
  @JsonIgnore
  public int absent() {
    int published = Suite.find(key).map(Task::samples).orElse(0);
    return Math.max(0, published - samples - rejected);
  }

  /** The line of {@code eval_results.jsonl}. */
  @JsonIgnore
  public TaskResult result() {
    return new TaskResult(key, dataset, metrics);
  }
}
