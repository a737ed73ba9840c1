// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The part that an input has in the command that read it. By these parts the command line can be
 * written again.
 */
public enum InputRole {
  /** The samples. */
  DATA,
  /** The queries of an evaluation, if they are not in the data. */
  QUERIES,
  /** The items of a suite. */
  SUITE,
  /** The data on which an evaluated model was trained. */
  TRAINING,
  /** A model folder's files. */
  MODEL,
  /** The embedding store; of two stores, that of the queries. */
  STORE,
  /** The embedding store of a corpus, if it is another one. */
  CORPUS,
  /** The scheduler's graph. */
  SCHEDULER,
  /** Pairs that must not occur. */
  VETO,
  /** Pairs that are known to match. */
  POSITIVES,
  /** The nearest candidates of an earlier search. */
  CANDIDATES,
  /** A table of scores by which candidates are filtered. */
  JUDGE,
  /** A batch plan. */
  PLAN,
  /** A table of pairs. */
  PAIRS,
  /** Lists of negatives. */
  LISTS,
  /** A table of scores that is audited beside the models. */
  SCORES,
  /** People's labels. */
  LABELS,
  /** Which pairs match. */
  TRUTH,
  /** The classes of images, by which they match. */
  CLASSES,
  /** Labelled pairs on which thresholds are fitted. */
  CALIBRATION,
  /** Relevance judgements. */
  QRELS,
  /** Predicted captions or answers. */
  PREDICTIONS,
  /** Captions by people. */
  REFERENCES,
  /** Questions with their answers. */
  QUESTIONS,
  /** Statements with their labels. */
  STATEMENTS,
  /** The program that computes METEOR. */
  METEOR,
  /** The program that computes SPICE. */
  SPICE,
  /** The results of earlier runs. */
  RUNS,
  /** The answers of a remote model. */
  ANSWERS,
  /** A table from which captions are made. */
  TAXONOMY,
  /** A training run's checkpoint. */
  CHECKPOINT,
  /** A configuration, or a file that it names. */
  CONFIGURATION;

  /** Returns the name in records. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the role with this name.
   *
   * @throws FalconException if there is none
   */
  @JsonCreator
  public static InputRole ofLabel(String label) {
    return Arrays.stream(values())
        .filter(role -> role.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new FalconException(
                    "an input's role must be one of "
                        + Arrays.stream(values())
                            .map(InputRole::label)
                            .collect(Collectors.joining(", "))
                        + "; it is '"
                        + label
                        + "'"));
  }
}
