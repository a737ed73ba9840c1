// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import dev.falcon.data.image.internal.Alpha;
import dev.falcon.data.image.internal.Gray16Resize;
import dev.falcon.data.image.internal.NearestResize;
import dev.falcon.data.image.internal.ResampleWindows;
import dev.falcon.data.image.internal.TwoPassResize;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pillow's {@code resize}, byte for byte: an antialiased horizontal pass, rounded to bytes, then a
 * vertical one, with weights in fixed point; a pass that keeps the size is skipped. As in Pillow,
 * palette and bilevel pictures are resized to the nearest pixel whatever the filter, and pictures
 * with alpha are premultiplied.
 *
 * <p>Not thread-safe, since it keeps scratch memory and the weights of recent sizes between calls:
 * use one resampler per thread.
 */
public final class Resampler {
  private static final int KEPT_WINDOWS = 64;

  private final Map<WindowsKey, ResampleWindows> windows = new RecentWindows();
  private final TwoPassResize twoPass = new TwoPassResize();

  /** Resizes the whole picture. */
  public Raster resize(Raster source, int width, int height, ResampleFilter filter) {
    return resize(source, width, height, filter, 0, 0, width, height);
  }

  /**
   * Resizes a rectangle of the picture: pixels outside it have no influence, as when the picture is
   * cropped first.
   */
  public Raster resizeCrop(
      Raster source,
      int x,
      int y,
      int cropWidth,
      int cropHeight,
      int width,
      int height,
      ResampleFilter filter) {
    return resize(source.crop(x, y, cropWidth, cropHeight), width, height, filter);
  }

  /**
   * Resizes the picture to {@code width x height} and returns the rectangle {@code keepWidth x
   * keepHeight} at (keepX, keepY) of the result. The bytes are those of a resize followed by a
   * crop; pixels outside the crop are not computed.
   */
  public Raster resize(
      Raster source,
      int width,
      int height,
      ResampleFilter filter,
      int keepX,
      int keepY,
      int keepWidth,
      int keepHeight) {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("resize to " + width + " x " + height + " pixels");
    }
    if (source.width() == width && source.height() == height) {
      return source.crop(keepX, keepY, keepWidth, keepHeight);
    }
    PixelMode mode = source.mode();
    if (filter == ResampleFilter.NEAREST
        || mode == PixelMode.PALETTE
        || mode == PixelMode.BILEVEL) {
      return NearestResize.resize(source, width, height).crop(keepX, keepY, keepWidth, keepHeight);
    }
    ResampleWindows columns = windows(source.width(), width, filter);
    ResampleWindows rows = windows(source.height(), height, filter);
    if (mode == PixelMode.GRAY16) {
      return Gray16Resize.resize(source, columns, rows).crop(keepX, keepY, keepWidth, keepHeight);
    }
    boolean alpha = Alpha.isIn(mode);
    Raster in = alpha ? Alpha.premultiply(source) : source;
    byte[] out = twoPass.resize(in, columns, rows, keepX, keepY, keepWidth, keepHeight);
    if (alpha) {
      Alpha.unpremultiply(out, mode);
    }
    return Raster.of(mode, keepWidth, keepHeight, out);
  }

  /** Returns the windows along one axis; null if the size along it does not change. */
  private ResampleWindows windows(int in, int out, ResampleFilter filter) {
    return in == out
        ? null
        : windows.computeIfAbsent(
            new WindowsKey(in, out, filter), key -> new ResampleWindows(in, out, filter));
  }

  private record WindowsKey(int in, int out, ResampleFilter filter) {}

  /** The windows used most recently; the pictures of a dataset have few different sizes. */
  private static final class RecentWindows extends LinkedHashMap<WindowsKey, ResampleWindows> {
    private static final long serialVersionUID = 1L;

    RecentWindows() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<WindowsKey, ResampleWindows> eldest) {
      return size() > KEPT_WINDOWS;
    }
  }
}
