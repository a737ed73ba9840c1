// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A network's parameters in memory. For every learning rate there are two flat vectors, one with
 * weight decay and one without, and each parameter is a view of one of them. Frozen parameters are
 * separate.
 *
 * <p>With flat vectors, an optimiser step, a gradient norm and a checkpoint are a few large
 * operations, however many parameters there are. Each parameter begins on a 64-byte boundary, so
 * that the path that matrix kernels select, and with it the bits of their results, does not depend
 * on its neighbours.
 */
public final class Parameters implements AutoCloseable {
  private static final int ALIGNMENT = 16; // floats

  private final ParameterLayout layout;
  private final List<Group> groups = new ArrayList<>();
  private final Map<String, NDArray> frozen = new LinkedHashMap<>();
  private final Map<String, NDArray> plain;
  private final Weights untrained;

  /** A flat vector, and the positions of its parameters. */
  static final class Group {
    final double rate;
    final boolean decayed;
    final List<ParameterLayout.Entry> entries;
    final int[] offsets;
    final int[] pieces; // index of each parameter's piece between the cuts
    final long[] cuts;
    final int size;
    final NDArray values;

    Group(
        NDManager manager,
        List<ParameterLayout.Entry> entries,
        double rate,
        boolean decayed,
        Map<String, float[]> first) {
      this.rate = rate;
      this.decayed = decayed;
      this.entries = entries;
      this.offsets = new int[entries.size()];
      int end = 0;
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = end;
        end = Math.addExact(end, padded(entries.get(i).size()));
      }
      this.size = end;
      this.pieces = new int[offsets.length];
      LongStream.Builder ends = LongStream.builder();
      int piece = 0;
      for (int i = 0; i < offsets.length; i++) {
        pieces[i] = piece++;
        int last = offsets[i] + entries.get(i).size();
        int next = i + 1 < offsets.length ? offsets[i + 1] : size;
        if (last < next) {
          ends.add(last);
          piece++;
        }
        if (next < size) {
          ends.add(next);
        }
      }
      this.cuts = ends.build().toArray();
      this.values = Torch.floats(manager, flat(first), size);
    }

    private float[] flat(Map<String, float[]> byName) {
      float[] flat = new float[size];
      for (int i = 0; i < offsets.length; i++) {
        float[] source = byName.get(entries.get(i).name());
        System.arraycopy(source, 0, flat, offsets[i], entries.get(i).size());
      }
      return flat;
    }

    private static int padded(int size) {
      return Math.addExact(size, ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
  }

  /**
   * Allocates the parameters.
   *
   * @param first the initial values by name, such as those of {@link ParameterLayout#initialise}
   * @param trained whether gradients are needed
   */
  public Parameters(
      NDManager manager, ParameterLayout layout, Map<String, float[]> first, boolean trained) {
    this.layout = layout;
    for (double rate : layout.rates()) {
      for (boolean decayed : new boolean[] {true, false}) {
        List<ParameterLayout.Entry> entries = layout.group(rate, decayed);
        if (!entries.isEmpty()) {
          groups.add(new Group(manager, entries, rate, decayed, first));
        }
      }
    }
    for (ParameterLayout.Entry entry : layout.frozen()) {
      frozen.put(entry.name(), Torch.floats(manager, first.get(entry.name()), entry.shape()));
    }
    plain = views();
    untrained = new Weights(plain, false, StepSettings.PLAIN);
    groups.forEach(group -> group.values.setRequiresGradient(trained));
  }

  /** Returns views of all parameters, which follow their changes, without gradients. */
  public Weights untrained() {
    return untrained;
  }

  /** Returns the parameters' names and shapes. */
  public ParameterLayout layout() {
    return layout;
  }

  /** Returns the manager that holds the values. */
  public NDManager manager() {
    return groups.get(0).values.getManager();
  }

  List<Group> groups() {
    return groups;
  }

  /**
   * Returns views of all parameters. They must be taken again for every forward pass, since
   * gradients flow through them only if they are taken while gradients are collected.
   */
  public Weights weights() {
    return new Weights(views(), true, StepSettings.PLAIN);
  }

  /**
   * Returns views for passes with other settings.
   *
   * @param tape the tape of the backward pass that follows
   */
  public Weights weights(StepSettings passes, Tape tape) {
    if (!passes.again()) {
      return new Weights(views(), true, passes);
    }
    Map<String, NDArray> byName = new HashMap<>(frozen);
    for (Group group : groups) {
      // Separate leaves, since every piece has a backward pass, which would otherwise create a
      // whole
      // vector.
      NDList pieces = group.values.stopGradient().split(group.cuts, 0);
      pieces.forEach(Parameters::makeLeaf);
      tape.atLast(() -> Tape.backward(group.values, gradient(pieces)));
      name(group, pieces, byName);
    }
    return new Weights(byName, true, passes, tape);
  }

  /**
   * Returns views like {@link #untrained()}, for a pass with the same settings as {@link
   * #weights(StepSettings, Tape)}.
   */
  public Weights untrained(StepSettings passes) {
    return passes.again()
        ? new Weights(plain, false, passes, new Tape(manager()))
        : new Weights(plain, false, passes);
  }

  /**
   * Makes a piece a leaf with its own gradient. Otherwise, the engine would adopt the first
   * incoming gradient, even if that is a view of one that another parameter also receives, such as
   * those of a class token and of the positions added to it in a batch of one image.
   */
  private static void makeLeaf(NDArray piece) {
    NDArray zeros = piece.zerosLike();
    piece.setRequiresGradient(true);
    Tape.backward(piece, zeros);
  }

  private static NDArray gradient(NDList pieces) {
    NDList gradients = new NDList();
    for (NDArray piece : pieces) {
      gradients.add(Tape.gradient(piece));
    }
    return gradients.size() == 1 ? gradients.head() : NDArrays.concat(gradients, 0);
  }

  private Map<String, NDArray> views() {
    Map<String, NDArray> byName = new HashMap<>(frozen);
    for (Group group : groups) {
      name(group, group.values.split(group.cuts, 0), byName);
    }
    return byName;
  }

  private static void name(Group group, NDList pieces, Map<String, NDArray> byName) {
    for (int i = 0; i < group.entries.size(); i++) {
      ParameterLayout.Entry entry = group.entries.get(i);
      NDArray piece = pieces.get(group.pieces[i]);
      boolean flat = entry.shape().length == 1;
      byName.put(entry.name(), flat ? piece : piece.reshape(new Shape(entry.shape())));
    }
  }

  /** Returns a copy of all values by name, in the order of declaration. */
  public Map<String, float[]> copy() {
    Map<String, float[]> learned = learned();
    Map<String, float[]> still = still();
    Map<String, float[]> all = new LinkedHashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      String name = entry.name();
      all.put(name, entry.frozen() ? still.get(name) : learned.get(name));
    }
    return all;
  }

