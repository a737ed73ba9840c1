// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A dataset whose texts without an anchor are their own anchors, as in an embedding store of it: a
 * sample of several captions is a sample for each, with the caption's number in its key. Datasets
 * of pictures are as they were.
 */
public final class OwnAnchors implements SampleSource {
  private final SampleSource source;
  private Optional<Boolean> ofTexts = Optional.empty();

  private OwnAnchors(SampleSource source) {
    this.source = source;
  }

  /** Returns the dataset with such anchors. It is not read before it is opened. */
  public static SampleSource of(SampleSource source) {
    return source instanceof OwnAnchors ? source : new OwnAnchors(source);
  }

  /** Returns whether a text, as far as the two are known, is the one that stands for its image. */
  public static boolean is(Optional<String> anchor, Optional<String> caption) {
    return SameText.CASED.same(anchor.orElse(""), caption.orElse(""));
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return new Reader(source.open(shard, rejects));
  }

  /**
   * Returns whether the first sample with an image or an anchor, if there is one, has no image. It
   * is asked, and the dataset read for it, only if a sample has neither.
   */
  private synchronized boolean ofTexts() {
    if (ofTexts.isEmpty()) {
      ofTexts = Optional.of(readsTexts());
    }
    return ofTexts.get();
  }

  private boolean readsTexts() {
    for (int shard = 0; shard < source.shards(); shard++) {
      try (SampleReader reader = source.open(shard, reject -> {})) {
        while (reader.hasNext()) {
          Sample sample = reader.next();
          if (PairSide.first(sample).isPresent()) {
            return !sample.hasImage();
          }
        }
      }
    }
    return true;
  }

  private final class Reader implements SampleReader {
    private final SampleReader reader;
    private final Deque<Sample> captions = new ArrayDeque<>(); // of the last sample, as samples

    Reader(SampleReader reader) {
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      return !captions.isEmpty() || reader.hasNext();
    }

    @Override
    public Sample next() {
      if (captions.isEmpty()) {
        Sample sample = reader.next();
        int count = sample.captions().size();
        if (PairSide.first(sample).isPresent() || count == 0 || !ofTexts()) {
          return sample;
        }
        for (int i = 0; i < count; i++) {
          captions.add(ofCaption(sample, i, count == 1 ? sample.key() : sample.key() + '#' + i));
        }
      }
      return captions.remove();
    }

    private Sample ofCaption(Sample sample, int caption, String key) {
      String text = sample.captions().get(caption);
      SortedMap<String, String> metadata = new TreeMap<>(sample.metadata());
      metadata.put(Sample.ANCHOR, text);
      return new Sample(
          key,
          Optional.empty(),
          List.of(text),
          Optional.of(sample.imageIdOrKey()),
          sample.label(),
          metadata,
          sample.members());
    }

    @Override
    public List<DataNote> notes() {
      return reader.notes();
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public String format() {
    return source.format();
  }

  @Override
  public int shards() {
    return source.shards();
  }

  @Override
  public long knownSamples() {
    return source.knownSamples();
  }

  @Override
  public String shardName(int shard) {
    return source.shardName(shard);
  }

  @Override
  public List<DataNote> notes() {
    return source.notes();
  }

  @Override
  public List<Provenance.Input> inputs() {
    return source.inputs();
  }

  @Override
  public List<Provenance.Input> inputs(int shard) {
    return source.inputs(shard);
  }

  @Override
  public List<Path> files() {
    return source.files();
  }

  @Override
  public String fingerprint() {
    return source.fingerprint();
  }
}
