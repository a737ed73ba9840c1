// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.session.Device;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What can never be right is refused where it is made, with its value. */
class RefusalsTest {
  private static final EncoderShape ENCODER = new EncoderShape(4, 2, 1, 8, 1e-6f);

  private static Arguments refused(String message, ThrowingCallable call) {
    return arguments(message, call);
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        refused("batch size=0", () -> new PipelineSettings(0, 1, 1)),
        refused("workers=0", () -> new PipelineSettings(1, 0, 1)),
        refused("bytes=0", () -> new PipelineSettings(1, 1, 0)),
        refused("CPU has no index 1", () -> new Device(Device.Kind.CPU, 1)),
        refused("has no index -1", () -> new Device(Device.Kind.CUDA, -1)),
        refused("layers=0", () -> new EncoderShape(4, 2, 0, 8, 1)),
        refused("feed_forward=0", () -> new EncoderShape(4, 2, 1, 0, 1)),
        refused("heads=0", () -> new EncoderShape(4, 0, 1, 8, 1)),
        refused("width=5", () -> new EncoderShape(5, 2, 1, 8, 1)),
        refused(
            "patchSize=3",
            () -> new NetworkShape(8, 3, ENCODER, ENCODER, 1, NormPlacement.PRE, 9, 9, 4)),
        refused("queries=0", () -> new Blip2Shape(8, 4, ENCODER, ENCODER, 0, 9, 9, 4)),
        refused("shape [3] needs", () -> Tensor.float32(new float[] {1, 2}, 3)),
        refused("not a matrix", () -> Tensor.float32(new float[] {1, 2}, 2).transposed()),
        refused("not a float tensor: INT64[2]", () -> Tensor.int64(new long[2], 2).toFloats()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void namesTheValue(String message, ThrowingCallable call) {
    assertThatThrownBy(call).hasMessageContaining(message);
  }
}
