// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

/** Common descriptions of graphs. */
final class Docs {
  static final String IMAGES = "Images to contrastive vectors.";
  static final String CAPTIONS = "Captions to contrastive vectors.";
  static final String IMAGE_TOKENS = "Images to the tokens that the matcher takes.";
  static final String STATES = "Images to the tokens that the other graphs take.";
  static final String MATCHES = "Image tokens and captions to match logits.";

  private Docs() {}
}
