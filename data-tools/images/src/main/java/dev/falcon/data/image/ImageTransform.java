// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import java.util.List;
import java.util.Optional;

/**
 * All settings of the conversion of a decoded picture to a model's input: convert to RGB, resize,
 * crop or pad, rescale, normalise. A {@code Preprocessor} applies them.
 *
 * @param convertOrder when the picture is converted to RGB
 * @param resize the target size
 * @param filter the filter of the resize
 * @param crop the centre crop after the resize; empty if the resize alone determines the size
 * @param padding the colour around a picture that is smaller than its frame, as 0xRRGGBB
 * @param rescale the conversion of a byte to a float
 * @param mean the value subtracted from each channel after the rescale // [3], red, green, blue
 * @param std the divisor of each channel after that // [3]
 */
public record ImageTransform(
    ConvertOrder convertOrder,
    Resize resize,
    ResampleFilter filter,
    Optional<CenterCrop> crop,
    int padding,
    Rescale rescale,
    List<Float> mean,
    List<Float> std) {
  /** The mean of CLIP's training pictures. */
  @SuppressWarnings("FloatingPointLiteralPrecision") // The digits published with CLIP.
  public static final List<Float> CLIP_MEAN = List.of(0.48145466f, 0.4578275f, 0.40821073f);

  /** The standard deviation of CLIP's training pictures. */
  @SuppressWarnings("FloatingPointLiteralPrecision") // The digits published with CLIP.
  public static final List<Float> CLIP_STD = List.of(0.26862954f, 0.26130258f, 0.27577711f);

  public ImageTransform {
    mean = List.copyOf(mean);
    std = List.copyOf(std);
    if (mean.size() != 3 || std.size() != 3) {
      throw new IllegalArgumentException(
          "mean " + mean + " and std " + std + " must have three values each");
    }
    if (std.contains(0f)) {
      throw new IllegalArgumentException("std " + std + " must not hold a zero");
    }
    if (crop.isEmpty()
        && (resize instanceof Resize.None || resize instanceof Resize.ShortestEdge)) {
      throw new IllegalArgumentException(
          resize + " without a crop gives every picture its own size; a model needs one size");
    }
  }

  /**
   * Returns the evaluation transform of OpenAI's CLIP and open_clip: a bicubic resize of the
   * shorter side to {@code size} pixels, a centre crop, and CLIP's mean and standard deviation.
   */
  public static ImageTransform clip(int size) {
    return new ImageTransform(
        ConvertOrder.RGB_THEN_RESIZE,
        new Resize.ShortestEdge(size),
        ResampleFilter.BICUBIC,
        Optional.of(new CenterCrop(size, size, CenterCrop.Placement.HALF_TO_EVEN)),
        0,
        Rescale.DIVIDE_BY_255,
        CLIP_MEAN,
        CLIP_STD);
  }

  /** Returns a copy with another order of conversion and resize. */
  public ImageTransform withConvertOrder(ConvertOrder order) {
    return new ImageTransform(order, resize, filter, crop, padding, rescale, mean, std);
  }

  /** Returns the tensor's height in pixels. */
  public int outputHeight() {
    return frame().height();
  }

  /** Returns the tensor's width in pixels. */
  public int outputWidth() {
    return frame().width();
  }

  /** Returns the number of floats per picture: 3 x height x width. */
  public int outputLength() {
    return Math.multiplyExact(3 * outputHeight(), outputWidth());
  }

  /** Returns the rectangle of the tensor: the crop, or the frame of the resize. */
  public CenterCrop frame() {
    if (crop.isPresent()) {
      return crop.get();
    }
    if (resize instanceof Resize.LongestEdge box) {
      return new CenterCrop(box.height(), box.width(), CenterCrop.Placement.HALF_TO_EVEN);
    }
    Resize.Squash squash = (Resize.Squash) resize;
    return new CenterCrop(squash.height(), squash.width(), CenterCrop.Placement.HALF_TO_EVEN);
  }
}
