// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import dev.falcon.data.RequestException;

/**
 * Settings of an {@link EncoderPipeline}.
 *
 * @param batchSize the number of images or captions per run of a graph, at least 1
 * @param workers the number of threads that decode, preprocess and tokenise, at least 1
 * @param imageBytes the maximum number of bytes of encoded images that wait for a worker; a single
 *     image may be larger
 */
public record PipelineSettings(int batchSize, int workers, long imageBytes) {
  /** The default batch size. */
  public static final int DEFAULT_BATCH_SIZE = 64;

  /** The default limit on waiting image files: 256 MiB. */
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

  /** Returns settings with one worker per core and the default limit on waiting image files. */
  public static PipelineSettings ofBatchSize(int batchSize) {
    return new PipelineSettings(
        batchSize, Runtime.getRuntime().availableProcessors(), DEFAULT_IMAGE_BYTES);
  }

  /** Returns a copy with this many workers. */
  public PipelineSettings withWorkers(int count) {
    return new PipelineSettings(batchSize, count, imageBytes);
  }
}
