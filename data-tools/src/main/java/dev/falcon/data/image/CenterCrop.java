package dev.falcon.data.image;

/**
 * The central rectangle of a picture. A smaller picture is padded around.
 *
 * @param height of the crop, in pixels
 * @param width of the crop, in pixels
 * @param placement the rounding where the difference is odd
 */
public record CenterCrop(int height, int width, Placement placement) {
  /** Position of the crop; the choices differ where {@code size - crop} is odd. */
  public enum Placement {
    /** Half of the difference, rounded half to even (torchvision, open_clip). */
    HALF_TO_EVEN,
    /** Half of the difference, rounded down (Hugging Face's image processors). */
    DOWN
  }

  public CenterCrop {
    if (height < 1 || width < 1) {
      throw new IllegalArgumentException("centre crop of " + height + " x " + width + " pixels");
    }
  }

  /**
   * Start of a crop along one axis; negative by the padding for a smaller picture.
   *
   * @param size the picture's size along the axis
   * @param crop the crop's
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
