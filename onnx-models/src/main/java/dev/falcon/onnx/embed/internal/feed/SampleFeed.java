package dev.falcon.onnx.embed.internal.feed;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.onnx.embed.internal.journal.DigestTable;
import dev.falcon.onnx.embed.internal.journal.UnitRecord;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import dev.falcon.onnx.embed.pipeline.Stage;
import dev.falcon.onnx.embed.pipeline.StageClock;
import dev.falcon.onnx.embed.request.CaptionMode;
import dev.falcon.onnx.embed.request.EmbedRequest;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the samples in their order, sends images and captions into the pipeline and tells the
 * writer which vectors make a row. Runs on a thread of its own.
 */
public final class SampleFeed implements Runnable {
  private final SampleSource source;
  private final CaptionMode captions;
  private final int samplesPerUnit;
  private final Optional<UnitRecord> resumed;
  private final DigestTable keys;
  private final DigestTable imageIds;
  private final FeedQueue queue;
  private final StageClock clock;
  private final AtomicLong lineBreaks;
  private final ByteArrayOutputStream unitKeys = new ByteArrayOutputStream();
  private final ByteArrayOutputStream unitImageIds = new ByteArrayOutputStream();
  private String shardName;
  private long unitSamples;
  private long unitImages;

  /**
   * @param resumed the last unit that is done; none to begin at the first sample
   * @param keys the keys of the units that are done
   * @param imageIds the image ids of the units that are done
   * @param lineBreaks counts captions of caption files that have line breaks
   */
  public SampleFeed(
      EmbedRequest request,
      Optional<UnitRecord> resumed,
      DigestTable keys,
      DigestTable imageIds,
      FeedQueue queue,
      StageClock clock,
      AtomicLong lineBreaks) {
    this.source = request.source();
    this.captions = request.captions();
    this.samplesPerUnit = request.samplesPerShard();
    this.resumed = resumed;
    this.keys = keys;
    this.imageIds = imageIds;
    this.queue = queue;
    this.clock = clock;
    this.lineBreaks = lineBreaks;
  }

  @Override
  public void run() {
    try {
      readOrFail();
    } catch (CancellationException e) {
      Thread.currentThread().interrupt(); // the writer has stopped and waits for nothing
    }
  }

  private void readOrFail() {
    try {
      readAll();
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      queue.fail(e);
    }
  }

  private void readAll() {
    int shard = resumed.map(UnitRecord::nextShard).orElse(0);
    long done = resumed.map(UnitRecord::nextSample).orElse(0L);
    for (; shard < source.shards(); shard++) {
      done = readShard(shard, done);
      if (shard + 1 < source.shards()) {
        done = 0;
      }
    }
    endUnit(source.shards() - 1, done, true);
  }

  /**
   * Reads a shard behind its samples that are done.
   *
   * @return how many samples it has
   */
  private long readShard(int shard, long done) {
    shardName = source.shardName(shard);
    boolean[] skipping = {done > 0};
    long inShard = 0;
    try (SampleReader reader =
        source.open(
            shard,
            reject -> {
              if (!skipping[0]) {
                queue.tell(new FeedEvent.Rejected(reject));
              }
            })) {
      for (; inShard < done; inShard++) {
        if (!reader.hasNext()) {
          throw new FalconException(
              shardName + ": has " + inShard + " samples; " + done + " were read before");
        }
        reader.next();
      }
      skipping[0] = false;
      for (Sample sample = next(reader); sample != null; sample = next(reader)) {
        countLineBreaks(sample);
        take(sample);
        queue.tell(new FeedEvent.SampleDone());
        inShard++;
        unitSamples++;
        if (unitSamples == samplesPerUnit) {
          endUnit(shard, inShard, false);
        }
      }
    }
    return inShard;
  }

  private Sample next(SampleReader reader) {
    long begin = System.nanoTime();
    Sample sample = reader.hasNext() ? reader.next() : null;
    clock.add(Stage.READ, begin);
    return sample;
  }

  /** They may be captions each; of other layouts it is known. */
  private void countLineBreaks(Sample sample) {
    boolean inFile = sample.members().containsKey("txt");
    if (inFile && sample.captions().size() == 1 && sample.captions().get(0).indexOf('\n') >= 0) {
      lineBreaks.incrementAndGet();
    }
  }

  private void take(Sample sample) {
    byte[] digest = DigestTable.digest(sample.key());
    unitKeys.writeBytes(digest);
    if (!keys.add(digest)) {
      reject(sample.key(), "an earlier sample has the same key");
    } else if (!sample.hasImage()) {
      reject(sample.key(), "the sample has no image");
    } else if (sample.captions().isEmpty()) {
      reject(sample.key(), "the sample has no caption");
    } else {
      switch (captions) {
        case ALL -> takeAll(sample);
        case FIRST -> takeTogether(sample, sample.captions().subList(0, 1));
        case MEAN -> takeTogether(sample, sample.captions());
      }
    }
  }

  private void takeAll(Sample sample) {
    RowImage image = null;
    for (int i = 0; i < sample.captions().size(); i++) {
      String caption = sample.captions().get(i);
      String key = captionKey(sample, i);
      if (caption.isBlank()) {
        reject(key, "the caption is empty");
      } else {
        image = image == null ? image(sample) : image;
        tellRow(sample, image, key, List.of(caption));
      }
    }
  }

  private void takeTogether(Sample sample, List<String> together) {
    List<String> usable = new ArrayList<>();
    for (int i = 0; i < together.size(); i++) {
      if (together.get(i).isBlank()) {
        reject(captionKey(sample, i), "the caption is empty");
      } else {
        usable.add(together.get(i));
      }
    }
    if (!usable.isEmpty()) {
      tellRow(sample, image(sample), sample.key(), usable);
    }
  }

  /** A caption's key: the sample's, with the caption's number from 0 where there are several. */
  private static String captionKey(Sample sample, int caption) {
    return sample.captions().size() == 1 ? sample.key() : sample.key() + '#' + caption;
  }

  /** Sends the image into the pipeline, unless an earlier sample with its image id has done so. */
  private RowImage image(Sample sample) {
    if (sample.imageId().isEmpty()) {
      return new RowImage.Single(encode(sample));
    }
    byte[] digest = DigestTable.digest(sample.imageId().get());
    long known = imageIds.size();
    long number = imageIds.number(digest);
    if (number < known) {
      return new RowImage.Repeated(number);
    }
    unitImageIds.writeBytes(digest);
    return new RowImage.First(encode(sample), number);
  }

  private PendingVector encode(Sample sample) {
    unitImages++;
    return queue.image(sample.image().orElseThrow());
  }

  private void tellRow(Sample sample, RowImage image, String key, List<String> rowCaptions) {
    List<PendingVector> texts = rowCaptions.stream().map(queue::text).toList();
    queue.tell(
        new FeedEvent.Row(
            shardName,
            (int) unitSamples,
            sample.key(),
            key,
            sample.imageIdOrKey(),
            rowCaptions.get(0),
            image,
            texts));
  }

  private void reject(String key, String reason) {
    queue.tell(new FeedEvent.Rejected(new Reject(shardName, key, reason)));
  }

  private void endUnit(int shard, long inShard, boolean last) {
    queue.endUnit(
        new FeedEvent.UnitEnd(
            unitSamples,
            unitImages,
            shard,
            inShard,
            last,
            unitKeys.toByteArray(),
            unitImageIds.toByteArray()));
    unitKeys.reset();
    unitImageIds.reset();
    unitSamples = 0;
    unitImages = 0;
  }
}
