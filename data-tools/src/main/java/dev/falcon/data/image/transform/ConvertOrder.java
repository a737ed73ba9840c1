package dev.falcon.data.image.transform;

/**
 * When a picture becomes RGB. It matters for palette pictures (resized to the nearest pixel as long
 * as they are indices), for alpha and for CMYK.
 */
public enum ConvertOrder {
  /**
   * First of all, as webdataset's {@code pil} decoder and Hugging Face's {@code do_convert_rgb} do.
   */
  RGB_THEN_RESIZE,
  /** After resize and crop, as open_clip's transform does with a file it is given as it is. */
  RESIZE_THEN_RGB
}
