// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The native memory of one step: everything that is created between opening and closing is freed on
 * closing.
 *
 * <p>A manager alone does not suffice: an operation whose first operand is a parameter attaches its
 * result to the parameter's manager, which lives as long as the run. The scope also frees those
 * results. Values that outlive the step must be created outside.
 */
public final class TensorScope implements AutoCloseable {
  private final NDManager manager;
  private final NDScope scope;

  private TensorScope(NDManager manager) {
    this.manager = manager;
    this.scope = new NDScope();
  }

  /** Opens the memory of a step under the run's manager. */
  public static TensorScope open(NDManager run) {
    return new TensorScope(run.newSubManager());
  }

  /** Runs work in a separate memory. The result must not live in that memory. */
  public static <T> T within(NDManager run, Function<NDManager, T> work) {
    try (TensorScope memory = open(run)) {
      return work.apply(memory.manager());
    }
  }

  /**
   * Moves an array from the innermost open memory to another manager, with which it is freed.
   *
   * @return the array
   */
  public static NDArray keep(NDArray array, NDManager longer) {
    NDScope.unregister(array);
    array.attach(longer);
    return array;
  }

  /**
   * Runs work and frees all arrays that it created except the result, which the enclosing memory
   * adopts.
   *
   * @param work computes the result, an array that it created
   */
  public static NDArray piece(Supplier<NDArray> work) {
    NDArray result;
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      result = work.get();
      NDScope.unregister(result);
    }
    NDScope.register(result);
    return result;
  }

  /** Returns the manager of the step's inputs. */
  public NDManager manager() {
    return manager;
  }

  @Override
  public void close() {
    scope.close();
    manager.close();
  }
}
