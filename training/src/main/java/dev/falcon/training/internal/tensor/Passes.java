package dev.falcon.training.internal.tensor;

/**
 * How the passes of a step are worked out. None of it changes what is worked out, but for rounding
 * and for which values dropout takes.
 *
 * @param parts a batch's images, captions and pairs go through the encoders in so many parts, one
 *     after another; 1 for all at once
 * @param recompute whether a block keeps its input alone and is worked out again for the backward
 *     pass (Chen et al. 2016)
 * @param bfloat16 whether matrix products and attention are worked out with eight significant bits
 *     and summed in float32; all else, and the weights, stay float32
 */
public record Passes(int parts, boolean recompute, boolean bfloat16) {
  /** All at once, all kept, all float32. */
  public static final Passes PLAIN = new Passes(1, false, false);

  /** Whether something of a pass is worked out twice. */
  boolean again() {
    return parts > 1 || recompute;
  }
}
