package dev.falcon.training.internal.model;

import dev.falcon.onnx.network.algebra.Declarations;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;

/**
 * Puts what a network declares into a layout, with the first values that the configuration asks
 * for.
 */
public record FirstValues(ParameterLayout layout, Initialisation initialisation)
    implements Declarations {
  /**
   * Where linear layers begin by their fan-in, narrow tables of words begin wider than BERT's,
   * whose deviation suits widths near 768: lest the positions outshout the words.
   */
  private static final double NARROW_WORDS = 0.05;

  @Override
  public void weight(String name, First first, long... shape) {
    layout.declare(name, initialiser(first), shape);
  }

  /**
   * The same for parameters with a learning rate of their own.
   *
   * @param rate how many times the run's it is; 0 where they keep their first values
   */
  public Declarations atRate(double rate) {
    return (name, first, shape) -> layout.declare(rate, name, initialiser(first), shape);
  }

  private Initialiser initialiser(First first) {
    boolean normal = initialisation == Initialisation.NORMAL;
    return switch (first.kind()) {
      case LINEAR -> normal ? Initialiser.normal(DEVIATION) : fanIn(first);
      case LINEAR_BIAS -> normal ? Initialiser.constant(0) : fanIn(first);
      case WORDS -> Initialiser.normal(normal ? DEVIATION : NARROW_WORDS);
      case UNIFORM -> Initialiser.uniform(first.value());
      case NORMAL -> Initialiser.normal(first.value());
      case CONSTANT -> Initialiser.constant((float) first.value());
    };
  }

  private static Initialiser fanIn(First first) {
    return Initialiser.uniform(1 / Math.sqrt(first.value()));
  }
}
