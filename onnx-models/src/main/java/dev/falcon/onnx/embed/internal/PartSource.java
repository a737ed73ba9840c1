// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** One shard of a dataset, as a separate dataset. */
public record PartSource(SampleSource source, int part) implements SampleSource {
  @Override
  public String name() {
    return source.shardName(part);
  }

  @Override
  public String format() {
    return source.format();
  }

  @Override
  public int shards() {
    return 1;
  }

  @Override
  public String shardName(int shard) {
    return source.shardName(part);
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return source.open(part, rejects);
  }

  @Override
  public List<Provenance.Input> inputs() {
    return source.inputs(part);
  }

  @Override
  public List<Path> files() {
    return source.files();
  }
}
