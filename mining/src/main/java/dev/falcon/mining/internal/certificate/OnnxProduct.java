package dev.falcon.mining.internal.certificate;

import dev.falcon.onnx.product.MatrixProduct;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * ONNX Runtime's product, on the processor or on a device.
 *
 * @param product whose sessions keep CUDA from TF32, so that its floats have 32 bits
 */
public record OnnxProduct(MatrixProduct product) implements OtherProduct {
  /**
   * Opens it on a device.
   *
   * @param notes takes the line that says why {@code auto} finds none
   * @return empty where the device is {@code auto} and there is none: the processor's own product
   *     is then the kernel's
   */
  public static Optional<OnnxProduct> open(Device device, Consumer<String> notes) {
    // One thread each: the threads that mine ask side by side.
    Sessions sessions = new Sessions(SessionSettings.on(device).withThreads(1), notes);
    MatrixProduct product = MatrixProduct.open(sessions);
    if (device.kind() == Device.Kind.AUTO && product.device().kind() == Device.Kind.CPU) {
      product.close();
      return Optional.empty();
    }
    return Optional.of(new OnnxProduct(product));
  }

  @Override
  public String describe() {
    return "ONNX Runtime on " + product.device();
  }

  @Override
  public Arithmetic arithmetic() {
    return Arithmetic.FLOAT32;
  }

  @Override
  public void multiply(
      FloatBuffer left, FloatBuffer right, FloatBuffer into, int rows, int columns, int dimension) {
    product.multiply(left, right, into, rows, columns, dimension);
  }

  @Override
  public void close() {
    product.close();
  }
}
