// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import java.util.Locale;

/** The role of a graph in a model folder, from which its file's name derives. */
public enum GraphRole {
  /** Pictures to vectors: {@code vision_model.onnx}. */
  VISION_MODEL,
  /** Captions to vectors: {@code text_model.onnx}. */
  TEXT_MODEL,
  /** Both in one file, or a matcher: {@code model.onnx}. */
  MODEL,
  /** Pictures and captions to the probability of a match: {@code itm_model.onnx}. */
  ITM_MODEL,
  /** Pictures to the states that other graphs attend to: {@code itm_vision_model.onnx}. */
  ITM_VISION_MODEL,
  /** Those states and captions to the probability of a match: {@code itm_fusion_model.onnx}. */
  ITM_FUSION_MODEL,
  /**
   * Those states and questions to the states that answers attend to: {@code question_model.onnx}.
   */
  QUESTION_MODEL,
  /** Those states and answers to their likelihood: {@code answer_model.onnx}. */
  ANSWER_MODEL,
  /** States of several pictures and statements to their truth: {@code statement_model.onnx}. */
  STATEMENT_MODEL,
  /** Quantile features to Beta parameters: {@code scheduler.onnx}. */
  SCHEDULER;

  /** Returns the file's name without precision and extension. */
  public String stem() {
    return name().toLowerCase(Locale.ROOT);
  }
}
