package dev.falcon.eval;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
    TieBudget tieBudget,
    Scores metrics) {

  public TaskReport {
    duplicateClassNames = List.copyOf(duplicateClassNames);
  }

  /** The line of {@code eval_results.jsonl}. */
  @JsonIgnore
  public TaskResult result() {
    return new TaskResult(key, dataset, metrics);
  }
}
