package dev.falcon.training.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BicubicTest {
  /** The weights of PyTorch's kernel a quarter of the way between two points. */
  private static final float[] QUARTER = {-0.10546875f, 0.87890625f, 0.26171875f, -0.03515625f};

  @Test
  void aPointSpreadsByPyTorchsKernel() {
    int side = 8;
    float[] grid = new float[side * side];
    grid[3 * side + 3] = 1;
    float[] doubled = Bicubic.resize(grid, side, 2 * side, 1);
    // Row y of the result lies at (y + 1/2) / 2 - 1/2: rows 9, 7, 5, 3 a quarter past a point.
    int[] rows = {9, 7, 5, 3};
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows.length; j++) {
        assertThat(doubled[rows[i] * 2 * side + rows[j]])
            .isCloseTo(QUARTER[i] * QUARTER[j], within(1e-7f));
      }
    }
  }

  @Test
  void whatIsConstantStaysSoUpToTheEdges() {
    float[] grid = new float[14 * 14 * 2];
    Arrays.fill(grid, 3);
    assertThat(Bicubic.resize(grid, 14, 24, 2)).containsOnly(3f).hasSize(24 * 24 * 2);
    assertThat(Bicubic.resize(grid, 14, 5, 2)).containsOnly(3f).hasSize(5 * 5 * 2);
  }

  @Test
  void theSameGridStaysAsItIs() {
    float[] grid = {1, 5, 2, 8, 3, 9, 4, 7, 6};
    assertThat(Bicubic.resize(grid, 3, 3, 1)).containsExactly(grid);
  }
}
