// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

/** The truth of pairs: which captions are true of which images. It is known for generated data. */
@FunctionalInterface
public interface Truth {
  /** Returns whether the caption of one pair is true of the image of another. */
  boolean matches(int captionRow, int imageRow);
}
