package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import java.util.Map;
import java.util.function.Supplier;

/** A network's parameters as one forward pass sees them, by name. */
public final class Weights {
  private final Map<String, NDArray> byName;
  private final boolean trained;

  /**
   * @param trained whether a backward pass may follow
   */
  Weights(Map<String, NDArray> byName, boolean trained) {
    this.byName = byName;
    this.trained = trained;
  }

  /**
   * A piece of a pass. Where no backward pass follows, what it made is freed at its end, so that
   * the next piece works where the processor's cache still is. A backward pass needs most of it:
   * freeing the rest early would only cut the memory between into parts.
   *
   * @param work gives back an array that it made
   */
  public NDArray piece(Supplier<NDArray> work) {
    return trained ? work.get() : StepMemory.piece(work);
  }

  /** The parameter of the given name. */
  public NDArray get(String name) {
    NDArray value = byName.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no parameter is called " + name);
    }
    return value;
  }

  /** {@code x W^T + b} with {@code name.weight} and {@code name.bias}. */
  public NDArray linear(NDArray x, String name) {
    return Ops.linear(x, get(name + ".weight"), get(name + ".bias"));
  }

  /**
   * Several linear layers of one input in one product; [... x in] to [... x sum of outs], in the
   * names' order.
   */
  public NDArray linears(NDArray x, String... names) {
    NDList matrices = new NDList();
    NDList biases = new NDList();
    for (String name : names) {
      matrices.add(get(name + ".weight"));
      biases.add(get(name + ".bias"));
    }
    return Ops.linear(x, NDArrays.concat(matrices, 0), NDArrays.concat(biases, 0));
  }

  /** Layer normalisation with {@code name.weight} and {@code name.bias}. */
  public NDArray layerNorm(NDArray x, String name, float epsilon) {
    return Ops.layerNorm(x, get(name + ".weight"), get(name + ".bias"), epsilon);
  }
}
