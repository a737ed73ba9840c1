// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A quantity measured in a run. Retrieval and rates are in percent. */
public enum Measure {
  TXT_R1("TR@1", "/txt_r1"),
  TXT_R5("TR@5", "/txt_r5"),
  TXT_R10("TR@10", "/txt_r10"),
  IMG_R1("IR@1", "/img_r1"),
  IMG_R5("IR@5", "/img_r5"),
  IMG_R10("IR@10", "/img_r10"),
  TRUTH_TXT_R1("true TR@1", "/truth/txt_r1"),
  TRUTH_IMG_R1("true IR@1", "/truth/img_r1"),
  TRUTH_IMG_MAP("true IR mAP", "/truth/img_mean_average_precision"),
  RERANKED_TXT_R1("TR@1", "/reranked/txt_r1"),
  RERANKED_TXT_R5("TR@5", "/reranked/txt_r5"),
  RERANKED_TXT_R10("TR@10", "/reranked/txt_r10"),
  RERANKED_IMG_R1("IR@1", "/reranked/img_r1"),
  RERANKED_IMG_R5("IR@5", "/reranked/img_r5"),
  RERANKED_IMG_R10("IR@10", "/reranked/img_r10"),
  RERANKED_TRUTH_TXT_R1("true TR@1", "/reranked/truth_txt_r1"),
  RERANKED_TRUTH_IMG_R1("true IR@1", "/reranked/truth_img_r1"),
  /** Mean true R@1 of both directions, by contrast and re-ranked. */
  TRUE_R1("true R@1", null),
  /** Official accuracy on held-out questions, after fine-tuning on questions. */
  VQA_ACCURACY("VQA accuracy", null),
  /** Accuracy on held-out statements, after fine-tuning on statements. */
  NLVR_ACCURACY("NLVR accuracy", null),
  /** TR@1 after fine-tuning on retrieval, re-ranked. */
  FINE_TUNED_TXT_R1("fine-tuned TR@1", null),
  /** IR@1 after fine-tuning on retrieval, re-ranked. */
  FINE_TUNED_IMG_R1("fine-tuned IR@1", null),
  /** Right items of a suite of single changes, by contrast. */
  ITEMS("items", null),
  ITEMS_CAPTION("captions' side", null),
  ITEMS_IMAGE("images' side", null),
  ITEMS_COLOUR("colour", null),
  ITEMS_SHAPE("shape", null),
  ITEMS_SIZE("size", null),
  ITEMS_RELATION("relation", null),
  ITEMS_EXCHANGE("exchange", null),
  /** Right items of a suite of single changes, by matching. */
  MATCHED_ITEMS("items", null),
  MATCHED_ITEMS_CAPTION("captions' side", null),
  MATCHED_ITEMS_IMAGE("images' side", null),
  MATCHED_ITEMS_COLOUR("colour", null),
  MATCHED_ITEMS_SHAPE("shape", null),
  MATCHED_ITEMS_SIZE("size", null),
  MATCHED_ITEMS_RELATION("relation", null),
  MATCHED_ITEMS_EXCHANGE("exchange", null),
  /** False negatives in the last epoch, among all pairs of a batch. */
  FN_BATCH("FN in batch", null),
  /** False negatives in the last epoch, among pairs of a sample and the next one in the chain. */
  FN_NEXT("FN next in chain", null),
  /** False negatives in the last epoch, among the negatives of matching. */
  FN_MATCHING("FN of matching", null),
  /** Mean quantile in the last epoch. */
  QUANTILE_MEAN("mean q", null),
  /** Total wall-clock time of a step. */
  STEP_MILLISECONDS("ms a step, wall", null),
  /** Time of an epoch's steps over that of the pace variant with the same seed. */
  PACE("time of an epoch, wall", null),
  /** Total processor time of a step, if the run has it. */
  STEP_PROCESSOR_MILLISECONDS("ms a step, processor", null),
  /** The pace by processor time. */
  PROCESSOR_PACE("time of an epoch, processor", null);

  /** The measures of a fine-tuned checkpoint. */
  public static final List<Measure> FINE_TUNED =
      List.of(VQA_ACCURACY, NLVR_ACCURACY, FINE_TUNED_TXT_R1, FINE_TUNED_IMG_R1);

  /** The measures of a suite's items, by contrast. */
  public static final List<Measure> BY_ITEM = startingWith("ITEMS");

  /** The measures of a suite's items, by matching. */
  public static final List<Measure> MATCHED_BY_ITEM = startingWith("MATCHED_ITEMS");

  private final String label;
  private final String pointer;

  Measure(String label, String pointer) {
    this.label = label;
    this.pointer = pointer;
  }

  private static List<Measure> startingWith(String name) {
    return Arrays.stream(values()).filter(measure -> measure.name().startsWith(name)).toList();
  }

  /**
   * Returns whether only some comparisons have the measure, whose tables leave it out otherwise.
   */
  public boolean optional() {
    return FINE_TUNED.contains(this) || BY_ITEM.contains(this) || MATCHED_BY_ITEM.contains(this);
  }

  /** Returns the heading in tables. */
  public String label() {
    return label;
  }

  /**
   * Returns the JSON pointer of the value in a run's {@code result.json}; null if the value comes
   * from elsewhere.
   */
  public String pointer() {
    return pointer;
  }

  /** Returns the name in files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
