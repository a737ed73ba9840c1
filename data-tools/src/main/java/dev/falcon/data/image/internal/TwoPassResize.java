package dev.falcon.data.image.internal;

import dev.falcon.data.image.Raster;
import java.util.Arrays;

/**
 * The two passes over 8-bit samples. Every step is integer arithmetic, so the order of the sums is
 * free, and that is used for speed: the horizontal pass works on two rows at once, one in each half
 * of a long, and the vertical pass runs along rows, which the JIT compiler turns into vector code.
 */
public final class TwoPassResize {
  private static final int HALF = 1 << (ResampleWindows.PRECISION_BITS - 1);
  private static final long HALF_TWICE = (long) HALF << Integer.SIZE | HALF;

  private long[] pair = {}; // two source rows // [width x bands]
  private int[][] lines = {}; // rows after the horizontal pass // [ring][keepWidth x bands]
  private int[] sums = {}; // [keepWidth x bands]

  /**
   * Resizes and keeps a rectangle of the result.
   *
   * @param columns the horizontal windows; null where the width stays
   * @param rows the vertical windows; null where the height stays
   * @return the kept bytes // [keepHeight x keepWidth x bands]
   */
  public byte[] resize(
      Raster source,
      ResampleWindows columns,
      ResampleWindows rows,
      int keepX,
      int keepY,
      int keepWidth,
      int keepHeight) {
    int lineLength = keepWidth * source.mode().bytesPerPixel();
    int lastKept = keepY + keepHeight - 1;
    int endRow = rows == null ? lastKept + 1 : rows.first[lastKept] + rows.length[lastKept];
    int next = rows == null ? keepY : rows.first[keepY];
    prepare(source, rows == null ? 2 : rows.reach + 2, lineLength);
    byte[] out = new byte[keepHeight * lineLength];
    for (int y = 0; y < keepHeight; y++) {
      int needed = rows == null ? keepY + y + 1 : rows.first[keepY + y] + rows.length[keepY + y];
      for (; next < needed; next += 2) {
        horizontal(source, columns, next, Math.min(next + 1, endRow - 1), keepX, keepWidth);
      }
      if (rows == null) {
        store(line(keepY + y), lineLength, 0, out, y * lineLength);
      } else {
        vertical(rows, keepY + y, lineLength);
        store(sums, lineLength, ResampleWindows.PRECISION_BITS, out, y * lineLength);
      }
    }
    return out;
  }

  private void prepare(Raster source, int lineCount, int lineLength) {
    int pairLength = source.width() * source.mode().bytesPerPixel();
    if (pair.length < pairLength) {
      pair = new long[pairLength];
    }
    if (sums.length < lineLength || lines.length < lineCount) {
      sums = new int[Math.max(sums.length, lineLength)];
      lines = new int[Math.max(lines.length, lineCount)][sums.length];
    }
  }

  /** Where a source row's line is kept: the lines are a ring that holds what a window needs. */
  private int[] line(int row) {
    return lines[row % lines.length];
  }

  private static void copy(Raster source, int y, int keepX, int[] line, int lineLength) {
    int from = source.offset() + y * source.stride() + keepX * source.mode().bytesPerPixel();
    for (int i = 0; i < lineLength; i++) {
      line[i] = source.samples()[from + i] & 0xff;
    }
  }

  private void horizontal(
      Raster source, ResampleWindows columns, int row, int other, int keepX, int keepWidth) {
    int bands = source.mode().bytesPerPixel();
    if (columns == null) {
      copy(source, row, keepX, line(row), keepWidth * bands);
      copy(source, other, keepX, line(other), keepWidth * bands);
      return;
    }
    int lastKept = keepX + keepWidth - 1;
    int end = columns.first[lastKept] + columns.length[lastKept];
    pack(source, row, other, columns.first[keepX] * bands, end * bands);
    if (bands == 3) {
      weighRgb(columns, keepX, keepWidth, line(row), line(other));
    } else {
      weigh(columns, bands, keepX, keepWidth, line(row), line(other));
    }
  }

