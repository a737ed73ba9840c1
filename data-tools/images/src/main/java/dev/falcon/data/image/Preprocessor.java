// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import java.nio.FloatBuffer;

/**
 * Converts pictures to a model's input by an {@link ImageTransform}: planar floats, red plane
 * first. Not thread-safe, since it holds scratch memory: use one preprocessor per thread.
 */
public final class Preprocessor {
  private static final int BYTE_VALUES = 256;

  private final ImageTransform transform;
  private final ImageDecoder decoder;
  private final Resampler resampler = new Resampler();
  private final float[][] normalised; // [3][256], the float of each byte
  private final float[] plane; // [outputHeight x outputWidth]

  /** Creates a preprocessor with the default decoder. */
  public Preprocessor(ImageTransform transform) {
    this(transform, new ImageDecoder());
  }

  public Preprocessor(ImageTransform transform, ImageDecoder decoder) {
    this.transform = transform;
    this.decoder = decoder;
    normalised = new float[3][BYTE_VALUES];
    for (int channel = 0; channel < 3; channel++) {
      float mean = transform.mean().get(channel);
      float std = transform.std().get(channel);
      for (int value = 0; value < BYTE_VALUES; value++) {
        normalised[channel][value] = (transform.rescale().apply(value) - mean) / std;
      }
    }
    plane = new float[transform.outputHeight() * transform.outputWidth()];
  }

  /** Returns the transform. */
  public ImageTransform transform() {
    return transform;
  }

  /**
   * Decodes a file and writes its tensor to a buffer.
   *
   * @param file the bytes of the whole file
   * @param out receives the tensor from {@code offset} on; the buffer's position is not used // [3
   *     x outputHeight x outputWidth]
   * @throws ImageException if the bytes are not a whole picture of a known format
   */
  public void apply(byte[] file, FloatBuffer out, int offset) {
    apply(decoder.decode(file), out, offset);
  }

  /** Writes the tensor of a decoded picture; see {@link #apply(byte[], FloatBuffer, int)}. */
  public void apply(Raster picture, FloatBuffer out, int offset) {
    Raster framed = frame(picture);
    for (int channel = 0; channel < 3; channel++) {
      normalise(framed, channel);
      out.put(offset + channel * plane.length, plane);
    }
  }

  /** Returns the tensor of a file as a new array // [3 x outputHeight x outputWidth]. */
  public float[] apply(byte[] file) {
    float[] tensor = new float[transform.outputLength()];
    apply(file, FloatBuffer.wrap(tensor), 0);
    return tensor;
  }

  /**
   * Returns the RGB picture from which the tensor is made: resized and cropped or padded,
   * outputHeight x outputWidth pixels.
   */
  public Raster frame(Raster picture) {
    Raster source =
        transform.convertOrder() == ConvertOrder.RGB_THEN_RESIZE
            ? RgbConversion.of(picture)
            : picture;
    CenterCrop frame = transform.frame();
    Resize.Size size = transform.resize().target(source.width(), source.height());
    int beginX = frame.begin(size.width(), frame.width());
    int beginY = frame.begin(size.height(), frame.height());
    Raster resized =
        resampler.resize(
            source,
            size.width(),
            size.height(),
            transform.filter(),
            Math.max(0, beginX),
            Math.max(0, beginY),
            Math.min(size.width(), frame.width()),
            Math.min(size.height(), frame.height()));
    Raster kept = RgbConversion.of(resized);
    if (beginX >= 0 && beginY >= 0) {
      return kept;
    }
    return pad(kept, Math.max(0, -beginX), Math.max(0, -beginY), frame);
  }

  private Raster pad(Raster picture, int left, int top, CenterCrop frame) {
    byte[] pixels = new byte[3 * frame.height() * frame.width()];
    int colour = transform.padding();
    for (int i = 0; i < pixels.length; i += 3) {
      pixels[i] = (byte) (colour >> 16);
      pixels[i + 1] = (byte) (colour >> 8);
      pixels[i + 2] = (byte) colour;
    }
    for (int y = 0; y < picture.height(); y++) {
      System.arraycopy(
          picture.samples(),
          picture.offset() + y * picture.stride(),
          pixels,
          3 * ((top + y) * frame.width() + left),
          3 * picture.width());
    }
    return Raster.rgb(frame.width(), frame.height(), pixels);
  }

  private void normalise(Raster picture, int channel) {
    byte[] samples = picture.samples();
    float[] table = normalised[channel];
    int width = picture.width();
    for (int y = 0; y < picture.height(); y++) {
      int from = picture.offset() + y * picture.stride() + channel;
      for (int x = 0; x < width; x++) {
        plane[y * width + x] = table[samples[from + 3 * x] & 0xff];
      }
    }
  }
}
