// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.Reject;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import java.util.List;
import java.util.Optional;

/**
 * A message from the reading thread to the writing thread. Messages are in the order of the
 * dataset.
 */
sealed interface FeedEvent {
  /**
   * A row whose vectors are being computed.
   *
   * @param source the input shard
   * @param number the index of the sample in its unit
   * @param sample the sample's key
   * @param key the row's key
   * @param imageId the id that rows of the same image share
   * @param caption the caption; the first of several that are averaged; empty in a pair of images
   * @param anchor the text in place of the image; empty for an image
   * @param image the source of the image's vector
   * @param texts the vector of the caption, or the vectors of all captions to be averaged
   * @param positive the source of the vector of the second image, which takes the place of texts
   */
  record Row(
      String source,
      int number,
      String sample,
      String key,
      String imageId,
      Optional<String> caption,
      Optional<String> anchor,
      RowImage image,
      List<PendingVector> texts,
      Optional<RowImage> positive)
      implements FeedEvent {}

  /** An unusable row. */
  record Rejected(Reject reject) implements FeedEvent {}

  /** The end of a sample's rows. */
  record SampleDone() implements FeedEvent {}

  /**
   * The end of a unit's rows.
   *
   * @param samples number of its samples
   * @param images number of images encoded
   * @param nextShard input shard of the next unit
   * @param nextSample number of finished samples of that shard
   * @param last whether this is the end of the dataset
   * @param keys the digests of the samples' keys
   * @param imageIds the digests of the new image ids
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on once; never compared
  record UnitEnd(
      long samples,
      long images,
      int nextShard,
      long nextSample,
      boolean last,
      byte[] keys,
      byte[] imageIds)
      implements FeedEvent {}

  /** A failure of the reading thread. */
  record Failed(Throwable failure) implements FeedEvent {}

  /** The source of the vector of a row's image. */
  sealed interface RowImage {
    /** The number of an image without an image id. */
    long NO_NUMBER = -1;

    /** Returns the index of the image among all images with an image id, or {@link #NO_NUMBER}. */
    long number();

    /**
     * The vector is being computed, and is used once.
     *
     * @param vector the vector
     */
    record Single(PendingVector vector) implements RowImage {
      @Override
      public long number() {
        return NO_NUMBER;
      }
    }

    /**
     * The vector is being computed, and is kept for later samples with the same image id.
     *
     * @param vector the vector
     * @param number the index of the image among all images with an image id
     */
    record First(PendingVector vector, long number) implements RowImage {}

    /**
     * The vector was computed for an earlier sample.
     *
     * @param number the index of the image among all images with an image id
     */
    record Repeated(long number) implements RowImage {}
  }
}
