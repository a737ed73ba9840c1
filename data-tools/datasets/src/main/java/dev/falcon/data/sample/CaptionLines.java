// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.RequestException;

/** Number of captions in a caption file, such as {@code KEY.txt}. */
public enum CaptionLines {
  /**
   * One, whatever its line breaks, as in open_clip and img2dataset; but one per line if the list
   * {@code captions} of the sample's JSON contains exactly these lines.
   */
  ONE,

  /** One per line. */
  EACH;

  /**
   * Returns the value with a name, in capitals or not.
   *
   * @throws RequestException if there is none
   */
  public static CaptionLines of(String name) {
    for (CaptionLines lines : values()) {
      if (lines.name().equalsIgnoreCase(name)) {
        return lines;
      }
    }
    throw new RequestException("the lines of caption files must be one or each; '" + name + "'");
  }
}
