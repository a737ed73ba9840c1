// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

/** Number of captions in a caption file, such as {@code KEY.txt}. */
public enum CaptionLines {
  /**
   * One, whatever its line breaks, as in open_clip and img2dataset; but one per line if the list
   * {@code captions} of the sample's JSON contains exactly these lines.
   */
  ONE,

  /** One per line. */
  EACH
}
