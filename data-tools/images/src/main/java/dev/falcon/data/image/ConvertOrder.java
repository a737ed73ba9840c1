// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/**
 * The point at which a picture is converted to RGB. It matters for palette pictures (resized to the
 * nearest pixel while they are indices), for alpha and for CMYK.
 */
public enum ConvertOrder {
  /**
   * Before everything else, as webdataset's {@code pil} decoder and Hugging Face's {@code
   * do_convert_rgb} do.
   */
  RGB_THEN_RESIZE,
  /** After resize and crop, as open_clip's transform does with an unconverted file. */
  RESIZE_THEN_RGB
}
