// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.ImageException;

/**
 * The decoded samples of one component, as many rows as are needed at a time, and their upsampling
 * to the picture's size. Halved components are interpolated with weights 3 and 1 ("fancy
 * upsampling"), everything else is repeated, as in libjpeg-turbo.
 */
final class JpegPlane {
  private static final int MIN_INTERPOLATED_WIDTH = 3;

  /** The upsampling of rows. */
  private enum Method {
    COPY,
    HALF_WIDTH,
    HALF_HEIGHT,
    HALF_BOTH,
    REPEAT
  }

  final JpegComponent component;
  final int[][] rows; // a ring of two rows of MCUs // [2 x 8 x vertical][8 x blocksAcross]

  private final Method method;
  private final int expandX;
  private final int expandY;
  private final int[] sums; // [8 x blocksAcross], weighted sums of two rows
  private final int[] full; // a row of the picture's width, plus the rest of the last block

  JpegPlane(JpegComponent component, JpegFrame frame) {
    this.component = component;
    int length = 8 * component.blocksAcross;
    rows = new int[16 * component.vertical][length];
    if (frame.maxHorizontal() % component.horizontal != 0
        || frame.maxVertical() % component.vertical != 0) {
      throw new ImageException("a JPEG of fractional sampling factors");
    }
    expandX = frame.maxHorizontal() / component.horizontal;
    expandY = frame.maxVertical() / component.vertical;
    sums = new int[length];
    full = new int[length * expandX];
    method = method(component.width >= MIN_INTERPOLATED_WIDTH);
  }

  private Method method(boolean wideEnough) {
    if (expandX == 1 && expandY == 1) {
      return Method.COPY;
    }
    if (expandX == 2 && expandY == 1 && wideEnough) {
      return Method.HALF_WIDTH;
    }
    if (expandX == 2 && expandY == 2 && wideEnough) {
      return Method.HALF_BOTH;
    }
    return expandX == 1 && expandY == 2 ? Method.HALF_HEIGHT : Method.REPEAT;
  }

  /** Returns whether a row depends on rows below its own. */
  boolean needsContext() {
    return method == Method.HALF_BOTH || method == Method.HALF_HEIGHT;
  }

  private int[] row(int y) {
    int real = Math.max(0, Math.min(component.height - 1, y));
    return rows[real % rows.length];
  }

  /** Returns a row of the picture, valid until the next call // [at least the picture's width] */
  int[] fullRow(int y) {
    int own = y / expandY;
    int nearest = y % 2 == 0 ? own - 1 : own + 1;
    int n = component.width;
    switch (method) {
      case COPY -> {
        return row(y);
      }
      case HALF_HEIGHT -> blend(row(own), row(nearest), y % 2 == 0 ? 1 : 2, full, n);
      case HALF_WIDTH -> widen(row(own), full, n);
      case HALF_BOTH -> {
        add(row(own), row(nearest), sums, n);
        widenSums(sums, full, n);
      }
      case REPEAT -> repeat(row(own), full, n, expandX);
    }
    return full;
  }

  private static void blend(int[] own, int[] other, int bias, int[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = (3 * own[i] + other[i] + bias) >> 2;
    }
  }

  private static void add(int[] own, int[] other, int[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = 3 * own[i] + other[i];
    }
  }

  /**
   * Doubles the width: each output sample is 3/4 of the nearer and 1/4 of the farther input sample,
   * rounded down and up alternately.
   */
  private static void widen(int[] in, int[] out, int n) {
    out[0] = in[0];
    out[1] = (3 * in[0] + in[1] + 2) >> 2;
    for (int i = 1; i < n - 1; i++) {
      int own = 3 * in[i];
      out[2 * i] = (own + in[i - 1] + 1) >> 2;
      out[2 * i + 1] = (own + in[i + 1] + 2) >> 2;
    }
    out[2 * n - 2] = (3 * in[n - 1] + in[n - 2] + 1) >> 2;
    out[2 * n - 1] = in[n - 1];
  }

  /** Like {@link #widen}, for weighted sums of two rows, which are four times a sample. */
  private static void widenSums(int[] in, int[] out, int n) {
    out[0] = (4 * in[0] + 8) >> 4;
    out[1] = (3 * in[0] + in[1] + 7) >> 4;
    for (int i = 1; i < n - 1; i++) {
      int own = 3 * in[i];
      out[2 * i] = (own + in[i - 1] + 8) >> 4;
      out[2 * i + 1] = (own + in[i + 1] + 7) >> 4;
    }
    out[2 * n - 2] = (3 * in[n - 1] + in[n - 2] + 8) >> 4;
    out[2 * n - 1] = (4 * in[n - 1] + 7) >> 4;
  }

  private static void repeat(int[] in, int[] out, int n, int times) {
    for (int i = 0; i < n * times; i++) {
      out[i] = in[i / times];
    }
  }
}
