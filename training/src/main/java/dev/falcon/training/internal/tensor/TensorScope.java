package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The native memory of one step: everything created between opening and closing is freed at
 * closing.
 *
 * <p>A manager alone does not suffice: an operation whose first operand is a parameter attaches its
 * result to the parameter's manager, which lives as long as the run. The scope catches those too.
 * Values that outlive the step are created outside.
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

  /** Runs work in a memory of its own; its result must not live in it. */
  public static <T> T within(NDManager run, Function<NDManager, T> work) {
    try (TensorScope memory = open(run)) {
      return work.apply(memory.manager());
    }
  }

  /**
   * Detaches an array from the innermost open memory, to live as long as another manager.
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
   * @param work returns an array that it created
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

  /** The manager of the step's inputs. */
  public NDManager manager() {
    return manager;
  }

  @Override
  public void close() {
    scope.close();
    manager.close();
  }
}
