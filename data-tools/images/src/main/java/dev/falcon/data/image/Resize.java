// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/** The target size of a resize before the crop; sizes are in pixels. */
public sealed interface Resize {
  /** No resize. */
  record None() implements Resize {}

  /**
   * The shorter side becomes {@code size} pixels; the longer one keeps the aspect ratio and is
   * rounded down (torchvision's {@code Resize(size)}, Hugging Face's {@code shortest_edge}).
   */
  record ShortestEdge(int size) implements Resize {
    public ShortestEdge {
      requirePositive(size, size);
    }
  }

  /** Both sides take the given sizes, whatever the aspect ratio. */
  record Squash(int height, int width) implements Resize {
    public Squash {
      requirePositive(height, width);
    }
  }

  /**
   * The largest size that fits into the box and keeps the aspect ratio, rounded half to even; the
   * rest of the box is padding around the picture (open_clip's {@code longest}).
   */
  record LongestEdge(int height, int width) implements Resize {
    public LongestEdge {
      requirePositive(height, width);
    }
  }

  /** Returns the size of a resized picture of {@code width x height}, before crop or padding. */
  default Size target(int width, int height) {
    if (this instanceof ShortestEdge shortest) {
      int size = shortest.size();
      return width <= height
          ? new Size(size, (int) ((double) ((long) size * height) / width))
          : new Size((int) ((double) ((long) size * width) / height), size);
    }
    if (this instanceof Squash squash) {
      return new Size(squash.width(), squash.height());
    }
    if (this instanceof LongestEdge box) {
      double ratio = Math.max((double) height / box.height(), (double) width / box.width());
      return new Size(
          Math.max(1, (int) Math.rint(width / ratio)),
          Math.max(1, (int) Math.rint(height / ratio)));
    }
    return new Size(width, height);
  }

  /** A size in pixels. */
  record Size(int width, int height) {}

  private static void requirePositive(int height, int width) {
    if (height < 1 || width < 1) {
      throw new IllegalArgumentException("resize to " + height + " x " + width + " pixels");
    }
  }
}
