// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.onnx.embed.pipeline.EncoderPipeline;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;

/**
 * The bounded queue between the reading and the writing thread. The writing thread may wait for the
 * vectors of the first row, whose batch is not full yet, while the reading thread waits for room in
 * the queue. To prevent this deadlock, a batch is closed, full or not, once as many events as half
 * the queue holds have been added since it was opened. Only events are counted, not time, so equal
 * data give equal batches.
 */
public final class FeedQueue {
  private static final int BATCHES = 32;

  private final EncoderPipeline pipeline;
  private final BlockingQueue<FeedEvent> events;
  private final int batchSpan; // number of events for which a batch may stay open
  private long predicted;
  private long imagesOpenedAt;
  private long textsOpenedAt;
  private long queriesOpenedAt;

  public FeedQueue(EncoderPipeline pipeline, int batchSize) {
    this.pipeline = pipeline;
    int capacity = (int) Math.min(1 << 20, (long) BATCHES * batchSize);
    events = new ArrayBlockingQueue<>(capacity);
    batchSpan = capacity / 2;
  }

  /** Submits an image to the pipeline. */
  PendingVector image(byte[] file) {
    if (!pipeline.hasOpenImages()) {
      imagesOpenedAt = predicted;
    }
    return pipeline.image(file);
  }

  /** Submits a caption to the pipeline. */
  PendingVector text(String caption) {
    if (!pipeline.hasOpenTexts()) {
      textsOpenedAt = predicted;
    }
    return pipeline.text(caption);
  }

  /** Submits a query text to the pipeline. */
  PendingVector query(String text) {
    if (!pipeline.hasOpenQueries()) {
      queriesOpenedAt = predicted;
    }
    return pipeline.query(text);
  }

  /** Returns whether the model sees nothing of a caption. */
  boolean isEmptyText(String caption) {
    return pipeline.isEmptyText(caption);
  }

  /** Returns whether the model sees nothing of a query text. */
  boolean isEmptyQuery(String text) {
    return pipeline.isEmptyQuery(text);
  }

  /** Adds an event; blocks while the queue is full. */
  void emit(FeedEvent event) {
    try {
      events.put(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("reading was stopped");
    }
    predicted++;
    if (pipeline.hasOpenImages() && predicted - imagesOpenedAt >= batchSpan) {
      pipeline.closeImages();
    }
    if (pipeline.hasOpenTexts() && predicted - textsOpenedAt >= batchSpan) {
      pipeline.closeTexts();
    }
    if (pipeline.hasOpenQueries() && predicted - queriesOpenedAt >= batchSpan) {
      pipeline.closeQueries();
    }
  }

  /** Ends a unit: its batches are closed, so that the next unit starts new ones. */
  void endUnit(FeedEvent.UnitEnd end) {
    pipeline.flush();
    emit(end);
  }

  /** Reports that reading has failed; earlier events can still be taken. */
  void fail(Throwable failure) {
    pipeline.flush();
    emit(new FeedEvent.Failed(failure));
  }

  /** Returns the next event; blocks while there is none. */
  FeedEvent take() {
    try {
      return events.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the run was interrupted");
    }
  }
}
