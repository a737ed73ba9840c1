package dev.falcon.onnx.embed.internal.feed;

import dev.falcon.data.Reject;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import java.util.List;

/** What the reading thread tells the writing one, in the order of the dataset. */
sealed interface FeedEvent {
  /**
   * A row whose vectors are being computed.
   *
   * @param source the input shard
   * @param number the sample's place in its unit
   * @param sample the sample's key
   * @param key the row's key
   * @param imageId what rows of the same image share
   * @param caption the caption; of several that are averaged, the first
   * @param image the image's vector, or where it lies
   * @param texts the vector of the caption, or of all those to be averaged
   */
  record Row(
      String source,
      int number,
      String sample,
      String key,
      String imageId,
      String caption,
      RowImage image,
      List<PendingVector> texts)
      implements FeedEvent {}

  /** A row that cannot be used. */
  record Rejected(Reject reject) implements FeedEvent {}

  /** All rows of a sample have been told. */
  record SampleDone() implements FeedEvent {}

  /**
   * All rows of a unit have been told.
   *
   * @param samples how many samples it had
   * @param images how many images were encoded
   * @param nextShard where the next unit begins
   * @param nextSample how many samples of that shard are done
   * @param last whether the dataset ends here
   * @param keys the digests of the samples' keys
   * @param imageIds the digests of the image ids that came for the first time
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over once; never compared
  record UnitEnd(
      long samples,
      long images,
      int nextShard,
      long nextSample,
      boolean last,
      byte[] keys,
      byte[] imageIds)
      implements FeedEvent {}

  /** Reading has failed. */
  record Failed(Throwable failure) implements FeedEvent {}
}
