// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.Side;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.EmbedRequest.CaptionMode;
import dev.falcon.onnx.embed.internal.FeedEvent.RowImage;
import dev.falcon.onnx.embed.internal.UnitJournal.UnitRecord;
import dev.falcon.onnx.embed.pipeline.PendingVector;
import dev.falcon.onnx.embed.pipeline.Stage;
import dev.falcon.onnx.embed.pipeline.StageClock;
import dev.falcon.onnx.text.TextSide;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Reads the samples in order, submits images and captions to the pipeline and sends rows to the
 * writer. Runs on its own thread.
 */
public final class SampleFeed implements Runnable {
  private final SampleSource source;
  private final CaptionMode captions;
  private final boolean ofTexts;
  private final boolean ofImages;
  private final boolean onePrompt;
  private final int samplesPerUnit;
  private final Optional<UnitRecord> resumed;
  private final DigestTable keys;
  private final DigestTable imageIds;
  private final FeedQueue queue;
  private final StageClock clock;
  private final ByteArrayOutputStream unitKeys = new ByteArrayOutputStream();
  private final ByteArrayOutputStream unitImageIds = new ByteArrayOutputStream();
  private String shardName;
  private long unitSamples;
  private long unitImages;

  /**
   * @param resumed the last finished unit; empty to start at the first sample
   * @param keys the keys of the finished units
   * @param imageIds the image ids of the finished units
   * @param sides the content of the two sides; empty for an image and a text
   */
  public SampleFeed(
      EmbedRequest request,
      Optional<List<Side>> sides,
      Optional<UnitRecord> resumed,
      DigestTable keys,
      DigestTable imageIds,
      FeedQueue queue,
      StageClock clock) {
    this.source = request.source();
    this.captions = request.captions();
    this.ofTexts = sides.equals(Optional.of(Side.TEXTS));
    this.ofImages = sides.equals(Optional.of(Side.IMAGES));
    this.onePrompt =
        request.model().prompt(TextSide.QUERY).equals(request.model().prompt(TextSide.CORPUS));
    this.samplesPerUnit = request.samplesPerShard();
    this.resumed = resumed;
    this.keys = keys;
    this.imageIds = imageIds;
    this.queue = queue;
    this.clock = clock;
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
   * Reads a shard after its finished samples.
   *
   * @return the shard's number of samples
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
                queue.emit(new FeedEvent.Rejected(reject));
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
        take(sample);
        queue.emit(new FeedEvent.SampleDone());
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

  private void take(Sample sample) {
    byte[] digest = DigestTable.digest(sample.key());
    unitKeys.writeBytes(digest);
    if (!keys.add(digest)) {
      reject(sample.key(), "an earlier sample has the same key");
    } else if (!ofTexts && !sample.hasImage()) {
      reject(sample.key(), sample.reasonWithoutImage());
    } else if (ofImages) {
      takePair(sample);
    } else if (ofTexts && sample.anchor().filter(queue::isEmptyQuery).isPresent()) {
      reject(sample.key(), "the anchor " + nothing(sample.anchor().orElseThrow()));
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

  private void takePair(Sample sample) {
    if (!sample.hasPositiveImage()) {
      reject(sample.key(), "the sample has no second image, and the first sample has");
      return;
    }
    RowImage left = file(sample.image().orElseThrow());
    RowImage right = file(sample.positiveImage().orElseThrow());
    queue.emit(
        new FeedEvent.Row(
            shardName,
            (int) unitSamples,
            sample.key(),
            sample.key(),
            sample.imageIdOrKey(),
            Optional.empty(),
            Optional.empty(),
            left,
            List.of(),
            Optional.of(right)));
  }

  /**
   * Submits an image unless the same file was submitted before. Images are compared by content,
   * since either side may hold one under any image id.
   */
  private RowImage file(byte[] bytes) {
    return once("file " + Sha256.of(bytes), () -> queue.image(bytes));
  }

  private void takeAll(Sample sample) {
    Optional<RowImage> image = Optional.empty();
    for (int i = 0; i < sample.captions().size(); i++) {
      String caption = sample.captions().get(i);
      String key = captionKey(sample, i);
      if (isUsable(caption, key)) {
        if (!ofTexts && image.isEmpty()) {
          image = Optional.of(image(sample));
        }
        emitRow(sample, image, key, List.of(caption));
      }
    }
  }

  private void takeTogether(Sample sample, List<String> together) {
    List<String> usable = new ArrayList<>();
    for (int i = 0; i < together.size(); i++) {
      if (isUsable(together.get(i), captionKey(sample, i))) {
        usable.add(together.get(i));
      }
    }
    if (!usable.isEmpty()) {
      Optional<RowImage> image = ofTexts ? Optional.empty() : Optional.of(image(sample));
      emitRow(sample, image, sample.key(), usable);
    }
  }

  private boolean isUsable(String caption, String key) {
    if (queue.isEmptyText(caption)) {
      reject(key, "the caption " + nothing(caption));
      return false;
    }
    return true;
  }

  private static String nothing(String text) {
    return SameText.isBlank(text)
        ? "is empty"
        : "is empty to the model, whose cleaning and tokenizer leave nothing of it";
  }

  /**
   * Returns a caption's key: the sample's, followed by the caption's number from 0 if there are
   * several.
   */
  private static String captionKey(Sample sample, int caption) {
    return sample.captions().size() == 1 ? sample.key() : sample.key() + '#' + caption;
  }

  /**
   * Submits an image, or the text in place of one, unless an earlier row has submitted the same
   * one.
   *
   * @param same the identity by which it is compared with earlier ones
   */
  private RowImage once(String same, Supplier<PendingVector> encode) {
    byte[] digest = DigestTable.digest(same);
    long known = imageIds.size();
    long number = imageIds.number(digest);
    if (number < known) {
      return new RowImage.Repeated(number);
    }
    unitImageIds.writeBytes(digest);
    unitImages++;
    return new RowImage.First(encode.get(), number);
  }

  private RowImage image(Sample sample) {
    byte[] bytes = sample.image().orElseThrow();
    if (sample.imageId().isPresent()) {
      return once(sample.imageId().get(), () -> queue.image(bytes));
    }
    unitImages++;
    return new RowImage.Single(queue.image(bytes));
  }

  /**
   * Returns the source of the vector of an anchor or, for texts without an anchor, of the text
   * itself.
   */
  private RowImage text(Sample sample, String caption, PendingVector encoded) {
    if (sample.anchor().isEmpty() && onePrompt) {
      return new RowImage.Single(encoded);
    }
    String text = sample.anchor().orElse(caption);
    return once(text, () -> queue.query(text));
  }

  /**
   * Sends a row.
   *
   * @param image empty if both sides are texts
   */
  private void emitRow(
      Sample sample, Optional<RowImage> image, String key, List<String> rowCaptions) {
    List<PendingVector> texts = rowCaptions.stream().map(queue::text).toList();
    String first = rowCaptions.get(0);
    queue.emit(
        new FeedEvent.Row(
            shardName,
            (int) unitSamples,
            sample.key(),
            key,
            sample.imageIdOrKey(),
            Optional.of(first),
            ofTexts ? Optional.of(sample.anchor().orElse(first)) : Optional.empty(),
            image.orElseGet(() -> text(sample, first, texts.get(0))),
            texts,
            Optional.empty()));
  }

  private void reject(String key, String reason) {
    queue.emit(new FeedEvent.Rejected(new Reject(shardName, key, reason)));
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
