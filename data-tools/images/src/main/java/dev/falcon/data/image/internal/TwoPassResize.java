// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.Raster;
import java.util.Arrays;

/**
 * Resizes 8-bit samples in two passes. All sums are integer sums, so their order can be chosen for
 * speed. Both passes add whole lines, each multiplied by one weight, which the JIT compiler
 * vectorises. In the vertical pass, the lines are rows of the picture; in the horizontal pass, they
 * are columns of a strip of rows, which is transposed before and after.
 */
public final class TwoPassResize {
  private static final int HALF = 1 << (ResampleWindows.PRECISION_BITS - 1);

  /** Rows per strip of the horizontal pass: long enough lines, yet small enough for the cache. */
  private static final int STRIP = 48;

  private int[][] turned = {}; // a strip's columns // [source width][STRIP x bands]
  private int[][] narrowed = {}; // the same after the horizontal pass // [keepWidth][STRIP x bands]
  private int[][] lines = {}; // rows after the horizontal pass // [ring][keepWidth x bands]
  private int[] sums = {}; // [keepWidth x bands]

  /**
   * Resizes and keeps a rectangle of the result.
   *
   * @param columns the horizontal windows; null if the width does not change
   * @param rows the vertical windows; null if the height does not change
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
    int endRow = rows == null ? lastKept + 1 : rows.end(lastKept);
    int next = rows == null ? keepY : rows.first[keepY];
    prepare(source, columns, keepWidth, STRIP + (rows == null ? 0 : rows.reach));
    byte[] out = new byte[keepHeight * lineLength];
    for (int y = 0; y < keepHeight; y++) {
      int needed = rows == null ? keepY + y + 1 : rows.end(keepY + y);
      for (; next < needed; next += STRIP) {
        int count = Math.min(STRIP, endRow - next);
        if (columns == null) {
          copy(source, next, count, keepX, lineLength);
        } else {
          horizontal(source, columns, next, count, keepX, keepWidth);
        }
      }
      if (rows == null) {
        store(line(keepY + y), lineLength, out, y * lineLength);
      } else {
        vertical(rows, keepY + y, lineLength);
        store(sums, lineLength, out, y * lineLength);
      }
    }
    return out;
  }

  private void prepare(Raster source, ResampleWindows columns, int keepWidth, int lineCount) {
    int bands = source.mode().bytesPerPixel();
    int stripLength = STRIP * bands;
    if (columns != null && tooSmall(turned, source.width(), stripLength)) {
      turned = new int[source.width()][stripLength];
    }
    if (columns != null && tooSmall(narrowed, keepWidth, stripLength)) {
      narrowed = new int[keepWidth][stripLength];
    }
    if (tooSmall(lines, lineCount, keepWidth * bands)) {
      sums = new int[keepWidth * bands];
      lines = new int[lineCount][keepWidth * bands];
    }
  }

  private static boolean tooSmall(int[][] matrix, int rows, int length) {
    return matrix.length < rows || matrix[0].length < length;
  }

  /** Returns the line that holds a row. The lines form a ring that holds a window and a strip. */
  private int[] line(int row) {
    return lines[row % lines.length];
  }

  private void copy(Raster source, int firstRow, int count, int keepX, int lineLength) {
    byte[] samples = source.samples();
    for (int row = firstRow; row < firstRow + count; row++) {
      int[] line = line(row);
      int from = source.offset() + row * source.stride() + keepX * source.mode().bytesPerPixel();
      for (int i = 0; i < lineLength; i++) {
        line[i] = samples[from + i] & 0xff;
      }
    }
  }

  private void horizontal(
      Raster source, ResampleWindows columns, int firstRow, int count, int keepX, int keepWidth) {
    int bands = source.mode().bytesPerPixel();
    int lastKept = keepX + keepWidth - 1;
    turn(source, firstRow, count, columns.first[keepX], columns.end(lastKept));
    for (int x = 0; x < keepWidth; x++) {
      int[] out = narrowed[x];
      int from = columns.first[keepX + x];
      int weight = (keepX + x) * columns.reach;
      weigh(turned, from, columns.length[keepX + x], columns.weights, weight, out, count * bands);
    }
    if (bands == 3) {
      turnBackRgb(firstRow, count, keepWidth);
    } else {
      turnBack(firstRow, count, keepWidth, bands);
    }
  }

  private void turn(Raster source, int firstRow, int count, int fromX, int endX) {
    int bands = source.mode().bytesPerPixel();
    byte[] samples = source.samples();
    int start = source.offset() + firstRow * source.stride();
    for (int x = fromX; x < endX; x++) {
      int[] column = turned[x];
      int from = start + x * bands;
      if (bands == 3) {
        for (int i = 0; i < 3 * count; i += 3, from += source.stride()) {
          column[i] = samples[from] & 0xff;
          column[i + 1] = samples[from + 1] & 0xff;
          column[i + 2] = samples[from + 2] & 0xff;
        }
      } else {
        for (int i = 0; i < bands * count; i += bands, from += source.stride()) {
          for (int band = 0; band < bands; band++) {
            column[i + band] = samples[from + band] & 0xff;
          }
        }
      }
    }
  }

  private void turnBackRgb(int firstRow, int count, int keepWidth) {
    for (int row = 0; row < count; row++) {
      int[] line = line(firstRow + row);
      for (int x = 0; x < keepWidth; x++) {
        int[] column = narrowed[x];
        line[3 * x] = column[3 * row];
        line[3 * x + 1] = column[3 * row + 1];
        line[3 * x + 2] = column[3 * row + 2];
      }
    }
  }

  private void turnBack(int firstRow, int count, int keepWidth, int bands) {
    for (int row = 0; row < count; row++) {
      int[] line = line(firstRow + row);
      for (int x = 0; x < keepWidth; x++) {
        for (int band = 0; band < bands; band++) {
          line[bands * x + band] = narrowed[x][bands * row + band];
        }
      }
    }
  }

  private void vertical(ResampleWindows rows, int y, int lineLength) {
    int from = rows.first[y] % lines.length;
    weigh(lines, from, rows.length[y], rows.weights, y * rows.reach, sums, lineLength);
  }

  /**
   * Adds a window of weighted lines, which starts at {@code from} and may wrap around the ring's
   * end, and rounds the sums.
   */
  private static void weigh(
      int[][] ring, int from, int length, int[] weights, int firstWeight, int[] out, int n) {
    Arrays.fill(out, 0, n, HALF);
    int line = from;
    int w = firstWeight;
    int end = firstWeight + length;
    for (; w + 4 <= end; w += 4) {
      int second = next(line, ring);
      int third = next(second, ring);
      int fourth = next(third, ring);
      int[] a = ring[line];
      int[] b = ring[second];
      int[] c = ring[third];
      int[] d = ring[fourth];
      line = next(fourth, ring);
      addFour(out, n, a, weights[w], b, weights[w + 1], c, weights[w + 2], d, weights[w + 3]);
    }
    for (; w < end; w++) {
      addOne(out, n, ring[line], weights[w]);
      line = next(line, ring);
    }
    round(out, n);
  }

  private static int next(int line, int[][] ring) {
    return line + 1 == ring.length ? 0 : line + 1;
  }

  // These loops read every array at the same index: only then are they vectorised.

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

  private static void round(int[] sums, int n) {
    for (int i = 0; i < n; i++) {
      sums[i] = Clip.toByte(sums[i] >> ResampleWindows.PRECISION_BITS);
    }
  }

  private static void store(int[] values, int n, byte[] out, int to) {
    for (int i = 0; i < n; i++) {
      out[to + i] = (byte) values[i];
    }
  }
}
