package dev.falcon.onnx.network;

import dev.falcon.onnx.network.TensorAlgebra.Projections;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Linear layers that are worked out one by one, where they are first asked for. */
final class LazyProjections<T> implements Projections<T> {
  private final List<Supplier<T>> layers;
  private List<T> parts = List.of();

  LazyProjections(Stream<Supplier<T>> layers) {
    this.layers = layers.toList();
  }

  @Override
  public Projections<T> each(UnaryOperator<T> work) {
    Stream<Supplier<T>> others = layers.stream().map(layer -> () -> work.apply(layer.get()));
    return new LazyProjections<>(others);
  }

  @Override
  public List<T> parts() {
    if (parts.isEmpty()) {
      parts = layers.stream().map(Supplier::get).toList();
    }
    return parts;
  }
}
