// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import java.util.Arrays;

/** A property that samples of a batch must not share. */
public enum Exclusion {
  /** The same {@code image_id}: the caption of either sample is true of the other's image. */
  SAME_IMAGE("same-image"),
  /**
   * As {@link #SAME_IMAGE}, but only as long as a batch can be filled with other samples: the
   * default of the commands.
   */
  SAME_IMAGE_IF_POSSIBLE("same-image-if-possible"),
  /** The same caption, which is then true of the other's image. */
  SAME_CAPTION("same-caption");

  private final String label;

  Exclusion(String label) {
    this.label = label;
  }

  /** Returns the name used in flags and counts. */
  public String label() {
    return label;
  }

  /**
   * Returns the exclusion with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Exclusion ofLabel(String label) {
    return Arrays.stream(values())
        .filter(exclusion -> exclusion.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("exclude=" + label));
  }
}
