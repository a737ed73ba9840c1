// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A dataset of labelled images with captions drawn from the taxonomy. An image that was unreadable
 * when the labels were read is rejected.
 */
final class CaptionedSource implements SampleSource {
  private final SampleSource labelled;
  private final LabelledImages images;
  private final ClassCaptionSampler sampler;
  private final int captionsPerImage;
  private final Path table;

  CaptionedSource(
      SampleSource labelled,
      LabelledImages images,
      ClassCaptionSampler sampler,
      int captionsPerImage,
      Path table) {
    this.labelled = labelled;
    this.images = images;
    this.sampler = sampler;
    this.captionsPerImage = captionsPerImage;
    this.table = table;
  }

  @Override
  public String name() {
    return labelled.name();
  }

  @Override
  public String format() {
    return labelled.format();
  }

  @Override
  public int shards() {
    return labelled.shards();
  }

  @Override
  public long knownSamples() {
    return labelled.knownSamples();
  }

  @Override
  public String shardName(int shard) {
    return labelled.shardName(shard);
  }

  @Override
  public List<Path> files() {
    return labelled.files();
  }

  @Override
  public List<Provenance.Input> inputs() {
    List<Provenance.Input> inputs = new ArrayList<>(labelled.inputs());
    inputs.add(Provenance.Input.of(InputRole.TAXONOMY, table));
    return inputs;
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    SampleReader reader = labelled.open(shard, rejects);
    return new LookaheadReader() {
      @Override
      protected Optional<Sample> advance() {
        while (reader.hasNext()) {
          Sample sample = reader.next();
          if (images.classOf().containsKey(sample.key())) {
            return Optional.of(captioned(sample));
          }
          rejects.accept(
              new Reject(shardName(shard), sample.key(), "it could not be read for its label"));
        }
        return Optional.empty();
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }

  private Sample captioned(Sample sample) {
    String kind = sample.className(labelled.name());
    List<String> captions = new ArrayList<>();
    for (int i = 0; i < captionsPerImage; i++) {
      captions.add(sampler.draw(sample.key(), i, kind).text());
    }
    SortedMap<String, String> metadata = new TreeMap<>(sample.metadata());
    metadata.put("class", kind);
    metadata.remove(Sample.CAPTION_IDS); // of the captions that these replace
    return new Sample(
        sample.key(),
        sample.image(),
        captions,
        sample.imageId(),
        sample.label(),
        metadata,
        Map.of());
  }
}
