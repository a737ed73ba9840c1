// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import ai.onnxruntime.OnnxTensor;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A graph's image input, float {@code [batch, 3, height, width]}.
 *
 * @param spec the input
 * @param height the height of the pictures, in pixels
 * @param width the width of the pictures, in pixels
 */
public record PixelInput(TensorSpec spec, int height, int width) {
  private static final String USUAL_NAME = "pixel_values";
  private static final int CHANNELS = 3;

  /** Returns the graph's image input, if it has one. */
  public static Optional<TensorSpec> find(GraphSession session) {
    Optional<TensorSpec> usual = session.input(USUAL_NAME);
    if (usual.isPresent()) {
      return usual;
    }
    List<TensorSpec> pictures =
        session.inputs().stream()
            .filter(spec -> spec.rank() == 4 && Tensors.isFloat(spec))
            .filter(spec -> !TokenInputs.isCache(spec))
            .toList();
    return pictures.size() == 1 ? Optional.of(pictures.get(0)) : Optional.empty();
  }

  /**
   * Finds the input and checks that it accepts pictures of this size.
   *
   * @param height the height of preprocessed pictures, in pixels
   * @param width the width of preprocessed pictures, in pixels
   * @param source the file that specifies the preprocessing, for messages
   */
  public static PixelInput require(GraphSession session, int height, int width, String source) {
    TensorSpec spec = find(session).orElseGet(() -> session.requireInput(USUAL_NAME));
    if (spec.rank() != 4
        || !Tensors.isFloat(spec)
        || !fits(spec.dimension(1), CHANNELS)
        || spec.dimension(0) != TensorSpec.OPEN) {
      throw new FalconException(
          session.file()
              + ": pictures go in as float [batch, 3, height, width] with any batch, and this"
              + " graph's input is "
              + spec);
    }
    if (!fits(spec.dimension(2), height) || !fits(spec.dimension(3), width)) {
      throw new FalconException(
          session.file()
              + ": takes pictures of "
              + spec.dimension(2)
              + " x "
              + spec.dimension(3)
              + " pixels, but "
              + source
              + " makes them "
              + height
              + " x "
              + width);
    }
    return new PixelInput(spec, height, width);
  }

  private static boolean fits(long dimension, int size) {
    return dimension == size || dimension == TensorSpec.OPEN;
  }

  /** Returns the number of floats per picture: 3 x height x width. */
  public int length() {
    return CHANNELS * height * width;
  }

  /** Returns the tensor of the buffer's first rows // [rows x 3 x height x width]. */
  public OnnxTensor tensor(GraphSession session, FloatBuffer pixels, int rows) {
    FloatBuffer values = pixels.slice(0, rows * length());
    return Tensors.floats(session, spec, values, rows, CHANNELS, height, width);
  }
}
