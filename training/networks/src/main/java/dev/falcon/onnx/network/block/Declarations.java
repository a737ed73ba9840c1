// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

/** Receives the name, initialisation and shape of every weight of a network. */
@FunctionalInterface
public interface Declarations {
  /** The standard deviation of initial weights in ViT and BERT. */
  double DEVIATION = 0.02;

  /**
   * Declares a weight.
   *
   * @param name the weight's name, whose parts are separated by dots as in Hugging Face's files
   * @param first the initialisation
   * @param shape the shape; that of a matrix is [out x in]
   */
  void weight(String name, First first, long... shape);

  /**
   * The initialisation of a weight that is not read from a file.
   *
   * @param kind the distribution
   * @param value the parameter of the distribution
   */
  record First(Kind kind, double value) {
    /** The distribution. */
    public enum Kind {
      /**
       * The weight of a linear layer, initialised as configured; the value is the number of inputs.
       */
      LINEAR,
      /**
       * The bias of a linear layer, initialised as configured; the value is the number of inputs.
       */
      LINEAR_BIAS,
      /** An embedding table, initialised as configured. */
      WORDS,
      /** Uniform between minus and plus the value. */
      UNIFORM,
      /** Normal with mean 0 and the value as standard deviation. */
      NORMAL,
      /** The value in every element. */
      CONSTANT
    }

    /** Returns a uniform initialisation between minus and plus a bound. */
    public static First uniform(double bound) {
      return new First(Kind.UNIFORM, bound);
    }

    /** Returns a normal initialisation with mean 0 and this standard deviation. */
    public static First normal(double deviation) {
      return new First(Kind.NORMAL, deviation);
    }

    /** Returns an initialisation with one value in every element. */
    public static First constant(double value) {
      return new First(Kind.CONSTANT, value);
    }
  }

  /** Declares a linear layer that is initialised as configured. */
  default void linear(String name, int in, int out) {
    linear(name, in, out, true);
  }

  /**
   * Declares a linear layer that is initialised as configured.
   *
   * @param biased whether the layer adds a bias
   */
  default void linear(String name, int in, int out, boolean biased) {
    weight(name + ".weight", new First(First.Kind.LINEAR, in), out, in);
    if (biased) {
      weight(name + ".bias", new First(First.Kind.LINEAR_BIAS, in), out);
    }
  }

  /**
   * Declares a patch embedding: a linear layer of a patch's pixels with the shape of a convolution.
   */
  default void patches(String name, int side, int out) {
    int in = 3 * side * side;
    weight(name + ".weight", new First(First.Kind.LINEAR, in), out, 3, side, side);
    weight(name + ".bias", new First(First.Kind.LINEAR_BIAS, in), out);
  }

  /**
   * Declares a linear layer that is initialised uniformly in ±1/sqrt(in), whatever the
   * configuration.
   */
  default void head(String name, int in, int out) {
    First uniform = First.uniform(1 / Math.sqrt(in));
    weight(name + ".weight", uniform, out, in);
    weight(name + ".bias", uniform, out);
  }

  /** Declares a layer normalisation. */
  default void layerNorm(String name, int width) {
    layerNorm(name, width, true);
  }

  /**
   * Declares a layer normalisation.
   *
   * @param biased whether the layer adds a bias
   */
  default void layerNorm(String name, int width, boolean biased) {
    weight(name + ".weight", First.constant(1), width);
    if (biased) {
      weight(name + ".bias", First.constant(0), width);
    }
  }
}