  private void pack(Raster source, int y, int other, int from, int end) {
    byte[] samples = source.samples();
    long[] packed = pair;
    int upper = source.offset() + y * source.stride();
    int lower = source.offset() + other * source.stride();
    for (int i = from; i < end; i++) {
      packed[i] = (samples[lower + i] & 0xffL) << Integer.SIZE | (samples[upper + i] & 0xffL);
    }
  }

  private void weighRgb(
      ResampleWindows columns, int keepX, int keepWidth, int[] upper, int[] lower) {
    long[] packed = pair;
    int[] weights = columns.weights;
    for (int x = 0; x < keepWidth; x++) {
      int length = columns.length[keepX + x];
      int weight = (keepX + x) * columns.reach;
      int from = columns.first[keepX + x] * 3;
      long red = HALF_TWICE;
      long green = HALF_TWICE;
      long blue = HALF_TWICE;
      for (int k = 0; k < length; k++) {
        long w = weights[weight + k];
        red += packed[from + 3 * k] * w;
        green += packed[from + 3 * k + 1] * w;
        blue += packed[from + 3 * k + 2] * w;
      }
      unpack(red, upper, lower, 3 * x);
      unpack(green, upper, lower, 3 * x + 1);
      unpack(blue, upper, lower, 3 * x + 2);
    }
  }

  private void weigh(
      ResampleWindows columns, int bands, int keepX, int keepWidth, int[] upper, int[] lower) {
    for (int x = 0; x < keepWidth; x++) {
      int length = columns.length[keepX + x];
      int weight = (keepX + x) * columns.reach;
      for (int band = 0; band < bands; band++) {
        int from = columns.first[keepX + x] * bands + band;
        long sum = HALF_TWICE;
        for (int k = 0; k < length; k++) {
          sum += pair[from + bands * k] * columns.weights[weight + k];
        }
        unpack(sum, upper, lower, bands * x + band);
      }
    }
  }

  /** The low half is signed, so it has borrowed from the high half where it is negative. */
  private static void unpack(long sum, int[] upper, int[] lower, int i) {
    int low = (int) sum;
    int high = (int) ((sum - low) >> Integer.SIZE);
    upper[i] = clip(low >> ResampleWindows.PRECISION_BITS);
    lower[i] = clip(high >> ResampleWindows.PRECISION_BITS);
  }

  private void vertical(ResampleWindows rows, int y, int lineLength) {
    Arrays.fill(sums, 0, lineLength, HALF);
    int row = rows.first[y];
    int end = row + rows.length[y];
    int[] w = rows.weights;
    int i = y * rows.reach;
    for (; row + 4 <= end; row += 4, i += 4) {
      int[] a = line(row);
      int[] b = line(row + 1);
      int[] c = line(row + 2);
      int[] d = line(row + 3);
      addFour(sums, lineLength, a, w[i], b, w[i + 1], c, w[i + 2], d, w[i + 3]);
    }
    for (; row < end; row++, i++) {
      addOne(sums, lineLength, line(row), w[i]);
    }
  }

  // Both loops read every array at the same index: only then is the loop made into vector code.

  private static void addFour(
      int[] sums, int n, int[] a, int wa, int[] b, int wb, int[] c, int wc, int[] d, int wd) {
    for (int i = 0; i < n; i++) {
      sums[i] += a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd;
    }
  }

  private static void addOne(int[] sums, int n, int[] a, int wa) {
    for (int i = 0; i < n; i++) {
      sums[i] += a[i] * wa;
    }
  }

  private static void store(int[] values, int n, int shift, byte[] out, int to) {
    for (int i = 0; i < n; i++) {
      out[to + i] = (byte) clip(values[i] >> shift);
    }
  }

  private static int clip(int value) {
    return Math.max(0, Math.min(255, value));
  }
}
