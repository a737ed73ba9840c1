package dev.falcon.onnx.network.block;

/** Receives every weight of a network: its name, initialisation and shape. */
@FunctionalInterface
public interface Declarations {
  /** The initial deviation in ViT and BERT. */
  double DEVIATION = 0.02;

  /**
   * A weight.
   *
   * @param name dots separate its parts, as in Hugging Face's files
   * @param shape a matrix is [out x in]
   */
  void weight(String name, First first, long... shape);

  /**
   * Initialisation of a weight that is not read from a file.
   *
   * @param value parameter of the distribution
   */
  record First(Kind kind, double value) {
    /** The distribution. */
    public enum Kind {
      /** A linear layer with this many inputs, initialised as configured. */
      LINEAR,
      /** The bias of a linear layer with this many inputs, initialised as configured. */
      LINEAR_BIAS,
      /** An embedding table, initialised as configured. */
      WORDS,
      /** Uniform in ± the value. */
      UNIFORM,
      /** Normal with mean 0 and the value as deviation. */
      NORMAL,
      /** The value everywhere. */
      CONSTANT
    }

    /** Uniform in ± a bound. */
    public static First uniform(double bound) {
      return new First(Kind.UNIFORM, bound);
    }

    /** Normal with mean 0. */
    public static First normal(double deviation) {
      return new First(Kind.NORMAL, deviation);
    }

    /** One value everywhere. */
    public static First constant(double value) {
      return new First(Kind.CONSTANT, value);
    }
  }

  /** A linear layer, initialised as configured. */
  default void linear(String name, int in, int out) {
    linear(name, in, out, true);
  }

  /**
   * A linear layer, initialised as configured.
   *
   * @param biased whether it adds a bias
   */
  default void linear(String name, int in, int out, boolean biased) {
    weight(name + ".weight", new First(First.Kind.LINEAR, in), out, in);
    if (biased) {
      weight(name + ".bias", new First(First.Kind.LINEAR_BIAS, in), out);
    }
  }

  /** A patch embedding, a linear layer of a patch's pixels with the shape of a convolution. */
  default void patches(String name, int side, int out) {
    int in = 3 * side * side;
    weight(name + ".weight", new First(First.Kind.LINEAR, in), out, 3, side, side);
    weight(name + ".bias", new First(First.Kind.LINEAR_BIAS, in), out);
  }

  /** A linear layer initialised uniformly in ±1/sqrt(in), whatever the configuration. */
  default void head(String name, int in, int out) {
    First uniform = First.uniform(1 / Math.sqrt(in));
    weight(name + ".weight", uniform, out, in);
    weight(name + ".bias", uniform, out);
  }

  /** A layer normalisation. */
  default void layerNorm(String name, int width) {
    layerNorm(name, width, true);
  }

  /**
   * A layer normalisation.
   *
   * @param biased whether it adds a bias
   */
  default void layerNorm(String name, int width, boolean biased) {
    weight(name + ".weight", First.constant(1), width);
    if (biased) {
      weight(name + ".bias", First.constant(0), width);
    }
  }
}
