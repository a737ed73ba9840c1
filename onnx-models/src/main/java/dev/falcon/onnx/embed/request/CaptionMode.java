package dev.falcon.onnx.embed.request;

/** What becomes of a sample that has several captions. */
public enum CaptionMode {
  /** One row a caption; all of them have the image's vector and its image id. */
  ALL,
  /** One row a sample, with its first caption. */
  FIRST,
  /** One row a sample; its text vector is the normalised mean of its captions' unit vectors. */
  MEAN
}
