package dev.falcon.data.image.internal;

import com.luciad.imageio.webp.WebP;
import com.luciad.imageio.webp.WebPDecoderOptions;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;
import java.io.IOException;

/** WebP, lossless and lossy, by libwebp. Of an animation the first frame, on a clear canvas. */
final class WebpDecoder implements FileFormat.Decoder {
  @Override
  public Raster decode(byte[] file, long maxPixels) {
    WebpContainer container = WebpContainer.read(file);
    PixelLimit.check(container.width(), container.height(), maxPixels);
    byte[] still = container.firstFrame();
    int[] size = size(still);
    PixelLimit.check(size[0], size[1], maxPixels);
    if (container.frameX() + size[0] > container.width()
        || container.frameY() + size[1] > container.height()) {
      throw new ImageException("the WebP's first frame leaves its canvas");
    }
    int[] argb = argb(still);
    PixelMode mode = container.alpha() ? PixelMode.RGBA : PixelMode.RGB;
    byte[] pixels = new byte[container.width() * container.height() * mode.bytesPerPixel()];
    for (int y = 0; y < size[1]; y++) {
      int to = ((container.frameY() + y) * container.width() + container.frameX());
      store(argb, y * size[0], size[0], pixels, to * mode.bytesPerPixel(), container.alpha());
    }
    return Raster.of(mode, container.width(), container.height(), pixels);
  }

  private static int[] size(byte[] still) {
    try {
      return WebP.getInfo(still, 0, still.length);
    } catch (IOException e) {
      throw new ImageException("the WebP is broken or cut short", e);
    }
  }

  private static int[] argb(byte[] still) {
    try {
      return WebP.decode(Options.DEFAULT, still, 0, still.length, new int[4]);
    } catch (IOException e) {
      throw new ImageException("the WebP is broken or cut short", e);
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

  /** Made when the first WebP is read: it loads the native library. */
  private static final class Options {
    static final WebPDecoderOptions DEFAULT = new WebPDecoderOptions();
  }
}
