package dev.falcon.training.config;

/** A feature of some frameworks that a setting may require. */
public enum FrameworkTrait {
  /** Momentum encoders whose vectors are kept in a queue. */
  QUEUE("needs a queue of earlier pairs"),
  /** A learned bias of the contrastive logits. */
  BIAS("needs a bias"),
  /** One contrastive vector per image. */
  ONE_VECTOR("compares images by one vector each"),
  /** A batch can be split into micro-batches, and its blocks recomputed. */
  PARTS("needs encoders that take a batch in parts"),
  /** A separate decoder, with a learning rate and a vocabulary of its own. */
  DECODER("needs a decoder beside the towers"),
  /** The image encoder is frozen. */
  FROZEN_IMAGES("needs an image encoder that never learns"),
  /** Learned queries that attend to the image. */
  QUERIES("needs a network that learns queries");

  private final String need;

  FrameworkTrait(String need) {
    this.need = need;
  }

  /** The requirement, as used in error messages. */
  public String need() {
    return need;
  }
}
