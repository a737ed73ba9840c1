// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.compositional.suite.SuitePicture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A suite's pictures as samples of a dataset, whose keys the suite names. */
public final class PictureSamples implements SampleSource {
  private final SampleSource data;
  private final String prefix;
  private final PictureList pictures;

  /**
   * Creates the source.
   *
   * @param prefix what precedes a sample's key in a picture's name
   */
  public PictureSamples(SampleSource data, String prefix, List<SuitePicture> pictures) {
    this.data = data;
    this.prefix = prefix;
    this.pictures = new PictureList(pictures);
  }

  @Override
  public String name() {
    return data.name();
  }

  @Override
  public String format() {
    return data.format();
  }

  @Override
  public int shards() {
    return data.shards();
  }

  @Override
  public String shardName(int shard) {
    return data.shardName(shard);
  }

  @Override
  public List<Provenance.Input> inputs() {
    return data.inputs();
  }

  @Override
  public List<Provenance.Input> inputs(int shard) {
    return data.inputs(shard);
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    SampleReader reader = data.open(shard, rejects);
    Deque<Sample> ofSample = new ArrayDeque<>();
    return new LookaheadReader() {
      @Override
      protected Optional<Sample> advance() {
        while (ofSample.isEmpty() && reader.hasNext()) {
          Sample sample = reader.next();
          String name = prefix + sample.key();
          if (pictures.wants(name) && sample.hasImage()) {
            byte[] image = sample.image().orElseThrow();
            ofSample.addAll(pictures.of(shardName(shard), name, image, rejects));
          }
        }
        return Optional.ofNullable(ofSample.poll());
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }
}
