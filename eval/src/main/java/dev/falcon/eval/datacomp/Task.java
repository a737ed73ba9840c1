// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One of the suite's tasks. Keys, names and metric names are DataComp's own.
 *
 * @param key the task's key, such as {@code vtab/caltech101}
 * @param name the task's name in tables, such as {@code Caltech-101}
 * @param samples the number of samples of the published dataset; for information only
 * @param classes the number of classes; null if the task is not a classification
 * @param protocol the protocol of its evaluation
 * @param mainMetric the metric in tables and averages; null if the task has none
 * @param folder the dataset's folder below the data directory
 * @param sharesImagesWith the key of the task that has the same images with other labels; null if
 *     there is none
 * @param groups the aggregates to which the task belongs, besides the overall average
 * @param tags the suite's tags
 * @param chance the score of guessing; null if the suite gives none; for information only
 */
public record Task(
    String key,
    String name,
    int samples,
    Integer classes,
    Protocol protocol,
    String mainMetric,
    String folder,
    String sharesImagesWith,
    List<String> groups,
    List<String> tags,
    Double chance) {

  /** The protocol by which a task is evaluated. */
  public enum Protocol {
    /** Class names in prompt templates; accuracy and mean recall. */
    @JsonProperty("classification")
    CLASSIFICATION,
    /** Retrieval of images by captions, and of captions by images. */
    @JsonProperty("retrieval")
    RETRIEVAL,
    /** The choice of images that belong to a cue. */
    @JsonProperty("winogavil")
    WINOGAVIL,
    /** Classification with macro means. */
    @JsonProperty("iwildcam")
    IWILDCAM,
    /** Classification by slide. */
    @JsonProperty("camelyon17")
    CAMELYON17,
    /** Classification by year and region. */
    @JsonProperty("fmow")
    FMOW,
    /** Classification by income. */
    @JsonProperty("dollar_street")
    DOLLAR_STREET,
    /** Classification by region. */
    @JsonProperty("geode")
    GEODE,
    /** Four classifiers over faces; no main metric. */
    @JsonProperty("faces")
    FACES
  }

  public Task {
    groups = List.copyOf(groups);
    tags = List.copyOf(tags);
  }

  /** Returns whether the task counts towards the average. */
  public boolean inAverage() {
    return mainMetric != null;
  }

  /** Returns the key as part of a file name, with hyphens in place of slashes. */
  public String fileStem() {
    return key.replace('/', '-');
  }
}
