// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.List;
import java.util.function.Consumer;

/** A source that is another one, but for what a test changes. */
class ForwardingSource implements SampleSource {
  private final SampleSource source;

  ForwardingSource(SampleSource source) {
    this.source = source;
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
  public String shardName(int shard) {
    return source.shardName(shard);
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return source.open(shard, rejects);
  }

  @Override
  public List<Provenance.Input> inputs() {
    return source.inputs();
  }
}
