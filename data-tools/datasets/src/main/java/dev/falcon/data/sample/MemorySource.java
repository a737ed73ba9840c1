// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Samples in memory, as one shard. */
public final class MemorySource implements SampleSource {
  private final String name;
  private final List<Sample> samples;

  public MemorySource(String name, List<Sample> samples) {
    this.name = name;
    this.samples = List.copyOf(samples);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String format() {
    return "memory";
  }

  @Override
  public int shards() {
    return 1;
  }

  @Override
  public long knownSamples() {
    return samples.size();
  }

  @Override
  public String shardName(int shard) {
    return name;
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    Iterator<Sample> iterator = samples.iterator();
    return new LookaheadReader() {
      @Override
      protected Optional<Sample> advance() {
        return iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
      }

      @Override
      public void close() {}
    };
  }

  /** Returns one input for all samples: their JSON, including image bytes. */
  @Override
  public List<Provenance.Input> inputs() {
    byte[] json = Json.line(samples).getBytes(StandardCharsets.UTF_8);
    return List.of(new Provenance.Input(name, json.length, Sha256.of(json)));
  }
}
