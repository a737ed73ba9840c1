// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.events;

import java.util.List;

/**
 * The content that event files show for a step besides its numbers.
 *
 * @param quantiles the anchors' quantiles in the batch, in [0, 1]; empty for none
 * @param pairs the hardest pairs of the batch; empty except at the end of an epoch
 */
@SuppressWarnings("ArrayRecordComponent") // written, never compared
public record Shown(double[] quantiles, List<Pair> pairs) {
  /** Nothing is shown. */
  public static final Shown NONE = new Shown(new double[0], List.of());

  /**
   * An anchor and the sample that it chose.
   *
   * @param png both images side by side, as a PNG file
   * @param text both captions
   */
  @SuppressWarnings("ArrayRecordComponent") // likewise
  public record Pair(byte[] png, int width, int height, String text) {}
}
