package dev.falcon.onnx.embed.pipeline;

/** The stages between a dataset and a store. */
public enum Stage {
  /** Reading samples and generating those of Scenes; one thread. */
  READ,
  /** Image files to pixels; worker threads. */
  DECODE,
  /** Pixels to the model's input; worker threads. */
  PREPROCESS,
  /** Captions to token ids; worker threads. */
  TOKENISE,
  /** Running the graphs; one thread, and the graph's own threads. */
  INFERENCE,
  /** Writing rows; the caller's thread. */
  WRITE
}
