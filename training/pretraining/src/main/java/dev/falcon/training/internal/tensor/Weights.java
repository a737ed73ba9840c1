// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A network's parameters in one forward pass, by name, and the operators of the pass, executed by
 * the engine.
 *
 * <p>Several layers with one input are computed as one product, attention is one fused operation,
 * and the tokens of images are rows of a matrix. This is measurably faster; a test compares it with
 * the plain form.
 */
public final class Weights implements TensorAlgebra<NDArray> {
  private final Map<String, NDArray> byName;
  private final boolean trained;
  private final StepSettings passes;
  private final Tape tape;

  /** Computes rows of a result, from the first number (inclusive) to the second (exclusive). */
  @FunctionalInterface
  public interface Part {
    NDArray of(int from, int to);
  }

  /**
   * @param trained whether a backward pass may follow
   * @param tape of recomputed parts; null for none
   */
  /** Creates the weights of passes without recomputation. */
  Weights(Map<String, NDArray> byName, boolean trained, StepSettings passes) {
    this(byName, trained, passes, null);
  }

  Weights(Map<String, NDArray> byName, boolean trained, StepSettings passes, Tape tape) {
    this.byName = byName;
    this.trained = trained;
    this.passes = passes;
    this.tape = tape;
  }

  /**
   * Computes the rows of a result in as many parts as the settings request.
   *
   * @param rows the number of rows
   * @param part computes some rows; may read weights, values that do not depend on weights, and
   *     {@link #held} tensors
   */
  public NDArray inParts(int rows, Part part) {
    int parts = Math.min(passes.parts(), rows);
    if (parts <= 1) {
      return part.of(0, rows);
    }
    List<Supplier<NDArray>> pieces = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      int from = (int) ((long) rows * i / parts);
      int to = (int) ((long) rows * (i + 1) / parts);
      pieces.add(() -> part.of(from, to));
    }
    return tape.piece(pieces);
  }

  /** Returns whether results are computed in parts. */
  public boolean inParts() {
    return passes.parts() > 1;
  }

  /** Returns a tensor that parts of a result read. */
  public NDArray held(NDArray x) {
    return passes.parts() == 1 ? x : tape.held(x);
  }

  @Override
  public NDArray block(
      NDArray x,
      Optional<Projections<NDArray>> memory,
      BiFunction<NDArray, Optional<Projections<NDArray>>, NDArray> work) {
    if (!passes.recompute()) {
      return work.apply(x, memory);
    }
    NDArray held = tape.held(x);
    Optional<Projections<NDArray>> heldMemory = memory.map(each -> each.each(tape::held));
    return tape.piece(List.of(() -> work.apply(held, heldMemory)));
  }

  /**
   * Creates frozen weights, one after another.
   *
   * @param values returns the values of each parameter
   */
  public static Weights frozen(
      NDManager manager,
      List<ParameterLayout.Entry> entries,
      Function<ParameterLayout.Entry, float[]> values) {
    Map<String, NDArray> byName = new HashMap<>();
    for (ParameterLayout.Entry entry : entries) {
      byName.put(entry.name(), Torch.floats(manager, values.apply(entry), entry.shape()));
    }
    return new Weights(byName, false, StepSettings.PLAIN);
  }

  /** Returns these weights for a pass without a backward pass. */
  public Weights untrained() {
    return new Weights(byName, false, StepSettings.PLAIN);
  }

  /**
   * {@inheritDoc} If no backward pass follows, the piece's intermediate values are freed at its
   * end, so that the next piece reuses the CPU's cache. A backward pass needs most of these values;
   * freeing the rest early would only fragment memory.
   */
  @Override
  public NDArray piece(Supplier<NDArray> work) {
    return trained ? work.get() : TensorScope.piece(work);
  }

  @Override
  public NDArray get(String name) {
    NDArray value = byName.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no parameter is called " + name);
    }
    return value;
  }

  @Override
  public NDArray linear(NDArray x, String name) {
    return linear(x, get(name + ".weight"), byName.get(name + ".bias"));
  }

  @Override
  public NDArray linear(NDArray x, NDArray weight, NDArray bias) {
    return passes.bfloat16() ? FusedKernels.linear16(x, weight, bias) : Ops.linear(x, weight, bias);
  }

  /** {@inheritDoc} All layers are computed as one product. */
  @Override
  public Projections<NDArray> linears(NDArray x, String... names) {
    NDList matrices = new NDList();
    NDList biases = new NDList();
    for (String name : names) {
      matrices.add(get(name + ".weight"));
      if (byName.containsKey(name + ".bias")) {
        biases.add(get(name + ".bias"));
      }
    }
    int width = (int) matrices.get(0).getShape().get(0);
    NDArray bias = biases.isEmpty() ? null : NDArrays.concat(biases, 0);
    return new Joined(linear(x, NDArrays.concat(matrices, 0), bias), width);
  }

  /**
   * The outputs of several layers, side by side.
   *
   * @param all the concatenated outputs [... x sum of widths]
   */
  private record Joined(NDArray all, int width) implements Projections<NDArray> {
    @Override
    public Projections<NDArray> each(UnaryOperator<NDArray> work) {
      return new Joined(work.apply(all), width);
    }

    @Override
    public List<NDArray> parts() {
      return Ops.split(all, width);
    }
  }

  @Override
  public NDArray layerNorm(NDArray x, String name, float epsilon) {
    return Ops.layerNorm(x, get(name + ".weight"), byName.get(name + ".bias"), epsilon);
  }

  /** {@inheritDoc} This is one matrix product over extracted patches. */
  @Override
  public NDArray patches(NDArray images, String name, int side, int perSide) {
    long rows = images.getShape().get(0);
    NDArray kernel = get(name + ".weight");
    NDArray patches =
        images
            .reshape(new Shape(rows, 3, perSide, side, perSide, side))
            .transpose(0, 2, 4, 1, 3, 5)
            .reshape(new Shape(rows, (long) perSide * perSide, 3L * side * side));
    NDArray matrix = kernel.reshape(new Shape(kernel.getShape().get(0), -1));
    return linear(patches, matrix, get(name + ".bias"));
  }

  @Override
  public NDArray repeated(String name, NDArray rows) {
    NDArray one = get(name);
    long[] extents = one.getShape().getShape().clone();
    extents[0] = rows.getShape().get(0);
    return one.broadcast(new Shape(extents));
  }

  @Override
  public NDArray add(NDArray a, NDArray b) {
    return a.add(b);
  }

  @Override
  public NDArray scale(NDArray x, float factor) {
    return Ops.scale(x, factor);
  }

  @Override
  public NDArray shift(NDArray x, float summand) {
    return Ops.shift(x, summand);
  }

  @Override
  public NDArray matMul(NDArray a, NDArray b) {
    return passes.bfloat16() ? FusedKernels.matMul16(a, b) : a.matMul(b);
  }

  @Override
  public NDArray mean(NDArray x, int axis) {
    return x.mean(new int[] {axis});
  }

  @Override
  public NDArray softmax(NDArray x) {
    return x.softmax(-1);
  }

  @Override
  public NDArray gelu(NDArray x) {
    return Ops.gelu(x);
  }

  @Override
  public NDArray tanhGelu(NDArray x) {
    return FusedKernels.tanhGelu(x);
  }

  @Override
  public NDArray relu(NDArray x) {
    return Ops.relu(x);
  }

  @Override
  public NDArray softplus(NDArray x) {
    return Ops.softplus(x);
  }

  @Override
  public NDArray dropout(NDArray x, float probability) {
    return Ops.dropout(x, probability);
  }

  @Override
  public NDArray rows(NDArray x, NDArray indices) {
    return Ops.rows(x, indices);
  }

  @Override
  public NDArray at(NDArray x, int axis, long index) {
    return x.get(":,".repeat(axis) + index);
  }

  @Override
  public NDArray slice(NDArray x, int axis, long from, long to) {
    return x.get(":,".repeat(axis) + from + ":" + to);
  }

  @Override
  public NDArray firstRows(NDArray table, NDArray like, int axis) {
    return table.get("0:" + like.getShape().get(axis));
  }

  @Override
  public NDArray reshape(NDArray x, long... shape) {
    long[] extents = shape.clone();
    for (int i = 0; i < extents.length; i++) {
      extents[i] = extents[i] == 0 ? x.getShape().get(i) : extents[i];
    }
    return x.reshape(new Shape(extents));
  }

  @Override
  public NDArray transpose(NDArray x, int... permutation) {
    return x.transpose(permutation);
  }

  @Override
  public NDArray concat(int axis, NDArray first, NDArray second) {
    return first.concat(second, axis);
  }

  /** {@inheritDoc} Tokens are rows of a matrix. */
  @Override
  public TokenLayout<NDArray> evenly(NDArray tokens) {
    Shape shape = tokens.getShape();
    return Sequences.even(tokens.getManager(), (int) shape.get(0), (int) shape.get(1));
  }

  /** {@inheritDoc} Without dropout, this is one fused operation. */
  @Override
  public NDArray attention(
      NDArray query,
      NDArray key,
      NDArray value,
      Heads heads,
      Optional<NDArray> mask,
      float dropout) {
    NDArray seen =
        Ops.attention(
            split(query, heads),
            split(key, heads),
            split(value, heads),
            mask.orElse(null),
            dropout,
            passes.bfloat16());
    return seen.transpose(0, 2, 1, 3).reshape(query.getShape());
  }

  /**
   * Splits the last axis into heads: [rows x tokens x width] to [rows x heads x tokens x width of a
   * head].
   */
  private NDArray split(NDArray x, Heads heads) {
    return heads.split(this, x).transpose(0, 2, 1, 3);
  }
}
