// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.certificate;

import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.NearestColumns;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * ONNX Runtime's product, on the processor or on a device. Its sessions do not let CUDA use TF32,
 * so that it multiplies floats of 32 bits.
 *
 * @param plain answers queries without limits
 * @param counting answers queries with limits
 */
public record OnnxProduct(NearestColumns plain, NearestColumns counting) implements OtherProduct {
  /** Opens the product on a device. */
  public static OnnxProduct open(Device device, Consumer<String> notes) {
    // One thread per session: the threads that search use it concurrently.
    Sessions sessions = new Sessions(SessionSettings.on(device).withThreads(1), notes);
    NearestColumns plain = NearestColumns.open(sessions, 0);
    try {
      return new OnnxProduct(plain, NearestColumns.open(sessions, LIMITS));
    } catch (RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  /**
   * Opens the product for a request.
   *
   * @return the product; empty if the processor is to multiply, or if {@code auto} finds no device,
   *     since Falcon's own product is faster on the processor
   */
  public static Optional<OtherProduct> find(Device device, Consumer<String> notes) {
    if (device.kind() == Device.Kind.CPU) {
      return Optional.empty();
    }
    OnnxProduct product = open(device, notes);
    if (product.plain().device().kind() == Device.Kind.CPU) {
      product.close();
      return Optional.empty();
    }
    return Optional.of(product);
  }

  @Override
  public String describe() {
    return "ONNX Runtime on " + plain.device();
  }

  @Override
  public Arithmetic arithmetic() {
    return Arithmetic.FLOAT32;
  }

  @Override
  public NearestColumns.Answer answer(NearestColumns.Query query) {
    return (query.limits().length == 0 ? plain : counting).answer(query);
  }

  @Override
  public void close() {
    plain.close();
    counting.close();
  }
}
