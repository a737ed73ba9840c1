package dev.falcon.training.internal.model;

import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;

/** Declares the usual parts of a network with the first values that the configuration asks for. */
final class Declarations {
  /** The deviation that ViT and BERT begin with. */
  static final double DEVIATION = 0.02;

  private static final double NARROW_WORDS = 0.05;

  private final ParameterLayout layout;
  private final Initialisation initialisation;

  Declarations(ParameterLayout layout, Initialisation initialisation) {
    this.layout = layout;
    this.initialisation = initialisation;
  }

  /** A linear layer [out x in] that begins as the configuration says. */
  void linear(String name, int in, int out) {
    linear(name, in, out, in);
  }

  /** A linear layer whose weight is shaped otherwise, such as a patch embedding. */
  void linear(String name, int fanIn, int out, long... inShape) {
    long[] shape = new long[inShape.length + 1];
    shape[0] = out;
    System.arraycopy(inShape, 0, shape, 1, inShape.length);
    boolean normal = initialisation == Initialisation.NORMAL;
    Initialiser uniform = Initialiser.uniform(1 / Math.sqrt(fanIn));
    layout.declare(name + ".weight", normal ? Initialiser.normal(DEVIATION) : uniform, shape);
    layout.declare(name + ".bias", normal ? Initialiser.constant(0) : uniform, out);
  }

  /** A linear layer that begins uniform in ±1/sqrt(in), whatever the configuration says. */
  void head(String name, int in, int out) {
    Initialiser uniform = Initialiser.uniform(1 / Math.sqrt(in));
    layout.declare(name + ".weight", uniform, out, in);
    layout.declare(name + ".bias", uniform, out);
  }

  void layerNorm(String name, int width) {
    layout.declare(name + ".weight", Initialiser.constant(1), width);
    layout.declare(name + ".bias", Initialiser.constant(0), width);
  }

  /**
   * A table of word embeddings. BERT's deviation suits widths near 768; where linear layers begin
   * by their fan-in, narrow tables begin wider, lest the positions outshout the words.
   */
  void words(String name, long... shape) {
    boolean normal = initialisation == Initialisation.NORMAL;
    layout.declare(name, Initialiser.normal(normal ? DEVIATION : NARROW_WORDS), shape);
  }

  void normal(String name, long... shape) {
    layout.declare(name, Initialiser.normal(DEVIATION), shape);
  }

  void constant(String name, float value, long... shape) {
    layout.declare(name, Initialiser.constant(value), shape);
  }
}
