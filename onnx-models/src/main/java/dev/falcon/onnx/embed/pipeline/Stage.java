// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

/** The stages between a dataset and a store. */
public enum Stage {
  /** Reading samples and generating those of Scenes; one thread. */
  READ,
  /** Decoding image files to pixels; worker threads. */
  DECODE,
  /** Converting pixels to the model's input; worker threads. */
  PREPROCESS,
  /** Converting captions to token ids; worker threads. */
  TOKENISE,
  /** Running the graphs; one thread, and the graph's own threads. */
  INFERENCE,
  /** Writing rows; the caller's thread. */
  WRITE
}
