// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import java.util.List;

/** File names of the graphs of a model folder. */
public final class GraphFiles {
  /** Images to vectors. */
  public static final String VISION = "vision_model.onnx";

  /** Captions to vectors. */
  public static final String TEXT = "text_model.onnx";

  /** Images to the tokens that the matcher takes. */
  public static final String ITM_VISION = "itm_vision_model.onnx";

  /** Image tokens and captions to match logits. */
  public static final String ITM_FUSION = "itm_fusion_model.onnx";

  /** Image tokens and questions to the states that answers attend to. */
  public static final String QUESTION = "question_model.onnx";

  /** Questions' states and answers to the logits after each token. */
  public static final String ANSWER = "answer_model.onnx";

  /** Image tokens and statements to logits. */
  public static final String STATEMENT = "statement_model.onnx";

  /** Quantile features to Beta distributions. */
  public static final String SCHEDULER = "scheduler.onnx";

  /** The names of all graphs. */
  public static final List<String> ALL =
      List.of(VISION, TEXT, ITM_VISION, ITM_FUSION, SCHEDULER, QUESTION, ANSWER, STATEMENT);

  private GraphFiles() {}
}
