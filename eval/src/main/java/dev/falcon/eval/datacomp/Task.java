package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One of the suite's tasks. Keys, names and metric names are DataComp's own.
 *
 * @param key such as {@code vtab/caltech101}
 * @param name in tables, such as {@code Caltech-101}
 * @param samples how many samples the published dataset has; informational, never enforced
 * @param classes how many classes it has; null where the task is not one of classification
 * @param protocol how it is evaluated
 * @param mainMetric the metric that goes into tables and averages; null for a task that has none
 * @param folder the dataset's folder below the data directory
 * @param sharesImagesWith the key of the task that holds the same images with other labels, or null
 * @param groups the aggregates it counts towards, besides the overall average
 * @param tags the suite's tags
 * @param chance score of guessing; null where the suite has none. Nothing is rescaled by it
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

  /** How a task is evaluated. */
  public enum Protocol {
    /** Class names in prompt templates; accuracy and mean recall. */
    @JsonProperty("classification")
    CLASSIFICATION,
    /** Captions and images find each other. */
    @JsonProperty("retrieval")
    RETRIEVAL,
    /** A cue picks among a handful of images. */
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

  /** The key as part of a file name: slashes become hyphens. */
  public String fileStem() {
    return key.replace('/', '-');
  }
}
