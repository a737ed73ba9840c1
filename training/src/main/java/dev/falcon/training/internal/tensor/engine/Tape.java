package dev.falcon.training.internal.tensor.engine;

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
 * Pieces of a pass that keep their results alone, and are worked out again when the gradients of
 * these are known. Gradients come out as without it, but for the order in which sums are made.
 *
 * <p>A result is a leaf of the engine's graph, in which the gradients of all that uses it add up.
 * After the backward pass of the loss, {@link #unwind} goes through the pieces from the last to the
 * first: what uses a piece was made after it. A piece draws what it drops from a seed of its own,
 * which it is given again when it is worked out again, and in a pass without gradients, too.
 */
public final class Tape {
  private final NDManager manager;
  private final Deque<Runnable> undone = new ArrayDeque<>();
  private final Set<NDArray> leaves = Collections.newSetFromMap(new IdentityHashMap<>());

  /** A tape for one backward pass, or for passes without gradients. */
  public Tape(NDManager manager) {
    this.manager = manager;
  }

  /**
   * A tensor that pieces look at, of which the gradient shall be handed on once, however many there
   * are.
   */
  public NDArray held(NDArray x) {
    if (!JniUtils.isGradMode() || leaves.contains(x) || !requiresGradient(x)) {
      return x;
    }
    NDArray leaf = leaf(x.stopGradient());
    undone.push(() -> backward(x, gradient(leaf)));
    return leaf;
  }

  /**
   * A piece in parts.
   *
   * @param parts each gives some rows of the result; they may look at weights, at what is no result
   *     of weights, and at what is {@link #held}
   * @return the rows of all
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
        rows.add(StepMemory.piece(() -> from(seeds[part], parts.get(part))));
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

  /** Whether nothing is worked out again. */
  boolean empty() {
    return undone.isEmpty();
  }

  /** Takes the gradients of all pieces' results on to what they were made of. */
  void unwind() {
    unwindTo(0);
  }

  private void unwindTo(int left) {
    while (undone.size() > left) {
      undone.pop().run();
    }
  }

  /** What is done last, when all pieces have handed their gradients on. */
  public void atLast(Runnable work) {
    undone.addLast(work);
  }

  private void again(
      List<Supplier<NDArray>> parts, long[] seeds, List<Long> counts, NDArray gradient) {
    if (gradient == null) {
      return; // nothing used the result
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

  /** The gradient of a leaf; null where none has reached it. */
  public static NDArray gradient(NDArray leaf) {
    return JniUtils.getGradient((PtNDArray) leaf);
  }

  /** The graph is kept: several pieces may hand gradients to it. */
  public static void backward(NDArray x, NDArray gradient) {
    if (gradient != null) {
      JniUtils.backward((PtNDArray) x, (PtNDArray) gradient, true, false);
    }
  }
}
