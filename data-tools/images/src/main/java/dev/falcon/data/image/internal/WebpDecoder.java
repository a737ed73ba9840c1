// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import com.luciad.imageio.webp.WebP;
import com.luciad.imageio.webp.WebPDecoderOptions;
import dev.falcon.data.file.NativeLibraries;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;
import java.io.IOException;

/**
 * Decodes lossless and lossy WebP with libwebp. From an animation, the first frame is decoded onto
 * a transparent canvas.
 */
final class WebpDecoder implements FormatDecoder {
  @Override
  public Raster decode(byte[] file, long maxPixels) {
    WebpContainer container = WebpContainer.read(file);
    PixelLimit.check(container.width(), container.height(), maxPixels);
    int frameWidth = container.frameWidth();
    int frameHeight = container.frameHeight();
    PixelLimit.check(frameWidth, frameHeight, maxPixels);
    int[] argb = argb(container.firstFrame());
    if (argb.length != frameWidth * frameHeight
        || container.frameX() + frameWidth > container.width()
        || container.frameY() + frameHeight > container.height()) {
      throw new ImageException("the WebP's size and its data contradict each other");
    }
    PixelMode mode = container.alpha() ? PixelMode.RGBA : PixelMode.RGB;
    byte[] pixels = new byte[container.width() * container.height() * mode.bytesPerPixel()];
    for (int y = 0; y < frameHeight; y++) {
      int to = ((container.frameY() + y) * container.width() + container.frameX());
      store(argb, y * frameWidth, frameWidth, pixels, to * mode.bytesPerPixel(), container.alpha());
    }
    return Raster.of(mode, container.width(), container.height(), pixels);
  }

  private static int[] argb(byte[] still) {
    NativeLibraries.folder();
    try {
      return WebP.decode(Options.DEFAULT, still, 0, still.length, new int[4]);
    } catch (IOException e) {
      throw new ImageException("the WebP is broken or cut short", e);
    } catch (LinkageError e) {
      throw new ImageException(
          "WebP cannot be read here: libwebp does not load on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch"),
          e);
    }
  }

  private static void store(
      int[] argb, int from, int count, byte[] pixels, int start, boolean alpha) {
    int to = start;
    for (int i = from; i < from + count; i++) {
      pixels[to++] = (byte) (argb[i] >> 16);
      pixels[to++] = (byte) (argb[i] >> 8);
      pixels[to++] = (byte) argb[i];
      if (alpha) {
        pixels[to++] = (byte) (argb[i] >>> 24);
      }
    }
  }

  /**
   * Holds the decoder's options. Created for the first WebP file, since it loads the native
   * library.
   */
  private static final class Options {
    static final WebPDecoderOptions DEFAULT = new WebPDecoderOptions();
  }
}
