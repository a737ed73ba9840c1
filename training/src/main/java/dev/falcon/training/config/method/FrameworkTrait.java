package dev.falcon.training.config.method;

/** What a framework may have, and a setting may need. */
public enum FrameworkTrait {
  /** Encoders that follow the learner, whose vectors wait in a queue. */
  QUEUE("needs a queue of earlier pairs"),
  /** A learned bias of the contrast's logits. */
  BIAS("needs a bias"),
  /** An image has one contrastive vector. */
  ONE_VECTOR("compares images by one vector each"),
  /** A batch may go through the encoders in parts, and be worked out again. */
  PARTS("needs encoders that take a batch in parts"),
  /** A decoder of its own, with a learning rate and words of its own. */
  DECODER("needs a decoder beside the towers"),
  /** Learned queries that look at the image. */
  QUERIES("needs a network that learns queries");

  private final String need;

  FrameworkTrait(String need) {
    this.need = need;
  }

  /** What is said of a setting that cannot do without, behind its name. */
  public String need() {
    return need;
  }
}