  /** Returns a copy of the trained values. */
  public Map<String, float[]> learned() {
    Map<String, float[]> flat = new LinkedHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      flat.put(Integer.toString(i), Parameters.floats(groups.get(i).values));
    }
    return unflatten(flat, "");
  }

  /** Returns a copy of the frozen values. */
  public Map<String, float[]> still() {
    Map<String, float[]> values = new LinkedHashMap<>();
    frozen.forEach((name, kept) -> values.put(name, floats(kept)));
    return values;
  }

  /**
   * Splits flat vectors, such as an optimiser's moments, into the trained parameters.
   *
   * @param vectors the vectors, one per group, named by {@code prefix} and the group's number
   * @return the values by the parameter's name, in the order of declaration
   */
  public Map<String, float[]> unflatten(Map<String, float[]> vectors, String prefix) {
    Map<String, float[]> byName = new LinkedHashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      if (!entry.frozen()) {
        byName.put(entry.name(), null);
      }
    }
    for (int number = 0; number < groups.size(); number++) {
      Group group = groups.get(number);
      float[] flat = vectors.get(prefix + number);
      for (int i = 0; i < group.offsets.length; i++) {
        float[] values = new float[group.entries.get(i).size()];
        System.arraycopy(flat, group.offsets[i], values, 0, values.length);
        byName.put(group.entries.get(i).name(), values);
      }
    }
    return byName;
  }

  /** Returns whether all values are finite. */
  public boolean finite() {
    for (Group group : groups) {
      boolean wrong =
          TensorScope.within(
              manager(),
              manager -> {
                NDArray values = group.values.stopGradient();
                return values.sub(values).isNaN().any().getBoolean();
              });
      if (wrong) {
        return false;
      }
    }
    return true;
  }

  /** Replaces all values, by name. */
  public void set(Map<String, float[]> values) {
    for (Group group : groups) {
      try (NDArray fresh = Torch.floats(manager(), group.flat(values), group.size)) {
        group.values.set(new NDIndex(":"), fresh);
      }
    }
    frozen.forEach(
        (name, old) -> {
          try (NDArray fresh = Torch.floats(manager(), values.get(name), values.get(name).length)) {
            old.reshape(-1).set(new NDIndex(":"), fresh);
          }
        });
  }

  /** Clamps a parameter of one value to a range. */
  public void hold(String name, float lowest, float highest) {
    try (TensorScope memory = TensorScope.open(manager())) {
      NDArray held = untrained.get(name);
      float value = held.toFloatArray()[0];
      float bounded = Math.max(lowest, Math.min(highest, value));
      if (bounded != value) {
        held.subi(held).addi(Ops.scalar(memory.manager(), bounded));
      }
    }
  }

  /**
   * Returns and clears the gradients of the last backward pass, by the names of trained parameters.
   */
  public Map<String, float[]> gradients() {
    Map<String, float[]> flat = new LinkedHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      try (NDArray gradient = groups.get(i).values.getGradient()) {
        flat.put(Integer.toString(i), gradient.toFloatArray());
        gradient.subi(gradient.duplicate());
      }
    }
    return unflatten(flat, "");
  }

  static float[] floats(NDArray values) {
    // The copy from a device belongs to the run's manager, which would keep it.
    return TensorScope.within(values.getManager(), manager -> values.stopGradient().toFloatArray());
  }

  @Override
  public void close() {
    for (Group group : groups) {
      group.values.close();
    }
    frozen.values().forEach(NDArray::close);
  }
}
