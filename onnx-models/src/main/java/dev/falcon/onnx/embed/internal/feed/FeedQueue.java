package dev.falcon.onnx.embed.internal.feed;

import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;

/**
 * The bounded queue between reading and writing. The writing thread waits for the vectors of the
 * first row, whose batch may not be full yet, while the reading thread may wait for room; so that
 * both never wait at once, a batch is closed, full or not, when half of the queue has passed since
 * it was opened. That is counted in events, so equal data give equal batches.
 */
public final class FeedQueue {
  private static final int BATCHES = 32;

  private final EncoderPipeline pipeline;
  private final BlockingQueue<FeedEvent> events;
  private final int batchSpan; // events that a batch may stay open for
  private long told;
  private long imagesOpenedAt;
  private long textsOpenedAt;

  public FeedQueue(EncoderPipeline pipeline, int batchSize) {
    this.pipeline = pipeline;
    int capacity = (int) Math.min(1 << 20, (long) BATCHES * batchSize);
    events = new ArrayBlockingQueue<>(capacity);
    batchSpan = capacity / 2;
  }

  /** Sends an image into the pipeline. */
  PendingVector image(byte[] file) {
    if (!pipeline.hasOpenImages()) {
      imagesOpenedAt = told;
    }
    return pipeline.image(file);
  }

  /** Sends a caption into the pipeline. */
  PendingVector text(String caption) {
    if (!pipeline.hasOpenTexts()) {
      textsOpenedAt = told;
    }
    return pipeline.text(caption);
  }

  /** Tells an event; waits while the queue is full. */
  void tell(FeedEvent event) {
    try {
      events.put(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("reading was stopped");
    }
    told++;
    if (pipeline.hasOpenImages() && told - imagesOpenedAt >= batchSpan) {
      pipeline.closeImages();
    }
    if (pipeline.hasOpenTexts() && told - textsOpenedAt >= batchSpan) {
      pipeline.closeTexts();
    }
  }

  /** Ends a unit: its batches are closed, so that the next unit begins with batches of its own. */
  void endUnit(FeedEvent.UnitEnd end) {
    pipeline.flush();
    tell(end);
  }

  /** Tells that reading has failed; what was told before can still be awaited. */
  void fail(Throwable failure) {
    pipeline.flush();
    tell(new FeedEvent.Failed(failure));
  }

  /** Takes the next event; waits while there is none. */
  FeedEvent take() {
    try {
      return events.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the run was interrupted");
    }
  }
}
