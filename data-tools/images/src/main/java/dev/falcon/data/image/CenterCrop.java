// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/**
 * The central rectangle of a picture. A smaller picture is padded on all sides.
 *
 * @param height the height of the crop, in pixels
 * @param width the width of the crop, in pixels
 * @param placement how the start is rounded if the difference of the sizes is odd
 */
public record CenterCrop(int height, int width, Placement placement) {
  /**
   * The position of the crop along an axis; the choices differ only if {@code size - crop} is odd.
   */
  public enum Placement {
    /** Half the difference, rounded half to even (torchvision, open_clip). */
    HALF_TO_EVEN,
    /** Half the difference, rounded down (Hugging Face's image processors). */
    DOWN
  }

  public CenterCrop {
    if (height < 1 || width < 1) {
      throw new IllegalArgumentException("centre crop of " + height + " x " + width + " pixels");
    }
  }

  /**
   * Returns the first position of the crop along one axis, in pixels. If the picture is smaller
   * than the crop, the result is minus the padding before it.
   *
   * @param size the picture's size along the axis, in pixels
   * @param crop the crop's size along the axis, in pixels
   */
  public int begin(int size, int crop) {
    int spare = size - crop;
    if (spare < 0) {
      int missing = -spare;
      return placement == Placement.DOWN ? -((missing + 1) / 2) : -(missing / 2);
    }
    return placement == Placement.DOWN ? spare / 2 : (int) Math.rint(spare / 2.0);
  }
}
