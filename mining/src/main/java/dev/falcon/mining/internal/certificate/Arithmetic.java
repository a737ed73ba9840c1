package dev.falcon.mining.internal.certificate;

/**
 * What is assumed of the arithmetic that another library makes products with. In all of them the
 * products of components are summed in 32-bit floats, in any order.
 */
public enum Arithmetic {
  /** 32-bit floats, each operation rounded to the nearest. */
  FLOAT32(0, 0x1p-126, 0x1p-24),
  /** Components keep 10 bits behind the leading one, rounded or cut off; sums may be cut off. */
  TF32(0x1p-10, 0x1p-126, 0x1p-22),
  /** The same, and what is below 2^-14 may be taken for zero. */
  FLOAT16(0x1p-10, 0x1p-14, 0x1p-22);

  private final double input;
  private final double smallest;
  private final double operation;

  Arithmetic(double input, double smallest, double operation) {
    this.input = input;
    this.smallest = smallest;
    this.operation = operation;
  }

  /** The greatest part of a component that is lost before it is multiplied. */
  double input() {
    return input;
  }

  /** The magnitude from which on components lose no more than that part. */
  double smallest() {
    return smallest;
  }

  /** The greatest part by which an operation errs. */
  double operation() {
    return operation;
  }
}
