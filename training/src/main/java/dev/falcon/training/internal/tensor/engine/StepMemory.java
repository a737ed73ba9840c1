package dev.falcon.training.internal.tensor.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The native memory of one step: everything made between opening and closing is freed at closing.
 *
 * <p>A manager alone does not do: an operation whose first operand is a parameter attaches its
 * result to the parameter's manager, which lives as long as the run. The scope catches those too.
 * What must outlive the step is made outside.
 */
public final class StepMemory implements AutoCloseable {
  private final NDManager manager;
  private final NDScope scope;

  private StepMemory(NDManager manager) {
    this.manager = manager;
    this.scope = new NDScope();
  }

  /** Opens the memory of a step under the run's manager. */
  public static StepMemory open(NDManager run) {
    return new StepMemory(run.newSubManager());
  }

  /** Does a piece of work in a memory of its own; what it returns must not live in it. */
  public static <T> T within(NDManager run, Function<NDManager, T> work) {
    try (StepMemory memory = open(run)) {
      return work.apply(memory.manager());
    }
  }

  /**
   * Takes an array out of the innermost memory that is open, to live as long as another manager.
   *
   * @return the array
   */
  public static NDArray keep(NDArray array, NDManager longer) {
    NDScope.unregister(array);
    array.attach(longer);
    return array;
  }

  /**
   * Does a piece of work and frees all that it made but the result, which the memory around takes
   * over.
   *
   * @param work gives back an array that it made
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

  /** Where the step's inputs are made. */
  public NDManager manager() {
    return manager;
  }

  @Override
  public void close() {
    scope.close();
    manager.close();
  }
}
