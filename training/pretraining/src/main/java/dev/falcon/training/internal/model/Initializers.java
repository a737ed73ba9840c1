// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.model;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;

/** Adds a network's declared parameters to a layout, with the configured initial values. */
public record Initializers(ParameterLayout layout, Initialisation initialisation)
    implements Declarations {
  /**
   * The standard deviation of embeddings with fan-in initialisation of linear layers. BERT's
   * smaller one suits widths near 768; in narrower tables, positions would then dominate the words.
   */
  private static final double NARROW_WORDS = 0.05;

  @Override
  public void weight(String name, First first, long... shape) {
    layout.declare(name, initialiser(first), shape);
  }

  /**
   * Returns declarations of parameters with a separate learning rate.
   *
   * @param rate the factor on the run's learning rate; 0 for frozen parameters
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
