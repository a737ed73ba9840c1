package dev.falcon.data.image.transform;

/**
 * The rectangle in a picture's middle. Where the picture is smaller, it is padded around.
 *
 * @param height of the crop, in pixels
 * @param width of the crop, in pixels
 * @param placement which pixel is the middle's where the difference is odd
 */
public record CenterCrop(int height, int width, Placement placement) {
  /** Where the crop begins; the two differ where {@code size - crop} is odd. */
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
   * Where a crop begins along one axis; negative where the picture must be padded by so much.
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
