// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The checkpointed pieces of a pass: only their results are kept, and the pieces are recomputed in
 * the backward pass. Gradients are the same, except for the order of sums.
 *
 * <p>A piece's result is a leaf of the engine's graph, in which the gradients of its uses are
 * summed. After the backward pass of the loss, {@link #unwind} processes the pieces from the last
 * to the first, since the users of a piece are created after it. A piece draws its dropout from a
 * separate seed, which is reused when it is recomputed. This also holds in a pass without
 * gradients.
 */
public final class Tape {
  private final NDManager manager;
  private final Deque<Runnable> undone = new ArrayDeque<>();
  private final Set<NDArray> leaves = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Creates a tape for one backward pass, or for passes without gradients. */
  public Tape(NDManager manager) {
    this.manager = manager;
  }

  /** Returns a tensor that several pieces read, whose gradient is propagated once. */
  public NDArray held(NDArray x) {
    if (!JniUtils.isGradMode() || leaves.contains(x) || !requiresGradient(x)) {
      return x;
    }
    NDArray leaf = leaf(x.stopGradient());
    undone.push(() -> backward(x, gradient(leaf)));
    return leaf;
  }

  /**
   * Runs a piece in parts.
   *
   * @param parts the parts, each of which returns some rows of the result; they may read weights,
   *     values that do not depend on weights, and {@link #held} tensors
   * @return the rows of all parts
   */
  public NDArray piece(List<Supplier<NDArray>> parts) {
    long[] seeds = new long[parts.size()];
    Seed around = Seed.last();
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = around.next();
    }
    boolean learns = JniUtils.isGradMode();
    NDList rows = new NDList();
    JniUtils.setGradMode(false);
    try {
      for (int i = 0; i < seeds.length; i++) {
        int part = i;
        rows.add(TensorScope.piece(() -> from(seeds[part], parts.get(part))));
      }
    } finally {
      JniUtils.setGradMode(learns);
      around.resume();
    }
    NDArray result = rows.size() == 1 ? rows.head() : NDArrays.concat(rows, 0);
    List<Long> counts = new ArrayList<>();
    rows.forEach(each -> counts.add(each.getShape().get(0)));
    if (rows.size() > 1) {
      rows.forEach(NDArray::close);
    }
    if (learns) {
      leaf(result);
      undone.push(() -> again(parts, seeds, counts, gradient(result)));
    }
    return result;
  }

  /** Returns whether there is nothing to recompute. */
  boolean empty() {
    return undone.isEmpty();
  }

  /** Propagates the gradients of all pieces' results to their inputs. */
  void unwind() {
    unwindTo(0);
  }

  private void unwindTo(int left) {
    while (undone.size() > left) {
      undone.pop().run();
    }
  }

  /** Adds an action that runs after all pieces have propagated their gradients. */
  public void atLast(Runnable work) {
    undone.addLast(work);
  }

  private void again(
      List<Supplier<NDArray>> parts, long[] seeds, List<Long> counts, NDArray gradient) {
    if (gradient == null) {
      return; // the result was not used
    }
    long from = 0;
    for (int i = 0; i < seeds.length; i++) {
      long to = from + counts.get(i);
      if (to == from) {
        continue;
      }
      int outside = undone.size();
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        NDArray rows = from(seeds[i], parts.get(i));
        backward(rows, seeds.length == 1 ? gradient : gradient.get(from + ":" + to));
        unwindTo(outside);
      }
      from = to;
    }
  }

  private NDArray from(long seed, Supplier<NDArray> part) {
    Seed.begin(manager, seed);
    return part.get();
  }

  private NDArray leaf(NDArray array) {
    array.setRequiresGradient(true);
    leaves.add(array);
    return array;
  }

  private static boolean requiresGradient(NDArray x) {
    return JniUtils.requiresGrad((PtNDArray) x);
  }

  /** Returns the gradient of a leaf; null if it has none. */
  public static NDArray gradient(NDArray leaf) {
    return JniUtils.getGradient((PtNDArray) leaf);
  }

  /**
   * Runs the backward pass and retains the graph, so that it can be called again for other losses.
   */
  public static void backward(NDArray x, NDArray gradient) {
    if (gradient != null) {
      JniUtils.backward((PtNDArray) x, (PtNDArray) gradient, true, false);
    }
  }
}
