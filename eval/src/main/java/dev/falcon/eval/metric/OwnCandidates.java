// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.Arrays;

/**
 * The candidates that belong to each query of a retrieval: an image's captions, which are
 * consecutive, or a caption's image.
 *
 * @param from the first own candidate of each query // [queries]
 * @param to the end of each query's own candidates, exclusive // [queries]
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record OwnCandidates(int[] from, int[] to) {
  /**
   * Returns the own captions of images.
   *
   * @param firstCaption the index of each image's first caption, and the end // [images + 1]
   */
  public static OwnCandidates ofImages(int[] firstCaption) {
    int images = firstCaption.length - 1;
    return new OwnCandidates(
        Arrays.copyOf(firstCaption, images), Arrays.copyOfRange(firstCaption, 1, images + 1));
  }

  /**
   * Returns the own image of each caption.
   *
   * @param firstCaption the index of each image's first caption, and the end // [images + 1]
   */
  public static OwnCandidates ofCaptions(int[] firstCaption) {
    int images = firstCaption.length - 1;
    int[] from = new int[firstCaption[images]];
    int[] to = new int[from.length];
    for (int image = 0; image < images; image++) {
      Arrays.fill(from, firstCaption[image], firstCaption[image + 1], image);
      Arrays.fill(to, firstCaption[image], firstCaption[image + 1], image + 1);
    }
    return new OwnCandidates(from, to);
  }

  /** Returns the number of queries. */
  public int queries() {
    return from.length;
  }

  /** Returns whether a candidate belongs to a query. */
  public boolean contains(int query, int candidate) {
    return candidate >= from[query] && candidate < to[query];
  }
}
