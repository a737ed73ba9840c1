package dev.falcon.data.image.internal;

/** Clamps numbers to the range of an unsigned byte. */
public final class Clip {
  private Clip() {}

  /**
   * The nearest number in [0, 255]; without branches or calls, so that loops become vector code.
   */
  public static int toByte(int value) {
    int notNegative = value & ~(value >> 31);
    return (notNegative | (255 - value) >> 31) & 0xff;
  }

  /**
   * The same result, faster where nearly all values are in range already and one comes at a time.
   */
  public static int rarely(int value) {
    if ((value & ~0xff) == 0) {
      return value;
    }
    return value < 0 ? 0 : 255;
  }
}
