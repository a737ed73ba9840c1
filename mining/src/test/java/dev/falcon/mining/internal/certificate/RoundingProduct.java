package dev.falcon.mining.internal.certificate;

import java.nio.FloatBuffer;

/** A product as devices make it: of components that were rounded, summed in an order of its own. */
record RoundingProduct(Arithmetic arithmetic) implements OtherProduct {
  private static final int LANES = 8;

  @Override
  public String describe() {
    return "a product as a device makes it";
  }

  @Override
  public void multiply(
      FloatBuffer left,
      FloatBuffer right,
      FloatBuffer product,
      int rows,
      int columns,
      int dimension) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        float[] sums = new float[LANES];
        for (int k = dimension - 1; k >= 0; k--) {
          sums[k % LANES] +=
              taken(left.get(i * dimension + k)) * taken(right.get(j * dimension + k));
        }
        float sum = 0;
        for (float lane : sums) {
          sum += lane;
        }
        product.put(i * columns + j, sum);
      }
    }
  }

  private float taken(float component) {
    return switch (arithmetic) {
      case FLOAT32 -> component;
      case TF32 -> cut(component);
      case FLOAT16 -> Math.abs(component) < 0x1p-14f ? 0 : cut(component);
    };
  }

  /** Without what is behind the tenth bit. */
  private static float cut(float component) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(component) & ~0x1fff);
  }
}
