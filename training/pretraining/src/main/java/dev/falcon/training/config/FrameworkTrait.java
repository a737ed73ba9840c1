// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

/** A feature that only some frameworks have and that a setting may require. */
public enum FrameworkTrait {
  /** Momentum encoders whose vectors are kept in a queue. */
  QUEUE("needs a queue of earlier pairs"),
  /** A learned bias of the contrastive logits. */
  BIAS("needs a bias"),
  /** One contrastive vector per image. */
  ONE_VECTOR("compares images by one vector each"),
  /** A batch can be split into micro-batches, and blocks can be recomputed. */
  PARTS("needs encoders that take a batch in parts"),
  /** A separate decoder, with its own learning rate and vocabulary. */
  DECODER("needs a decoder beside the towers"),
  /** A frozen image encoder. */
  FROZEN_IMAGES("needs an image encoder that never learns"),
  /** Learned queries that attend to the image. */
  QUERIES("needs a network that learns queries");

  private final String need;

  FrameworkTrait(String need) {
    this.need = need;
  }

  /** Returns the requirement, as used in error messages. */
  public String need() {
    return need;
  }
}
