// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.Vectors;
import dev.falcon.onnx.embed.EmbedRequest.RejectPolicy;
import dev.falcon.onnx.embed.internal.FeedEvent.RowImage;
import dev.falcon.onnx.embed.internal.UnitJournal.UnitRecord;
import dev.falcon.onnx.embed.pipeline.Encoded;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import dev.falcon.onnx.embed.pipeline.Stage;
import dev.falcon.onnx.embed.pipeline.StageClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes rows in the order of their events, and ends units. */
public final class UnitWriter {
  private final StoreWriter store;
  private final ImageVectors images;
  private final UnitJournal journal;
  private final RejectPolicy policy;
  private final StageClock clock;
  private final Progress.Task progress;
  private final Runnable beforeShard;
  private final List<Reject> unitRejects = new ArrayList<>();
  private final RowOrigins unitRows = new RowOrigins();
  private long rowsBefore;

  /**
   * @param images the vectors of images with an image id, for repeated images
   * @param beforeShard runs before a unit's record and shard are moved into place
   */
  public UnitWriter(
      StoreWriter store,
      ImageVectors images,
      UnitJournal journal,
      RejectPolicy policy,
      StageClock clock,
      Progress.Task progress,
      Runnable beforeShard) {
    this.store = store;
    this.images = images;
    this.journal = journal;
    this.policy = policy;
    this.clock = clock;
    this.progress = progress;
    this.beforeShard = beforeShard;
    this.rowsBefore = store.rows();
  }

  /** Processes events until the dataset ends. */
  public void drain(FeedQueue queue) {
    while (true) {
      FeedEvent event = queue.take();
      if (event instanceof FeedEvent.Row row) {
        write(row);
      } else if (event instanceof FeedEvent.Rejected rejected) {
        reject(rejected.reject());
      } else if (event instanceof FeedEvent.SampleDone) {
        progress.advance(1);
      } else if (event instanceof FeedEvent.UnitEnd end) {
        endUnit(end);
        if (end.last()) {
          return;
        }
      } else if (event instanceof FeedEvent.Failed failed) {
        rethrow(failed.failure());
      }
    }
  }

  private void write(FeedEvent.Row row) {
    Encoded image = image(row.image());
    // Stored before anything is rejected, since later rows rely on its place among the kept
    // vectors.
    Optional<Encoded> positive = row.positive().map(this::image);
    if (image instanceof Encoded.Unusable unusable) {
      rejectSample(row, unusable.reason());
      return;
    }
    Optional<float[]> right = positive.isPresent() ? of(row, positive.get()) : text(row);
    if (right.isEmpty()) {
      return;
    }
    long begin = System.nanoTime();
    float[] vector = ((Encoded.Vector) image).values();
    store.append(
        row.key(),
        Optional.of(row.imageId()),
        row.caption(),
        row.anchor(),
        vector,
        0,
        right.get(),
        0);
    unitRows.add(row.number(), row.image().number());
    clock.add(Stage.WRITE, begin);
  }

  /**
   * Returns the second image's vector; if it is unusable, lists it as a reject and returns empty.
   */
  private Optional<float[]> of(FeedEvent.Row row, Encoded positive) {
    if (positive instanceof Encoded.Unusable unusable) {
      rejectSample(row, "positive image: " + unusable.reason());
      return Optional.empty();
    }
    return Optional.of(((Encoded.Vector) positive).values());
  }

  /**
   * Returns the vector of the captions; if they have none, lists them as a reject and returns
   * empty.
   */
  private Optional<float[]> text(FeedEvent.Row row) {
    List<float[]> texts = new ArrayList<>();
    for (PendingVector text : row.texts()) {
      Encoded encoded = text.await();
      if (encoded instanceof Encoded.Unusable unusable) {
        reject(new Reject(row.source(), row.key(), "caption: " + unusable.reason()));
        return Optional.empty();
      }
      texts.add(((Encoded.Vector) encoded).values());
    }
    Optional<float[]> text = mean(texts);
    if (text.isEmpty()) {
      reject(new Reject(row.source(), row.key(), "the captions' vectors cancel each other"));
    }
    return text;
  }

  private Encoded image(RowImage image) {
    if (image instanceof RowImage.Repeated repeated) {
      return images.read(repeated.number());
    }
    if (image instanceof RowImage.First first) {
      Encoded encoded = first.vector().await();
      if (first.number() == images.size()) { // not yet stored by another row of its sample
        images.append(encoded);
      }
      return encoded;
    }
    return ((RowImage.Single) image).vector().await();
  }

  /** Returns the normalised mean of unit vectors; empty if the mean cannot be normalised. */
  private static Optional<float[]> mean(List<float[]> vectors) {
    if (vectors.size() == 1) {
      return Optional.of(vectors.get(0));
    }
    float[] mean = new float[vectors.get(0).length];
    for (int i = 0; i < mean.length; i++) {
      double sum = 0;
      for (float[] vector : vectors) {
        sum += vector[i];
      }
      mean[i] = (float) (sum / vectors.size());
    }
    return Vectors.hasDirection(Vectors.toUnit(mean, 0, mean.length))
        ? Optional.of(mean)
        : Optional.empty();
  }

  /** Lists a sample as a reject once, however many rows it would have had. */
  private void rejectSample(FeedEvent.Row row, String reason) {
    Reject reject = new Reject(row.source(), row.sample(), reason);
    if (unitRejects.isEmpty() || !unitRejects.get(unitRejects.size() - 1).equals(reject)) {
      reject(reject);
    }
  }

  private void reject(Reject reject) {
    if (policy == RejectPolicy.FAIL) {
      throw new FalconException(
          reject.source() + ": sample '" + reject.key() + "': " + reject.reason());
    }
    unitRejects.add(reject);
  }

  private void endUnit(FeedEvent.UnitEnd end) {
    beforeShard.run();
    long begin = System.nanoTime();
    journal.add(
        new UnitRecord(
            end.samples(),
            store.rows() - rowsBefore,
            end.images(),
            end.nextShard(),
            end.nextSample(),
            end.last(),
            unitRejects),
        end.keys(),
        end.imageIds(),
        unitRows.take());
    store.endShard();
    clock.add(Stage.WRITE, begin);
    rowsBefore = store.rows();
    unitRejects.clear();
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }
}
