package dev.falcon.onnx.embed.pipeline;

import dev.falcon.data.RequestException;

/**
 * How an {@link EncoderPipeline} works.
 *
 * @param batchSize how many images or captions go through a graph at once
 * @param workers how many threads decode, preprocess and tokenise
 * @param imageBytes how many bytes of encoded images may wait for a worker at once; a single image
 *     may be larger
 */
public record PipelineSettings(int batchSize, int workers, long imageBytes) {
  /** The usual batch. */
  public static final int DEFAULT_BATCH_SIZE = 64;

  /** The usual bound on waiting image files: 256 MiB. */
  public static final long DEFAULT_IMAGE_BYTES = 256L << 20;

  public PipelineSettings {
    if (batchSize < 1) {
      throw new RequestException("a batch has at least 1 row; batch size=" + batchSize);
    }
    if (workers < 1) {
      throw new RequestException("at least 1 thread must prepare images; workers=" + workers);
    }
    if (imageBytes < 1) {
      throw new RequestException("image files need memory to wait in; bytes=" + imageBytes);
    }
  }

  /** A worker for every core, and the usual bound on waiting image files. */
  public static PipelineSettings ofBatchSize(int batchSize) {
    return new PipelineSettings(
        batchSize, Runtime.getRuntime().availableProcessors(), DEFAULT_IMAGE_BYTES);
  }

  /** The same with so many workers. */
  public PipelineSettings withWorkers(int count) {
    return new PipelineSettings(batchSize, count, imageBytes);
  }
}
