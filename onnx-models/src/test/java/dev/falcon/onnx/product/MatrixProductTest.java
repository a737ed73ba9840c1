package dev.falcon.onnx.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixProductTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "5, 3, 7", "97, 200, 64"})
  void equalsTheProductInDoubles(int rows, int columns, int dimension) {
    RandomStream random = RandomStream.of(2, "matrices");
    // Parts of larger matrices, as tiles of a search space are.
    FloatBuffer left = random(random, (rows + 2) * dimension).slice(dimension, rows * dimension);
    FloatBuffer right = random(random, columns * dimension);
    FloatBuffer product = direct(rows * columns + 4);
    product.put(rows * columns, 9);
    try (MatrixProduct matrices = MatrixProduct.open(Sessions.onCpu())) {
      assertThat(matrices.device()).isEqualTo(Device.CPU);
      matrices.multiply(left, right, product.slice(0, rows * columns), rows, columns, dimension);
    }
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int k = 0; k < dimension; k++) {
          sum += (double) left.get(i * dimension + k) * right.get(j * dimension + k);
        }
        assertThat((double) product.get(i * columns + j)).isCloseTo(sum, within(1e-4));
      }
    }
    assertThat(product.get(rows * columns)).isEqualTo(9);
  }

  @Test
  void aDeviceThatIsNotThereIsOneLine() {
    Sessions sessions = new Sessions(SessionSettings.on(Device.cuda(99)), note -> {});
    assertThatThrownBy(() -> MatrixProduct.open(sessions))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith("ONNX Runtime does not open on cuda:99: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void matricesOfAnotherSizeAreOneLine() {
    try (MatrixProduct matrices = MatrixProduct.open(Sessions.onCpu())) {
      assertThatThrownBy(() -> matrices.multiply(direct(6), direct(6), direct(4), 2, 2, 4))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith("ONNX Runtime's product failed on cpu: ")
          .hasMessageNotContaining("\n");
    }
  }

  private static FloatBuffer random(RandomStream random, int length) {
    FloatBuffer values = direct(length);
    for (int x = 0; x < length; x++) {
      values.put(x, (float) random.nextGaussian());
    }
    return values;
  }

  private static FloatBuffer direct(int length) {
    return ByteBuffer.allocateDirect(length * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }
}
