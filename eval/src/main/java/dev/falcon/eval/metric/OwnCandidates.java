package dev.falcon.eval.metric;

import java.util.Arrays;

/**
 * Which candidates belong to each query of a retrieval: an image's captions, which stand together,
 * or a caption's image.
 *
 * @param from the first candidate of each query // [queries]
 * @param to one past its last // [queries]
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record OwnCandidates(int[] from, int[] to) {
  /**
   * Of images that look for their captions.
   *
   * @param firstCaption where each image's captions begin, and the end // [images + 1]
   */
  public static OwnCandidates ofImages(int[] firstCaption) {
    int images = firstCaption.length - 1;
    return new OwnCandidates(
        Arrays.copyOf(firstCaption, images), Arrays.copyOfRange(firstCaption, 1, images + 1));
  }

  /**
   * Of captions that look for their image.
   *
   * @param firstCaption where each image's captions begin, and the end // [images + 1]
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

  /** How many queries there are. */
  public int queries() {
    return from.length;
  }

  /** Returns whether a candidate belongs to a query. */
  public boolean contains(int query, int candidate) {
    return candidate >= from[query] && candidate < to[query];
  }
}
