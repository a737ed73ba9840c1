// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.internal.FormatDecoder;
import java.util.Arrays;
import java.util.List;

/**
 * Decodes baseline and progressive JPEG, sample for sample as libjpeg-turbo does with its defaults:
 * accurate transform, interpolated chroma. A sequential frame of one scan, the usual case, is
 * decoded and written row by row of MCUs; all others keep their coefficients until the last scan.
 */
public final class JpegDecoder implements FormatDecoder {
  private static final int BEHIND_SOI = 2;

  @Override
  public Raster decode(byte[] file, long maxPixels) {
    JpegSegments segments = new JpegSegments(file, maxPixels);
    int data = segments.readToScan(BEHIND_SOI);
    if (data < 0) {
      throw new ImageException("a JPEG without a picture");
    }
    JpegFrame frame = segments.frame();
    List<JpegPlane> planes =
        frame.components().stream().map(component -> new JpegPlane(component, frame)).toList();
    PixelMode mode = JpegColours.mode(frame);
    byte[] pixels = new byte[frame.width() * frame.height() * mode.bytesPerPixel()];
    Output output = new Output(frame, planes, new JpegColours(segments), pixels);
    boolean oneScan =
        !frame.progressive() && segments.scanComponents().size() == frame.components().size();
    if (oneScan) {
      stream(segments, data, output);
    } else {
      collect(segments, data);
      output.writeCollected();
    }
    return Raster.of(mode, frame.width(), frame.height(), pixels);
  }

  /** Decodes a frame of a single scan; the scan is read to the end of the picture. */
  private static void stream(JpegSegments segments, int data, Output output) {
    JpegScan scan = new JpegScan(segments, data, false);
    JpegFrame frame = segments.frame();
    short[] block = new short[64];
    boolean single = output.planes.size() == 1;
    for (int mcuRow = 0; mcuRow < output.mcuRows(); mcuRow++) {
      int across = single ? output.planes.get(0).component.realBlocksAcross() : frame.mcusAcross();
      for (int mcu = 0; mcu < across; mcu++) {
        scan.beginMcu();
        for (JpegPlane plane : output.planes) {
          int down = single ? 1 : plane.component.vertical;
          int right = single ? 1 : plane.component.horizontal;
          for (int v = 0; v < down; v++) {
            for (int h = 0; h < right; h++) {
              Arrays.fill(block, (short) 0);
              int lastSet = scan.isDry() ? 0 : scan.sequential(plane.component, block, 0);
              output.transform(plane, block, 0, lastSet, mcuRow * down + v, mcu * right + h);
            }
          }
        }
        scan.endMcu();
      }
      output.rowsAreReady(mcuRow + 1);
    }
    if (segments.readToScan(scan.position()) >= 0) {
      throw new ImageException("a JPEG of more scans than components");
    }
  }

  private static void collect(JpegSegments segments, int firstData) {
    JpegFrame frame = segments.frame();
    for (JpegComponent component : frame.components()) {
      // The limit on pixels plus at most 31 per side keeps this far below an array's limit.
      component.coefficients = new short[64 * component.blocksAcross * component.blocksDown];
    }
    int data = firstData;
    while (data >= 0) {
      JpegScan scan = new JpegScan(segments, data, frame.progressive());
      scan.decodeAll(frame);
      data = segments.readToScan(scan.position());
    }
    for (JpegComponent component : frame.components()) {
      if (component.quantization == null) {
        throw new ImageException("the JPEG lacks a scan of a component");
      }
    }
  }

  /** Converts blocks to rows of the picture as soon as all their inputs are available. */
  private static final class Output {
    final List<JpegPlane> planes;
    private final JpegFrame frame;
    private final JpegColours colours;
    private final byte[] pixels;
    private final InverseDct inverseDct = new InverseDct();
    private final boolean context;
    private int written; // rows

    Output(JpegFrame frame, List<JpegPlane> planes, JpegColours colours, byte[] pixels) {
      this.frame = frame;
      this.planes = planes;
      this.colours = colours;
      this.pixels = pixels;
      this.context = planes.stream().anyMatch(JpegPlane::needsContext);
    }

    /**
     * Returns the number of rows of MCUs. In a scan of one component, an MCU is one block, whatever
     * its sampling.
     */
    int mcuRows() {
      return planes.size() == 1 ? planes.get(0).component.realBlocksDown() : frame.mcusDown();
    }

    void transform(
        JpegPlane plane, short[] from, int at, int lastSet, int blockRow, int blockColumn) {
      int row = blockRow * 8 % plane.rows.length;
      int[] quantization = plane.component.quantization;
      inverseDct.transform(from, at, quantization, lastSet, plane.rows, row, 8 * blockColumn);
    }

    /** Writes the rows that are complete once this many rows of MCUs are transformed. */
    void rowsAreReady(int mcuRows) {
      int ready;
      if (mcuRows == mcuRows()) {
        ready = frame.height();
      } else if (planes.size() == 1) {
        ready = mcuRows * 8;
      } else {
        ready = mcuRows * 8 * frame.maxVertical() - (context ? frame.maxVertical() : 0);
      }
      for (; written < Math.min(ready, frame.height()); written++) {
        colours.write(planes, written, pixels);
      }
    }

    void writeCollected() {
      for (int mcuRow = 0; mcuRow < mcuRows(); mcuRow++) {
        for (JpegPlane plane : planes) {
          JpegComponent component = plane.component;
          int down = planes.size() == 1 ? 1 : component.vertical;
          for (int v = 0; v < down; v++) {
            int y = mcuRow * down + v;
            for (int x = 0; x < component.blocksAcross; x++) {
              int at = (y * component.blocksAcross + x) * 64;
              transform(plane, component.coefficients, at, 63, y, x);
            }
          }
        }
        rowsAreReady(mcuRow + 1);
      }
    }
  }
}
