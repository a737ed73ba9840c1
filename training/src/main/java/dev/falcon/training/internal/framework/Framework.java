package dev.falcon.training.internal.framework;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Weights;

/**
 * A vision-language framework: a network and the passes that it learns by. It holds no values:
 * every call is given the weights. Where a call drops values, equal seeds drop the same ones; it
 * uses the seed it is given and the next seven at most.
 */
public interface Framework {
  /** The network's parameters. */
  ParameterLayout layout();

  /** The name of the generative loss among {@link Losses#terms}. */
  String generativeTerm();

  /** What the generative loss hides of captions [rows x length]; drawn once a batch. */
  Corruption corrupt(long[][] captions, RandomStream random);

  /** Brings what is held in a range back into it, before a step: the temperature. */
  void bound(Parameters parameters);

  /**
   * All losses of a batch.
   *
   * @param targets what they pull towards
   * @param dropout the seed of what is dropped
   */
  Losses losses(Weights weights, BatchInputs batch, Targets targets, long dropout);

  /**
   * The generative loss of the batch's own pairs alone. With an equal seed the same values are
   * dropped as in {@link #losses}.
   *
   * @param decision that {@link #losses} made of the batch
   */
  TokenLosses generative(Weights weights, BatchInputs batch, Decision decision, long dropout);

  /** Looks at a batch with any weights of this network. */
  View view(Weights weights, BatchInputs batch, long dropout);
}
