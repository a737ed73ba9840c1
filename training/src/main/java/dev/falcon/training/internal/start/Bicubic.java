package dev.falcon.training.internal.start;

/**
 * Bicubic interpolation of a square grid of vectors, as PyTorch's {@code interpolate} does it with
 * {@code mode="bicubic", align_corners=False}: Keys' kernel with a = -0.75, no anti-aliasing, edges
 * repeated.
 */
final class Bicubic {
  private static final double A = -0.75;

  private Bicubic() {}

  /**
   * Resizes.
   *
   * @param grid [from x from x width]
   * @return [to x to x width]
   */
  static float[] resize(float[] grid, int from, int to, int width) {
    float[] rows = alongRows(grid, from, from, to, width);
    return transposed(
        alongRows(transposed(rows, to, from, width), to, from, to, width), to, to, width);
  }

  /** Interpolates the first axis; [height x breadth x width] to [target x breadth x width]. */
  private static float[] alongRows(float[] grid, int breadth, int height, int target, int width) {
    int line = breadth * width;
    float[] result = new float[target * line];
    double scale = (double) height / target;
    for (int y = 0; y < target; y++) {
      double centre = (y + 0.5) * scale - 0.5;
      int base = (int) Math.floor(centre);
      double part = centre - base;
      double[] kernel = {far(part + 1), near(part), near(1 - part), far(2 - part)};
      for (int i = 0; i < line; i++) {
        double sum = 0;
        for (int tap = 0; tap < kernel.length; tap++) {
          int row = Math.max(0, Math.min(height - 1, base - 1 + tap));
          sum += kernel[tap] * grid[row * line + i];
        }
        result[y * line + i] = (float) sum;
      }
    }
    return result;
  }

  private static double near(double x) {
    return ((A + 2) * x - (A + 3)) * x * x + 1;
  }

  private static double far(double x) {
    return ((A * x - 5 * A) * x + 8 * A) * x - 4 * A;
  }

  /** [rows x columns x width] to [columns x rows x width]. */
  private static float[] transposed(float[] grid, int rows, int columns, int width) {
    float[] result = new float[grid.length];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        System.arraycopy(
            grid, (row * columns + column) * width, result, (column * rows + row) * width, width);
      }
    }
    return result;
  }
}
